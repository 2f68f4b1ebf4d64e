package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

// outcome is what a done job's row says of its result.
type outcome struct {
	Schema   int      `json:"schema"`
	CaseID   string   `json:"case_id"`
	Version  int      `json:"version"`
	Total    string   `json:"total,omitempty"`
	Max      string   `json:"max,omitempty"`
	Grade    string   `json:"grade,omitempty"`
	NoModel  bool     `json:"no_model,omitempty"`
	Folder   string   `json:"folder,omitempty"`
	Files    []string `json:"files,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Texts    string   `json:"texts,omitempty"` // the blob with the report and the reviews
	// Summary is the answer of an attribution run.
	Summary string `json:"summary,omitempty"`
}

// texts are a report's texts, as the blob of a done job holds them.
type texts struct {
	Report  string       `json:"report"`
	Reviews []job.Review `json:"reviews"`
}

// view is a job's row as others see it.
func view(r store.Job) job.Job {
	out := job.Job{
		ID: r.ID, Kind: r.Kind, SceneSlug: r.Scene, Brand: r.Brand, Status: job.Status(r.Status),
		Reason: r.Reason, Message: public(r.Message), Phase: r.Phase, Done: r.Done, Total: r.Total, LastSeq: r.LastSeq,
		Cancelling: r.Status == store.Running && !r.CancelAt.IsZero(),
		CreatedAt:  r.Created, StartedAt: r.Started, FinishedAt: r.Finished,
	}
	var p pipeline.Job
	if json.Unmarshal([]byte(r.Payload), &p) == nil {
		out.Filename = p.Filename
	}
	var o outcome
	if r.Result != "" && json.Unmarshal([]byte(r.Result), &o) == nil {
		out.CaseID, out.Version = o.CaseID, o.Version
	}
	return out
}

// Published returns the versions that done jobs published, by job.
func Published(ctx context.Context, db *store.DB) ([]job.Published, error) {
	var out []job.Published
	err := db.EachResult(ctx, func(id, result string) error {
		var o outcome
		if json.Unmarshal([]byte(result), &o) == nil && o.CaseID != "" && o.Version > 0 {
			out = append(out, job.Published{Job: id, Case: o.CaseID, Version: o.Version})
		}
		return nil
	})
	return out, err
}

// Job returns what is known of a job now. Errors: job.ErrUnknown,
// job.ErrUnavailable.
func (q *Queue) Job(ctx context.Context, id string) (job.Job, error) {
	row, err := q.row(ctx, id)
	if err != nil {
		return job.Job{}, err
	}
	jobs, err := q.views(ctx, row)
	return jobs[0], outOfReach(err)
}

func (q *Queue) row(ctx context.Context, id string) (store.Job, error) {
	row, found, err := q.db.Job(ctx, id)
	if err == nil && !found {
		err = fmt.Errorf("job %s: %w", id, job.ErrUnknown)
	}
	return row, outOfReach(err)
}

// Result returns what a done job gave. Errors: job.ErrUnknown, job.ErrNotDone,
// job.ErrUnavailable.
func (q *Queue) Result(ctx context.Context, id string) (job.Result, error) {
	row, err := q.row(ctx, id)
	if err != nil {
		return job.Result{}, err
	}
	if row.Status != store.Done {
		return job.Result{}, fmt.Errorf("job %s is %s: %w", id, row.Status, job.ErrNotDone)
	}
	var o outcome
	if err := json.Unmarshal([]byte(row.Result), &o); err != nil {
		return job.Result{}, fmt.Errorf("decode the result of job %s: %w", id, err)
	}
	out := job.Result{
		JobID: id, CaseID: o.CaseID, Version: o.Version, SceneSlug: row.Scene, Brand: row.Brand,
		Total: o.Total, Max: o.Max, Grade: o.Grade, NoModel: o.NoModel, Folder: o.Folder, Files: o.Files, Warnings: o.Warnings,
		Report: o.Summary,
	}
	for i, w := range out.Warnings {
		out.Warnings[i] = public(w)
	}
	if o.Texts == "" {
		return out, nil
	}
	data, found, err := q.db.Blob(ctx, o.Texts)
	if err == nil && !found {
		err = fmt.Errorf("the report of job %s is no longer in the database: 'judgement report render %s' makes it again", id, o.CaseID)
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
	events, err := q.db.Events(ctx, id, after, limit)
	for i := range events {
		events[i].Text = public(events[i].Text)
	}
	if err == nil && len(events) == 0 {
		_, err = q.row(ctx, id)
	}
	return events, outOfReach(err)
}

// List returns the jobs that a query picks, newest first.
func (q *Queue) List(ctx context.Context, query job.Query) ([]job.Job, error) {
	f := store.Filter{Status: store.Status(query.Status), Scene: query.SceneSlug, Limit: query.Limit}
	if query.Before != "" {
		f.After = store.Job{ID: query.Before, Created: query.BeforeAt}.Cursor()
	}
	rows, _, err := q.db.Jobs(ctx, f)
	if err != nil {
		return nil, outOfReach(err)
	}
	out, err := q.views(ctx, rows...)
	return out, outOfReach(err)
}

// Cancel ends a pending job at once and asks a running one to stop, in whatever
// process it runs. A job that is cancelled already stays so without an error.
// Errors: job.ErrUnknown, job.ErrEnded, job.ErrUnavailable.
func (q *Queue) Cancel(ctx context.Context, id string) (job.Job, error) {
	var out store.Job
	err := q.db.InTx(ctx, func(tx *store.Tx) error {
		before, found, err := tx.Job(ctx, id)
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("job %s: %w", id, job.ErrUnknown)
		}
		if out = before; job.Status(before.Status).Ended() {
			if before.Reason == store.Cancelled {
				return nil
			}
			return fmt.Errorf("job %s is %s: %w", id, before.Status, job.ErrEnded)
		}
		if out, _, err = tx.CancelJob(ctx, id); err != nil {
			return err
		}
		if _, err := q.client.cancel(ctx, tx, before.QueueID); err != nil && !errors.Is(err, river.ErrNotFound) {
			return fmt.Errorf("cancel job %s: %w", id, err)
		}
		if out.Status == store.Failed {
			return q.ended(ctx, tx, out)
		}
		return nil
	})
	if err == nil && out.Status == store.Failed {
		out, err = q.row(ctx, id) // with its last event
	}
	return view(out), outOfReach(err)
}

// Retry has a failed job run again: what was answered is kept and not paid for
// twice. Errors: job.ErrUnknown, job.ErrUnavailable, and where the job is not
// failed.
func (q *Queue) Retry(ctx context.Context, id string) (job.Job, error) {
	var out store.Job
	err := q.db.InTx(ctx, func(tx *store.Tx) error {
		row, found, err := tx.Job(ctx, id)
		if err == nil && !found {
			err = fmt.Errorf("job %s: %w", id, job.ErrUnknown)
		}
		if err != nil {
			return err
		}
		ok, err := tx.RetryJob(ctx, id)
		if err == nil && !ok {
			err = fmt.Errorf("job %s is %s: %w", id, row.Status, job.ErrNotFailed)
		}
		if err == nil {
			err = q.requeue(ctx, tx, row)
		}
		if err == nil {
			out, _, err = tx.Job(ctx, id)
		}
		return err
	})
	return view(out), outOfReach(err)
}

// requeue gives a job a new row in River's table.
func (q *Queue) requeue(ctx context.Context, tx *store.Tx, row store.Job) error {
	var p pipeline.Job
	_ = json.Unmarshal([]byte(row.Payload), &p) // a damaged one fails when it is run
	number, err := q.client.insert(ctx, tx, argsOf(row.Kind, row.ID), &river.InsertOpts{
		MaxAttempts: maxAttempts, Priority: priority(p.Origin.Kind),
	})
	if err != nil {
		return err
	}
	return tx.SetQueueID(ctx, row.ID, number)
}

// ended adds a final job's last event and has it told to the world. A job that
// failed after it had published its review is on the competition's board too.
func (q *Queue) ended(ctx context.Context, tx *store.Tx, row store.Job) error {
	e := jury.Event{Type: jury.JobDone, Phase: "done", Done: row.Done, Total: row.Total}
	var o outcome
	if row.Result != "" && json.Unmarshal([]byte(row.Result), &o) == nil {
		e.NoModel = o.NoModel
	}
	if row.Status == store.Failed {
		e.Type, e.Phase, e.Text = jury.JobFailed, "failed", row.Message
		if err := tx.RecallBoard(ctx, row.Scene); err != nil {
			return err
		}
	}
	e.At = row.Finished
	if _, _, err := tx.AppendEvents(ctx, row.ID, row.Fence, e); err != nil {
		return err
	}
	if q.opts.Ended == nil {
		return nil
	}
	return q.opts.Ended(ctx, tx, row)
}

// Health returns what keeps jobs from being run: the database out of reach, or
// jobs that wait while no worker lives. Nil when all is well.
func (q *Queue) Health(ctx context.Context) error {
	counts, err := q.db.Counts(ctx)
	if err != nil {
		return outOfReach(err)
	}
	if counts.Pending == 0 {
		return nil
	}
	workers, err := q.Workers(ctx)
	if err == nil && len(workers) == 0 {
		err = fmt.Errorf("%d jobs wait and no worker is running: start 'judgement worker'", counts.Pending)
	}
	return outOfReach(err)
}

// Workers returns the ids of the workers that live.
func (q *Queue) Workers(ctx context.Context) ([]string, error) {
	leases, err := q.db.Leases(ctx, leasePrefix)
	var out []string
	for _, l := range leases {
		if l.Left > 0 {
			out = append(out, l.Owner)
		}
	}
	return out, err
}
