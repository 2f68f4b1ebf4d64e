package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
)

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
// gave, and none where the judge did not answer.
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
