package cmd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/spf13/cobra"

	"judgement/config"
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
again. On SIGTERM, SIGHUP or Ctrl-C running jobs may go on for a while (setting
worker.drain); what isn't done then is put back. A second Ctrl-C ends the process
at once.

What is past its time (setting database.keep) is removed once an hour by one of
the workers; 'judgement db prune' does it at once.

With --metrics-listen it serves Prometheus metrics at /metrics and probes:
/healthz answers while the process lives, /readyz while it may take jobs.

A model must be set, or the offline baseline asked for by name.`,
		Example: `  judgement worker
  judgement worker --jobs 16 --concurrency 64
  judgement worker --provider offline --metrics-listen 127.0.0.1:9423`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.logged(flags.given(c), func(log *slog.Logger) error { return a.runWorker(c.Context(), flags.given(c), log) })
		},
	}
	flags.addWorker(c)
	flags.add(c, "metrics-listen", "worker.metrics_listen", "address of the Prometheus metrics and probes (setting worker.metrics_listen)")
	flags.add(c, "log-format", "server.log_format", "json, text or none (setting server.log_format)")
	return c
}

// logged calls run with a log in the configured format.
func (a *App) logged(flags map[string]string, run func(*slog.Logger) error) (err error) {
	ws, s, err := a.loadSettings(flags)
	if err != nil {
		return err
	}
	_ = ws.Close()
	lines := api.NewLogBuffer(a.Err)
	defer func() { err = errors.Join(err, lines.Close()) }()
	log := newServerLog(s.Server.LogFormat, lines)
	a.warnOfVariables(func(text string) { log.Warn(text) })
	return run(log)
}

func (a *App) runWorker(ctx context.Context, flags map[string]string, log *slog.Logger) error {
	if err := a.needWorkspace("the worker"); err != nil {
		return err
	}
	e, err := a.engine(ctx, flags)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := needModel(e.settings, "the worker"); err != nil {
		return err
	}
	s := e.settings
	reg := prometheus.NewRegistry()
	metrics, err := queue.NewMetrics(reg)
	if err != nil {
		return err
	}
	q, err := a.openMeteredQueue(ctx, e.workspace, s, log, metrics)
	if err != nil {
		return err
	}
	defer q.db.Close()
	e.pipeline.Model = q.LogCalls(e.pipeline.Model)
	return a.watched(ctx, s, q, reg, log, func() error {
		return a.delivering(ctx, q.db, s, log, func() error {
			return q.Work(ctx, queue.WorkerOptions{
				Pipeline: e.pipeline, Jobs: s.Worker.Jobs, SceneJobs: s.Worker.SceneJobs, Drain: s.Worker.Drain,
				Daily: a.daily(e), Keep: s.Database.Keep, Folder: filepath.Join(e.workspace.OutDir, ".judgement"),
			})
		})
	})
}

// watched runs a worker while its metrics and probes are served, where the
// settings name an address. They are served until the worker has drained.
func (a *App) watched(ctx context.Context, s *config.Settings, q *jobQueue, reg *prometheus.Registry, log *slog.Logger, run func() error) (err error) {
	if s.Worker.MetricsListen == "" {
		return run()
	}
	reg.MustRegister(q.Queue, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	l, err := api.Listen(ctx, s.Worker.MetricsListen)
	if err != nil {
		return listenFailure("(setting worker.metrics_listen)", err)
	}
	log.Info("metrics and probes", "address", l.Addr().String())
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		ended <- (&api.Server{Log: log, Drain: time.Second}).Serve(serving, map[net.Listener]http.Handler{l: api.MetricsHandler(reg, q.Ready)})
	}()
	defer func() { stop(); err = errors.Join(err, <-ended) }()
	return run()
}

// daily is the day's attribution run over the engine's cases.
func (a *App) daily(e *engine) *queue.Daily {
	c := a.checker(e.storage, e.workspace, e.settings)
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
