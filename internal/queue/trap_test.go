package queue

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/job"
	"judgement/internal/llm"
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

// TestCancelReachesAnotherProcess: only the notice that goes with the cancel can
// stop this job, since the worker looks after its lease once in minutes. River
// alone sends none on SQLite.
func TestCancelReachesAnotherProcess(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			w := newWorld(t, 2, o, address(t, name))
			defer close(release)
			w.work(t, WorkerOptions{ttl: store.MaxLease})
			id := w.submit(t, "kettle")
			<-arrived
			if j, err := w.q.Cancel(t.Context(), id); err != nil || !j.Cancelling {
				t.Errorf("Cancel = %+v, %v", j, err)
			}
			j := w.await(t, id, ended)
			if j.Status != job.Failed || j.Reason != job.Cancelled {
				t.Errorf("the job ended as %+v", j)
			}
			eventually(t, func() bool { return w.state(t, id) == "cancelled" }, func() string { return w.state(t, id) })
			if n := w.versions(t, "s-kettle"); n != 0 {
				t.Errorf("%d versions were published", n)
			}
		})
	}
}

// TestCancelUnheard: where no notice comes through, the worker finds the wish in
// the job's row.
func TestCancelUnheard(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 2, o, address(t, "sqlite"))
	defer close(release)
	w.work(t, WorkerOptions{ttl: brief})
	id := w.submit(t, "kettle")
	<-arrived
	if _, _, err := w.db.CancelJob(t.Context(), id); err != nil { // the row only
		t.Fatal(err)
	}
	if j := w.await(t, id, ended); j.Reason != job.Cancelled {
		t.Errorf("the job ended as %+v", j)
	}
}

// TestCancelOnThePages: the button of River's own pages stops a running job on
// both databases.
func TestCancelOnThePages(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			w := newWorld(t, 2, o, address(t, kind))
			defer close(release)
			p, stopped := w.pipeline(t), make(chan struct{}, 9)
			p.Model = watchedModel{p.Model, stopped}
			w.work(t, WorkerOptions{Pipeline: p, ttl: brief})
			id := w.submit(t, "kettle")
			<-arrived
			row, _, err := w.db.Job(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			pages, err := w.q.Pages(t.Context(), "/jobs")
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest("POST", "/jobs/api/jobs/cancel", strings.NewReader(fmt.Sprintf(`{"ids":["%d"]}`, row.QueueID)))
			r.Header.Set("Content-Type", "application/json")
			said := httptest.NewRecorder()
			if pages.ServeHTTP(said, r); said.Code != 200 {
				t.Fatalf("the pages answer %d %s", said.Code, said.Body)
			}
			if j := w.await(t, id, ended); j.Reason != job.Cancelled || len(stopped) == 0 {
				t.Errorf("the job ended as %+v after %d calls were stopped", j, len(stopped))
			}
			if n := w.versions(t, "s-kettle"); n != 0 {
				t.Errorf("%d versions were published", n)
			}
		})
	}
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

// TestRetryGoesOn: what was answered before a cancel is not asked again.
func TestRetryGoesOn(t *testing.T) {
	t.Parallel()
	arrived, release := make(chan struct{}, 100), make(chan struct{})
	var mu sync.Mutex
	n := 0
	w := newWorld(t, 3, fakeserver.Options{
		Responder: func(r fakeserver.Request) string {
			mu.Lock()
			n++
			wait := n > 1
			mu.Unlock()
			if wait {
				arrived <- struct{}{}
				<-release
			}
			return fakeserver.Answer(r)
		},
	}, address(t, "sqlite"))
	w.work(t, WorkerOptions{})
	id := w.submit(t, "kettle")
	<-arrived
	w.await(t, id, func(j job.Job) bool { return j.Done == 1 })
	if _, err := w.q.Cancel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	w.await(t, id, ended)
	asked := w.asked()
	close(release)
	if j, err := w.q.Retry(t.Context(), id); err != nil || j.Status != job.Pending {
		t.Fatalf("Retry = %+v, %v", j, err)
	}
	if j := w.finish(t, id); j.Version != 1 || w.asked() != asked+2 {
		t.Errorf("version %d after %d more calls, want version 1 after 2", j.Version, w.asked()-asked)
	}
	if _, err := w.q.Retry(t.Context(), id); err == nil {
		t.Error("a done job was tried again")
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

// dead makes a job look as a worker leaves it that was killed while it ran it.
func (w *world) dead(t *testing.T, id string, attempt int, cancelled bool) {
	t.Helper()
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := w.db.StartJob(t.Context(), id, "w-dead"); err != nil || !ok {
		t.Fatal(ok, err)
	}
	meta := "{}"
	if cancelled {
		meta = `{"cancel_attempted_at":"2026-01-01T00:00:00Z"}`
	}
	query := `UPDATE river_job SET state = 'running', attempt = $2, attempted_at = CURRENT_TIMESTAMP, attempted_by = jsonb('["w-old","w-dead"]'), metadata = jsonb($3) WHERE id = $1`
	if w.db.SQLite() == nil {
		query = `UPDATE river_job SET state = 'running', attempt = $2, attempted_at = now(), attempted_by = ARRAY['w-old','w-dead'], metadata = $3::jsonb WHERE id = $1`
	}
	if n, err := w.db.Exec(t.Context(), query, row.QueueID, attempt, meta); err != nil || n != 1 {
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

// watchedModel tells of calls that ended because their job was stopped.
type watchedModel struct {
	llm.Model
	stopped chan struct{}
}

func (m watchedModel) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	reply, err := m.Model.Complete(ctx, req)
	if ctx.Err() != nil {
		m.stopped <- struct{}{}
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
