package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

// watchEvery is how often jobs watch looks.
const watchEvery = 300 * time.Millisecond

func (a *App) jobsWatchCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "watch [JOB…]",
		Short: "Show the progress of jobs until they end",
		Long: `Shows bars for the jobs that are named, or for all that wait or run just now, until
they have ended; if there is no terminal, a line at each change of a job's state.
It says when no worker is there to run them. The exit code is 1 if one of them
failed.`,
		Example: `  judgement jobs watch
  judgement jobs watch j-3f1c0a55be2d4c1f9a0b7e66`,
		RunE: func(c *cobra.Command, args []string) error { return a.watchJobs(c.Context(), args) },
	}
	return a.output(c)
}

func (a *App) watchJobs(ctx context.Context, ids []string) error {
	q, err := a.openQueue(ctx)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		if ids, err = q.Unended(ctx); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		n, err := store.CountJobs(ctx, q.DB)
		if err != nil {
			return err
		}
		return a.print([]job.Job{}, func(p *page) { p.Line(noneWaits(n.Done + n.Failed)) })
	}
	w := &jobWatch{q: q, p: a.progress(), seen: map[string]job.Job{}}
	w.p.Begin(len(ids))
	err = w.follow(ctx, ids)
	w.p.End()
	if err != nil {
		return err
	}
	jobs, failures := make([]job.Job, len(ids)), 0
	for i, id := range ids {
		if jobs[i] = w.seen[id]; jobs[i].Status == job.Failed {
			failures++
		}
	}
	if err := a.printJobs(jobs); err != nil || failures == 0 {
		return err
	}
	return fault.Refuse(fault.JobsFailed, "'judgement jobs show JOB' says why", fmt.Errorf("%d of %d jobs failed", failures, len(ids)))
}

// noneWaits is what is said of a queue all of whose jobs have ended.
func noneWaits(ended int) string {
	switch ended {
	case 0:
		return "no jobs"
	case 1:
		return "no job waits or runs; 1 has ended"
	}
	return fmt.Sprintf("no job waits or runs; %d have ended", ended)
}

// watchedQueue is what jobWatch asks of the queue.
type watchedQueue interface {
	Job(ctx context.Context, id string) (job.Job, error)
	Workers(ctx context.Context) ([]string, error)
}

// jobWatch shows the progress of jobs.
type jobWatch struct {
	q    watchedQueue
	p    *progress
	seen map[string]job.Job
	lack bool // it was said that no worker is running
}

// follow looks at jobs until they have ended.
func (w *jobWatch) follow(ctx context.Context, left []string) (err error) {
	for {
		if left, err = w.look(ctx, left); err != nil || len(left) == 0 {
			return err
		}
		if err := w.tellWorkers(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(watchEvery):
		}
	}
}

// tellWorkers says that no worker is running, and when one has come, once each.
func (w *jobWatch) tellWorkers(ctx context.Context) error {
	workers, err := w.q.Workers(ctx)
	if err != nil {
		return err
	}
	switch lack := len(workers) == 0; {
	case lack && !w.lack:
		w.p.Line("%s", noWorker)
	case !lack && w.lack:
		w.p.Line("a worker is running now")
	}
	w.lack = len(workers) == 0
	return nil
}

// jobStage is a job's state without its progress.
func jobStage(j job.Job) string {
	j.Total = 0
	return jobState(j)
}

// look looks at each job once and returns those that go on.
func (w *jobWatch) look(ctx context.Context, ids []string) (left []string, err error) {
	for _, id := range ids {
		j, err := w.q.Job(ctx, id)
		if err != nil {
			return nil, err
		}
		name := j.Brand
		if name == "" {
			name = id
		}
		before := w.seen[id]
		w.seen[id] = j
		switch was := before.Status == job.Running; {
		case j.Status == job.Running && !was:
			w.p.Start(name)
		case j.Status == job.Pending && was:
			w.p.Leave(name)
		}
		if state := jobStage(j); !w.p.TTY && !j.Status.Ended() && state != jobStage(before) {
			w.p.Line("%s %s", name, state)
		}
		if j.Total > 0 {
			w.p.Step(name, j.Done, j.Total)
		}
		if j.Status.Ended() {
			w.p.Finish(name, "%s %s %s", name, j.Status, jobNote(j))
			continue
		}
		left = append(left, id)
	}
	return left, nil
}
