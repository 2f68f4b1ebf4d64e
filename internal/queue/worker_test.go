package queue

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/job"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/llmtest"
	"judgement/internal/store"
)

// TestPausedQueueGoesOn: a queue that somebody paused with an earlier release goes on
// with the next worker.
func TestPausedQueueGoesOn(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		r := w.db.River()
		if _, err := r.QueueCreateOrSetUpdatedAt(t.Context(), &riverdriver.QueueCreateOrSetUpdatedAtParams{Name: river.QueueDefault, Metadata: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		if err := r.QueuePause(t.Context(), &riverdriver.QueuePauseParams{Name: river.QueueDefault}); err != nil {
			t.Fatal(err)
		}
		id := w.submit(t, "kettle")
		w.work(t, WorkerOptions{})
		w.finish(t, id)
	})
}

// TestStopWhileStarting: a worker that is stopped while it starts ends without an
// error and holds no lease.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		p := w.pipeline(t)
		for range 8 {
			_, q := w.process(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- q.Work(ctx, WorkerOptions{Pipeline: p, Jobs: 1, ttl: time.Minute}) }()
			for {
				held, err := lease.List(t.Context(), w.db, leasePrefix)
				if err != nil {
					t.Fatal(err)
				}
				if len(held) > 0 {
					break
				}
			}
			stop()
			if err := <-ended; err != nil {
				t.Errorf("Work: %v", err)
			}
			if held, err := lease.List(t.Context(), w.db, leasePrefix); err != nil || len(held) != 0 {
				t.Fatalf("leases %v, %v", held, err)
			}
		}
	})
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

// TestJobsAtOnce: a worker runs as many jobs as its settings say, and the next one when
// one of them ends.
func TestJobsAtOnce(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	let := sync.OnceFunc(func() { close(release) })
	t.Cleanup(let) // before the model's server is closed
	ids := []string{w.submit(t, "a"), w.submit(t, "b"), w.submit(t, "c")}
	w.work(t, WorkerOptions{Jobs: 2, ttl: brief})
	<-arrived
	<-arrived
	states := map[string]int{}
	for _, id := range ids {
		states[w.state(t, id)]++
	}
	if states["running"] != 2 || states["available"] != 1 {
		t.Errorf("of three jobs two run at once: %v", states)
	}
	let()
	for _, id := range ids {
		w.finish(t, id)
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

// TestDatabasesClockJumps: a worker whose lease lies in the past, or further ahead
// than any lease can, because the database's clock was set, has lost it. It stops
// its jobs and goes on with a new one; there is one version.
func TestDatabasesClockJumps(t *testing.T) {
	t.Parallel()
	jumps := map[string]time.Duration{"sqlite forwards": -time.Hour, "sqlite back": time.Hour, "postgres forwards": -time.Hour, "postgres back": time.Hour}
	for name, by := range jumps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			kind, _, _ := strings.Cut(name, " ")
			w := newWorld(t, 1, o, address(t, kind))
			let := sync.OnceFunc(func() { close(release) })
			t.Cleanup(let) // before the model's server is closed
			w.work(t, WorkerOptions{ttl: brief})
			id := w.submit(t, "kettle")
			<-arrived
			before := w.worker(t, id)
			if _, err := w.db.Exec(t.Context(), `UPDATE lease SET until_ms = until_ms + $1`, by.Milliseconds()); err != nil {
				t.Fatal(err)
			}
			eventually(t, func() bool { return w.worker(t, id) != before }, func() string { return "the old run goes on" })
			let()
			if j := w.finish(t, id); j.Version != 1 || w.versions(t, "s-kettle") != 1 {
				t.Errorf("version %d of %d", j.Version, w.versions(t, "s-kettle"))
			}
		})
	}
}

// worker is who ran a job last.
func (w *world) worker(t testing.TB, id string) string {
	t.Helper()
	return lastWorker(w.queued(t, id))
}

// TestDrain: a worker that gets the signal to stop lets its job end if there is time,
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
			zombie := w.workOn(t, nil, q, WorkerOptions{Jobs: 1, ttl: lease.Max})
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

// TestRenewalEndsALostTerm: the first renewal that finds the lease gone ends the term,
// whether it has lapsed or is another's; one that finds it held does not.
func TestRenewalEndsALostTerm(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		_, q := w.process(t)
		id := w.workOn(t, nil, q, WorkerOptions{ttl: lease.Max}).id
		term := q.working.Load()
		if term.renew(t.Context()); term.lease.lapsed() {
			t.Fatal("the term ended while its lease was held")
		}
		w.lapsed(t, id)
		if term.renew(t.Context()); !term.lease.lapsed() {
			t.Error("the term goes on without its lease")
		}
	})
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
		p.Model = watched(hanging(p.Model, arrived, release), stopped)
		_, q := w.process(t)
		first := w.workOn(t, nil, q, WorkerOptions{Pipeline: p, ttl: lease.Max})
		id := w.submit(t, "kettle")
		<-arrived
		was := q.working.Load()
		taken := w.dead(t, id, 1, "another", "{}") // the job is another worker's, which holds a lease
		if ok, err := lease.Take(t.Context(), w.db, leasePrefix+"another", "another", lease.Max); err != nil || !ok {
			t.Fatal(ok, err)
		}
		was.lease.lapse()
		<-stopped
		<-was.q.client.Stopped()
		if row := w.queued(t, id); row.State != rivertype.JobStateRunning || !sameRun(row, taken) || row.Attempt != taken.Attempt {
			t.Errorf("the other's row is changed: %+v", row)
		}
		if was.id != first.id || store.Note(t.Context(), was.q.db, id, "late") == nil {
			t.Error("the old term can write")
		}
	})
}

// hanging is a model that answers nothing before release is closed.
func hanging(m llm.Model, arrived chan<- struct{}, release <-chan struct{}) llm.Model {
	return &llmtest.Model{Models: m.Info, Answer: func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		arrived <- struct{}{}
		select {
		case <-release:
		case <-ctx.Done():
			return llm.Reply{}, ctx.Err()
		}
		return m.Complete(ctx, req)
	}}
}

// TestWatchdog: a worker whose renewals hang stops its jobs in time all the same,
// and goes on when the database answers again.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	p, stopped := w.pipeline(t), make(chan struct{}, 9)
	p.Model = watched(p.Model, stopped)
	w.work(t, WorkerOptions{Pipeline: p, ttl: brief})
	id := w.submit(t, "kettle")
	<-arrived
	err := w.db.InTx(t.Context(), func(*database.Tx) error { // nobody else can write now
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

// TestSeveredClientStops: River's services end although their connections are gone
// for a while before the signal.
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
