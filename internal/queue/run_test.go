package queue

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestSceneSlots: three workers with room for many run at most two jobs of the
// scene at once, and all of them in the end.
func TestSceneSlots(t *testing.T) {
	t.Parallel()
	o, most := crowd()
	w := newWorld(t, 1, o, address(t, "postgres"))
	for range 3 {
		w.work(t, WorkerOptions{SceneJobs: 2})
	}
	var ids []string
	for i := range 6 {
		ids = append(ids, w.submit(t, fmt.Sprintf("k%d", i)))
	}
	for _, id := range ids {
		w.finish(t, id)
	}
	if n := most.Load(); n > 2 || n == 0 {
		t.Errorf("%d jobs at once, want at most 2", n)
	}
	for _, id := range ids {
		if n := w.attempts(t, id); n != 1 {
			t.Errorf("a job that was put off was attempted %d times", n)
		}
	}
}

// panicky is a workspace whose scene "m" makes the program panic.
type panicky struct{ fs.FS }

func (p panicky) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "scenes/m") {
		panic("a bug")
	}
	return p.FS.Open(name)
}

// TestPoison: a job that panics each time stops after its attempts, says why,
// and others go on.
func TestPoison(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	p := w.pipeline(t)
	p.Workspace = panicky{w.files}
	w.work(t, WorkerOptions{Pipeline: p, wait: quick})
	bad, good := w.submitTo(t, "m", "bad"), w.submit(t, "good")
	w.finish(t, good)
	if j := w.await(t, bad, ended); j.Reason != "failed" || !strings.Contains(j.Message, "panic: a bug") {
		t.Errorf("the poison job ended as %+v", j)
	}
	eventually(t, func() bool { return w.state(t, bad) == "discarded" }, func() string { return w.state(t, bad) })
}

// TestBadPayloads: of a scene that is gone, of an older and of a newer program.
func TestBadPayloads(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	gone := w.submitTo(t, "m", "a")
	delete(w.files, "scenes/m/scene.yaml") // removed while the job waits
	delete(w.files, "scenes/m/panel.yaml")
	set := func(id, from, to string) {
		t.Helper()
		if _, err := w.db.Exec(t.Context(), `UPDATE job SET payload = replace(payload, $2, $3) WHERE job_id = $1`, id, from, to); err != nil {
			t.Fatal(err)
		}
	}
	older, newer, broken := w.submit(t, "older"), w.submit(t, "newer"), w.submit(t, "broken")
	row, _, err := store.Job(t.Context(), w.db, older)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.db.Exec(t.Context(), `UPDATE job SET payload = $2 WHERE job_id = $1`, older,
		`{"kind":"review","scene_slug":"s","brand":"older","filename":"o.md","document_sha256":"`+row.Spec.DocumentSHA256+`","gone":1}`)
	if err != nil {
		t.Fatal(err)
	}
	set(newer, `"schema":1`, `"schema":2`)
	set(broken, `{`, `{{`)
	w.work(t, WorkerOptions{})
	if j := w.await(t, gone, ended); j.Reason != "unknown_scene" || !strings.Contains(j.Message, `"m"`) {
		t.Errorf("a job whose scene is gone ended as %+v", j)
	}
	w.finish(t, older)
	if j := w.await(t, broken, ended); j.Reason != "payload" {
		t.Errorf("a broken job ended as %+v", j)
	}
	if j := w.await(t, newer, func(j job.Job) bool { return j.Message != "" }); j.Status != job.Pending || !strings.Contains(j.Message, "newer worker") {
		t.Errorf("a newer program's job is %+v", j)
	}
}
