package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/outbox"
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

// JobDetail is what jobs show prints.
type JobDetail struct {
	Job      job.Job        `json:"job"`
	Message  string         `json:"message,omitempty"` // why it waits or failed
	Events   []jury.Event   `json:"events"`
	Calls    []calllog.Call `json:"calls"`    // of models, the oldest first
	Messages []JobMessage   `json:"messages"` // about its end
}

// JobMessage says to the world that a job has ended.
type JobMessage struct {
	ID     string       `json:"id"`
	Kind   string       `json:"kind"`
	Status string       `json:"status"`
	Tries  []JobAttempt `json:"tries"`
}

// JobAttempt is one try to deliver a message.
type JobAttempt struct {
	At     time.Time `json:"at"`
	TookMS int64     `json:"took_ms"`
	Code   int       `json:"code"` // of the receiver's answer; 0: there was none
	Error  string    `json:"error"`
}

// Detail returns a job with everything that is known of it.
func (q *Queue) Detail(ctx context.Context, id string) (*JobDetail, error) {
	j, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	d := &JobDetail{Job: j, Message: j.Message}
	if d.Events, err = q.Events(ctx, id, 0, 10_000); err != nil {
		return nil, err
	}
	calls, err := calllog.OfJob(ctx, q.DB, id)
	if err != nil {
		return nil, err
	}
	d.Calls = append([]calllog.Call{}, calls...) // never null
	d.Messages, err = jobMessages(ctx, q.DB, id)
	return d, err
}

func jobMessages(ctx context.Context, db *database.DB, id string) ([]JobMessage, error) {
	out := []JobMessage{}
	all, err := outbox.OfJob(ctx, db, id)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		tries, err := outbox.Tries(ctx, db, m.ID)
		if err != nil {
			return nil, err
		}
		one := JobMessage{ID: m.ID, Kind: m.Kind, Status: string(m.Status), Tries: []JobAttempt{}}
		for _, t := range tries {
			one.Tries = append(one.Tries, JobAttempt{At: t.At, TookMS: t.Took.Milliseconds(), Code: t.Code, Error: t.Error})
		}
		out = append(out, one)
	}
	return out, nil
}
