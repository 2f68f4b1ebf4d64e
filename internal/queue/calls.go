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
// and error, never what was said. A call that can't be noted is none the worse.
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
	call, cost := m.call(req, reply, err)
	call.JobID, call.Took = log.job, time.Since(begin)
	m.q.opts.Metrics.called(call, cost)
	log.pending.Go(func() {
		keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := m.q.db.LogCall(keep, call); err != nil {
			m.q.log.Warn("note a call of a model", "job", log.job, "error", err)
		}
	})
	return reply, err
}

// call is what the log keeps of a call, with its cost as a number; 0 where the
// price is unknown.
func (m *loggedModel) call(req llm.Request, reply llm.Reply, err error) (store.Call, cost) {
	info := m.Info(req.Model)
	c := store.Call{Judge: req.Judge, Model: info.Name, Outcome: "ok"}
	usage := reply.Usage
	var failed *llm.Error
	switch {
	case errors.As(err, &failed):
		c.Outcome, c.Error, usage = string(failed.Kind), failed.Message, failed.Usage
	case err != nil:
		c.Outcome, c.Error = "failed", err.Error()
	case reply.Finish != llm.FinishStop && reply.Finish != "":
		c.Outcome = string(reply.Finish)
	}
	c.TokensIn, c.TokensOut = usage.PromptTokens, usage.CompletionTokens
	var spent cost
	if info.Price != nil {
		amount := info.Price.Cost(usage)
		c.Cost = amount.Decimal(9) + " " + info.Price.Currency
		spent = cost{info.Price.Currency, amount.Float()}
	}
	return c, spent
}

// cost is an amount of money.
type cost struct {
	currency string
	amount   float64
}
