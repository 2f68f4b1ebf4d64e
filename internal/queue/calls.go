package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"judgement/internal/llm"
	"judgement/internal/store"
)

// jobKey is the context's key of the *callLog of the job that is being run.
type jobKey struct{}

// callLog is what one run of a job writes into the log of calls. A reply doesn't
// wait for its note: it is to be kept at once.
type callLog struct {
	job     string
	pending sync.WaitGroup
}

// logsCalls is a context under which a job's calls are logged. The function
// waits for the last of them.
func logsCalls(ctx context.Context, job string) (context.Context, func()) {
	l := &callLog{job: job}
	return context.WithValue(ctx, jobKey{}, l), l.pending.Wait
}

// LogCalls returns a model that answers as m does and keeps each call that a job
// of this queue makes in the database: judge, model, outcome, tokens, cost, time
// and error, never what was said. If a call can't be noted, it is made all the same.
func (q *Queue) LogCalls(m llm.Model) llm.Model { return &loggedModel{m, q} }

type loggedModel struct {
	llm.Model
	q *Queue
}

// Complete implements llm.Model.
func (m *loggedModel) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	log, ok := ctx.Value(jobKey{}).(*callLog)
	if !ok {
		return m.Model.Complete(ctx, req)
	}
	begin := time.Now()
	reply, err := m.Model.Complete(ctx, req)
	call := m.called(req, reply, err, time.Since(begin))
	call.JobID = log.job
	log.pending.Go(func() {
		keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := store.LogCall(keep, m.q.db, call); err != nil {
			m.q.log.Warn("note a call of a model", "job", log.job, "error", err)
		}
	})
	return reply, err
}

// called counts a call and returns what the log keeps of it.
func (m *loggedModel) called(req llm.Request, reply llm.Reply, err error, took time.Duration) store.Call {
	info, usage, count := m.Info(req.Model), reply.Usage, m.q.metrics
	c := store.Call{Judge: req.Judge, Model: info.Name, Outcome: "ok", Took: took}
	var failed *llm.Error
	switch {
	case errors.As(err, &failed):
		c.Outcome, c.Error, usage = failed.Fault.Code.Word(), failed.Error(), failed.Usage
	case err != nil:
		c.Outcome, c.Error = "failed", err.Error()
	case reply.Finish != llm.FinishStop && reply.Finish != "":
		c.Outcome = string(reply.Finish)
	}
	c.TokensIn, c.TokensOut = usage.PromptTokens, usage.CompletionTokens
	count.calls.WithLabelValues(c.Model, c.Outcome).Inc()
	count.took.WithLabelValues(c.Model).Observe(took.Seconds())
	count.tokens.WithLabelValues(c.Model, "in").Add(float64(c.TokensIn))
	count.tokens.WithLabelValues(c.Model, "out").Add(float64(c.TokensOut))
	if info.Price != nil {
		cost := info.Price.Cost(usage)
		c.Cost = cost.Decimal(9) + " " + info.Price.Currency
		if cost.Float() > 0 {
			count.spent.WithLabelValues(c.Model, info.Price.Currency).Add(cost.Float())
		}
	}
	return c
}
