package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river/rivertype"

	"judgement/internal/board/keeper"
	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

// Job returns what is known of a job now. Errors: job.ErrUnknown,
// job.ErrUnavailable.
func (q *Queue) Job(ctx context.Context, id string) (job.Job, error) {
	j, err := oneView(ctx, q.db, id)
	return q.withPage(j), outOfReach(err)
}

// withPage adds the address of a job's page.
func (q *Queue) withPage(j job.Job) job.Job {
	j.Page = job.PageOf(q.opts.PublicURL, j)
	return j
}

// Result returns what a done job gave. Errors: job.ErrUnknown, job.ErrNotDone,
// job.ErrUnavailable.
func (q *Queue) Result(ctx context.Context, id string) (job.Result, error) {
	j, found, err := store.Job(ctx, q.db, id)
	if err = known(id, found, err); err != nil {
		return job.Result{}, outOfReach(err)
	}
	switch {
	case j.Status != job.Done:
		return job.Result{}, fmt.Errorf("job %s is %s: %w", id, j.Status, job.ErrNotDone)
	case j.Damaged != nil:
		return job.Result{}, j.Damaged
	}
	out := job.Result{JobID: id, SceneSlug: j.SceneSlug, Brand: j.Brand, Outcome: j.Outcome, Page: job.PageOf(q.opts.PublicURL, j), Report: fault.Public(j.Outcome.Summary)}
	for i, w := range out.Warnings {
		out.Warnings[i] = fault.Public(w)
	}
	if out.Texts == "" {
		return out, nil
	}
	data, found, err := store.Blob(ctx, q.db, out.Texts)
	if err == nil && !found {
		err = fmt.Errorf("the report of job %s is no longer in the database; rendering case %s makes it again", id, out.CaseID)
	}
	var t texts
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	out.Report, out.Reviews = t.Report, t.Reviews
	return out, outOfReach(err)
}

// Events returns at most limit events of a job with a Seq above after, in
// order. Errors: job.ErrUnknown, job.ErrUnavailable.
func (q *Queue) Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error) {
	events, err := store.Events(ctx, q.db, id, after, limit)
	for i := range events {
		events[i].Text = fault.Public(events[i].Text)
	}
	if err == nil && len(events) == 0 {
		_, found, err := store.Job(ctx, q.db, id)
		return nil, outOfReach(known(id, found, err))
	}
	return events, outOfReach(err)
}

// List returns the jobs that a query picks, newest first.
func (q *Queue) List(ctx context.Context, query job.Query) (out []job.Job, err error) {
	page := query
	for len(out) < query.Limit { // of the unfinished only River knows which run
		rows, err := store.Jobs(ctx, q.db, page)
		if err != nil {
			return nil, outOfReach(err)
		}
		jobs, err := views(ctx, q.db, rows...)
		if err != nil {
			return nil, outOfReach(err)
		}
		for _, j := range jobs {
			if (query.Status == "" || j.Status == query.Status) && len(out) < query.Limit {
				out = append(out, q.withPage(j))
			}
		}
		if len(rows) < min(page.Limit, 1000) {
			break
		}
		last := rows[len(rows)-1]
		page.Before, page.BeforeAt = last.ID, last.CreatedAt
	}
	return out, nil
}

// Unended returns the ids of the jobs that wait or run, the oldest first. Those that wait
// are listed before and after those that run: a job that begins or is put back between
// two lists is in one of them.
func (q *Queue) Unended(ctx context.Context) ([]string, error) {
	var ids []string
	for _, status := range []job.Status{job.Pending, job.Running, job.Pending} {
		jobs, err := q.List(ctx, job.Query{Status: status, Limit: 1000})
		if err != nil {
			return nil, err
		}
		for _, j := range slices.Backward(jobs) {
			if !slices.Contains(ids, j.ID) {
				ids = append(ids, j.ID)
			}
		}
	}
	return ids, nil
}

// Cancel ends a pending job at once and asks a running one to stop, in whatever
// process it runs. A job that is cancelled already stays so without an error.
// Errors: job.ErrUnknown, job.ErrEnded, job.ErrUnavailable.
func (q *Queue) Cancel(ctx context.Context, id string) (out job.Job, err error) {
	err = q.change(ctx, id, func(tx *database.Tx, row job.Job) error {
		if row.Status.Ended() {
			if row.Reason == job.Cancelled {
				return nil
			}
			return fmt.Errorf("job %s is %s: %w", id, row.Status, job.ErrEnded)
		}
		r, err := cancelRow(ctx, tx, row.QueueID)
		if err != nil && !errors.Is(err, rivertype.ErrNotFound) {
			return err
		}
		if err == nil && r.State == rivertype.JobStateRunning {
			return nil // its worker ends it
		}
		return q.end(ctx, tx, row, nil, failure(fault.New(fault.Cancelled, nil, "detail", "before it started")))
	}, &out)
	return out, err
}

// Retry has a failed job run again: what was answered is kept and not paid for
// twice. Errors: job.ErrUnknown, job.ErrUnavailable, and job.ErrNotFailed.
func (q *Queue) Retry(ctx context.Context, id string) (out job.Job, err error) {
	err = q.change(ctx, id, func(tx *database.Tx, row job.Job) error {
		if row.Status != job.Failed {
			return fmt.Errorf("job %s has not failed: %w", id, job.ErrNotFailed)
		}
		return q.requeue(ctx, tx, row)
	}, &out)
	return out, err
}

// change changes a job in one transaction and returns it as it is then.
func (q *Queue) change(ctx context.Context, id string, fn func(*database.Tx, job.Job) error, out *job.Job) error {
	return outOfReach(q.db.InTx(ctx, func(tx *database.Tx) error {
		row, found, err := store.LockJob(ctx, tx, id)
		if err = known(id, found, err); err == nil {
			err = fn(tx, row)
		}
		if err == nil {
			*out, err = oneView(ctx, tx, id)
			*out = q.withPage(*out)
		}
		return err
	}))
}

// end writes how a job ended, its last event and its message, in the transaction
// that ends River's row, which is nil if the job never started. It is errLost if the
// job has ended already. A review that fails may have been published before: its board
// is made again.
func (q *Queue) end(ctx context.Context, tx *database.Tx, row job.Job, r *rivertype.JobRow, e store.Ending) error {
	if r != nil && r.AttemptedAt != nil {
		e.Started = *r.AttemptedAt
	}
	ok, err := store.EndJob(ctx, tx, row.ID, e)
	if err == nil && !ok {
		err = errLost
	}
	if err != nil {
		return err
	}
	last := jury.Event{Type: jury.JobDone, Phase: "done", Done: row.Done, Total: row.Total, At: time.Now().UTC(), NoModel: e.Outcome.NoModel}
	if e.Status == job.Failed {
		last.Type, last.Phase, last.Text = jury.JobFailed, "failed", job.Message(fault.Decode(e.Reason, e.Message))
		if err := keeper.MarkStale(ctx, tx, row.SceneSlug, true); err != nil {
			return err
		}
	}
	if _, err := store.Report(ctx, tx, row.ID, nil, last); err != nil || q.opts.Ended == nil {
		return err
	}
	j, err := oneView(ctx, tx, row.ID)
	if err != nil {
		return err
	}
	return q.opts.Ended(ctx, tx, q.withPage(j))
}

// Health returns what keeps jobs from being run: the database out of reach, or
// jobs that wait while no worker lives. Nil when all is well.
func (q *Queue) Health(ctx context.Context) error {
	counts, err := store.CountJobs(ctx, q.db)
	if err != nil {
		return outOfReach(err)
	}
	if counts.Pending == 0 {
		return nil
	}
	workers, err := q.Workers(ctx)
	if err == nil && len(workers) == 0 {
		err = fmt.Errorf("%d jobs wait and no worker is running", counts.Pending)
	}
	return outOfReach(err)
}

// Workers returns the ids of the workers that live.
func (q *Queue) Workers(ctx context.Context) ([]string, error) { return workers(ctx, q.db, true) }

// workers returns the ids of the workers that live, or of those whose lease has lapsed.
func workers(ctx context.Context, db *database.DB, live bool) (out []string, err error) {
	leases, err := lease.List(ctx, db, leasePrefix)
	for _, l := range leases {
		if l.Live() == live {
			out = append(out, l.Owner)
		}
	}
	return out, err
}

// Hung names the workers that may hold the lock of a database that no process can
// write to: those whose lease has lapsed, by id, which ends with the number of the
// process. It is false if the database can be written.
func Hung(ctx context.Context, db *database.DB) (hung []string, locked bool, err error) {
	if locked, err = db.Locked(ctx); err != nil || !locked {
		return nil, false, err
	}
	hung, err = workers(ctx, db, false)
	return hung, true, err
}
