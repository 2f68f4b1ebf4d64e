package app

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/config"
	"judgement/internal/job"
	"judgement/internal/queue"
	"judgement/internal/store"
)

// Queue is the queue of a workspace with the database that it is kept in.
type Queue struct {
	*queue.Queue
	DB *store.DB

	counts *prometheus.Registry // what this process's worker did
}

// NeedQueue refuses to look for a queue if there is neither a workspace nor a
// named database.
func (p *Process) NeedQueue(what string) error {
	ws, s, err := p.Settings()
	if err != nil || store.IsPostgres(databaseAddress(ws, s)) {
		return err
	}
	return p.outside(what, PlaceFix+"; database.url names a database that needs none")
}

// Queue opens the queue, and makes its database if there is none.
func (p *Process) Queue(ctx context.Context) (*Queue, error) {
	return p.queue.get(func() (*Queue, error) {
		ws, s, err := p.Settings()
		if err != nil {
			return nil, err
		}
		db, err := p.Database(ctx)
		if err != nil {
			return nil, err
		}
		counts := prometheus.NewRegistry()
		q, err := queue.New(db, queue.Options{
			Log: p.Log, Random: p.Random, Defaults: jobDefaults(s), Ended: postWebhook, Metrics: counts,
			Kind: func(slug string) (string, error) { return kindOf(ws, slug) },
		})
		return &Queue{q, db, counts}, err
	})
}

// jobDefaults are the settings that a job takes where it says nothing itself.
func jobDefaults(s *config.Settings) job.Options {
	return job.Options{
		Repeats: s.Review.Repeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
		MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
	}
}
