package queue

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

// The kinds of job in River's table. Their arguments only name the job: what is
// to be done stands in the store.
const (
	kindReview      = "review"
	kindMeeting     = "meeting"
	kindAttribution = "attribution"
	kindNoop        = "noop"
)

// reviewArgs name a document to be judged.
type reviewArgs struct {
	JobID string `json:"job_id"`
}

func (reviewArgs) Kind() string { return kindReview }

// meetingArgs name a meeting's record to be read.
type meetingArgs struct {
	JobID string `json:"job_id"`
}

func (meetingArgs) Kind() string { return kindMeeting }

// attributionArgs name a day's attribution run.
type attributionArgs struct {
	JobID string `json:"job_id"`
}

func (attributionArgs) Kind() string { return kindAttribution }

// noopArgs do nothing: they measure the queue.
type noopArgs struct {
	Queued time.Time `json:"queued"`
}

func (noopArgs) Kind() string { return kindNoop }

// argsOf returns the arguments of a kind of job.
func argsOf(kind, jobID string) river.JobArgs {
	switch kind {
	case kindMeeting:
		return meetingArgs{jobID}
	case kindAttribution:
		return attributionArgs{jobID}
	}
	return reviewArgs{jobID}
}

// handler is a River worker that hands on to a function.
type handler[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	work func(ctx context.Context, j *river.Job[T]) error
}

func (h *handler[T]) Work(ctx context.Context, j *river.Job[T]) error { return h.work(ctx, j) }

// longestWait is how long a job waits at most before it is tried again.
const longestWait = 10 * time.Minute

// nextTry is the policy of retries: 2, 8, 32, 128, … seconds, at most
// longestWait, by the number of errors so far.
func nextTry(errors int) time.Duration {
	d := 2 * time.Second
	for range min(errors, 8) {
		d *= 4
	}
	return min(d, longestWait)
}
