package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// brief is a lease for tests that wait for what a worker does with each renewal.
// On a machine that is busy with other things it doesn't lapse by itself.
const brief = 4 * time.Second

// TestDeadWorkersJobsGoOn: River alone would leave these jobs for an hour. No
// attempt is charged.
func TestDeadWorkersJobsGoOn(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		again, last, cancelled := w.submit(t, "again"), w.submit(t, "last"), w.submit(t, "cancelled")
		w.dead(t, again, 1, "w-dead", "{}")
		w.dead(t, last, maxAttempts, "w-dead", "{}")
		w.dead(t, cancelled, 1, "w-dead", `{"cancel_attempted_at":"2026-01-01T00:00:00Z"}`)
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, again)
		w.finish(t, last)
		if a, b := w.attempts(t, again), w.attempts(t, last); a != 1 || b != maxAttempts {
			t.Errorf("they were attempted %d and %d times", a, b)
		}
		if j := w.await(t, cancelled, ended); j.Reason != job.Cancelled {
			t.Errorf("a cancelled job of a dead worker ended as %+v", j)
		}
	})
}

// TestSuspectsRunAlone: after a worker died, the jobs that it ran run one by one.
func TestSuspectsRunAlone(t *testing.T) {
	t.Parallel()
	o, most := crowd()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	var ids []string
	for i := range 4 {
		ids = append(ids, w.submit(t, fmt.Sprint("k", i)))
		w.dead(t, ids[i], 1, "w-dead", "{}")
	}
	w.work(t, WorkerOptions{ttl: brief})
	for _, id := range ids {
		w.finish(t, id)
		if n := w.attempts(t, id); n != 1 {
			t.Errorf("a suspect was attempted %d times", n)
		}
	}
	if n := most.Load(); n != 1 {
		t.Errorf("%d suspects ran side by side", n)
	}
}

// TestCrashed: a job that ends its worker's process twice while it runs alone fails,
// whatever ran or waited beside it goes on.
func TestCrashed(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		bad, beside, third := w.submit(t, "bad"), w.submit(t, "beside"), w.submit(t, "third")
		die := func(by string, ids ...string) {
			t.Helper()
			for _, id := range ids {
				w.dead(t, id, 1, by, "{}")
			}
			k := w.quiet(t)
			k.lookAfterQueue(t.Context())
			if err := lease.DropAll(t.Context(), w.db, k.id); err != nil {
				t.Fatal(err)
			}
		}
		crashes := func(want ...int) {
			t.Helper()
			for i, id := range []string{bad, beside, third} {
				if row, _, err := store.Job(t.Context(), w.db, id); err != nil || row.Crashes != want[i] {
					t.Errorf("job %d has %d crashes, %v; want %d", i, row.Crashes, err, want[i])
				}
			}
		}
		alone := func(id, by string) {
			t.Helper()
			if err := store.SetAlone(t.Context(), w.db, id, by); err != nil {
				t.Fatal(err)
			}
		}
		die("w-1", bad, beside)
		crashes(1, 1, 0)
		alone(bad, "w-2")
		die("w-2", bad, beside, third) // the others wait to be alone, or were fetched just now
		crashes(2, 1, 0)
		die("w-3", third)
		crashes(2, 1, 2)
		alone(bad, "w-4")
		die("w-4", bad)
		if j, err := w.q.Job(t.Context(), bad); err != nil || j.Reason != "crashed" || w.state(t, bad) != "discarded" {
			t.Errorf("the job ended as %+v, %v and is %s", j, err, w.state(t, bad))
		}
		w.work(t, WorkerOptions{})
		w.finish(t, beside)
		w.finish(t, third)
		if j, err := w.q.Retry(t.Context(), bad); err != nil || j.Status != job.Pending {
			t.Errorf("Retry = %+v, %v", j, err)
		}
		w.finish(t, bad)
	})
}

// TestLiveWorkersJobsStay: another worker that is the reaper leaves the jobs of one
// that lives alone.
func TestLiveWorkersJobsStay(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	first := w.work(t, WorkerOptions{ttl: lease.Max})
	id := w.submit(t, "kettle")
	<-arrived
	if err := lease.Drop(t.Context(), w.db, reaperLease, first.id); err != nil { // else the first stays elected
		t.Fatal(err)
	}
	w.work(t, WorkerOptions{ttl: 200 * time.Millisecond})
	eventually(t, func() bool {
		held, err := lease.List(t.Context(), w.db, reaperLease)
		return err == nil && len(held) == 1 && held[0].Owner != first.id
	}, func() string { return "the second is not elected" })
	time.Sleep(500 * time.Millisecond) // several looks of the second
	if row := w.queued(t, id); lastWorker(row) != first.id || len(row.AttemptedBy) != 1 || row.State != rivertype.JobStateRunning {
		t.Errorf("the job is %+v", row)
	}
	close(release)
	w.finish(t, id)
	if w.asked() != 1 {
		t.Errorf("%d calls, want 1", w.asked())
	}
}

// TestRestartOnTheSameHost: a worker that starts in the folder of a dead one takes
// its jobs back at once, though the lease has minutes to go; those of one that
// lives, or is on another host, stay.
func TestRestartOnTheSameHost(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		folder := t.TempDir()
		workers := map[string]string{"dead": workerID(folder, "00"), "lives": workerID(folder, "01"), "elsewhere": "other-host-00-1"}
		ids := map[string]string{}
		for _, brand := range []string{"dead", "lives", "elsewhere"} {
			by := workers[brand]
			if ok, err := lease.Take(t.Context(), w.db, leasePrefix+by, by, lease.Max); err != nil || !ok {
				t.Fatal(ok, err)
			}
			if brand != "elsewhere" {
				l, err := newProcessLock(folder, by)
				if err != nil {
					t.Fatal(err)
				}
				defer removeProcessLock(l)
				if brand == "dead" {
					_ = l.Close() // as the end of a process does
				}
			}
			ids[brand] = w.submit(t, brand)
			w.dead(t, ids[brand], 1, by, "{}")
		}
		w.work(t, WorkerOptions{Folder: folder})
		w.finish(t, ids["dead"])
		for _, brand := range []string{"lives", "elsewhere"} {
			if row := w.queued(t, ids[brand]); row.State != rivertype.JobStateRunning {
				t.Errorf("the job of the worker that %s is %s", brand, row.State)
			}
		}
	})
}

// TestBadRowBlocksNoOther: a job whose end can't be written keeps no other from
// its own.
func TestBadRowBlocksNoOther(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		bad := ""
		w.opts.Ended = func(_ context.Context, _ *database.Tx, j job.Job) error {
			if j.ID == bad {
				return errors.New("no")
			}
			return nil
		}
		ids := []string{w.submit(t, "a"), w.submit(t, "b"), w.submit(t, "c")}
		slices.Sort(ids)
		bad = ids[0]
		for _, id := range ids {
			w.dead(t, id, 1, "w-dead", `{"cancel_attempted_at":"2026-01-01T00:00:00Z"}`)
		}
		w.quiet(t).lookAfterQueue(t.Context())
		for _, id := range ids {
			if j, err := w.q.Job(t.Context(), id); err != nil || j.Status.Ended() == (id == bad) {
				t.Errorf("job %+v, %v; the bad one is %s", j, err, bad)
			}
		}
	})
}

// TestClockSetBackWhileJobsWait: a job that was queued or put off before the clock
// was set back by an hour does not wait for an hour.
func TestClockSetBackWhileJobsWait(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		ahead := `strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 hour')`
		if w.db.SQLite() == nil {
			ahead = `now() + interval '1 hour'`
		}
		queued, put := w.submit(t, "queued"), w.submit(t, "put-off")
		number := w.queued(t, put).ID
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET scheduled_at = `+ahead); err != nil {
			t.Fatal(err)
		}
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET state = 'scheduled' WHERE id = $1`, number); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, queued)
		w.finish(t, put)
	})
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
