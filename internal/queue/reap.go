package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

// lookAfterQueue does what a worker checks each time it has renewed its lease.
func (w *worker) lookAfterQueue(ctx context.Context) {
	rows, err := allRunning(ctx, w.q.db)
	if err == nil {
		err = errors.Join(w.lookAfterOwn(ctx, rows), w.reap(ctx, rows))
	}
	if err != nil && ctx.Err() == nil && !w.lease.lapsed() {
		w.log.Warn("look after the queue", "error", err)
	}
}

// inTx runs a step on a job in a transaction of its own. That the job moved on
// meanwhile is no error.
func (w *worker) inTx(ctx context.Context, fn func(*database.Tx) error) error {
	err := w.q.db.InTx(ctx, fn)
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

// orphanTime is how long River may say that this worker runs a job that it
// doesn't: its end may still be on the way.
const orphanTime = 10 * time.Second

// lookAfterOwn stops the jobs of this worker that a user cancelled, if the
// notice was not heard, and returns those that River says it runs but that it
// doesn't: they were fetched, or ended, when the connection was lost.
func (w *worker) lookAfterOwn(ctx context.Context, rows []*rivertype.JobRow) error {
	var errs []error
	orphans := map[int64]time.Time{}
	for _, r := range rows {
		if lastWorker(r) != w.id {
			continue
		}
		if stop, here := w.running.Load(r.ID); here {
			if cancelAsked(r) {
				stop.(context.CancelCauseFunc)(errCancelled)
			}
			continue
		}
		since, seen := w.orphans[r.ID]
		if !seen {
			since = time.Now()
		}
		if orphans[r.ID] = since; time.Since(since) > orphanTime {
			errs = append(errs, w.inTx(ctx, func(tx *database.Tx) error { return w.requeueRunning(ctx, tx, r, 0, "its end could not be written") }))
		}
	}
	w.orphans = orphans
	return errors.Join(errs...)
}

// reaperLease is held by the one worker that looks after the others' jobs.
const reaperLease = "reaper"

// reap, in the elected worker, returns the jobs of workers that hold no lease, and
// reconciles the store's rows with River's.
func (w *worker) reap(ctx context.Context, rows []*rivertype.JobRow) error {
	elected := false
	live, states := map[string]bool{}, map[string]processState{}
	err := w.q.db.InTx(ctx, func(tx *database.Tx) (err error) {
		leases, err := lease.List(ctx, tx, leasePrefix)
		for _, l := range leases {
			if l.Owner != w.id {
				states[l.Owner] = processStateOf(w.o.Folder, l.Owner)
			}
			if live[l.Owner] = l.Live() && states[l.Owner] != dead; !live[l.Owner] && err == nil {
				err = lease.DropAll(ctx, tx, l.Owner)
			}
		}
		if err == nil {
			elected, err = lease.Take(ctx, tx, reaperLease, w.id, w.o.ttl)
		}
		return err
	})
	if err != nil || !elected {
		return err
	}
	lost := map[string][]*rivertype.JobRow{}
	for _, r := range rows {
		if by := lastWorker(r); !live[by] {
			lost[by] = append(lost[by], r)
		}
	}
	var errs []error
	for _, by := range slices.Sorted(maps.Keys(lost)) {
		errs = append(errs, w.requeueLost(ctx, by, lost[by], states[by] != alive))
	}
	return errors.Join(append(errs, w.reconcile(ctx))...)
}

// requeueLost returns the jobs of a worker that holds no lease. If its process died,
// the job that ran alone in it is the cause, else any of them may be.
func (w *worker) requeueLost(ctx context.Context, by string, rows []*rivertype.JobRow, died bool) error {
	var jobs []job.Job
	var numbers []int64
	for _, r := range rows {
		numbers = append(numbers, r.ID)
		j, found, err := store.JobOf(ctx, w.q.db, r.ID)
		if err != nil {
			return err
		}
		if found {
			jobs = append(jobs, j)
		}
	}
	crashes := map[int64]int{} // of those that may be the cause
	if died {
		crashes = countCrashes(jobs, by)
	}
	w.log.Warn("a worker is gone; its jobs go on elsewhere", "gone", by, "died", died, "jobs", len(rows), "queue_ids", numbers[:min(len(numbers), 10)])
	var errs []error
	for _, r := range rows {
		errs = append(errs, w.inTx(ctx, func(tx *database.Tx) error {
			if ok, err := lease.Take(ctx, tx, reaperLease, w.id, w.o.ttl); err != nil || !ok {
				return err // others wait for this transaction, or are elected meanwhile
			}
			return w.requeueRunning(ctx, tx, r, crashes[r.ID], "its worker is gone: "+by)
		}))
	}
	return errors.Join(errs...)
}

// countCrashes counts the crashes of the jobs that may have ended the process of
// their worker: the one that ran alone, else all but those that waited to be alone.
func countCrashes(jobs []job.Job, worker string) map[int64]int {
	out := map[int64]int{}
	for _, j := range jobs {
		switch {
		case j.Alone == worker:
			return map[int64]int{j.QueueID: j.Crashes + 1}
		case j.Crashes == 0 && len(jobs) == 1:
			out[j.QueueID] = 2 // it was alone by chance
		case j.Crashes == 0:
			out[j.QueueID] = 1
		}
	}
	return out
}

// requeueOwn returns the jobs of this process's last term, whose connections are
// closed: nothing of it runs any more.
func (w *worker) requeueOwn(ctx context.Context, was string) error {
	rows, err := allRunning(ctx, w.q.db)
	for _, r := range rows {
		if err == nil && lastWorker(r) == was {
			err = w.inTx(ctx, func(tx *database.Tx) error { return w.requeueRunning(ctx, tx, r, 0, errLapsed.Error()) })
		}
	}
	if err == nil {
		err = lease.DropAll(ctx, w.q.db, was)
	}
	return err
}

// aloneTwice is the count of crashes of a job that was suspected and then ended its
// worker's process twice while it ran alone.
const aloneTwice = 3

// requeueRunning returns a running job to the queue, without an attempt lost, or ends
// it: if a user cancelled it, or if it ends the processes of its workers. crashes is
// the new count, 0: as before.
func (w *worker) requeueRunning(ctx context.Context, tx *database.Tx, r *rivertype.JobRow, crashes int, why string) error {
	now := time.Now()
	row, found, err := store.JobOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	to, reason := riverdriver.JobSetStateInterrupted(r.ID, now, max(r.Attempt-1, 0), nil), fault.Cancelled
	if crashes >= aloneTwice && found && !cancelAsked(r) {
		to, reason = riverdriver.JobSetStateDiscarded(r.ID, now, nil, nil), fault.Crashed
	}
	if r, err = transit(ctx, tx, r, to); err != nil || !found {
		return err
	}
	if r.FinalizedAt != nil { // a user cancelled it, or it crashed
		return w.q.end(ctx, tx, row, r, failure(fault.New(reason, nil)))
	}
	if err := store.SetCrashes(ctx, tx, row.ID, max(crashes, row.Crashes)); err != nil {
		return err
	}
	return store.Note(ctx, tx, row.ID, why)
}

// reconcileAtOnce is how many jobs one reconcile looks at.
const reconcileAtOnce = 500

// reconcile brings the store's rows and River's in line, some at each call. A job that
// River has ended ends here too, or is queued again. A job that would wait for longer
// than any wait is, because the clock was set back, goes on.
func (w *worker) reconcile(ctx context.Context) error {
	jobs, err := store.Unfinished(ctx, w.q.db, w.after, reconcileAtOnce)
	if err != nil {
		return err
	}
	w.after = ""
	if len(jobs) == reconcileAtOnce {
		w.after = jobs[len(jobs)-1].ID
	}
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.QueueID
	}
	rows, err := rowsOf(ctx, w.q.db, ids...)
	if err != nil {
		return err
	}
	now, err := w.q.db.Now(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, j := range jobs {
		r := rows[j.QueueID]
		switch {
		case r == nil || r.FinalizedAt != nil:
			err = w.inTx(ctx, func(tx *database.Tx) error { return w.reconcileOne(ctx, tx, j, r) })
		case r.State != rivertype.JobStateRunning && r.ScheduledAt.Sub(now) > longestWait+time.Minute:
			w.log.Warn("the clock was set back; a job that waited for it goes on", "job", j.ID)
			_, err = w.q.db.River().JobRetry(ctx, &riverdriver.JobRetryParams{ID: r.ID})
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("reconcile job %s: %w", j.ID, err))
			err = nil
		}
	}
	return errors.Join(errs...)
}

func (w *worker) reconcileOne(ctx context.Context, tx *database.Tx, j job.Job, r *rivertype.JobRow) error {
	row, found, err := store.LockJob(ctx, tx, j.ID)
	if err != nil || !found || row.Status.Ended() || row.QueueID != j.QueueID {
		return err
	}
	switch {
	case r != nil && r.State == rivertype.JobStateCancelled:
		return w.q.end(ctx, tx, row, r, failure(fault.New(fault.Cancelled, nil)))
	case r != nil && r.State == rivertype.JobStateDiscarded:
		return w.q.end(ctx, tx, row, r, failure(fault.New(fault.Attempts, nil, "text", row.Message)))
	}
	w.log.Warn("a job had left the queue unfinished; it is queued again", "job", row.ID)
	return w.q.requeue(ctx, tx, row)
}
