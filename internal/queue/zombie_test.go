package queue

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// watchedModel tells of calls that ended because their job was stopped.
type watchedModel struct {
	llm.Model
	stopped chan struct{}
}

func (m watchedModel) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	reply, err := m.Model.Complete(ctx, req)
	if ctx.Err() != nil {
		select {
		case m.stopped <- struct{}{}:
		default: // enough are told
		}
	}
	return reply, err
}

// TestZombie: a worker that was stopped for longer than its lease comes back
// while another runs its job. It stops by itself, its word does not count, and
// there is one version.
func TestZombie(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			w := newWorld(t, 1, o, address(t, name))
			db, q := w.process(t)
			p, stopped := w.pipeline(t), make(chan struct{}, 9)
			p.Model = watchedModel{p.Model, stopped}
			zombie := &worker{q: q, o: WorkerOptions{Pipeline: p, Jobs: 1, ttl: store.MaxLease, wait: quick}, id: "w-zombie", log: q.log}
			zombie.running.jobs = map[int64]context.CancelCauseFunc{}
			zombie.lease = &lease{db: db, owner: zombie.id, ttl: store.MaxLease, log: q.log}
			if err := zombie.lease.take(t.Context()); err != nil {
				t.Fatal(err)
			}
			id := w.submit(t, "kettle")
			row, _, err := w.db.Job(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			w.dead(t, id, 1, false) // as the zombie's, which holds a lease
			claim := `UPDATE river_job SET attempted_by = jsonb('["w-zombie"]')`
			if name == "postgres" {
				claim = `UPDATE river_job SET attempted_by = ARRAY['w-zombie']`
			}
			if _, err := w.db.Exec(t.Context(), claim); err != nil {
				t.Fatal(err)
			}
			go func() { // attempt 1, of a worker that holds no lease any more
				ended <- zombie.judge(t.Context(), &rivertype.JobRow{ID: row.QueueID, Attempt: 1, MaxAttempts: maxAttempts}, id)
			}()
			<-arrived
			if err := db.DropLease(t.Context(), leasePrefix+zombie.id, zombie.id); err != nil {
				t.Fatal(err)
			}
			zombie.lease.lapse() // as its watchdog does when it wakes up
			select {
			case <-stopped:
			case <-time.After(time.Minute):
				t.Fatal("its call to the model goes on")
			}
			w.work(t, WorkerOptions{ttl: brief})
			eventually(t, func() bool { return len(arrived) > 0 }, func() string { return "the second worker never asked" })
			close(release)
			if j := w.finish(t, id); j.Version != 1 {
				t.Errorf("version %d", j.Version)
			}
			if n := w.versions(t, "s-kettle"); n != 1 {
				t.Errorf("%d versions", n)
			}
			var snooze *river.JobSnoozeError
			if err := <-ended; !errors.As(err, &snooze) {
				t.Errorf("the zombie's run ended with %v, want to be put off", err)
			}
		})
	}
}

// TestWatchdog: a worker whose renewals hang stops its jobs in time all the same.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	other, _ := w.process(t)
	l := &lease{db: other, owner: "w-1", ttl: brief, log: w.q.log}
	if err := l.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	term := l.current()
	ctx, stop := context.WithCancel(t.Context())
	kept := make(chan struct{})
	go func() { defer close(kept); l.keep(ctx, func(context.Context) {}) }()
	err := w.db.InTx(t.Context(), func(*store.Tx) error { // nobody else can write now
		select {
		case <-term.Done():
			return nil
		case <-time.After(9 * time.Second): // the renewals give up after ten
			return errors.New("the term went on for more than twice the lease")
		}
	})
	if err != nil || !errors.Is(context.Cause(term), errLapsed) {
		t.Errorf("%v; the term ended with %v", err, context.Cause(term))
	}
	eventually(t, func() bool { return l.current() != nil }, func() string { return "the lease is not taken again" })
	stop()
	<-kept
}

// TestStandAside: while River's row is another run's, a run that lost the job
// gives River no answer: it would be taken for the other's.
func TestStandAside(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		w.dead(t, id, 2, false) // attempt 2, elsewhere
		row, _, err := w.db.Job(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		lost := &task{
			w: &worker{q: w.q, id: "w-old", log: w.q.log}, parent: t.Context(), row: row,
			river: &rivertype.JobRow{ID: row.QueueID, Attempt: 1},
		}
		done := make(chan error, 1)
		go func() { done <- lost.settle(t.Context(), errLost) }()
		select {
		case err := <-done:
			t.Fatalf("it ended with %v while the other run went on", err)
		case <-time.After(1500 * time.Millisecond):
		}
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP`); err != nil {
			t.Fatal(err)
		}
		var snooze *river.JobSnoozeError
		if err := <-done; !errors.As(err, &snooze) {
			t.Errorf("it ended with %v", err)
		}
	})
}

// TestLapsedWorkerLetsGo: a worker that has a new lease is alive under its old
// name; the jobs of its old lease are free for others all the same.
func TestLapsedWorkerLetsGo(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		if _, _, err := w.db.TakeLease(t.Context(), leasePrefix+"w-old", "w-old", store.MaxLease); err != nil {
			t.Fatal(err)
		}
		row, _, err := w.db.Job(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		old := &task{
			w: &worker{q: w.q, id: "w-old", log: w.q.log}, parent: t.Context(), row: row,
			river: &rivertype.JobRow{ID: row.QueueID, Attempt: 1},
		}
		if err := old.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancelCause(t.Context())
		stop(errLapsed)
		var snooze *river.JobSnoozeError
		if err := old.settle(ctx, context.Canceled); !errors.As(err, &snooze) { // the queue has it as waiting
			t.Errorf("the old run ended with %v", err)
		}
		w.work(t, WorkerOptions{})
		w.finish(t, id)
	})
}

// TestLastWordOfAZombie: River says completed, the job isn't: it is queued again.
func TestLastWordOfAZombie(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		w.dead(t, id, 1, false)
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP`); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, id)
	})
}

// TestFenceRefusesOldRuns: an older run can neither publish nor end the job.
func TestFenceRefusesOldRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	id := w.submit(t, "kettle")
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	old := &task{w: &worker{q: w.q, id: "w-1", log: w.q.log}, row: row}
	if err := old.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := old.holds(t.Context()); err != nil {
		t.Errorf("the latest run may not publish: %v", err)
	}
	if _, _, err := w.db.StartJob(t.Context(), id, "w-2"); err != nil {
		t.Fatal(err)
	}
	if err := old.holds(t.Context()); !errors.Is(err, errLost) {
		t.Errorf("the old run's guard says %v", err)
	}
	if err := old.done(t.Context(), outcome{}); !errors.Is(err, errLost) {
		t.Errorf("the old run ended the job: %v", err)
	}
}
