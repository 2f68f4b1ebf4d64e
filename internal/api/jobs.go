package api

import (
	"context"

	"judgement/internal/job"
	"judgement/internal/jury"
)

// Jobs is the queue as version 2 of the API needs it. It only inserts and
// reads: workers run elsewhere. Every error wraps one of internal/job's if
// one fits. All methods are safe for concurrent use, and return soon when ctx
// ends.
type Jobs interface {
	// Submit keeps a job and its document, durably, before it returns. Errors:
	// job.ErrKeyReused, job.ErrUnavailable, job.ErrScene.
	Submit(ctx context.Context, s job.Submission) (job.Receipt, error)
	// Job returns what is known of a job now. Errors: job.ErrUnknown,
	// job.ErrUnavailable.
	Job(ctx context.Context, id string) (job.Job, error)
	// Result returns what a done job gave. Errors: job.ErrUnknown,
	// job.ErrNotDone, job.ErrUnavailable.
	Result(ctx context.Context, id string) (job.Result, error)
	// Events returns at most limit events of a job with a Seq above after, in
	// order, without waiting for more. Seq rises over all runs of a job: a run
	// after a crash goes on counting. Errors: job.ErrUnknown,
	// job.ErrUnavailable.
	Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error)
	// Cancel ends a pending job at once and asks a running one to stop; a job
	// that is cancelled already stays so without an error. It returns the job
	// as it is then. Errors: job.ErrUnknown, job.ErrEnded, job.ErrUnavailable.
	Cancel(ctx context.Context, id string) (job.Job, error)
	// List returns the jobs that a query picks, newest first.
	List(ctx context.Context, q job.Query) ([]job.Job, error)
	// Health returns what keeps jobs from being run: the database out of
	// reach, or jobs that wait while no worker lives. Nil when all is well. It
	// is asked every few seconds, not for each request.
	Health(ctx context.Context) error
}
