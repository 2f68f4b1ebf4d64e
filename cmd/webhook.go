package cmd

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"

	"judgement/config"
	"judgement/internal/deliver"
	"judgement/internal/job"
	"judgement/internal/store"
)

// webhookSecrets reads the secrets that webhooks are signed with; none: no
// webhooks.
func webhookSecrets(s *config.Settings) (deliver.Secrets, error) {
	secrets, err := deliver.ParseSecrets(s.Webhook.Secrets)
	if err != nil {
		return nil, &failure{exit: exitUsage, code: "webhook_secret", err: fmt.Errorf("read JUDGEMENT_WEBHOOK_SECRET: %w", err), fix: "make one with: echo whsec_$(openssl rand -base64 32)"}
	}
	return secrets, nil
}

// postWebhook puts the message about a job's end into the outbox, within the
// transaction that ends it, if the job has a callback address.
func postWebhook(ctx context.Context, tx *store.Tx, j job.Job) error {
	if j.Spec.CallbackURL == "" {
		return nil
	}
	body, err := job.Webhook(j)
	if err != nil {
		return err
	}
	_, err = tx.PutMessage(ctx, store.OutboxMessage{
		ID: job.WebhookID(j.ID, j.QueueID), Kind: job.WebhookKind, JobID: j.ID, Target: j.Spec.CallbackURL, Payload: string(body), Final: true,
	})
	return err
}

// delivering runs a function while webhooks are delivered. Tries that still run
// when it has ended are cut off and made again by the next process.
func (a *App) delivering(ctx context.Context, db *store.DB, s *config.Settings, log *slog.Logger, run func() error) error {
	secrets, err := webhookSecrets(s)
	if err != nil {
		return err
	}
	if len(secrets) == 0 {
		log.Info("JUDGEMENT_WEBHOOK_SECRET is not set: this process delivers no webhooks")
		return run()
	}
	owner := make([]byte, 8)
	if _, err := io.ReadFull(a.Random, owner); err != nil {
		return fmt.Errorf("draw the name of the deliverer: %w", err)
	}
	d := deliver.New(deliver.Options{
		Outbox: db, Owner: "deliver-" + hex.EncodeToString(owner), Jitter: mathrand.Float64, Log: log,
		Kind: job.WebhookKind, Sender: deliver.NewWebhook(deliver.WebhookOptions{
			Secrets: secrets, Allow: s.Webhook.AllowNetworks, Agent: "judgement/" + readBuildInfo().Version, Now: a.Now,
		}),
	})
	// The ends of jobs that end while the worker drains are delivered, too.
	delivering, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() { defer close(ended); d.Run(delivering) }()
	defer func() { stop(); <-ended }()
	return run()
}
