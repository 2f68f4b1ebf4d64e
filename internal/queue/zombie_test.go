package queue

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/job"
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

// lapsed lets a worker's lease lapse in the database, long before the worker looks.
func (w *world) lapsed(t *testing.T, id string) {
	t.Helper()
	if n, err := w.db.Exec(t.Context(), `UPDATE lease SET until_ms = 1 WHERE name = $1`, leasePrefix+id); err != nil || n != 1 {
		t.Fatal(n, err)
	}
}

// TestZombie: a worker whose lease lapsed without its knowing goes on with its job
// while another runs it. It publishes nothing and ends nothing, it stops by itself
// when it finds out, it works again, and there is one version.
func TestZombie(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			w := newWorld(t, 1, o, address(t, name))
			_, q := w.process(t)
			w.patience = time.Hour // the model's client does not give up before another worker runs the job
			let := sync.OnceFunc(func() { close(release) })
			t.Cleanup(let) // before the model's server is closed
			// It has one place, which the job keeps: it can't take the job again.
			zombie := w.workOn(t, nil, q, WorkerOptions{Jobs: 1, ttl: store.MaxLease})
			id := w.submit(t, "kettle")
			<-arrived
			w.lapsed(t, zombie.id)
			other := w.work(t, WorkerOptions{ttl: brief})
			// On a busy machine the other worker may have a new name by now.
			eventually(t, func() bool { by := w.worker(t, id); return by != "" && by != zombie.id }, func() string { return "the other worker does not run the job: " + w.worker(t, id) })
			let()
			if j := w.finish(t, id); j.Version != 1 {
				t.Errorf("version %d", j.Version)
			}
			if n := w.versions(t, "s-kettle"); n != 1 {
				t.Errorf("%d versions", n)
			}
			eventually(t, func() bool { now := q.working.Load(); return now != nil && now.id != zombie.id && q.Ready() == nil }, func() string { return "the zombie goes on under its old name" })
			other.stop()
			<-other.done
			w.finish(t, w.submit(t, "next"))
		})
	}
}

// TestLapsedTermWritesNothing: when the lease lapses the job's calls are stopped, and
// nothing of the term can write any more, so that River does not change the row of
// the other worker's run.
func TestLapsedTermWritesNothing(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		arrived, release := make(chan struct{}, 100), make(chan struct{})
		defer close(release)
		p, stopped := w.pipeline(t), make(chan struct{}, 9)
		p.Model = watchedModel{stuckModel{p.Model, arrived, release}, stopped}
		_, q := w.process(t)
		first := w.workOn(t, nil, q, WorkerOptions{Pipeline: p, ttl: store.MaxLease})
		id := w.submit(t, "kettle")
		<-arrived
		was := q.working.Load()
		taken := w.dead(t, id, 1, "another", "{}") // the job is another worker's, which holds a lease
		if ok, err := w.db.TakeLease(t.Context(), leasePrefix+"another", "another", store.MaxLease); err != nil || !ok {
			t.Fatal(ok, err)
		}
		was.lease.lapse()
		<-stopped
		<-was.q.client.Stopped()
		if row := w.queued(t, id); row.State != rivertype.JobStateRunning || !sameRun(row, taken) || row.Attempt != taken.Attempt {
			t.Errorf("the other's row is changed: %+v", row)
		}
		if was.id != first.id || was.q.db.Note(t.Context(), id, "late") == nil {
			t.Error("the old term can write")
		}
	})
}

// stuckModel answers nothing before release is closed.
type stuckModel struct {
	llm.Model
	arrived chan<- struct{}
	release <-chan struct{}
}

func (m stuckModel) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	m.arrived <- struct{}{}
	select {
	case <-m.release:
	case <-ctx.Done():
		return llm.Reply{}, ctx.Err()
	}
	return m.Model.Complete(ctx, req)
}

// TestWatchdog: a worker whose renewals hang stops its jobs in time all the same,
// and goes on when the database answers again.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	p, stopped := w.pipeline(t), make(chan struct{}, 9)
	p.Model = watchedModel{p.Model, stopped}
	w.work(t, WorkerOptions{Pipeline: p, ttl: brief})
	id := w.submit(t, "kettle")
	<-arrived
	err := w.db.InTx(t.Context(), func(*store.Tx) error { // nobody else can write now
		select {
		case <-stopped:
			return nil
		case <-time.After(9 * time.Second): // the renewals give up after ten
			return errors.New("the job went on for more than twice the lease")
		}
	})
	if err != nil {
		t.Error(err)
	}
	close(release)
	w.finish(t, id)
}

// TestLastWordOfAZombie: River says completed, the job isn't: it is queued again.
func TestLastWordOfAZombie(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		at := time.Now()
		_, err := w.db.River().JobUpdateFull(t.Context(), &riverdriver.JobUpdateFullParams{
			ID: w.queued(t, id).ID, StateDoUpdate: true, State: rivertype.JobStateCompleted, FinalizedAtDoUpdate: true, FinalizedAt: &at,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, id)
	})
}

// TestFenceRefusesOldRuns: an older run can neither publish nor end the job,
// although it has the same number of the attempt, and River's row is running.
func TestFenceRefusesOldRuns(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		k := w.quiet(t)
		runs := []*task{}
		for range 2 {
			row, _, err := w.db.Job(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, &task{w: k, row: row, river: w.dead(t, id, 1, k.id, "{}")})
			time.Sleep(2 * time.Millisecond) // the precision of SQLite's times
		}
		old, now := runs[0], runs[1]
		if err := old.holds(t.Context()); !errors.Is(err, errLost) {
			t.Errorf("the old run's guard says %v", err)
		}
		if err := old.done(t.Context(), job.Outcome{}); !errors.Is(err, errLost) {
			t.Errorf("the old run ended the job: %v", err)
		}
		if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Running {
			t.Errorf("the job is %+v, %v", j, err)
		}
		if err := now.holds(t.Context()); err != nil {
			t.Errorf("the latest run may not publish: %v", err)
		}
		if err := now.done(t.Context(), job.Outcome{}); err != nil {
			t.Errorf("the latest run can't end the job: %v", err)
		}
		if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Done || w.state(t, id) != "completed" {
			t.Errorf("the job is %+v, %v and %s", j, err, w.state(t, id))
		}
	})
}

// TestSeveredClientStops: River's services end although their connections are gone
// for a while before they are told to.
func TestSeveredClientStops(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		_, q := w.process(t)
		term, err := q.begin(t.Context(), WorkerOptions{Pipeline: w.pipeline(t), Jobs: 1, ttl: time.Minute, wait: quick}, "")
		if err != nil {
			t.Fatal(err)
		}
		defer term.close()
		if err := term.q.client.Start(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
		term.q.db.Sever()
		time.Sleep(2 * time.Second) // its services look for what is new
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if err := term.q.client.StopAndCancel(ctx); err != nil {
			t.Errorf("the client does not stop: %v", err)
		}
	})
}
