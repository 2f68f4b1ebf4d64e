package app

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm/offline"
	"judgement/internal/pipeline"
	"judgement/internal/queue"
	"judgement/internal/store"
	"judgement/report"
)

// TestChatResultRendersNothing: the loop that follows the jobs of all bots waits
// for no renderer, and each file is rendered alone when it is sent.
func TestChatResultRendersNothing(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"scenes", "anchors", "judges"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", "..", name))); err != nil {
			t.Fatal(err)
		}
	}
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var rendered []string
	renderer := func(name string) format.Renderer {
		return format.Renderer{Format: name, Render: func(context.Context, report.Page, time.Time) ([]byte, error) {
			rendered = append(rendered, name)
			return []byte(name), nil
		}}
	}
	p := &pipeline.Pipeline{
		Workspace: os.DirFS(dir), Cases: casefile.New(st, time.Now), Zone: time.UTC, Random: rand.Reader,
		Renderers: []format.Renderer{renderer("html"), renderer("pdf")},
		Runner: jury.Runner{
			Model: offline.New(), Slots: make(jury.Slots, 4), Retry: jury.DefaultRetry(), Now: time.Now, Sleep: jury.Sleep,
			Jitter: func() float64 { return 0.5 },
		},
	}
	setup, err := p.Open("pitch-review")
	if err != nil {
		t.Fatal(err)
	}
	published, err := p.Run(t.Context(), setup, job.Spec{
		SceneSlug: "pitch-review", Brand: "kettle", Filename: "k.md", Data: []byte("# Kettle\n\nTwelve homes tried it for six weeks, and eleven kept it.\n"),
		Options: job.Options{Repeats: 1, MaxReplyTokens: 1000},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), filepath.Join(dir, "q.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q, err := queue.New(db, queue.Options{Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.InsertJob(t.Context(), db, job.Job{ID: "j-1", Kind: "review"}); err != nil {
		t.Fatal(err)
	}
	if ok, err := store.EndJob(t.Context(), db, "j-1", store.Ending{Status: job.Done, Outcome: job.Outcome{CaseID: published.CaseID, Version: 1}}); err != nil || !ok {
		t.Fatal(ok, err)
	}
	jobs := &chatJobs{queue: &Queue{Queue: q, DB: db}, pipeline: p}
	rendered = nil
	got, err := jobs.Result(t.Context(), "j-1")
	if err != nil || rendered != nil {
		t.Fatalf("%v was rendered for a card, %v", rendered, err)
	}
	want := map[string]bool{}
	for _, name := range published.Files {
		want[name] = true
	}
	have := map[string]bool{}
	for _, name := range got.Files {
		have[name] = true
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("the files (-want +got):\n%s", diff)
	}
	data, err := jobs.File(t.Context(), "j-1", "report.pdf")
	if diff := cmp.Diff([]string{"pdf"}, rendered); err != nil || string(data) != "pdf" || diff != "" {
		t.Errorf("%q, %v; rendered: %s", data, err, diff)
	}
}
