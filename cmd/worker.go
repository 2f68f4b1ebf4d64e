package cmd

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/api"
	"judgement/internal/attribution"
	"judgement/internal/queue"
)

// attributionHour is the hour of the day from which on the day's attribution
// run is due, in the configured zone.
const attributionHour = 9

// workerFlags are the flags of every command that runs jobs.
func (s *settingFlags) addWorker(c *cobra.Command) {
	s.addModel(c)
	s.add(c, "jobs", "worker.jobs", "jobs at once (setting worker.jobs)")
	s.add(c, "drain", "worker.drain", "how long running jobs may go on at the end (setting worker.drain)")
}

func (a *App) workerCmd() *cobra.Command {
	flags := &settingFlags{}
	c := &cobra.Command{
		Use:   "worker",
		Short: "Run queued reviews and meeting summaries",
		Long: `Runs the jobs of the queue until it is interrupted: reviews and meeting summaries,
each with the panel and the pipeline of its scene, and the day's attribution run
from 09:00 on in the configured zone (setting time_zone).

Any number of workers may run on one database. A worker that dies loses nothing:
within ten seconds its jobs go on elsewhere, and what was answered is not paid for
again. On SIGTERM or Ctrl-C running jobs may go on for a while (setting
worker.drain); what isn't done then is put back. A second Ctrl-C ends the process
at once.

A model must be set, or the offline baseline asked for by name.`,
		Example: `  judgement worker
  judgement worker --jobs 16 --concurrency 64
  judgement worker --provider offline`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.logged(flags.given(c), func(log *slog.Logger) error { return a.runWorker(c.Context(), flags.given(c), log) })
		},
	}
	flags.addWorker(c)
	flags.add(c, "log-format", "server.log_format", "json, text or none (setting server.log_format)")
	return c
}

// logged calls run with a log in the configured format.
func (a *App) logged(flags map[string]string, run func(*slog.Logger) error) (err error) {
	ws, s, err := a.settings(flags)
	if err != nil {
		return err
	}
	_ = ws.Close()
	lines := api.NewLogBuffer(a.Err)
	defer func() { err = errors.Join(err, lines.Close()) }()
	return run(newServerLog(s.Server.LogFormat, lines))
}

func (a *App) runWorker(ctx context.Context, flags map[string]string, log *slog.Logger) error {
	e, err := a.engine(ctx, flags)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := needModel(e.settings, "the worker"); err != nil {
		return err
	}
	q, err := a.openQueue(ctx, e.workspace, e.settings, log)
	if err != nil {
		return err
	}
	defer q.db.Close()
	s := e.settings
	return a.delivering(ctx, q.db, s, log, func() error {
		return q.Work(ctx, queue.WorkerOptions{
			Pipeline: e.pipeline, Jobs: s.Worker.Jobs, SceneJobs: s.Worker.SceneJobs, Drain: s.Worker.Drain,
			Daily: a.daily(e),
		})
	})
}

// daily is the day's attribution run over the engine's cases.
func (a *App) daily(e *engine) *queue.Daily {
	c := &attribution.Checker{Storage: e.storage.Storage, Files: e.workspace.FS, Now: a.Now, Zone: e.settings.TimeZone}
	return &queue.Daily{
		Hour: attributionHour, Zone: e.settings.TimeZone, Now: a.Now,
		Done: func(ctx context.Context, day string) (bool, error) {
			d, err := time.ParseInLocation(time.DateOnly, day, e.settings.TimeZone)
			if err != nil {
				return false, err
			}
			return c.Ran(ctx, d)
		},
		Run: func(ctx context.Context, _ string) (string, error) {
			sum, err := c.Run(ctx, attribution.Options{})
			if errors.Is(err, attribution.ErrBusy) {
				err = queue.ErrBusy
			}
			return sum.RawOutput, err
		},
	}
}
