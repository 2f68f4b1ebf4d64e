package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/document"
	"judgement/internal/job"
	"judgement/internal/queue"
	"judgement/internal/store"
	"judgement/panel"
	"judgement/scene"
)

// jobQueue is the queue of a workspace with the database that it is kept in.
type jobQueue struct {
	*queue.Queue
	db *store.DB
}

// openQueue opens the queue, and makes its database where there is none. The
// caller closes the database.
func (a *App) openQueue(ctx context.Context, ws config.Workspace, s *config.Settings, log *slog.Logger) (*jobQueue, error) {
	return a.openMeteredQueue(ctx, ws, s, log, nil)
}

// openMeteredQueue is openQueue for a process that counts what its worker does.
func (a *App) openMeteredQueue(ctx context.Context, ws config.Workspace, s *config.Settings, log *slog.Logger, m *queue.Metrics) (*jobQueue, error) {
	db, err := store.Open(ctx, databaseAddress(ws, s))
	if err != nil {
		return nil, err
	}
	q, err := queue.New(db, queue.Options{
		Log: log, Random: a.Random, Defaults: jobDefaults(s), Ended: postWebhook, Metrics: m,
		Kind: func(slug string) (string, error) {
			_, p, err := scene.Load(ws.FS, slug)
			if err == nil && p.OutputFormat == panel.MeetingSummary {
				return "meeting", nil
			}
			return "review", err
		},
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &jobQueue{q, db}, nil
}

// jobDefaults are the settings that a job takes where it says nothing itself.
func jobDefaults(s *config.Settings) job.Options {
	return job.Options{
		Repeats: s.Review.Repeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
		MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
	}
}

// shareRate limits the rate of the model's calls over all processes, if one is set.
func (a *App) shareRate(ctx context.Context, e *engine) error {
	if e.settings.LLM.CallsPerMinute == 0 || usesOffline(e.settings) {
		return nil
	}
	db, err := store.Open(ctx, databaseAddress(e.workspace, e.settings))
	if err != nil {
		return err
	}
	e.close = append(e.close, func() { _ = db.Close() })
	e.pipeline.Gate = queue.NewRateLimiter(db, e.settings.LLM.CallsPerMinute)
	return nil
}

// checkQueued refuses settings that a queued job can't take along: they are those
// of the worker that runs it.
func (s *settingFlags) checkQueued(c *cobra.Command) error {
	for _, flag := range []string{"model", "provider", "concurrency", "formats", "pdf-engine"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return usageError("give it to 'judgement worker', or set "+s.bound[flag]+" where that runs", "--queue does not go with --%s: the worker's settings decide", flag)
		}
	}
	return nil
}

// noWorker is said where jobs wait that nobody runs.
const noWorker = "no worker is running: start one with 'judgement worker'"

// submit puts documents into the queue and prints their jobs. A document that
// can't be read stops no other.
func (a *App) submit(ctx context.Context, e *engine, o *reviewOptions, inputs []input) error {
	q, err := a.openQueue(ctx, e.workspace, e.settings, nil)
	if err != nil {
		return err
	}
	defer q.db.Close()
	jobs := make([]job.Job, 0, len(inputs))
	bad := rejects{of: len(inputs)}
	for _, in := range inputs {
		j, err := a.submitOne(ctx, q, e, o, in)
		if err == nil {
			jobs = append(jobs, j)
		} else if err := bad.add(ctx, in, err); err != nil {
			return errors.Join(a.printJobs(jobs), err)
		}
	}
	if err := a.printJobs(jobs); err != nil {
		return err
	}
	if workers, err := q.Workers(ctx); err == nil && len(workers) == 0 && len(jobs) > 0 {
		a.progress().line("%s", noWorker)
	}
	return bad.end(a.progress(), "the reasons stand above; the others are queued: run the command for these alone once they are mended")
}

func (a *App) printJobs(jobs []job.Job) error {
	if len(jobs) == 0 {
		return nil
	}
	return a.print(jobs, func(w io.Writer) error { return writeJobs(w, jobs, a.Now()) })
}

// submitOne reads a document as its job will, so that what can't be judged is said
// now, and puts it into the queue.
func (a *App) submitOne(ctx context.Context, q *jobQueue, e *engine, o *reviewOptions, in input) (job.Job, error) {
	data, err := a.readInput(in.path, maxInput)
	if err != nil {
		return job.Job{}, err
	}
	if _, err := document.Read(ctx, in.name, data, e.pipeline.Intake); err != nil {
		return job.Job{}, reviewFailure(fmt.Errorf("%s: %w", in.name, err))
	}
	sum := sha256.Sum256(data)
	r, err := q.Submit(ctx, job.Submission{
		SceneSlug: o.scene, Brand: in.brand, Filename: in.name, Data: data, DocumentSHA256: hex.EncodeToString(sum[:]),
		Options: job.Options{Language: o.language, Checkpoints: o.checkpoints}, Origin: job.Origin{Kind: "cli"},
	})
	if err != nil {
		return job.Job{}, fmt.Errorf("%s: %w", in.name, err)
	}
	return r.Job, nil
}
