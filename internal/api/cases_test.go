package api

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"judgement/internal/api/pages"
	"judgement/internal/casefile"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/offline"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
	reporthtml "judgement/report/html"
	"judgement/report/pdf"
)

// library is an API with pages over cases that the offline baseline judged.
type library struct {
	*fixture
	jobs   *memJobs
	engine *pipeline.Pipeline
	store  *casefile.Folder
	now    time.Time
	cookie string
}

// newLibrary has the scenes pitch, whose scores are not public, and fair.
func newLibrary(t *testing.T, change ...func(files map[string]string)) *library {
	t.Helper()
	return newLibraryOf(t, func(o *Options) {
		for _, c := range change {
			files := map[string]string{}
			c(files)
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(o.Dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// newLibraryOf is a library whose options a test changes first.
func newLibraryOf(t *testing.T, change func(*Options)) *library {
	t.Helper()
	l := &library{jobs: newMemJobs(), now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	l.fixture = newFixture(t, func(o *Options) {
		change(o)
		st, err := casefile.OpenFolder(o.Dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		clock := func() time.Time { return l.now }
		l.store = st
		l.engine = &pipeline.Pipeline{
			Workspace: o.Workspace, Cases: casefile.New(st, clock), Zone: time.UTC, Random: rand.Reader,
			Renderers: []format.Renderer{
				{Format: "html", Render: func(_ context.Context, p report.Page, _ time.Time) ([]byte, error) {
					return reporthtml.Render(p), nil
				}},
				{Format: "pdf", Render: func(_ context.Context, p report.Page, at time.Time) ([]byte, error) { return pdf.Render(p, at) }},
			},
			Runner: jury.Runner{Model: offline.New(), Slots: make(jury.Slots, 4), Retry: jury.DefaultRetry(), Now: clock, Sleep: jury.Sleep, Jitter: func() float64 { return 0 }},
		}
		o.Jobs = l.jobs
		o.Pages = &pages.Options{
			Workspace: o.Workspace, Storage: st, Cases: l.engine.Cases, Now: clock, Random: rand.Reader,
			Engine: func(context.Context) (*pipeline.Pipeline, error) { return l.engine, nil },
		}
	})
	return l
}

// judge reviews a document and returns its case.
func (l *library) judge(scene, brand, text string) string {
	l.t.Helper()
	s, err := l.engine.Open(scene)
	if err != nil {
		l.t.Fatal(err)
	}
	res, err := l.engine.Run(l.t.Context(), s, job.Spec{
		Schema: 1, JobID: brand, SceneSlug: scene, Brand: brand, Filename: brand + ".md", Data: []byte(text), Options: job.Options{MaxReplyTokens: 1000, NoBoard: true},
	}, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	return res.CaseID
}

// ask sends a request as a browser does. A form is sent with POST.
func (l *library) ask(path string, form url.Values, change ...func(http.Header)) answer {
	l.t.Helper()
	h := browser("en")
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
		h.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if l.cookie != "" {
		h.Set("Cookie", l.cookie)
	}
	for _, c := range change {
		c(h)
	}
	l.srv.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return l.do(method, path, h, body)
}

// login logs in.
func (l *library) login() {
	l.t.Helper()
	a := l.ask("/cases/login", url.Values{"token": {testToken}, "next": {"/cases"}})
	set := a.header.Get("Set-Cookie")
	if a.status != http.StatusSeeOther || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Strict") {
		l.t.Fatalf("login: %d %q", a.status, set)
	}
	l.cookie, _, _ = strings.Cut(set, ";")
}

var csrfOf = regexp.MustCompile(`name="csrf" value="([0-9a-f]+)"`)

// csrf is what the login's forms carry.
func (l *library) csrf() string {
	l.t.Helper()
	m := csrfOf.FindSubmatch(l.ask("/cases", nil).body)
	if m == nil {
		l.t.Fatal("the page has no form of the login")
	}
	return string(m[1])
}

var linkOf = regexp.MustCompile(`/cases/s/[^"]+`)

// link makes a link to the first version of a case.
func (l *library) link(caseID string) string {
	l.t.Helper()
	a := l.ask("/cases/"+caseID+"/v1/links", url.Values{"csrf": {l.csrf()}, "days": {"7"}})
	page := l.ask(a.header.Get("Location"), nil)
	path := string(linkOf.Find(page.body))
	if a.status != http.StatusSeeOther || path == "" {
		l.t.Fatalf("make a link: %d %s", a.status, page.body)
	}
	return path
}

const firstText = "# A kettle\n\nWe measured 40 kettles in 12 weeks. It costs 20 euro.\n\nNobody asked for it.\n"

// TestEveryPageAsksWhoMaySee tries every route as nobody, with a link to another case,
// and as a login.
func TestEveryPageAsksWhoMaySee(t *testing.T) {
	l := newLibrary(t)
	mine, other := l.judge("fair", "mine", firstText), l.judge("fair", "other", firstText)
	l.submit(`{"scene_slug":"fair","document":"x","brand":"a"}`)
	l.login()
	link := l.link(other)
	login := l.cookie
	fill := strings.NewReplacer("{case}", mine, "{version}", "v1", "{judge}", "careful", "{job_id}", "job-001", "{scene}", "fair",
		"{draft}", "1-"+strings.Repeat("0", 32), "{link}", strings.Repeat("a", 32))
	forged := strings.Replace(link, other, mine, 1)
	for path, methods := range l.api.cases.Routes() {
		for method := range methods {
			var form url.Values
			if method == http.MethodPost {
				form = url.Values{"csrf": {"00"}, "token": {"wrong"}, "days": {"7"}}
			}
			for name, at := range map[string]string{"nobody": fill.Replace(path), "another link": fill.Replace(path) + "?link=" + url.QueryEscape(strings.TrimPrefix(link, "/cases/s/"))} {
				l.cookie = ""
				want := []int{http.StatusUnauthorized}
				switch {
				case path == "/cases/login":
					want = []int{http.StatusOK, http.StatusUnauthorized}
				case strings.HasPrefix(path, "/cases/s/"):
					want = []int{http.StatusNotFound}
				}
				a := l.ask(at, form)
				if !slices.Contains(want, a.status) || strings.Contains(string(a.body), "kettle") {
					t.Errorf("%s %s as %s: %d %s", method, at, name, a.status, a.body)
				}
			}
			if strings.HasPrefix(path, "/cases/s/") {
				rest := strings.TrimPrefix(path, "/cases/s/{link}")
				if a := l.ask(link+rest, nil); a.status != http.StatusOK || strings.Contains(string(a.body), mine) {
					t.Errorf("%s with its link: %d", path, a.status)
				}
				if a := l.ask(forged+rest, nil); a.status != http.StatusNotFound {
					t.Errorf("%s with a link to another case that was rewritten: %d", path, a.status)
				}
				continue
			}
			l.cookie = login
			if method == http.MethodPost && path != "/cases/login" {
				if a := l.ask(fill.Replace(path), form); a.status != http.StatusForbidden && a.status != http.StatusBadRequest {
					t.Errorf("%s %s without the form's own token: %d", method, path, a.status)
				}
				if a := l.ask(fill.Replace(path), form, func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") }); a.status != http.StatusForbidden {
					t.Errorf("%s %s from another site: %d", method, path, a.status)
				}
			} else if strings.HasSuffix(path, "/events") {
				l.jobs.move(t, "job-001", func(j *memJob) { j.finish() })
				if a := l.ask(fill.Replace(path), nil); a.status != http.StatusOK {
					t.Errorf("%s as a login: %d", path, a.status)
				}
			} else if a := l.ask(fill.Replace(path), form); a.status == http.StatusForbidden || a.status == http.StatusUnauthorized && method == http.MethodGet || a.status >= 500 {
				t.Errorf("%s %s as a login: %d %s", method, path, a.status, a.body)
			}
		}
	}
}

// TestLinksEnd: a link that is guessed, expired, withdrawn or signed with a token that
// was taken away shows nothing.
func TestLinksEnd(t *testing.T) {
	l := newLibrary(t)
	id := l.judge("fair", "mine", firstText)
	l.login()
	link := l.link(id)
	gone := func(why string) {
		t.Helper()
		for _, path := range []string{link, link + "/report.html", link + "/report.pdf"} {
			a := l.ask(path, nil)
			if a.status != http.StatusNotFound || strings.Contains(string(a.body), "kettle") {
				t.Errorf("%s: GET %s: %d", why, path, a.status)
			}
		}
	}
	if a := l.ask(link, nil, func(h http.Header) { h.Del("Cookie") }); a.status != http.StatusOK || !strings.Contains(string(a.body), "A kettle") {
		t.Fatalf("the link: %d %s", a.status, a.body)
	}
	if a := l.ask(link+"?vs=v1", nil, func(h http.Header) { h.Del("Cookie") }); a.status != http.StatusNotFound {
		t.Errorf("a comparison over a link: %d", a.status)
	}
	was := l.now
	l.now = was.Add(7 * 24 * time.Hour)
	gone("expired")
	l.now = was
	linkWas := link
	for i := len(link) - 44; i < len(link)-1; i += 7 {
		c := byte('A')
		if link[i] == c {
			c = 'B'
		}
		link = linkWas[:i] + string(c) + linkWas[i+1:]
		gone("guessed")
	}
	link = linkWas
	record := regexp.MustCompile(`-([0-9a-f]{32})\.`).FindStringSubmatch(link)[1]
	a := l.ask("/cases/"+id+"/v1/links/"+record, url.Values{"csrf": {l.csrf()}})
	if a.status != http.StatusSeeOther {
		t.Fatalf("withdraw: %d %s", a.status, a.body)
	}
	gone("withdrawn")
	if strings.Contains(l.logs.String(), strings.TrimPrefix(link, "/cases/s/")) {
		t.Error("the log has the link")
	}
	a = l.ask(link+"/none", nil)
	if a.status != http.StatusNotFound || strings.Contains(l.logs.String(), record+".") {
		t.Errorf("an unknown path below a link: %d, or the log has it", a.status)
	}
}

// TestLinksObeyTheScene: what a scene hides from outsiders, a link hides.
func TestLinksObeyTheScene(t *testing.T) {
	for name, c := range map[string]struct {
		rules            string
		text, score, pdf bool
	}{
		"all":      {"show_scores_publicly: true\n", true, true, true},
		"scores":   {"show_scores_publicly: false\n", true, false, false},
		"redacted": {"show_scores_publicly: true\nREDACT", false, true, false},
		"both":     {"show_scores_publicly: false\nREDACT", false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t, func(files map[string]string) {
				text := strings.Replace(workspaceFiles()["scenes/pitch/scene.yaml"], "show_scores_publicly: false\n", c.rules, 1)
				if strings.Contains(text, "REDACT") {
					text = strings.Replace(strings.Replace(text, "REDACT", "", 1), "brand_prefix: p-\n", "brand_prefix: p-\n  redact_review: true\n", 1)
				}
				files["scenes/pitch/scene.yaml"] = text
			})
			id := l.judge("pitch", "mine", firstText)
			l.login()
			link := l.link(id)
			l.cookie = ""
			page := string(l.ask(link, nil).body)
			if got := strings.Contains(page, "A kettle"); got != c.text {
				t.Errorf("title shown: %v\n%s", got, page)
			}
			if got := strings.Contains(page, `class="verdict"`) || strings.Contains(page, "<iframe"); got != c.score {
				t.Errorf("score shown: %v\n%s", got, page)
			}
			for ending := range map[string]bool{"html": true, "pdf": true, "md": true} {
				if a := l.ask(link+"/report."+ending, nil); (a.status == http.StatusOK) != c.pdf {
					t.Errorf("report.%s: %d", ending, a.status)
				}
			}
		})
	}
}

// TestLinksThatEndedGo: what is kept of links that have ended is removed, and of others
// is not.
func TestLinksThatEndedGo(t *testing.T) {
	l := newLibrary(t)
	id := l.judge("fair", "mine", firstText)
	l.login()
	l.link(id)
	l.now = l.now.Add(5 * 24 * time.Hour)
	l.login()
	young := l.link(id)
	l.now = l.now.Add(4 * 24 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go l.api.cases.Watch(ctx)
	l.settle("the removal of the old link", func() bool {
		names, err := l.store.List(t.Context(), ".judgement/links/"+id)
		return err == nil && len(names) == 1
	})
	l.cookie = ""
	if a := l.ask(young, nil); a.status != http.StatusOK {
		t.Errorf("the young link: %d", a.status)
	}
}

// TestLogout: a cookie that was copied before is worth nothing afterwards.
func TestLogout(t *testing.T) {
	l := newLibrary(t)
	l.login()
	if a := l.ask("/cases", nil); a.status != http.StatusOK {
		t.Fatalf("the list: %d", a.status)
	}
	if a := l.ask("/cases/login?next=/cases/new", nil); a.status != http.StatusSeeOther || a.header.Get("Location") != "/cases/new" {
		t.Errorf("the form for the token, with a login: %d", a.status)
	}
	if a := l.ask("/cases/logout", url.Values{"csrf": {l.csrf()}}); a.status != http.StatusSeeOther {
		t.Fatalf("logout: %d %s", a.status, a.body)
	}
	if a := l.ask("/cases", nil); a.status != http.StatusUnauthorized {
		t.Errorf("the copied cookie: %d", a.status)
	}
	l.login()
	l.now = l.now.Add(13 * time.Hour)
	if a := l.ask("/cases", nil); a.status != http.StatusUnauthorized {
		t.Errorf("a login of yesterday: %d", a.status)
	}
	for _, next := range []string{"https://evil.example/", "//evil.example", "/\\evil.example", "/v1/version", "/cases/../docs", "javascript:alert(1)", "/cases\r\nX: y"} {
		a := l.ask("/cases/login", url.Values{"token": {testToken}, "next": {next}})
		if a.header.Get("Location") != "/cases" {
			t.Errorf("next %q leads to %q", next, a.header.Get("Location"))
		}
	}
}

// TestDamagedCaseNamesItsFiles: the page says which files of a case are damaged.
func TestDamagedCaseNamesItsFiles(t *testing.T) {
	l := newLibrary(t)
	id := l.judge("fair", "mine", firstText)
	l.login()
	dir := filepath.Join(l.dir, "cases", id)
	l.judge("fair", "mine", firstText+"\nWe asked 12 of them again in May.\n")
	if err := os.WriteFile(filepath.Join(dir, "v1", "result.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if a := l.ask("/cases/"+id+"/v2?vs=v1", nil); !strings.Contains(string(a.body), "v1/result.json") {
		t.Errorf("the comparison with a damaged version does not name the file: %d %s", a.status, a.body)
	}
	if err := os.WriteFile(filepath.Join(dir, "v1", "verdicts.json"), []byte("[{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if a := l.ask("/cases/"+id+"/v1", nil); !strings.Contains(string(a.body), "v1/verdicts.json") || strings.Contains(string(a.body), l.dir) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if err := os.WriteFile(filepath.Join(dir, "case.yaml"), []byte("schema: ["), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/cases/" + id, "/cases/" + id + "/v1", "/cases/" + id + "/v1/judges/careful", "/cases/" + id + "/v1/report.html"} {
		if a := l.ask(path, nil); !strings.Contains(string(a.body), "case.yaml") || strings.Contains(string(a.body), l.dir) {
			t.Errorf("GET %s: %d %s", path, a.status, a.body)
		}
	}
	l.now = l.now.Add(time.Minute)
	if a := l.ask("/cases", nil); !strings.Contains(string(a.body), id) || !strings.Contains(string(a.body), "case.yaml") {
		t.Errorf("the list: %s", a.body)
	}
}

// TestHandIn: a document that is pasted is planned, and started once.
func TestHandIn(t *testing.T) {
	l := newLibrary(t)
	price := llm.Price{Currency: "USD", Input: panel.PointsOf(1), Cached: panel.PointsOf(1), Output: panel.PointsOf(2)}
	model, err := openai.New(openai.Options{BaseURL: "http://127.0.0.1:1/v1", Model: "m", Prices: map[string]llm.Price{"m": price}}) // nothing calls it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	l.engine.Runner.Model = model
	l.login()
	csrf := l.csrf()
	post := func(fields map[string]string) answer {
		var b strings.Builder
		for _, name := range sortedKeys(fields) {
			b.WriteString("--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + fields[name] + "\r\n")
		}
		b.WriteString("--x\r\nContent-Disposition: form-data; name=\"document\"; filename=\"\"\r\n\r\n\r\n--x--\r\n")
		h := browser("en")
		h.Set("Cookie", l.cookie)
		h.Set("Content-Type", "multipart/form-data; boundary=x")
		return l.do(http.MethodPost, "/cases/new", h, b.String())
	}
	good := map[string]string{"csrf": csrf, "scene_slug": "pitch", "brand": "acme", "pasted": firstText, "max_tokens": "", "max_cost": ""}
	bad := func(name, value, want string, status int) {
		t.Helper()
		fields := map[string]string{}
		for k, v := range good {
			fields[k] = v
		}
		fields[name] = value
		if a := post(fields); a.status != status || !strings.Contains(string(a.body), want) {
			t.Errorf("%s %q: %d %s", name, value, a.status, a.body)
		}
	}
	bad("csrf", "", "out of date", http.StatusForbidden)
	bad("pasted", " ", "<strong>Document</strong>: is missing", http.StatusUnprocessableEntity)
	bad("scene_slug", "none", "<strong>Scene</strong>: there is no scene", http.StatusUnprocessableEntity)
	bad("max_cost", "-1", "<strong>Cost limit</strong>: ", http.StatusUnprocessableEntity)
	bad("max_cost", "-1", "Cost limit (USD)", http.StatusUnprocessableEntity)
	bad("max_cost", "-1", firstText, http.StatusUnprocessableEntity) // what was pasted is not lost
	bad("max_cots", "1", "max_cots", http.StatusUnprocessableEntity)
	a := post(good)
	plan := a.header.Get("Location")
	if a.status != http.StatusSeeOther || !strings.HasPrefix(plan, "/cases/new/") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if len(l.jobs.jobs) != 0 {
		t.Fatal("a job was made before its plan was seen")
	}
	if a := l.ask(plan, nil); a.status != http.StatusOK || !strings.Contains(strings.ToLower(string(a.body)), "careful") || !strings.Contains(string(a.body), ">Expected<") {
		t.Errorf("plan: %d %s", a.status, a.body)
	}
	for range 2 {
		if a := l.ask(plan, url.Values{"csrf": {csrf}, "act": {"start"}}); a.header.Get("Location") != "/cases/jobs/job-001" {
			t.Errorf("start: %d %s", a.status, a.body)
		}
	}
	if s := l.jobs.jobs[0].sub; s.Brand != "acme" || string(s.Data) != firstText || s.SceneSlug != "pitch" {
		t.Errorf("submitted %+v", s)
	}
	l.jobs.move(t, "job-001", func(j *memJob) { j.run(2) })
	if a := l.ask("/cases/jobs/job-001", nil); !strings.Contains(string(a.body), "judge-1") || !strings.Contains(string(a.body), "/cases/page.js") {
		t.Errorf("live: %s", a.body)
	}
	if a := l.ask("/cases/jobs/job-001/cancel", url.Values{"csrf": {csrf}}); a.status != http.StatusSeeOther || !l.jobs.jobs[0].Cancelling {
		t.Errorf("cancel: %d", a.status)
	}
	if a := l.ask(plan, url.Values{"csrf": {csrf}, "act": {"discard"}}); a.status != http.StatusSeeOther {
		t.Errorf("discard: %d", a.status)
	}
	if _, err := l.store.Read(t.Context(), ".judgement/handin/"+strings.TrimPrefix(plan, "/cases/new/")+".json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the discarded document: %v", err)
	}
}

// payloads try to run a script or to make a request.
var payloads = []string{
	`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `</title><script>alert(1)</script>`, `</textarea><script>alert(1)</script>`,
	`<img src=x onerror="alert(1)">`, `<svg onload="alert(1)">`, `<iframe src="javascript:alert(1)"></iframe>`, `<details open ontoggle="alert(1)">`,
	`<body onload="alert(1)">`, `<input autofocus onfocus="alert(1)">`, `<link rel=stylesheet href="http://h.example/css">`,
	`<style>@import "http://h.example/import";</style>`, `<meta http-equiv=refresh content="0;url=http://h.example/">`, `<base href="http://h.example/">`,
	`<object data="http://h.example/"></object>`, `[x](javascript:alert(1))`, `' onmouseover='alert(1)`, `" onmouseover="alert(1)`, `{{.CSRF}}`,
	`<math><mtext><mglyph><style><img src=x onerror="alert(1)">`, `javascript:alert(1)`, `</pre><script>alert(1)</script>`, `<form action="http://h.example/">`,
	`&lt;script&gt;alert(1)&lt;/script&gt;`, `<a href="java	script:alert(1)">y</a>`, `<video autoplay src="http://h.example/v"></video>`, "<script\x00>alert(1)</script>", `<!--><script>alert(1)</script>`,
}

// TestNoPayloadRuns puts every payload where pages show text from outside and looks for
// elements and attributes that are not the pages' own.
func TestNoPayloadRuns(t *testing.T) {
	all := strings.Join(payloads, " ")
	l := newLibrary(t, func(files map[string]string) {
		quoted := "'" + strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(all, "'", "''"), "\x00", ""), "\t", " ") + "'"
		files["scenes/fair/scene.yaml"] = workspaceFiles()["scenes/fair/scene.yaml"] + "display_name: " + quoted + "\n"
	})
	doc := "# " + strings.ReplaceAll(all, "\x00", "") + "\n\n" + strings.ReplaceAll(strings.Join(payloads, "\n\nWe measured 40 of them in 12 weeks. "), "\x00", "") + "\n\nIt costs 20 euro because of this.\n"
	id := l.judge("fair", "mine", doc)
	l.judge("fair", "mine", doc+"\nAnother line "+strings.ReplaceAll(all, "\x00", "")+"\n")
	l.login()
	link := l.link(id)
	l.submit(`{"scene_slug":"fair","document":"x","brand":"a"}`)
	l.jobs.move(t, "job-001", func(j *memJob) {
		j.run(1)
		j.Filename, j.Brand, j.Message, j.Phase, j.events[0].Text, j.events[0].Judge = all, all, all, all, all, &all
	})
	query := url.QueryEscape(all)
	for _, path := range []string{
		"/cases", "/cases?q=" + query + "&scene=" + query + "&from=" + query, "/cases/" + id + "/v2", "/cases/" + id + "/v2?vs=v1", "/cases/" + id + "/v2?link=" + query, link,
		"/cases/" + id + "/v2/judges/careful", "/cases/jobs/job-001", "/cases/new?scene=" + query + "&brand=" + query, "/cases/boards/fair", "/cases/login?next=" + query, "/cases/" + query,
	} {
		a := l.ask(path, nil, func(h http.Header) {
			if strings.HasPrefix(path, "/cases/login") { // which leads a login on
				h.Del("Cookie")
			}
		})
		policy := a.header.Get("Content-Security-Policy")
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "script-src 'self'") {
			t.Errorf("GET %.60s has the policy %q", path, policy)
		}
		inspect(t, path, a.body)
	}
}

// inspect reports elements and attributes of a page that could run or load something.
func inspect(t *testing.T, path string, page []byte) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if slices.Contains([]string{"style", "object", "video", "base", "math", "mtext", "img"}, n.Data) {
			t.Errorf("GET %.60s has the element %s", path, n.Data)
		}
		for _, at := range n.Attr {
			own := strings.HasPrefix(at.Val, "/cases") || strings.HasPrefix(at.Val, "/boards/") || at.Val == "/" || at.Val == "#main" || at.Val == "data:,"
			loads := slices.Contains([]string{"src", "href", "action", "data", "formaction"}, at.Key)
			if strings.HasPrefix(at.Key, "on") || at.Key == "style" || loads && !own {
				t.Errorf("GET %.60s: <%s %s=%.80q>", path, n.Data, at.Key, at.Val)
			}
		}
		if n.Data == "script" && !strings.Contains(string(page), `<script src="/cases/page.js" defer></script>`) {
			t.Errorf("GET %.60s has a script that is not its own", path)
		}
	}
	if strings.Count(string(page), "<script") > 1 {
		t.Errorf("GET %.60s has %d scripts", path, strings.Count(string(page), "<script"))
	}
}

// TestPageWithoutToken: without a token there are no pages.
func TestPageWithoutToken(t *testing.T) {
	l := newLibrary(t)
	l.api.tokens = nil
	for path := range l.api.cases.Routes() {
		if strings.Contains(path, "{") {
			continue
		}
		if a := l.ask(path, nil); a.status != http.StatusServiceUnavailable && a.status != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %d", path, a.status)
		}
	}
}

// TestLoginFromAnotherSite: a strict cookie is not sent with a link from another site;
// the page asks again from here.
func TestLoginFromAnotherSite(t *testing.T) {
	l := newLibrary(t)
	a := l.ask("/cases?q=x&scene=y", nil, func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") })
	if a.status != http.StatusOK || !strings.Contains(string(a.body), `content="0;url=/cases?q=x&amp;scene=y"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestResultInOtherFormats: a result is HTML or PDF if Accept asks for it by name.
func TestResultInOtherFormats(t *testing.T) {
	l := newLibrary(t)
	l.judge("fair", "mine", firstText)
	l.submit(`{"scene_slug":"fair","document":"x","brand":"a"}`)
	l.jobs.move(t, "job-001", func(j *memJob) { j.finish() })
	ask := func(accept string) answer {
		h := bearerHeader()
		h.Set("Accept", accept)
		return l.do(http.MethodGet, "/v2/judgement/job-001/result", h, "")
	}
	for accept, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "application/json": "application/json", "text/html, application/json": "application/json",
		"text/html,application/xhtml+xml,*/*;q=0.8": "text/html; charset=utf-8", "application/pdf": "application/pdf", "text/html;q=0": "application/json",
	} {
		a := ask(accept)
		if a.status != http.StatusOK || a.header.Get("Content-Type") != want || a.header.Get("Vary") != "Accept" {
			t.Errorf("Accept %q: %d %q", accept, a.status, a.header.Get("Content-Type"))
		}
		if want == "application/pdf" && !strings.HasPrefix(string(a.body), "%PDF-") || strings.HasPrefix(want, "text/html") && !strings.Contains(string(a.body), "A kettle") {
			t.Errorf("Accept %q: %.80s", accept, a.body)
		}
	}
	if err := os.RemoveAll(filepath.Join(l.dir, "cases")); err != nil {
		t.Fatal(err)
	}
	if a := ask("application/pdf"); a.status != http.StatusNotAcceptable {
		t.Errorf("a version that is gone: %d %s", a.status, a.body)
	}
}

// TestRunningReview: the page of a job names its scene and judges, and says below a judge's
// state why it gave no score.
func TestRunningReview(t *testing.T) {
	l := newLibrary(t, func(files map[string]string) {
		files["scenes/fair/scene.yaml"] = workspaceFiles()["scenes/fair/scene.yaml"] + "display_name: Fair contest\n"
	})
	l.login()
	l.submit(`{"scene_slug":"fair","document":"x","brand":"a"}`)
	judge, refused := "careful", jury.Refused
	l.jobs.move(t, "job-001", func(j *memJob) {
		j.run(1)
		j.events = append(j.events, jury.Event{JobID: j.ID, Seq: 2, Type: jury.JudgeFinished, Phase: "scoring", Judge: &judge, Outcome: &refused, Text: "the model <b>declined</b>", Done: 1, Total: 1})
	})
	page := string(l.ask("/cases/jobs/job-001", nil).body)
	for _, want := range []string{`<p class="hint"><bdi>Fair contest</bdi>`, `<bdi>Careful</bdi></th><td>refused by the model<div class="hint"><bdi>the model &lt;b&gt;declined&lt;/b&gt;</bdi></div></td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
}

// TestCaseFramesTheReport: a case page says once what the report says. The report in it
// comes without its title; alone it is as the version kept it.
func TestCaseFramesTheReport(t *testing.T) {
	l := newLibrary(t)
	id := l.judge("fair", "mine", firstText)
	l.login()
	at := "/cases/" + id + "/v1"
	page, framed, alone := string(l.ask(at, nil).body), string(l.ask(at+"/report.html?frame", nil).body), string(l.ask(at+"/report.html", nil).body)
	if !strings.Contains(page, `src="`+at+`/report.html?frame"`) || strings.Contains(page, "judges answered") || strings.Contains(page, `class="verdict"`) {
		t.Errorf("the page does not frame the report, or repeats it: %s", page)
	}
	before, after, _ := strings.Cut(alone, "<header>")
	_, after, found := strings.Cut(after, "</header>")
	if !found || framed != before+after {
		t.Errorf("the frame has %.300s", framed)
	}
}

// TestBaselineIsNotComparedWithModel: beside a version that the baseline scored, a page has no
// change of the scores and says why.
func TestBaselineIsNotComparedWithModel(t *testing.T) {
	l := newLibrary(t)
	id := l.judge("fair", "mine", firstText)
	l.model()
	l.judge("fair", "mine", firstText+"\nWe asked 12 of them again in May.\n")
	l.login()
	page := string(l.ask("/cases/"+id+"/v2?vs=v1", nil).body)
	_, compared, found := strings.Cut(page, `<section class="compare">`)
	if !found || !strings.Contains(compared, "their scores are not compared") {
		t.Errorf("no caution: %s", page)
	}
	for _, change := range []string{"Change <strong>", `class="num up"`, `class="num down"`, "±0"} {
		if strings.Contains(compared, change) {
			t.Errorf("the page has %q: %s", change, compared)
		}
	}
}

// TestLargeReport: 40 judges on 30 lenses, with their comparison.
func TestLargeReport(t *testing.T) {
	l := newLibrary(t, func(files map[string]string) {
		text := "name: fair\ndisplay_name: Fair jury\noutput_format: workshop_ranking\njudges:\n"
		for i := range 40 {
			text += fmt.Sprintf("  - {slug: judge-%d, judge_category: dimension, skill_path: judges/careful/SKILL.md}\n", i)
		}
		text += "scoring_lenses:\n"
		for i := range 30 {
			text += fmt.Sprintf("  - {slug: lens-%d, max_score: 10}\n", i)
		}
		files["scenes/fair/panel.yaml"] = text
	})
	id := l.judge("fair", "mine", firstText)
	l.judge("fair", "mine", firstText+"\nWe asked 12 of them again in May.\n")
	l.login()
	page := string(l.ask("/cases/"+id+"/v2?vs=v1", nil).body)
	if rows, dots := strings.Count(page, `<td class="strip all">`), strings.Count(page, "<circle"); rows != 30 || dots != 2*40*30 || !strings.Contains(page, "<ins>") {
		t.Errorf("%d rows with %d dots", rows, dots)
	}
	for _, path := range []string{"/judges/judge-39", "/report.html", "/report.pdf"} {
		if a := l.ask("/cases/"+id+"/v2"+path, nil); a.status != http.StatusOK {
			t.Errorf("GET %s: %d", path, a.status)
		}
	}
}
