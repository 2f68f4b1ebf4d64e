package pipeline_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/llmtest"
	"judgement/internal/llm/offline"
	"judgement/internal/pipeline"
)

// prophet is a model that scores as the offline baseline does, asks questions, and
// forecasts as its judge does in own, else 0.6 for each question.
func prophet(questions string, own map[string]string) *llmtest.Model {
	baseline := offline.New()
	return &llmtest.Model{Models: baseline.Info, Answer: func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		switch req.Kind {
		case llm.KindCheckpoints:
			return llmtest.Text(questions), nil
		case llm.KindForecast:
			if text, ok := own[req.Judge]; ok {
				return llmtest.Text(text), nil
			}
			var list []string
			for _, c := range req.Criteria {
				list = append(list, fmt.Sprintf(`{"id":%q,"p":0.6,"reason":"r"}`, c.ID))
			}
			return llmtest.Text(`{"forecasts":[` + strings.Join(list, ",") + `]}`), nil
		}
		return baseline.Complete(ctx, req)
	}}
}

func TestDraftCheckpoints(t *testing.T) {
	data, err := os.ReadFile("../../examples/pitch-good-en.md")
	if err != nil {
		t.Fatal(err)
	}
	run := func(t *testing.T, m *llmtest.Model, asked bool) (*pipeline.Result, casefile.Info, *casefile.Case) {
		t.Helper()
		st, err := casefile.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		now := func() time.Time { return time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC) }
		zone := time.FixedZone("east", 8*3600) // the 2nd there
		p := &pipeline.Pipeline{
			Workspace: os.DirFS("../.."), Cases: casefile.New(st, now), Zone: zone, Random: rand.Reader,
			Runner: jury.Runner{
				Model: m, Slots: make(jury.Slots, 4), Retry: jury.DefaultRetry(), Now: now, Sleep: jury.Sleep,
				Jitter: func() float64 { return 0 },
			},
		}
		s, err := p.Open("pitch-review")
		if err != nil {
			t.Fatal(err)
		}
		job := job.Spec{Schema: 1, JobID: "j", SceneSlug: "pitch-review", Brand: "acme", Filename: "p.md", Data: data}
		job.Options.Checkpoints = asked
		out, err := p.Run(t.Context(), s, job, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Cases.Find(t.Context(), out.CaseID)
		if err != nil {
			t.Fatal(err)
		}
		info, err := c.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return out, info, c
	}
	questions := `{"checkpoints":[{"question":"Do at least 60 growers take part?","kind":"numeric","op":">=","value":"60","levels":[],"horizon_days":365,"quotes":[]},
		{"question":"Is a second depot open to growers?","kind":"binary","op":"","value":"","levels":[],"horizon_days":30,"quotes":[]}]}`

	t.Run("asked", func(t *testing.T) {
		m := prophet(questions, map[string]string{"risk-ledger": "I'd rather not say"})
		out, info, c := run(t, m, true)
		if len(info.Checkpoints) != 2 || m.Count(llm.KindCheckpoints) != 1 {
			t.Fatalf("%+v after %d calls", info.Checkpoints, m.Count())
		}
		cp := info.Checkpoints[0]
		if cp.ID != "v1-1" || cp.Due != "2027-03-02" || !cp.Draft || cp.Version != 1 || cp.Rule.Op != ">=" || cp.Rule.Value != "60" {
			t.Errorf("%+v", cp)
		}
		if len(cp.Forecasts) != len(out.Plan.Judges)-1 || cp.Forecasts[0].P != 0.6 || cp.Forecasts[0].SkillSHA256 == "" {
			t.Errorf("forecasts: %+v", cp.Forecasts)
		}
		if len(scored(out).Drafts.Missing) != 1 || !strings.HasPrefix(scored(out).Drafts.Missing[0], "risk-ledger: no usable reply") {
			t.Errorf("missing: %q", scored(out).Drafts.Missing)
		}
		if want := len(out.Plan.Judges) + 3; scored(out).Drafts.Usage.Calls != want { // one that is asked three times
			t.Errorf("%d calls, want %d", scored(out).Drafts.Usage.Calls, want)
		}
		// The drafts and their replies belong to what was published.
		published, err := c.Check(t.Context(), info, nil, "checkpoints.json")
		var kept []casefile.Checkpoint
		if err == nil {
			err = json.Unmarshal(published.Files["checkpoints.json"], &kept)
		}
		if err != nil || len(kept) != 2 || kept[1].ID != "v1-2" {
			t.Errorf("checkpoints.json: %+v, %v", kept, err)
		}
	})
	t.Run("not asked", func(t *testing.T) {
		m := prophet(questions, nil)
		out, info, _ := run(t, m, false)
		if scored(out).Drafts != nil || len(info.Checkpoints) != 0 || m.Count(llm.KindCheckpoints, llm.KindForecast) != 0 {
			t.Errorf("%+v after %d calls", info.Checkpoints, m.Count())
		}
	})
	t.Run("no usable questions", func(t *testing.T) {
		m := prophet("none come to mind", nil)
		out, info, _ := run(t, m, true)
		if len(info.Checkpoints) != 0 || !strings.Contains(scored(out).Drafts.Problem, "no usable reply") || m.Count(llm.KindForecast) != 0 {
			t.Errorf("%+v", scored(out).Drafts)
		}
		if scored(out).Result.Grade == "" {
			t.Error("the review itself failed")
		}
	})
}

// TestUniqueJobMakesOneVersion: a job whose worker died after publishing is run
// again, and neither asks nor publishes anything. The same document as another
// job is judged again.
func TestUniqueJobMakesOneVersion(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	j := specOf("acme", plain)
	j.Unique, j.JobID = true, "job-1"
	first := w.mustReview(t, j)
	calls := len(w.seen.all())
	again := w.mustReview(t, j)
	if again.Version != first.Version || !again.Unchanged || len(w.seen.all()) != calls {
		t.Errorf("run again: version %d, unchanged %v, %d calls; want version %d, true, %d", again.Version, again.Unchanged, len(w.seen.all()), first.Version, calls)
	}
	j.JobID = "job-2"
	if other := w.mustReview(t, j); other.Version != 2 || other.Unchanged {
		t.Errorf("another job made version %d, unchanged %v; want 2, false", other.Version, other.Unchanged)
	}
}

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

// TestSameJobIsJudgedOnce leaves a finished job alone, resumes a stopped one and
// asks again if the job says so.
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
