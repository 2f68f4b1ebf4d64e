package queue

import (
	"context"
	"fmt"

	"github.com/riverqueue/river/rivertype"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

// texts are a report's texts, as the blob of a done job holds them.
type texts struct {
	Report  string       `json:"report"`
	Reviews []job.Review `json:"reviews"`
}

// view is a job as others see it: its own row with River's, which may be nil.
func view(j job.Job, r *rivertype.JobRow) job.Job {
	if j.Fault == nil {
		j.Message = fault.Public(j.Message)
	}
	if r == nil || j.Status.Ended() {
		return j
	}
	if r.AttemptedAt != nil {
		j.StartedAt = r.AttemptedAt.UTC()
	}
	switch {
	case r.State == rivertype.JobStateRunning:
		j.Status, j.Message, j.Cancelling = job.Running, "", cancelAsked(r)
	case r.FinalizedAt == nil && r.AttemptedAt != nil:
		j.NextTryAt = r.ScheduledAt.UTC()
	}
	return j
}

// views are jobs as others see them.
func (q *Queue) views(ctx context.Context, jobs ...job.Job) ([]job.Job, error) {
	var ids []int64
	for _, j := range jobs {
		if !j.Status.Ended() {
			ids = append(ids, j.QueueID)
		}
	}
	queued, err := rowsOf(ctx, q.db.River(), ids...)
	if err != nil {
		return nil, q.db.Fault(ctx, "look jobs up in the queue", err)
	}
	out := make([]job.Job, len(jobs))
	for i, j := range jobs {
		r := queued[j.QueueID]
		if !j.Status.Ended() && (r == nil || r.FinalizedAt != nil) { // it has just ended, or has a new row
			if now, found, err := q.db.Job(ctx, j.ID); err != nil {
				return nil, err
			} else if found {
				j = now
			}
		}
		out[i] = view(j, r)
	}
	return out, nil
}

// viewIn is one job as a transaction sees it. The error may be job.ErrUnknown.
func viewIn(ctx context.Context, tx *store.Tx, id string) (job.Job, error) {
	j, err := known(tx.Job(ctx, id))
	if err != nil {
		return j, fmt.Errorf("job %s: %w", id, err)
	}
	queued, err := rowsOf(ctx, tx.River(), j.QueueID)
	return view(j, queued[j.QueueID]), tx.Fault(ctx, "look a job up in the queue", err)
}

// known makes an error of a job that is not there.
func known(j job.Job, found bool, err error) (job.Job, error) {
	if err == nil && !found {
		err = job.ErrUnknown
	}
	return j, err
}
