package api

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/attribution"
	"judgement/internal/audience"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
	reporthtml "judgement/report/html"
)

// surface is a page that people see.
type surface struct {
	name, path, lang string
	foreign          bool // the page is another project's, such as Swagger UI
}

// gallery is the repository's own workspace with cases, jobs and boards, served with every
// page that people see.
type gallery struct {
	*library
	server *httptest.Server
}

// newGallery has reviews by a fake model, which says nothing true of the documents.
func newGallery(t *testing.T) (*gallery, []surface) {
	t.Helper()
	root := filepath.Join("..", "..")
	hub := audience.New(fixedBoards{}, time.Hour, nil)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { hub.Run(ctx) })
	t.Cleanup(running.Wait)
	t.Cleanup(cancel)
	g := &gallery{library: newLibraryOf(t, func(o *Options) { o.Workspace, o.Boards = os.DirFS(root), hub })}
	g.model()
	g.engine.Random = mathrand.NewChaCha8([32]byte{1}) // the replies of the model follow from it
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(root, "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	en := read("proposal-good-en.md")
	before := strings.Split(en, "\n\n")
	first := g.judge("proposal-review", "night-bus", strings.Join(slices.Delete(slices.Clone(before), 3, 5), "\n\n"))
	g.now = g.now.Add(48 * time.Hour)
	g.judge("proposal-review", "night-bus", en)
	g.now = g.now.Add(time.Hour)
	zh := g.judge("proposal-review-zh", "night-bus-zh", read("proposal-good-zh.md"))
	meeting, meetingZH := g.judge("meeting", "budget", read("meeting-en.txt")), g.judge("meeting", "budget-zh", read("meeting-zh.md"))
	for _, name := range []string{"cold-bag-en", "dreamconnect-en", "stairlight-en", "banjia-zh", "linghun-zh", "xiaocai-zh"} {
		g.judge("startup-contest", name, read("contest/"+name+".md"))
	}
	setup, err := g.engine.Open("startup-contest")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.engine.Ranking(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	g.login()
	link := g.link(first)
	plan := g.plan(en)
	g.running()
	cal := calibrationSample()
	calZH := cal
	calZH.Language = report.Chinese
	g.server = httptest.NewServer(g.files(map[string][]byte{
		"/files/ranking": g.stored("reports/contest-ranking/report.html"),
		"/files/report":  g.report(first, 2), "/files/report-zh": g.report(zh, 1), "/files/meeting": g.report(meeting, 1), "/files/meeting-zh": g.report(meetingZH, 1),
		"/files/large": reporthtml.Render(manyEntries()), "/files/calibration": reporthtml.Render(cal.Page()), "/files/calibration-zh": reporthtml.Render(calZH.Page()),
	}))
	t.Cleanup(g.server.Close)
	version := func(id string, n int) string { return fmt.Sprintf("/cases/%s/v%d", id, n) }
	return g, []surface{
		{"home", "/", "en", false},
		{"home-zh", "/", "zh", false},
		{"docs", "/docs", "en", true},
		{"redoc", "/redoc", "en", true},
		{"login", "/cases/login", "en", false},
		{"login-zh", "/cases/login", "zh", false},
		{"list", "/cases", "en", false},
		{"list-zh", "/cases", "zh", false},
		{"list-search", "/cases?q=nothing+like+this&grade=A", "en", false},
		{"case", version(first, 2), "en", false},
		{"case-zh", version(zh, 1), "zh", false},
		{"compare", version(first, 2) + "?vs=v1", "en", false},
		{"replies", version(first, 2) + "/judges/evidence-auditor", "en", false},
		{"handin", "/cases/new", "en", false},
		{"handin-zh", "/cases/new", "zh", false},
		{"plan", plan, "en", false},
		{"live", "/cases/jobs/job-001", "en", false},
		{"live-zh", "/cases/jobs/job-001", "zh", false},
		{"board-login", "/cases/boards/startup-contest", "en", false},
		{"link", link, "en", false},
		{"link-bad", link + "0", "en", false},
		{"missing", "/cases/C-2026-9999/v1", "zh", false},
		{"report", "/files/report", "en", false},
		{"report-zh", "/files/report-zh", "zh", false},
		{"ranking", "/files/ranking", "en", false},
		{"ranking-100", "/files/large", "en", false},
		{"meeting", "/files/meeting", "en", false},
		{"meeting-zh", "/files/meeting-zh", "zh", false},
		{"calibration", "/files/calibration", "en", false},
		{"calibration-zh", "/files/calibration-zh", "zh", false},
		{"board", "/boards/few", "en", false},
		{"board-zh", "/boards/few-zh", "zh", false},
		{"board-100", "/boards/many", "en", false},
	}
}

// model has the reviews ask a server whose scores differ by judge.
func (l *library) model() {
	s, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(s.Close)
	client, err := openai.New(openai.Options{BaseURL: s.URL(), APIKey: "none", Model: "fake", MaxConns: 4, Timeout: time.Minute})
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(client.Close)
	l.engine.Runner.Model = client
}

// plan hands a document in and returns the address of its plan.
func (g *gallery) plan(text string) string {
	var b strings.Builder
	fields := map[string]string{"csrf": g.csrf(), "scene_slug": "proposal-review", "brand": "night-bus", "pasted": text}
	for _, name := range sortedKeys(fields) {
		b.WriteString("--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + fields[name] + "\r\n")
	}
	h := browser("en")
	h.Set("Cookie", g.cookie)
	h.Set("Content-Type", "multipart/form-data; boundary=x")
	a := g.do(http.MethodPost, "/cases/new", h, b.String()+"--x--\r\n")
	if a.status != http.StatusSeeOther {
		g.t.Fatalf("hand in: %d %s", a.status, a.body)
	}
	return a.header.Get("Location")
}

// running has a job of which two of the judges have finished.
func (g *gallery) running() {
	if _, err := g.jobs.Submit(g.t.Context(), job.Submission{SceneSlug: "proposal-review", Brand: "night-bus", Filename: "night-bus.md"}); err != nil {
		g.t.Fatal(err)
	}
	g.jobs.move(g.t.(*testing.T), "job-001", func(j *memJob) { j.run(2) })
}

// report is a version's report. Its address would forbid scripts, those of tests too.
func (g *gallery) report(id string, n int) []byte {
	return g.ask(fmt.Sprintf("/cases/%s/v%d/report.html", id, n), nil).body
}

func (g *gallery) stored(name string) []byte {
	data, err := g.store.Read(g.t.Context(), name)
	if err != nil {
		g.t.Fatal(err)
	}
	return data
}

// files serves rendered pages beside the API.
func (g *gallery) files(pages map[string][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if page, ok := pages[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page)
			return
		}
		g.api.ServeHTTP(w, r)
	})
}

// headers are those of a browser that is logged in.
func (g *gallery) headers(s surface) map[string]string {
	h := map[string]string{"Accept-Language": s.lang}
	if u, _ := url.Parse(s.path); !strings.HasPrefix(u.Path, "/cases/s/") && !strings.HasPrefix(u.Path, "/cases/login") {
		h["Cookie"] = g.cookie
	}
	return h
}

// fixedBoards are the boards of an audience.
type fixedBoards struct{}

func (fixedBoards) Shown(_ context.Context, scene string) (audience.Shown, error) {
	s := audience.Shown{Scene: scene, Name: "Startup contest", Board: &report.Board{Schema: 1, Version: 7, At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Since: &report.BoardSince{Version: 6, Date: "2026-03-01"}, Entries: entries(8)}}
	switch scene {
	case "many":
		s.Board.Entries = entries(100)
	case "few-zh":
		s.Name, s.Board.Language = "创业擂台", report.Chinese
	}
	return s, nil
}

// entries are submissions in groups of three and more that are too close to call.
func entries(n int) (list []report.BoardEntry) {
	names := []string{"Cold Bag", "搬家箱", "Stairlight: light for every step of a dark staircase", "小菜圃"}
	for i := range n {
		total, group := fmt.Sprintf("%.2f", 92-float64(i)*60/float64(n)), i*n/(n*3)+1
		lo, hi := (group-1)*3+1, min(group*3, n)
		e := report.BoardEntry{Rank: i + 1, Brand: fmt.Sprintf("entry-%d", i+1), Title: names[i%4], Total: total, Max: "100", Grade: grade(92 - i*60/n), SD: new("4.5"), RankLo: &lo, RankHi: &hi, Group: &group, Judges: 6}
		if i%5 == 1 {
			e.Delta = &report.Delta{Rank: 1, Total: "1.5"}
		}
		list = append(list, e)
	}
	return list
}

func grade(total int) string {
	for _, g := range []struct {
		from int
		name string
	}{{90, "S"}, {80, "A"}, {70, "B"}, {55, "C"}} {
		if total >= g.from {
			return g.name
		}
	}
	return "D"
}

// manyEntries is the ranking report of 100 submissions.
func manyEntries() report.Page {
	lenses := []report.BoardLens{{Slug: "problem", DisplayName: "Problem", Max: "20"}, {Slug: "evidence", DisplayName: "Evidence", Max: "30"}, {Slug: "plan", DisplayName: "Plan", Max: "50"}}
	b := &report.Board{Schema: 1, Version: 7, Scene: "contest", SceneName: "Startup contest", Date: "2026-03-01", Language: report.English, Lenses: lenses, Entries: entries(100)}
	for i := range b.Entries {
		b.Entries[i].Lenses = map[string]string{"problem": fmt.Sprint(20 - i*13%17), "evidence": fmt.Sprint(30 - i*7%23), "plan": fmt.Sprint(50 - i*11%31)}
	}
	return report.BoardPage(b)
}

// calibrationSample has three judges with enough forecasts and one with too few.
func calibrationSample() attribution.Calibration {
	ref := func(slug, name string) attribution.JudgeRef {
		return attribution.JudgeRef{Slug: slug, SkillSHA256: strings.Repeat("5e", 32), Model: "fake-1"}
	}
	sharp, vague, few := ref("evidence-auditor", "Evidence auditor"), ref("risk-ledger", "Risk ledger"), ref("plan-execution", "Plan and execution")
	score := func(r attribution.JudgeRef, brier, half, gain float64) attribution.Judge {
		return attribution.Judge{
			JudgeRef: r, Forecasts: 160, Cases: 80, Skill: new(gain / 0.25),
			Brier: &attribution.Estimate{Value: brier, Low: brier - half, High: brier + half}, LogLoss: &attribution.Estimate{Value: 2.4 * brier, Low: 2.2 * brier, High: 2.7 * brier},
			Gain:        &attribution.Estimate{Value: gain, Low: gain - half, High: gain + half},
			Reliability: &attribution.Reliability{Miscalibration: 0.01, Discrimination: 0.08, Uncertainty: 0.25, Steps: []stat.Step{{Low: 0.05, High: 0.4, Rate: 0.2, N: 60}, {Low: 0.4, High: 0.9, Rate: 0.7, N: 100}}},
		}
	}
	return attribution.Calibration{
		Schema: 1, Questions: 160, Cases: 80, BaseRate: new(0.53), Gates: attribution.Gates{Forecasts: 30, Cases: 10, Diagram: 100, Shared: 100, Ranked: 30}, Language: report.English,
		Names:       map[string]panel.Judge{"evidence-auditor": {Slug: "evidence-auditor", DisplayNameCN: "证据审计员"}, "risk-ledger": {Slug: "risk-ledger", DisplayNameCN: "风险台账评委"}},
		Judges:      []attribution.Judge{score(sharp, 0.14, 0.03, 0.11), {JudgeRef: few, Forecasts: 12, Cases: 6}, score(vague, 0.27, 0.04, -0.02)},
		Comparisons: []attribution.Comparison{{A: sharp, B: vague, Shared: 160, Cases: 80, Difference: attribution.Estimate{Value: -0.13, Low: -0.18, High: -0.07}, Separated: true}},
		Ranks:       []attribution.Correlation{{Scene: "proposal-review", JudgeRef: sharp, Cases: 80, Tau: &attribution.Estimate{Value: 0.4, Low: 0.2, High: 0.6}}},
	}
}
