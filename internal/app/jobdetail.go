package app

import (
	"context"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

// JobDetail is what jobs show prints.
type JobDetail struct {
	Job      job.Job      `json:"job"`
	Message  string       `json:"message,omitempty"` // why it waits or failed
	Events   []jury.Event `json:"events"`
	Calls    []JobCall    `json:"calls"`    // of models, the oldest first
	Messages []JobMessage `json:"messages"` // about its end
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

// JobCall is one call of a model that a job made.
type JobCall struct {
	At        time.Time `json:"at"`
	Judge     string    `json:"judge"`
	Model     string    `json:"model"`
	Outcome   string    `json:"outcome"` // ok, length, refusal, or what went wrong
	TokensIn  int       `json:"tokens_in"`
	TokensOut int       `json:"tokens_out"`
	Cost      string    `json:"cost"` // with its currency; empty if the price is unknown
	TookMS    int64     `json:"took_ms"`
	Error     string    `json:"error"`
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
	if d.Calls, err = jobCalls(ctx, q.DB, id); err != nil {
		return nil, err
	}
	d.Messages, err = jobMessages(ctx, q.DB, id)
	return d, err
}

func jobCalls(ctx context.Context, db *store.DB, id string) ([]JobCall, error) {
	out := []JobCall{}
	all, err := db.Calls(ctx, id)
	for _, c := range all {
		out = append(out, JobCall{
			At: c.At, Judge: c.Judge, Model: c.Model, Outcome: c.Outcome, TokensIn: c.TokensIn, TokensOut: c.TokensOut,
			Cost: c.Cost, TookMS: c.Took.Milliseconds(), Error: c.Error,
		})
	}
	return out, err
}

func jobMessages(ctx context.Context, db *store.DB, id string) ([]JobMessage, error) {
	out := []JobMessage{}
	all, err := db.Messages(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		tries, err := db.Deliveries(ctx, m.ID)
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

// Answers counts how asking each judge ended, and how often it gave nothing of
// use. Of a phase that ran several times the last time counts.
func Answers(events []jury.Event) (unusable, all int) {
	type count struct{ unusable, all int }
	phases := map[string]count{}
	for _, e := range events {
		n := phases[e.Phase]
		switch e.Type {
		case jury.PhaseStarted:
			n = count{}
		case jury.JudgeFinished:
			n.all++
			if e.Outcome == nil || *e.Outcome != jury.OK {
				n.unusable++
			}
		case jury.JudgeStarted, jury.JudgeRetry, jury.JobDone, jury.JobFailed:
			continue
		}
		phases[e.Phase] = n
	}
	for _, n := range phases { // a sum
		unusable, all = unusable+n.unusable, all+n.all
	}
	return unusable, all
}
