package queue

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestSceneSlots: three workers with room for many run at most two jobs of the
// scene at once, and all of them in the end.
func TestSceneSlots(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	now, most := 0, 0
	w := newWorld(t, 1, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(50 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return fakeserver.Answer(r)
	}}, address(t, "postgres"))
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
	if most > 2 || most == 0 {
		t.Errorf("%d jobs at once, want at most 2", most)
	}
	for _, id := range ids {
		if n := w.attempts(t, id); n != 1 {
			t.Errorf("a job that was put off was attempted %d times", n)
		}
	}
}

// TestGate: turns of two processes are never closer than the rate allows. A turn
// may be noticed late on a busy machine, but never early.
func TestGate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "postgres"))
	other, _ := w.process(t)
	const turns, perMinute, apart = 12, 3000, 20 * time.Millisecond
	var mu sync.Mutex
	var after []time.Duration
	var wg sync.WaitGroup
	began := time.Now()
	for _, db := range []*store.DB{w.db, other} {
		for range turns / 2 {
			wg.Go(func() {
				if err := NewRateLimiter(db, perMinute).Wait(t.Context()); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				after = append(after, time.Since(began))
			})
		}
	}
	wg.Wait()
	slices.Sort(after)
	for i, d := range after {
		if d < time.Duration(i)*apart {
			t.Errorf("turn %d came after %s", i, d)
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

// TestReasonOutlivesTheLastWrite: a job that failed, but whose end could not be
// written, fails with its own reason once the database takes it.
func TestReasonOutlivesTheLastWrite(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		var ends atomic.Int64
		w.opts.Ended = func(context.Context, *store.Tx, job.Job) error {
			if ends.Add(1) == 1 {
				return errors.New("the database is away")
			}
			return nil
		}
		id := w.submitTo(t, "m", "a")
		delete(w.files, "scenes/m/scene.yaml") // removed while the job waits
		delete(w.files, "scenes/m/panel.yaml")
		first := w.work(t, WorkerOptions{ttl: brief})
		eventually(t, func() bool { return ends.Load() > 0 }, func() string { return "the job never failed" })
		first.stop()
		<-first.done
		w.work(t, WorkerOptions{ttl: brief})
		if j := w.await(t, id, ended); j.Reason != "unknown_scene" {
			t.Errorf("the job ended as %+v", j)
		}
	})
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
	row, _, err := w.db.Job(t.Context(), older)
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

// TestDrain: a worker that is told to stop lets its job end where there is time,
// else puts it back at once, and neither costs an attempt.
func TestDrain(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	s := w.work(t, WorkerOptions{Drain: time.Millisecond})
	id := w.submit(t, "kettle")
	<-arrived
	s.stop()
	<-s.done
	j := w.await(t, id, func(j job.Job) bool { return j.Status == job.Pending })
	if !strings.Contains(j.Message, "stopped") || w.state(t, id) != "available" {
		t.Errorf("the job is %+v and %s", j, w.state(t, id))
	}
	next := w.work(t, WorkerOptions{Drain: time.Minute})
	<-arrived
	next.stop()
	close(release)
	<-next.done
	if n := w.attempts(t, id); n != 1 {
		t.Errorf("a job that was drained was attempted %d times", n)
	}
	if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Done {
		t.Errorf("the job is %+v, %v", j, err)
	}
}

// TestWhoComesFirst: a worker takes the jobs of chats first, then those of the
// HTTP API, then batches, in whatever order they came.
func TestWhoComesFirst(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		var ids []string
		for _, origin := range []string{"cli", "http", "chat", "cli", "chat"} {
			r, err := w.q.Submit(t.Context(), job.Submission{
				SceneSlug: "s", Brand: fmt.Sprintf("k%d", len(ids)), Filename: "k.md", Data: []byte(kettle), Origin: job.Origin{Kind: origin},
			})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.Job.ID)
		}
		w.work(t, WorkerOptions{Jobs: 1})
		var cases []string
		for _, id := range ids {
			cases = append(cases, w.finish(t, id).CaseID)
		}
		// Cases are numbered as they are begun.
		want := []string{"0004", "0003", "0001", "0005", "0002"}
		for i, c := range cases {
			if !strings.HasSuffix(c, want[i]) {
				t.Errorf("job %d became case %s, want the number %s: %q", i, c, want[i], cases)
			}
		}
	})
}
