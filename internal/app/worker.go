package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/fault"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/attribution"
	"judgement/internal/chat"
	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/internal/queue"
)

// attributionHour is the hour of the day from which on the day's attribution
// run is due, in the configured zone.
const attributionHour = 9

// Work runs queued jobs until ctx ends.
func (p *Process) Work(ctx context.Context) error {
	if err := p.NeedWorkspace("the worker"); err != nil {
		return err
	}
	e, err := p.Engine(ctx)
	if err != nil {
		return err
	}
	if err := p.NeedModel("the worker"); err != nil {
		return err
	}
	q, err := p.Queue(ctx)
	if err != nil {
		return err
	}
	daily, err := p.daily(ctx)
	if err != nil {
		return err
	}
	s, pipe := p.Settings, *e.Pipeline
	reg := q.counts
	pipe.Model = calllog.New(pipe.Model, q.DB, p.Log, reg)
	reg.MustRegister(q.Queue, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return p.withMetrics(ctx, s.Worker.MetricsListen, "worker.metrics_listen", reg, q.Ready, func() error {
		return p.delivering(ctx, q.DB, s, func() error {
			return q.Work(ctx, queue.WorkerOptions{
				Pipeline: &pipe, Jobs: s.Worker.Jobs, SceneJobs: s.Worker.SceneJobs, Drain: s.Worker.Drain,
				Daily: daily, Keep: s.Database.Keep, Folder: filepath.Join(p.Workspace.OutDir, ".judgement"),
			})
		})
	})
}

// withMetrics runs a service while its metrics and probes are served, if its setting
// names an address. They are served until the service has drained. ready may be nil.
func (p *Process) withMetrics(ctx context.Context, address, setting string, reg *prometheus.Registry, ready func() error, run func() error) (err error) {
	if address == "" {
		return run()
	}
	l, err := api.Listen(ctx, address)
	if err != nil {
		return listenFailure("(setting "+setting+")", err)
	}
	p.Log.Info("metrics and probes", "address", l.Addr().String())
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		ended <- (&api.Server{Log: p.Log, Drain: time.Second}).Serve(serving, map[net.Listener]http.Handler{l: api.MetricsHandler(reg, ready)})
	}()
	defer func() { stop(); err = errors.Join(err, <-ended) }()
	return run()
}

// daily is the day's attribution run over the workspace's cases.
func (p *Process) daily(ctx context.Context) (*queue.Daily, error) {
	c, err := p.Checker(ctx)
	if err != nil {
		return nil, err
	}
	return &queue.Daily{
		Hour: attributionHour, Zone: c.Zone, Now: p.Now,
		Done: func(ctx context.Context, day string) (bool, error) {
			d, err := time.ParseInLocation(time.DateOnly, day, c.Zone)
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
	}, nil
}

// webhookSecrets reads the secrets that webhooks are signed with; none: no
// webhooks.
func webhookSecrets(s *config.Settings) (outbox.Secrets, error) {
	secrets, err := outbox.ParseSecrets(s.Webhook.Secrets)
	if err != nil {
		return nil, fault.Refuse(fault.WebhookSecret, "make one with: echo whsec_$(openssl rand -base64 32)", fmt.Errorf("read JUDGEMENT_WEBHOOK_SECRET: %w", err))
	}
	return secrets, nil
}

// postWebhook puts the message about a job's end into the outbox, within the
// transaction that ends it, if the job has a callback address.
func postWebhook(ctx context.Context, tx *database.Tx, j job.Job) error {
	if j.Spec.CallbackURL == "" {
		return nil
	}
	body, err := job.Webhook(j)
	if err != nil {
		return err
	}
	_, err = outbox.Put(ctx, tx, outbox.Message{
		ID: job.WebhookID(j.ID, j.QueueID), Kind: job.WebhookKind, JobID: j.ID, Target: j.Spec.CallbackURL, Payload: string(body), Final: true,
	})
	return err
}

// delivering runs a function while webhooks are delivered. Tries that still run
// when it has ended are cut off and made again by the next process.
func (p *Process) delivering(ctx context.Context, db *database.DB, s *config.Settings, run func() error) error {
	secrets, err := webhookSecrets(s)
	if err != nil {
		return err
	}
	if len(secrets) == 0 {
		p.Log.Info("JUDGEMENT_WEBHOOK_SECRET is not set: this process delivers no webhooks")
		return run()
	}
	owner, err := p.mark(8)
	if err != nil {
		return err
	}
	d := outbox.NewDeliverer(outbox.Options{
		Outbox: outbox.Of(db), Owner: "deliver-" + owner, Jitter: mathrand.Float64, Log: p.Log,
		Kind: job.WebhookKind, Sender: outbox.NewWebhook(outbox.WebhookOptions{
			Secrets: secrets, Allow: s.Webhook.AllowNetworks, Agent: "judgement/" + p.Version, Now: p.Now,
		}),
	})
	// Jobs that end while the worker drains are delivered too.
	delivering, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() { defer close(ended); d.Run(delivering) }()
	defer func() { stop(); <-ended }()
	return run()
}

// mark draws so many random bytes, in hexadecimal digits.
func (p *Process) mark(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(p.Random, b); err != nil {
		return "", fmt.Errorf("draw the name of the process: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// Up runs the server, a worker and, if a scene has one, the chat bots side by
// side; if one of them can't go on, the others are stopped as well.
func (p *Process) Up(ctx context.Context) error {
	if err := p.NeedWorkspace("the service"); err != nil {
		return err
	}
	bots, err := p.hasBots()
	if err != nil {
		return err
	}
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() error { return p.Serve(ctx, false) })
	all.Go(func() error { return p.Work(ctx) })
	if bots {
		all.Go(func() error { return p.Chat(ctx) })
	}
	return all.Wait() // the first error: the others only say that they were stopped
}

// hasBots reports whether there is a bot that takes events over a long
// connection.
func (p *Process) hasBots() (bool, error) {
	all, err := p.Scenes()
	_, roster := loadRoster(all, p.Env, p.Settings.RateLimit)
	return p.Settings.Chat.Mode == config.ChatWebsocket && !errors.Is(roster, chat.ErrNoBots), err
}
