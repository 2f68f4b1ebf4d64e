package app

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/queue"
	"judgement/scene"
)

// Queue is the queue of a workspace with the database that it is kept in.
type Queue struct {
	*queue.Queue
	DB *database.DB

	counts *prometheus.Registry // what this process's worker did
}

// NeedQueue refuses to look for a queue if there is neither a workspace nor a
// named database.
func (p *Process) NeedQueue(what string) error {
	if database.IsPostgres(p.databaseAddress()) {
		return nil
	}
	return p.outside(what, PlaceFix+"; database.url names a database that needs none")
}

// Queue opens the queue, and makes its database if there is none.
func (p *Process) Queue(ctx context.Context) (*Queue, error) {
	return p.queue.get(func() (*Queue, error) {
		db, err := p.Database(ctx)
		if err != nil {
			return nil, err
		}
		counts := prometheus.NewRegistry()
		q, err := queue.New(db, queue.Options{
			Log: p.Log, Random: p.Random, Defaults: p.JobOptions(), Ended: postWebhook, Metrics: counts, PublicURL: p.Settings.Server.PublicURL,
			Kind: func(slug string) (string, error) {
				_, pan, err := scene.Load(p.Workspace.FS, slug, pipeline.Outputs()...)
				if err != nil {
					return "", err
				}
				f, err := pipeline.Find(nil, pan.OutputFormat)
				if err != nil {
					return "", err
				}
				return f.Kind(), nil
			},
		})
		return &Queue{q, db, counts}, err
	})
}

// JobOptions are the settings that a job takes if it says nothing itself.
func (p *Process) JobOptions() job.Options {
	s := p.Settings
	return job.Options{
		Repeats: int(s.Review.Repeats), MaxRepeats: s.Review.MaxRepeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
		MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
	}
}
