package queue

import (
	"context"
	"time"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/outbox"
)

// Detail is a job with everything that is known of it.
type Detail struct {
	Job      job.Job        `json:"job"`
	Message  string         `json:"message,omitempty"` // why it waits or failed
	Events   []jury.Event   `json:"events"`
	Calls    []calllog.Call `json:"calls"`    // of models, the oldest first
	Messages []Message      `json:"messages"` // about its end
}

// Message is one about a job's end, to people or programs outside.
type Message struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind"`
	Status string    `json:"status"`
	Tries  []Attempt `json:"tries"`
}

// Attempt is one try to deliver a message.
type Attempt struct {
	At     time.Time `json:"at"`
	TookMS int64     `json:"took_ms"` // in milliseconds
	Code   int       `json:"code"`    // of the receiver's answer; 0: there was none
	Error  string    `json:"error"`
}

// shownEvents is how many events of a job its Detail has at most.
const shownEvents = 10_000

// Detail returns a job with everything that is known of it. Errors: job.ErrUnknown,
// job.ErrUnavailable.
func (q *Queue) Detail(ctx context.Context, id string) (*Detail, error) {
	j, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	d := &Detail{Job: j, Message: j.Message}
	if d.Events, err = q.Events(ctx, id, 0, shownEvents); err != nil {
		return nil, err
	}
	calls, err := calllog.OfJob(ctx, q.db, id)
	if err == nil {
		d.Calls = append([]calllog.Call{}, calls...) // never null
		d.Messages, err = messages(ctx, q.db, id)
	}
	return d, outOfReach(err)
}

func messages(ctx context.Context, db *database.DB, id string) ([]Message, error) {
	out := []Message{}
	all, err := outbox.OfJob(ctx, db, id)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		tries, err := outbox.Tries(ctx, db, m.ID)
		if err != nil {
			return nil, err
		}
		one := Message{ID: m.ID, Kind: m.Kind, Status: string(m.Status), Tries: []Attempt{}}
		for _, t := range tries {
			one.Tries = append(one.Tries, Attempt{At: t.At, TookMS: t.Took.Milliseconds(), Code: t.Code, Error: t.Error})
		}
		out = append(out, one)
	}
	return out, nil
}
