package mcp

import (
	"context"
	"errors"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/text"
)

// Here judges in this process.
func Here(p *pipeline.Pipeline) func(context.Context, job.Spec, func(jury.Event)) (Published, error) {
	return func(ctx context.Context, spec job.Spec, onEvent func(jury.Event)) (Published, error) {
		setup, err := p.Open(spec.SceneSlug)
		if err != nil {
			return Published{}, err
		}
		r, err := p.Run(ctx, setup, spec, onEvent)
		if err != nil {
			return Published{}, err
		}
		return Published{r.CaseID, r.Version}, nil
	}
}

// Jobs is the queue, as reviews need it.
type Jobs interface {
	Submit(ctx context.Context, s job.Submission) (job.Receipt, error)
	Job(ctx context.Context, id string) (job.Job, error)
	Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error)
	Cancel(ctx context.Context, id string) (job.Job, error)
}

const (
	eventBatch = 200
	cancelTime = 10 * time.Second
)

// Queued judges in the workers of a queue, at which it looks each poll. A request
// that is cancelled cancels its job.
func Queued(jobs Jobs, poll time.Duration) func(context.Context, job.Spec, func(jury.Event)) (Published, error) {
	return func(ctx context.Context, spec job.Spec, onEvent func(jury.Event)) (Published, error) {
		got, err := jobs.Submit(ctx, job.Submission{
			SceneSlug: spec.SceneSlug, Brand: spec.Brand, Filename: spec.Filename, Data: spec.Data, Options: spec.Options,
			Origin: spec.Origin, Fingerprint: text.Hash(spec.Data),
		})
		if err != nil {
			return Published{}, err
		}
		f := &following{jobs: jobs, id: got.Job.ID, onEvent: onEvent}
		out, err := f.wait(ctx, poll)
		if context.Cause(ctx) == context.Canceled { //nolint:errorlint // another cause, such as the end of the server, leaves the job alone
			return out, errors.Join(ctx.Err(), f.cancel(ctx))
		}
		return out, err
	}
}

// following is a job whose end is waited for.
type following struct {
	jobs    Jobs
	id      string
	onEvent func(jury.Event)
	after   int64 // Seq of the last event that was passed on
}

func (f *following) wait(ctx context.Context, poll time.Duration) (Published, error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		j, err := f.jobs.Job(ctx, f.id)
		if err == nil {
			err = f.pass(ctx, j)
		}
		switch {
		case err != nil && !errors.Is(err, job.ErrUnavailable): // a queue that is away for a while comes back
			return Published{}, err
		case err == nil && j.Status == job.Done:
			return Published{j.CaseID, j.Version}, nil
		case err == nil && j.Status == job.Failed:
			return Published{}, fault.New(fault.Usage, nil, "text", j.Message)
		}
		select {
		case <-ctx.Done():
			return Published{}, ctx.Err()
		case <-tick.C:
		}
	}
}

// pass passes new events on.
func (f *following) pass(ctx context.Context, j job.Job) error {
	for j.LastSeq > f.after {
		events, err := f.jobs.Events(ctx, f.id, f.after, eventBatch)
		if err != nil || len(events) == 0 {
			return err
		}
		for _, e := range events {
			f.after = e.Seq
			f.onEvent(e)
		}
	}
	return nil
}

func (f *following) cancel(ctx context.Context) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTime)
	defer stop()
	_, err := f.jobs.Cancel(ctx, f.id)
	if errors.Is(err, job.ErrEnded) {
		return nil
	}
	return err
}
