// Package api is the HTTP API: version 1 of the contract, version 2 with jobs,
// their machine-readable description, the documentation pages and the audience's
// boards. Handlers are thin: they decode, call one function and encode. What the
// workspace's files say is encoded once per change, not once per request. The
// package writes nothing, runs no job and never calls a model.
package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/audience"
	"judgement/internal/fault"
	"judgement/internal/heartbeat"
)

// Options are what an API is made of. Workspace, Attributor, Now, Env and Random
// must be set.
type Options struct {
	Workspace     fs.FS
	Dir           string              // the workspace on disk, for git_commit; empty: none
	Env           func(string) string // for env_ready; values are never kept
	Tokens        string              // SERVICE_API_TOKEN: tokens separated by commas
	DefaultAnchor string
	Attributor    Attributor
	ChatEvent     http.Handler // answers /chat/event; nil: every event is ignored
	Jobs          Jobs         // the queue behind version 2; nil: its paths answer 503
	NoJobs        string       // where Jobs is nil although there should be a queue: why, for clients; healthz is degraded then
	NoJudging     string       // why no job is taken, such as that no model is set, for clients; empty: jobs are taken
	Webhooks      bool         // whether a job may name a callback_url
	// Reaches tells whether webhooks may go to an address that a callback_url names
	// without a name; nil: to any. Where a name leads is found out when it is called.
	Reaches func(netip.Addr) bool
	Boards  *audience.Hub // of public boards; nil: there are none
	Bots    Bots          // how the chat bots are; nil: nobody knows
	Log     *slog.Logger  // nil: nothing is logged
	Metrics prometheus.Registerer
	Now     func() time.Time
	Random  io.Reader     // of request ids
	Poll    time.Duration // how often files and the events of jobs are looked at; 0: twice a second
}

// API answers requests. It is safe for use by several goroutines.
type API struct {
	gate       *gate
	attributor Attributor
	chatEvent  http.Handler
	judging    *judging
	boards     *audience.Hub
	watch      *botWatch
	catalog    *catalog
	tokens     tokens
	redact     *strings.Replacer // of what clients send into the log
	log        *slog.Logger
	now        func() time.Time
	poll       time.Duration
	patience   time.Duration // of a board's viewer
	idPrefix   string
	idCount    atomic.Uint64
	routes     map[string]*route // by pattern
	unmatched  *route
	pages      *browserPages
	mux        *http.ServeMux
	meter      *meter
}

// New reads the workspace once and returns its API. What is wrong with the
// files is no error: healthz and the log tell it.
func New(o Options) (*API, error) {
	prefix := make([]byte, 6)
	if _, err := io.ReadFull(o.Random, prefix); err != nil {
		return nil, fmt.Errorf("draw the prefix of request ids: %w", err)
	}
	a := &API{
		gate: newGate(), attributor: o.Attributor, chatEvent: o.ChatEvent, boards: o.Boards, tokens: readTokens(o.Tokens), redact: redactor(o.Tokens),
		catalog: &catalog{fsys: o.Workspace, dir: o.Dir, env: o.Env, defaultAnchor: o.DefaultAnchor, now: o.Now},
		log:     o.Log, now: o.Now, poll: o.Poll, patience: viewerPatience, idPrefix: hex.EncodeToString(prefix) + "-",
		mux: http.NewServeMux(), routes: map[string]*route{},
		watch:   &botWatch{bots: o.Bots},
		judging: &judging{jobs: o.Jobs, lack: o.NoJobs, refusal: o.NoJudging, webhooks: o.Webhooks, reaches: o.Reaches, stop: make(chan struct{})},
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.poll == 0 {
		a.poll = 500 * time.Millisecond
	}
	meter, err := newMeter(o.Metrics, a)
	if err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	a.meter = meter
	if err := a.addRoutes(); err != nil {
		return nil, err
	}
	a.refresh(context.Background())
	return a, nil
}

// Watch looks at the workspace's files, at what keeps jobs from being run, and at
// the chat bots, until ctx ends, so that edits show without a restart. What breaks and what is
// fixed is logged once.
func (a *API) Watch(ctx context.Context) {
	var asking sync.WaitGroup
	defer asking.Wait()
	if a.judging.jobs != nil {
		asking.Go(func() { a.watchJobs(ctx) })
	}
	if a.watch.bots != nil {
		asking.Go(func() { a.watchBots(ctx) })
	}
	heartbeat.Every(ctx, a.poll, func() { a.refresh(ctx) })
}

func (a *API) refresh(ctx context.Context) {
	first := a.catalog.current.Load() == nil
	if !a.catalog.refresh() {
		return
	}
	v := a.catalog.current.Load()
	switch {
	case len(v.problems) > 0:
		a.log.LogAttrs(ctx, slog.LevelWarn, "configuration has problems; the last good answers stay",
			slog.Int("count", len(v.problems)), slog.Any("problems", v.problems))
	case !first:
		a.log.LogAttrs(ctx, slog.LevelInfo, "configuration changed; all files are good")
	}
}

// access says what a route asks for before it answers.
type access int

const (
	open       access = iota // nothing
	configured               // that a token is configured
	bearer                   // that the client has one
)

// handler answers a request, or returns the error that fail answers with.
type handler func(w http.ResponseWriter, r *http.Request) error

// operation is what a path does for one method; HEAD goes with GET.
type operation struct {
	method string
	serve  handler
}

// route is one path with its methods.
type route struct {
	pattern string
	access  access
	ops     []operation
	allow   []string // value of the header Allow
	browser bool     // only browsers find it; for others it is no path
	api     *API
	series
}

func get(pattern string, a access, serve handler) *route {
	return &route{pattern: pattern, access: a, ops: []operation{{http.MethodGet, serve}}}
}

func post(pattern string, a access, serve handler) *route {
	return &route{pattern: pattern, access: a, ops: []operation{{http.MethodPost, serve}}}
}

// and adds a method.
func (rt *route) and(method string, serve handler) *route {
	rt.ops = append(rt.ops, operation{method, serve})
	return rt
}

// serves returns the handler of a method, nil where there is none.
func (rt *route) serves(method string) handler {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for i := range rt.ops {
		if rt.ops[i].method == method {
			return rt.ops[i].serve
		}
	}
	return nil
}

func (a *API) addRoutes() error {
	list := []*route{
		get("/v1/healthz", open, a.healthz),
		get("/v1/version", bearer, a.resource(func(v *view) *resource { return v.version })),
		get("/v1/panels", bearer, a.resource(func(v *view) *resource { return v.panels })),
		get("/v1/anchors", bearer, a.resource(func(v *view) *resource { return v.anchors })),
		get("/v1/scenes", bearer, a.resource(func(v *view) *resource { return v.scenes })),
		post("/v1/attribution/check", bearer, a.checkAttribution),
		post("/chat/event", configured, a.receiveEvent),
		get("/v2/judgement", bearer, a.ofJobs(a.listJobs)).and(http.MethodPost, a.ofJobs(a.submitJob)),
		get("/v2/judgement/{job_id}", bearer, a.ofJobs(a.showJob)).and(http.MethodDelete, a.ofJobs(a.cancelJob)),
		get("/v2/judgement/{job_id}/result", bearer, a.ofJobs(a.jobResult)),
		get("/v2/judgement/{job_id}/events", bearer, a.ofJobs(a.jobEvents)),
	}
	docs, err := docRoutes()
	if err != nil {
		return err
	}
	if a.pages, err = newBrowserPages(); err != nil {
		return err
	}
	list = append(list, a.homeRoute())
	list = append(list, a.boardRoutes()...)
	for _, rt := range append(list, docs...) {
		rt.api = a
		rt.allow = []string{allowed(rt.ops)}
		rt.series = a.meter.series(rt.pattern)
		a.routes[rt.pattern] = rt
		a.mux.Handle(rt.pattern, rt)
	}
	a.unmatched = &route{api: a, series: a.meter.series("unmatched")}
	a.mux.Handle("/", a.unmatched)
	return nil
}

// allowed lists the methods of a path, as the header Allow does.
func allowed(ops []operation) string {
	var out []string
	for _, op := range ops {
		out = append(out, op.method)
		if op.method == http.MethodGet {
			out = append(out, http.MethodHead)
		}
	}
	return strings.Join(out, ", ")
}

// ServeHTTP checks in the documented order: path, method, configured token,
// bearer token. Handlers go on with size and body.
func (rt *route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	serve, err := rt.admit(w, r)
	if err == nil {
		err = serve(w, r)
	}
	if err == nil {
		return
	}
	if err = left(r, err); !rt.api.failPage(w, r, err) {
		rt.api.fail(w, err)
	}
}

func (rt *route) admit(w http.ResponseWriter, r *http.Request) (handler, error) {
	serve := rt.serves(r.Method)
	switch {
	case rt.ops == nil || rt.browser && !fromBrowser(r):
		return nil, fault.NoPath
	case serve == nil:
		w.Header()["Allow"] = rt.allow
		return nil, fault.NoMethod
	case rt.access == open:
	case len(rt.api.tokens) == 0:
		return nil, fault.NoToken
	case rt.access == bearer && !rt.api.tokens.authorized(r.Header):
		w.Header()["Www-Authenticate"] = challenge
		return nil, fault.Unauthorized
	}
	return serve, nil
}

// fail writes the answer of an error and keeps the error for the log.
func (a *API) fail(w http.ResponseWriter, err error) {
	status, body := errorAnswer(err)
	if ex, ok := w.(*exchange); ok && status >= fault.StatusLeft {
		ex.err = err
		if ex.status != 0 {
			panic(http.ErrAbortHandler) // half an answer is out: only closing tells the client
		}
		if status == http.StatusInternalServerError {
			body = encode(map[string]string{"detail": internalError, "request_id": ex.id})
		}
	}
	if retryable(err) {
		w.Header()["Retry-After"] = retryAfter
	}
	writeJSON(w, status, body)
}

// plainPath reports whether a path is as clients must write it: doubled and
// trailing slashes, dot segments and encoded slashes match nothing.
func plainPath(r *http.Request) bool {
	p := r.URL.Path
	return strings.HasPrefix(p, "/") && path.Clean(p) == p &&
		(r.URL.RawPath == "" || !strings.Contains(strings.ToLower(r.URL.RawPath), "%2f"))
}

// healthz is GET /v1/healthz: it touches no file.
func (a *API) healthz(w http.ResponseWriter, _ *http.Request) error {
	status := "ok"
	if len(a.catalog.current.Load().problems) > 0 || a.judging.problem.Load() != nil || a.judging.lack != "" || a.watch.ill.Load() {
		status = "degraded"
	}
	b := make([]byte, 0, 64)
	b = append(b, `{"status":"`...)
	b = append(b, status...)
	b = append(b, `","timestamp":"`...)
	b = a.now().UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	b = append(b, `"}`...)
	h := w.Header()
	h["Content-Type"] = typeJSON
	h["Cache-Control"] = noStore
	_, _ = w.Write(b)
	return nil
}

// resource answers with a configuration answer that is encoded already.
func (a *API) resource(of func(*view) *resource) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		serveResource(w, r, of(a.catalog.current.Load()))
		return nil
	}
}

func serveResource(w http.ResponseWriter, r *http.Request, res *resource) {
	h := w.Header()
	h["Etag"] = res.etag
	h["Cache-Control"] = revalidate
	if inm := r.Header["If-None-Match"]; len(inm) > 0 && matchesTag(inm, res.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Type"] = typeJSON
	h["Content-Length"] = res.length
	_, _ = w.Write(res.body)
}

// matchesTag compares weakly, as If-None-Match does.
func matchesTag(lines []string, etag string) bool {
	for _, line := range lines {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}

// ignoredEvent is the answer to every chat event while no handler is deployed.
const ignoredEvent = `{"status":"ignored","reason":"the event handler is not deployed: scene bots take events over their long connection"}`

// receiveEvent is POST /chat/event.
func (a *API) receiveEvent(w http.ResponseWriter, r *http.Request) error {
	if a.chatEvent != nil {
		a.chatEvent.ServeHTTP(w, r)
		return nil
	}
	writeJSON(w, http.StatusOK, []byte(ignoredEvent))
	return nil
}
