package pipeline_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/pipeline"
)

// TestTwoReviewsAtOnce has two processes' worth of pipelines review one brand:
// v1 begins first and is published last. Both are whole, and report.md is v2's.
func TestTwoReviewsAtOnce(t *testing.T) {
	var mu sync.Mutex
	first := "" // the document of the review that is to wait
	began, release := make(chan struct{}), make(chan struct{})
	w := newWorld(t, 2, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		mu.Lock()
		if first == "" {
			first = r.Messages[0].Content // holds the review's own mark
			close(began)
		}
		waits := r.Messages[0].Content == first
		mu.Unlock()
		if waits {
			<-release
		}
		return fakeserver.Answer(r)
	}})
	other := newPipeline(t, w.dir, 2, client(t, w.server, 16))
	setup, err := w.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	one := make(chan *pipeline.Result)
	go func() {
		r, err := w.Run(t.Context(), setup, specOf("acme", plain), nil)
		if err != nil {
			t.Error(err)
		}
		one <- r
	}()
	<-began
	second, err := other.Run(t.Context(), setup, specOf("acme", plain), nil)
	if err != nil {
		t.Fatal(err)
	}
	between := w.file(t, "reports/t-acme/report.md")
	close(release)
	v1 := <-one
	if v1 == nil || v1.Version != 1 || second.Version != 2 || v1.CaseID != second.CaseID || v1.Resumed || second.Resumed {
		t.Fatalf("the reviews are %+v and %+v, want v1 and v2 of one case", v1, second)
	}
	snapshot := w.file(t, "reports/t-acme/versions/v2_2026-03-01.md")
	if report := w.file(t, "reports/t-acme/report.md"); report != snapshot || report != between {
		t.Error("report.md is not that of v2")
	}
	if w.file(t, "reports/t-acme/versions/v1_2026-03-01.md") == snapshot {
		t.Error("v1 holds what v2 holds")
	}
	checkWhole(t, w, second.CaseID, 2)
}

// checkWhole demands that all versions of a case are complete, unharmed and
// read-only.
func checkWhole(t *testing.T, w *world, id string, want int) {
	t.Helper()
	c, err := w.Cases.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	versions, err := c.Versions(t.Context())
	if err != nil || len(versions) != want {
		t.Fatalf("%d versions, %v; want %d", len(versions), err, want)
	}
	for _, v := range versions {
		if err := v.Verify(t.Context()); err != nil || !v.Complete {
			t.Errorf("version %d: complete %v, %v", v.Number, v.Complete, err)
		}
	}
	names, err := filepath.Glob(filepath.Join(w.dir, "reports", c.Folder, "versions", "*"))
	if err != nil || len(names) != want {
		t.Errorf("snapshots %v, %v", names, err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o444 {
			t.Errorf("%s: %v, %v; want mode 0444", name, info.Mode(), err)
		}
	}
}

// TestSnapshotIsNeverOverwritten puts another file where the next snapshot
// would go: it stays, and the review takes the next number.
func TestSnapshotIsNeverOverwritten(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	w.mustReview(t, specOf("acme", plain))
	v1 := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md")
	strange := filepath.Join(w.dir, "reports/t-acme/versions/v2_2026-02-28.md")
	if err := os.WriteFile(strange, []byte("kept\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	r := w.mustReview(t, specOf("acme", plain))
	if r.Version != 3 {
		t.Errorf("version %d, want 3", r.Version)
	}
	if got := w.file(t, "reports/t-acme/versions/v2_2026-02-28.md"); got != "kept\n" {
		t.Errorf("the strange snapshot holds %q", got)
	}
	if got := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md"); got != v1 {
		t.Error("v1 changed")
	}
}

// TestRenderGivesTheSameBytes renders a stored version with a dead model: the
// files are those that were published.
func TestRenderGivesTheSameBytes(t *testing.T) {
	w := newWorld(t, 3, fakeserver.Options{})
	r := w.mustReview(t, specOf("acme", text(1, 2000)))
	w.server.Close()
	for _, name := range []string{r.CaseID, "t-acme", "acme"} {
		for _, verify := range []bool{false, true} {
			out, err := w.Render(t.Context(), name, pipeline.RenderOptions{Verify: verify})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Files) != len(r.Files) {
				t.Errorf("%d files, published were %d", len(out.Files), len(r.Files))
			}
			for _, f := range out.Files {
				if string(f.Data) != w.file(t, r.Folder+"/"+f.Name) {
					t.Errorf("%s of %s differs from what was published", f.Name, name)
				}
			}
		}
	}
	if got := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md"); got != w.file(t, "reports/t-acme/report.md") {
		t.Error("the snapshot is not the report")
	}
}

// TestSameJobIsJudgedOnce leaves a finished job alone, resumes a stopped one and
// asks afresh when told to.
func TestSameJobIsJudgedOnce(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	once := specOf("acme", plain)
	once.Options.SkipUnchanged = true
	steps := []struct {
		change  func(*job.Spec)
		calls   int
		version int
		same    bool
	}{
		{func(*job.Spec) {}, 2, 1, false},
		{func(*job.Spec) {}, 2, 1, true},
		{func(j *job.Spec) { j.Options.SkipUnchanged, j.Options.NewVersion = false, true }, 4, 2, false},
		{func(*job.Spec) {}, 4, 2, true},
		{func(j *job.Spec) { j.Data = append(j.Data, "It is dear.\n"...) }, 6, 3, false},
		{func(j *job.Spec) { j.Options.MaxTokens = 900_000; j.Data = append(j.Data, "It is dear.\n"...) }, 6, 3, true},
	}
	for i, s := range steps {
		j := once
		j.Data = append([]byte{}, once.Data...)
		s.change(&j)
		r := w.mustReview(t, j)
		if got := w.server.Counters().Calls; got != s.calls || r.Version != s.version || r.Unchanged != s.same {
			t.Errorf("step %d: %d calls, version %d, unchanged %v; want %d, %d, %v", i, got, r.Version, r.Unchanged, s.calls, s.version, s.same)
		}
	}
}
