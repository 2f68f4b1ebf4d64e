package mcp

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/text"
)

// Here judges in this process. Reviews of one case take turns: one that is asked for
// again before the first has ended finds what that one got, and pays nothing for it.
func Here(p *pipeline.Pipeline) func(context.Context, job.Spec, func(jury.Event)) (Published, error) {
	var cases sync.Map // a chan struct{} per case, with a value while a review runs
	return func(ctx context.Context, spec job.Spec, onEvent func(jury.Event)) (Published, error) {
		c, _ := cases.LoadOrStore(spec.SceneSlug+"/"+spec.Brand, make(chan struct{}, 1))
		turn := c.(chan struct{})
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return Published{}, ctx.Err()
		}
		setup, err := p.Open(spec.SceneSlug)
		if err != nil {
			return Published{}, err
		}
		r, err := p.Run(ctx, setup, spec, onEvent)
		if err != nil {
			return Published{}, err
		}
		return Published{r.CaseID, r.Version, r.Unchanged}, nil
	}
}

// Jobs is the queue, as reviews need it.
type Jobs interface {
	Submit(ctx context.Context, s job.Submission) (job.Receipt, error)
	Job(ctx context.Context, id string) (job.Job, error)
	Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error)
	Cancel(ctx context.Context, id string) (job.Job, error)
	// Workers returns those that live.
	Workers(ctx context.Context) ([]string, error)
}

const (
	eventBatch = 200
	cancelTime = 10 * time.Second
	// workerPolls is how many polls in a row find no worker before a job that has not
	// begun is given up: a worker may be starting.
	workerPolls = 20
	noWorker    = "no worker is running"
	startWorker = "start 'judgement worker' in the same workspace, or run 'judgement up' in the place of serve; then ask again"
)

var errNoWorker = usage(noWorker, startWorker)

// Queued judges in the workers of a queue, at which it looks each poll. A request
// that is cancelled cancels its job, and so does the lack of a worker to begin it.
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
		switch {
		case context.Cause(ctx) == context.Canceled: //nolint:errorlint // another cause, such as the end of the server, leaves the job alone
			return out, errors.Join(ctx.Err(), f.cancel(ctx))
		case errors.Is(err, errNoWorker):
			return out, cmp.Or(f.cancel(ctx), err)
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
	alone   int   // polls in a row that found no worker
}

func (f *following) wait(ctx context.Context, poll time.Duration) (Published, error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		j, err := f.jobs.Job(ctx, f.id)
		if err == nil {
			err = f.pass(ctx, j)
		}
		if err == nil && j.Status == job.Pending {
			err = f.needWorker(ctx)
		}
		switch {
		case err != nil && !errors.Is(err, job.ErrUnavailable): // a queue that is away for a while comes back
			return Published{}, err
		case err == nil && j.Status == job.Done:
			return Published{j.CaseID, j.Version, j.Outcome.Unchanged}, nil
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

// needWorker says once that no worker is running, and after some time gives up a job
// that has not begun.
func (f *following) needWorker(ctx context.Context) error {
	workers, err := f.jobs.Workers(ctx)
	if err != nil || len(workers) > 0 { // the next look at the job meets the error again
		f.alone = 0
		return nil
	}
	if f.alone++; f.alone == 1 {
		f.onEvent(jury.Event{Type: jury.PhaseStarted, Text: noWorker + ": " + startWorker})
	}
	if f.alone > workerPolls && f.after == 0 {
		return errNoWorker
	}
	return nil
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
