package pipeline_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
	"judgement/scene/scenetest"
)

// workspace has one competition scene "s" with so many judges of six lenses.
func workspace(judges int) fstest.MapFS {
	lenses := "scoring_lenses:\n"
	for l := range 6 {
		lenses += fmt.Sprintf("  - {slug: lens-%d, max_score: %d, description: Point %d.}\n", l, 10+5*(l%2), l)
	}
	return scenetest.Workspace(judges, scenetest.Scene{Slug: "s", Prefix: "t-", Panel: lenses})
}

// text is a document of at least so many bytes.
func text(n, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Entry %d\n\n", n)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "Trial %d of entry %d ran for %d weeks with %d testers, who saved %d minutes a day on average. ", i, n, 3+i, 10+i*n%37, 5+i%11)
		if i%4 == 3 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

func server(t testing.TB, o fakeserver.Options) *fakeserver.Server {
	t.Helper()
	s, err := fakeserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB, s *fakeserver.Server, atOnce int) llm.Model {
	t.Helper()
	c, err := openai.New(openai.Options{BaseURL: s.URL(), APIKey: "none", Model: "fake-1", MaxConns: atOnce, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// newPipeline keeps its files in dir and waits for nothing between retries.
func newPipeline(t testing.TB, dir string, judges int, m llm.Model) *pipeline.Pipeline {
	t.Helper()
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	return &pipeline.Pipeline{
		Workspace: workspace(judges), Cases: casefile.New(st, now), Zone: time.UTC, Random: rand.Reader,
		Runner: jury.Runner{
			Model: m, Slots: make(jury.Slots, 16), Retry: jury.DefaultRetry(), Now: now, Jitter: func() float64 { return 0.5 },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
}

// scored is the judgement of a review.
func scored(r *pipeline.Result) *review.Judgement { return r.Judgement.(*review.Judgement) }

func specOf(brand, document string) job.Spec {
	return job.Spec{
		Schema: 1, JobID: brand, SceneSlug: "s", Brand: brand, Filename: brand + ".md", Data: []byte(document),
		Options: job.Options{Repeats: 1, MaxReplyTokens: 1000},
	}
}

// seen keeps what a fake server was asked.
type seen struct {
	mu   sync.Mutex
	list []fakeserver.Request
}

func (s *seen) add(r fakeserver.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, r)
}

func (s *seen) all() []fakeserver.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

// of returns the requests to one judge, in order of arrival.
func (s *seen) of(judge string) []fakeserver.Request {
	return slices.DeleteFunc(s.all(), func(r fakeserver.Request) bool { return judgeOf(r) != judge })
}

var asJudge = regexp.MustCompile("You judge as `([^`]+)`")

// judgeOf is the judge that a request speaks to.
func judgeOf(r fakeserver.Request) string {
	if m := asJudge.FindStringSubmatch(r.Messages[1].Content); m != nil {
		return m[1]
	}
	return ""
}

// goodScores are the scores that a good reply to a request holds, by lens.
func goodScores(t testing.TB, r fakeserver.Request) map[string]panel.Points {
	t.Helper()
	out := map[string]panel.Points{}
	for _, s := range fakeserver.Score(r).Scores {
		out[s.Lens] = points(t, s.Score)
	}
	return out
}

func points(t testing.TB, f float64) panel.Points {
	t.Helper()
	p, err := panel.ParsePoints(strconv.FormatFloat(f, 'f', -1, 64))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkCells demands that a verdict holds exactly the scores that the server
// gave, and none if the judge did not answer.
func checkCells(t *testing.T, v report.Verdict, want map[string]panel.Points) {
	t.Helper()
	if v.Outcome != "ok" {
		if len(v.Cells) != 0 || v.Reason == "" {
			t.Errorf("%s is %s with %d scores and reason %q", v.Judge, v.Outcome, len(v.Cells), v.Reason)
		}
		return
	}
	if len(v.Cells) != len(want) {
		t.Errorf("%s: %d scores, want %d", v.Judge, len(v.Cells), len(want))
	}
	for _, c := range v.Cells {
		if w, ok := want[c.Lens]; !ok || c.Score == nil || !c.Score.Equal(w) {
			t.Errorf("%s, lens %s: score %v, the server gave %s", v.Judge, c.Lens, c.Score, w)
		}
	}
}

// world is a fake server, a client to it and a pipeline that keeps its files in
// dir.
type world struct {
	*pipeline.Pipeline
	dir    string
	server *fakeserver.Server
	seen   *seen
}

func newWorld(t testing.TB, judges int, o fakeserver.Options) *world {
	t.Helper()
	w := &world{dir: t.TempDir(), seen: &seen{}}
	inner := o.OnRequest
	o.OnRequest = func(r fakeserver.Request) {
		w.seen.add(r)
		if inner != nil {
			inner(r)
		}
	}
	w.server = server(t, o)
	w.Pipeline = newPipeline(t, w.dir, judges, client(t, w.server, 16))
	return w
}

// review runs one document of the scene.
func (w *world) review(t testing.TB, j job.Spec) (*pipeline.Result, error) {
	t.Helper()
	setup, err := w.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	return w.Run(t.Context(), setup, j, nil)
}

func (w *world) mustReview(t testing.TB, j job.Spec) *pipeline.Result {
	t.Helper()
	r, err := w.review(t, j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// file reads a file that the pipeline wrote.
func (w *world) file(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// nothingPublished demands that a brand has no report.
func (w *world) nothingPublished(t *testing.T, brand string) {
	t.Helper()
	if names, err := filepath.Glob(filepath.Join(w.dir, "reports", "t-"+brand, "[^.]*")); err != nil || len(names) != 0 {
		t.Errorf("published without a quorum: %v, %v", names, err)
	}
}

func contains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s lacks %q:\n%s", what, p, text)
		}
	}
}

// contest is a world whose scene has a board, and whose clock can be moved.
type contest struct {
	*world
	files fstest.MapFS
	at    time.Time
	setup *pipeline.Setup
}

func newContest(t *testing.T, judges int, keys string) *contest {
	t.Helper()
	return newContestWith(t, judges, keys, fakeserver.Options{Seed: 7})
}

func newContestWith(t *testing.T, judges int, keys string, o fakeserver.Options) *contest {
	t.Helper()
	c := &contest{world: newWorld(t, judges, o), files: workspace(judges)}
	c.files["scenes/s/panel.yaml"].Data = append(c.files["scenes/s/panel.yaml"].Data, "output_format: workshop_ranking\n"...)
	c.files["scenes/s/scene.yaml"].Data = append(c.files["scenes/s/scene.yaml"].Data, keys...)
	c.Workspace = c.files
	c.at = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	c.Now = func() time.Time { return c.at }
	c.reopen(t)
	return c
}

func (c *contest) reopen(t *testing.T) {
	t.Helper()
	setup, err := c.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	c.setup = setup
}

func (c *contest) rank(t *testing.T) *board.Ranking {
	t.Helper()
	r, err := c.Ranking(t.Context(), c.setup)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// snapshots reads the board's versions.
func (c *contest) snapshots(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(c.dir, "reports", "t-ranking", "versions", "*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = string(b)
	}
	return out
}
