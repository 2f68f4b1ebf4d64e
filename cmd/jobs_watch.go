package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/job"
)

// watchEvery is how often jobs watch looks.
const watchEvery = 300 * time.Millisecond

func (a *App) jobsWatchCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "watch [JOB…]",
		Short: "Show the progress of jobs until they end",
		Long: `Shows bars for the jobs that are named, or for all that wait or run just now, until
they have ended. The exit code is 1 where one of them failed.`,
		Example: `  judgement jobs watch
  judgement jobs watch j-3f1c0a55be2d4c1f9a0b7e66`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.withQueue(c.Context(), func(q *jobQueue) error { return a.watchJobs(c.Context(), q, args) })
		},
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// unended returns the ids of the jobs that wait or run, the oldest first.
func unended(ctx context.Context, q *jobQueue) ([]string, error) {
	var ids []string
	for _, status := range []job.Status{job.Running, job.Pending} {
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

func (a *App) watchJobs(ctx context.Context, q *jobQueue, ids []string) (err error) {
	if len(ids) == 0 {
		if ids, err = unended(ctx, q); err != nil {
			return err
		}
	}
	w := &jobWatch{q: q, p: a.progress(), seen: map[string]job.Job{}}
	defer w.p.end()
	if len(ids) > 0 {
		w.p.begin(len(ids))
	}
	left := slices.Clone(ids)
	for len(left) > 0 {
		if left, err = w.look(ctx, left); err != nil || len(left) == 0 {
			break
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(watchEvery):
		}
	}
	w.p.end()
	if err != nil {
		return err
	}
	jobs := make([]job.Job, len(ids))
	failures := 0
	for i, id := range ids {
		if jobs[i] = w.seen[id]; jobs[i].Status == job.Failed {
			failures++
		}
	}
	if err := a.print(jobs, func(w io.Writer) error { return writeJobs(w, jobs, a.Now()) }); err != nil || failures == 0 {
		return err
	}
	return failed("jobs_failed", "'judgement jobs show JOB' says why", errors.New(fmt.Sprint(failures)+" of "+fmt.Sprint(len(ids))+" jobs failed"))
}

// jobWatch shows the progress of jobs.
type jobWatch struct {
	q    *jobQueue
	p    *progress
	seen map[string]job.Job
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
		if j.Status == job.Running && before.Status != job.Running {
			w.p.start(name)
		}
		if j.Total > 0 {
			w.p.step(name, j.Done, j.Total)
		}
		if j.Status.Ended() {
			w.p.finish(name, "%s %s %s", name, j.Status, jobNote(j))
			continue
		}
		left = append(left, id)
	}
	return left, nil
}
