// Package pages owns the pages under /cases: lists, reports, comparisons, judges'
// replies, running reviews and handing in. They are rendered on the server and work
// without scripts. One function, Decide, says who may see and do what. The package
// judges nothing: it reads cases through the pipeline and hands documents to the
// queue.
package pages

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/calllog"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/report"
)

// Jobs is the queue as the pages need it. Its errors are those of internal/job.
type Jobs interface {
	Submit(ctx context.Context, s job.Submission) (job.Receipt, error)
	Job(ctx context.Context, id string) (job.Job, error)
	Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error)
	Cancel(ctx context.Context, id string) (job.Job, error)
	List(ctx context.Context, q job.Query) ([]job.Job, error)
}

// Options are what the pages are made of. Workspace, Storage, Cases, Engine, Now and
// Random must be set.
type Options struct {
	Workspace fs.FS
	Storage   casefile.Storage
	Cases     *casefile.Cases
	// Engine returns the pipeline that reads stored versions and plans new ones.
	Engine func(ctx context.Context) (*pipeline.Pipeline, error)
	// Defaults are the settings of a job that says nothing itself.
	Defaults job.Options
	// Calls returns the calls of models that a job made; nil: there is no log.
	Calls  func(ctx context.Context, jobID string) ([]calllog.Call, error)
	Now    func() time.Time
	Random io.Reader // of sessions, links and documents that wait
	// Ticket logs in who opens /cases/login with it first; empty: only tokens log in.
	Ticket string

	// These are filled in by the API.
	Jobs   Jobs     // nil: there is no queue, and NoJobs says why
	NoJobs string   // why no document is taken; empty: they are taken
	Tokens []string // of the API
	// Read reads the form of a page that hands a document in.
	Read func(w http.ResponseWriter, r *http.Request) (*HandIn, error)
	// Follow streams the events of the job that a path names.
	Follow func(w http.ResponseWriter, r *http.Request) error
}

// Handler answers a request, or returns the error that the API answers with.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Pages answers requests. It is safe for concurrent use.
type Pages struct {
	o       Options
	keys    []keys
	list    *list
	planner chan struct{}       // has a value per plan that is being made
	queued  recent[[]job.Job]   // that run or wait
	listed  recent[[]sceneLine] // of the workspace
	cross   *http.CrossOriginProtection
	used    atomic.Bool // the ticket
}

// plansAtOnce is how many documents are read for a plan at the same time.
const plansAtOnce = 2

// New returns the pages.
func New(o Options) *Pages {
	p := &Pages{o: o, list: newList(o), planner: make(chan struct{}, plansAtOnce), cross: http.NewCrossOriginProtection()}
	for _, t := range o.Tokens {
		p.keys = append(p.keys, newKeys(t))
	}
	return p
}

// Watch keeps the list of cases up to date until ctx ends.
func (p *Pages) Watch(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { p.list.watch(ctx) })
	all.Go(func() { p.sweep(ctx) })
	all.Go(func() { _, _ = p.sceneLines(ctx) }) // the first visitor does not wait for them
	all.Wait()
}

// sweepEvery is how often documents that nobody started and links that have ended are
// removed.
const sweepEvery = time.Hour

func (p *Pages) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		// What can't be removed now is tried again.
		_ = p.forgetDrafts(ctx)
		_ = p.forgetLinks(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Routes returns the handlers by path and method.
func (p *Pages) Routes() map[string]map[string]Handler {
	get := func(h Handler) map[string]Handler { return map[string]Handler{"GET": h} }
	post := func(act Act, h Handler) map[string]Handler { return map[string]Handler{"POST": p.change(act, h)} }
	routes := map[string]map[string]Handler{
		"/cases":                                 get(p.listPage),
		"/cases/login":                           {"GET": p.loginPage, "POST": p.login},
		"/cases/logout":                          post(Leave, p.logout),
		"/cases/new":                             {"GET": p.handInPage, "POST": p.handIn},
		"/cases/new/{draft}":                     {"GET": p.planPage, "POST": p.change(Submit, p.start)},
		"/cases/jobs/{job_id}":                   get(p.jobPage),
		"/cases/jobs/{job_id}/events":            get(p.jobEvents),
		"/cases/jobs/{job_id}/cancel":            post(Cancel, p.cancel),
		"/cases/boards/{scene}":                  get(p.boardPage),
		"/cases/{case}":                          get(p.latest),
		"/cases/{case}/{version}":                get(p.casePage),
		"/cases/{case}/{version}/judges/{judge}": get(p.judgePage),
		"/cases/{case}/{version}/links":          post(ShareCase, p.share),
		"/cases/{case}/{version}/links/{link}":   post(ShareCase, p.unshare),
		"/cases/s/{link}":                        get(p.casePage),
	}
	for ending := range endings {
		routes["/cases/{case}/{version}/report."+ending] = get(p.file(ending))
		routes["/cases/s/{link}/report."+ending] = get(p.file(ending))
	}
	return routes
}

//go:embed assets/*.html assets/page.css assets/page.js
var assets embed.FS

// Asset returns a file of the pages, page.css or page.js.
func Asset(name string) ([]byte, error) { return assets.ReadFile("assets/" + name) }

// policy lets the pages run their own script and style only, show their own reports
// in a frame, and send forms to this server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// view is what every page's template gets.
type view struct {
	Lang   report.Lang
	Title  string
	Login  bool   // the visitor has the token
	CSRF   string // of the visitor's forms
	Live   bool   // the page follows a job
	Framed bool   // the page shows a report in a frame
	Reload int    // seconds until the page asks again without scripts; 0: it doesn't
	Body   any
}

// T words a key in the page's language.
func (v *view) T(key string) (string, error) { return word(v.Lang, key) }

// templates are parsed at the first page: no other command needs them.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"dict": dict, "join": strings.Join}).ParseFS(assets, "assets/*.html"))
})

// dict makes a map of pairs, for templates that take several values.
func dict(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return m
}

// write fills a template and writes the page, which no cache keeps.
func (p *Pages) write(w http.ResponseWriter, status int, name string, v *view) error {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, name, v); err != nil {
		return fmt.Errorf("fill the page %s: %w", name, err)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Vary", "Accept, Accept-Language, Cookie")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // the client is gone: no one reads an error
	return nil
}

// view returns what every page begins with.
func (p *Pages) view(r *http.Request, lang report.Lang, title string, body any) *view {
	v := &view{Lang: lang, Title: title, Body: body}
	if s := p.session(r); s != nil {
		v.Login, v.CSRF = true, s.csrf()
	}
	return v
}

// Fail writes a page about an error, in words for clients. It reports whether the
// error was one that the visitor may answer by logging in.
func (p *Pages) Fail(w http.ResponseWriter, r *http.Request, lang report.Lang, status int, text string) error {
	if status == http.StatusUnauthorized {
		return p.askLogin(w, r, lang)
	}
	v := p.view(r, lang, text, map[string]any{"Status": status, "Text": text})
	return p.write(w, status, "problem", v)
}

// public is an error's text for clients.
func public(err error) string { return fault.Public(err.Error()) }
