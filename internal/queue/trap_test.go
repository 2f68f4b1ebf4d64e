package queue

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// brief is a lease for tests that wait for what a worker does with each renewal.
// On a machine that is busy with other things it doesn't lapse by itself.
const brief = 4 * time.Second

// quick is a policy that waits for nothing.
func quick(int) time.Duration { return 0 }

// held is a fake model that holds every answer back until release is closed.
func held() (o fakeserver.Options, arrived chan struct{}, release chan struct{}) {
	arrived, release = make(chan struct{}, 1000), make(chan struct{})
	return fakeserver.Options{
		OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
		Responder: func(r fakeserver.Request) string { <-release; return fakeserver.Answer(r) },
	}, arrived, release
}

// TestNewNameAtEachStart: a worker never takes the jobs of the one before it for
// its own.
func TestNewNameAtEachStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	first := w.work(t, WorkerOptions{})
	first.stop()
	<-first.done
	if second := w.work(t, WorkerOptions{}); second.id == first.id {
		t.Errorf("both are %s", first.id)
	}
}

// expiring is a context whose deadline comes when the test says so.
type expiring struct {
	context.Context
	over chan struct{}
}

func (e expiring) Deadline() (time.Time, bool) { return time.Now().Add(time.Millisecond), true }

func (e expiring) Done() <-chan struct{} { return e.over }

func (e expiring) Err() error {
	select {
	case <-e.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// TestDeadlineStopsTheWorker: a deadline on River's own context makes it loop
// for ever.
func TestDeadlineStopsTheWorker(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	ctx := expiring{context.WithoutCancel(t.Context()), make(chan struct{})}
	done, ready := make(chan error, 1), make(chan string, 1)
	go func() {
		done <- w.q.Work(ctx, WorkerOptions{Pipeline: w.pipeline(t), Jobs: 1, Ready: func(id string) { ready <- id }})
	}()
	<-ready
	close(ctx.over)
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the worker goes on after its deadline")
	}
	if left, err := w.q.Workers(t.Context()); err != nil || len(left) != 0 {
		t.Errorf("workers %v, %v after the end", left, err)
	}
}

// dead makes a job look as a worker leaves it that was killed while it ran it alone.
func (w *world) dead(t *testing.T, id string, attempt int, cancelled bool) {
	t.Helper()
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	worker := "w-dead-" + id
	if _, ok, err := w.db.StartJob(t.Context(), id, worker); err != nil || !ok {
		t.Fatal(ok, err)
	}
	meta := "{}"
	if cancelled {
		meta = `{"cancel_attempted_at":"2026-01-01T00:00:00Z"}`
	}
	query := `UPDATE river_job SET state = 'running', attempt = $2, attempted_at = CURRENT_TIMESTAMP, attempted_by = jsonb_array('w-old', $4), metadata = jsonb($3) WHERE id = $1`
	if w.db.SQLite() == nil {
		query = `UPDATE river_job SET state = 'running', attempt = $2, attempted_at = now(), attempted_by = ARRAY['w-old', $4], metadata = $3::jsonb WHERE id = $1`
	}
	if n, err := w.db.Exec(t.Context(), query, row.QueueID, attempt, meta, worker); err != nil || n != 1 {
		t.Fatal(n, err)
	}
}

// TestDeadWorkersJobsGoOn: River alone would leave these jobs for an hour.
func TestDeadWorkersJobsGoOn(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		again, poison, cancelled := w.submit(t, "again"), w.submit(t, "poison"), w.submit(t, "cancelled")
		w.dead(t, again, 1, false)
		w.dead(t, poison, maxAttempts, false)
		w.dead(t, cancelled, 1, true)
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, again)
		if j := w.await(t, poison, ended); j.Reason != "attempts" || !strings.Contains(j.Message, "the worker died: w-dead") {
			t.Errorf("a job that kills its workers ended as %+v", j)
		}
		if j := w.await(t, cancelled, ended); j.Reason != job.Cancelled {
			t.Errorf("a cancelled job of a dead worker ended as %+v", j)
		}
	})
}

// TestLiveWorkersJobsStay: the reaper leaves the jobs of others alone.
func TestLiveWorkersJobsStay(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	first := w.work(t, WorkerOptions{ttl: store.MaxLease})
	id := w.submit(t, "kettle")
	<-arrived
	w.work(t, WorkerOptions{ttl: 200 * time.Millisecond})
	time.Sleep(500 * time.Millisecond) // several looks of the second
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil || row.Owner != first.id || row.Fence != 1 {
		t.Errorf("the job is %+v, %v", row, err)
	}
	close(release)
	w.finish(t, id)
	if w.asked() != 1 {
		t.Errorf("%d calls, want 1", w.asked())
	}
}

// TestAllKindsAreKnown: River throws away the stuck jobs of a kind that its
// leader doesn't know, so every worker knows all kinds.
func TestAllKindsAreKnown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	wk := &worker{q: w.q, id: "w-1", o: WorkerOptions{Jobs: 1, wait: nextTry}}
	c, err := newClient(w.db, wk.config())
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []river.JobArgs{reviewArgs{"j"}, meetingArgs{"j"}, attributionArgs{"j"}, noopArgs{}} {
		err := w.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := c.insert(t.Context(), tx, args, nil)
			return err
		})
		if err != nil {
			t.Errorf("kind %s: %v", args.Kind(), err)
		}
	}
	cfg := wk.config()
	if cfg.JobTimeout < 10*time.Minute || cfg.RescueStuckJobsAfter <= cfg.JobTimeout || cfg.ID != "w-1" {
		t.Errorf("time-out %s, rescue after %s, id %s", cfg.JobTimeout, cfg.RescueStuckJobsAfter, cfg.ID)
	}
}

// TestResultsOutliveTheQueue: River deletes its rows after a day.
func TestResultsOutliveTheQueue(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		s := w.work(t, WorkerOptions{ttl: brief})
		r, err := w.q.Submit(t.Context(), job.Submission{SceneSlug: "s", Brand: "k", Filename: "k.md", Data: []byte(kettle), IdempotencyKey: "key", Fingerprint: "f"})
		if err != nil {
			t.Fatal(err)
		}
		w.finish(t, r.Job.ID)
		s.stop()
		<-s.done
		if _, err := w.db.Exec(t.Context(), `DELETE FROM river_job`); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: 200 * time.Millisecond})
		again, err := w.q.Submit(t.Context(), job.Submission{IdempotencyKey: "key", Fingerprint: "f"})
		if err != nil || again.Job.ID != r.Job.ID || again.Job.Status != job.Done {
			t.Errorf("the same request again: %+v, %v", again, err)
		}
		if res, err := w.q.Result(t.Context(), r.Job.ID); err != nil || res.Report == "" {
			t.Errorf("Result: %+v, %v", res, err)
		}
	})
}
