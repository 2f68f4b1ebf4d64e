package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/document"
	"judgement/internal/job"
)

// checkQueued refuses settings that a queued job can't take along: they are those
// of the worker that runs it.
func checkQueued(c *cobra.Command) error {
	for _, flag := range []string{"model", "provider", "concurrency", "formats", "pdf-engine"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return usageError("give it to 'judgement worker', or set "+f.Annotations[settingKey][0]+" where that runs", "--queue does not go with --%s: the worker's settings decide", flag)
		}
	}
	return nil
}

// noWorker is said if jobs wait that nobody runs.
const noWorker = "no worker is running: start one with 'judgement worker'"

// submit puts documents into the queue and prints their jobs. A document that
// can't be read stops no other.
func (r *reviewRun) submit(ctx context.Context, inputs []input) error {
	q, err := r.app.Queue(ctx)
	if err != nil {
		return err
	}
	var jobs []job.Job
	show := func() error {
		if len(jobs) == 0 {
			return nil
		}
		return r.app.printJobs(jobs)
	}
	bad := rejects{of: len(inputs)}
	for _, in := range inputs {
		j, err := r.submitOne(ctx, q, in)
		if err == nil {
			jobs = append(jobs, j)
		} else if err := bad.refuse(ctx, in, err); err != nil {
			return errors.Join(show(), err)
		}
	}
	if err := show(); err != nil {
		return err
	}
	if workers, err := q.Workers(ctx); err == nil && len(workers) == 0 && len(jobs) > 0 {
		r.p.Line("%s", noWorker)
	}
	bad.tell(r.p)
	return bad.end("can't be judged", "the reasons are above; the others are queued: run the command for these alone once they are repaired")
}

// submitOne reads a document as its job will, so that what can't be judged is said
// now, and puts it into the queue.
func (r *reviewRun) submitOne(ctx context.Context, q *app.Queue, in input) (job.Job, error) {
	data, err := r.app.readInput(in.path, maxInput)
	if err != nil {
		return job.Job{}, err
	}
	if _, err := document.Read(ctx, in.name, data, r.engine.Pipeline.Intake); err != nil {
		return job.Job{}, reviewFailure(fmt.Errorf("%s: %w", in.name, err))
	}
	sum := sha256.Sum256(data)
	receipt, err := q.Submit(ctx, job.Submission{
		SceneSlug: r.scene, Brand: in.brand, Filename: in.name, Data: data, DocumentSHA256: hex.EncodeToString(sum[:]),
		Options: job.Options{Language: r.language, Checkpoints: r.checkpoints}, Origin: job.Origin{Kind: "cli"},
	})
	if err != nil {
		return job.Job{}, fmt.Errorf("%s: %w", in.name, err)
	}
	return receipt.Job, nil
}
