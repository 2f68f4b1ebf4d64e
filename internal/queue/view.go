package queue

import (
	"context"
	"fmt"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
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

// rowsOf returns River's rows by number.
func rowsOf(ctx context.Context, from database.Conn, numbers ...int64) (map[int64]*rivertype.JobRow, error) {
	out := map[int64]*rivertype.JobRow{}
	if len(numbers) == 0 {
		return out, nil
	}
	rows, err := from.River().JobGetByIDMany(ctx, &riverdriver.JobGetByIDManyParams{ID: numbers})
	for _, r := range rows {
		out[r.ID] = r
	}
	return out, from.Fault(ctx, "look jobs up in the queue", err)
}

// views are jobs as others see them.
func views(ctx context.Context, from database.Conn, jobs ...job.Job) ([]job.Job, error) {
	var numbers []int64
	for _, j := range jobs {
		if !j.Status.Ended() {
			numbers = append(numbers, j.QueueID)
		}
	}
	queued, err := rowsOf(ctx, from, numbers...)
	if err != nil {
		return nil, err
	}
	out := make([]job.Job, len(jobs))
	for i, j := range jobs {
		r := queued[j.QueueID]
		if !j.Status.Ended() && (r == nil || r.FinalizedAt != nil) { // it has just ended, or has a new row
			if now, found, err := store.Job(ctx, from, j.ID); err != nil {
				return nil, err
			} else if found {
				j = now
			}
		}
		out[i] = view(j, r)
	}
	return out, nil
}

// oneView is one job as others see it. Error: job.ErrUnknown.
func oneView(ctx context.Context, from database.Conn, id string) (job.Job, error) {
	j, found, err := store.Job(ctx, from, id)
	if err = known(id, found, err); err != nil {
		return job.Job{}, err
	}
	jobs, err := views(ctx, from, j)
	if err != nil {
		return job.Job{}, err
	}
	return jobs[0], nil
}

// known makes an error of a job that is not there.
func known(id string, found bool, err error) error {
	if err == nil && !found {
		err = job.ErrUnknown
	}
	if err != nil {
		err = fmt.Errorf("job %s: %w", id, err)
	}
	return err
}
