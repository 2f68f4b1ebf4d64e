// Package calllog keeps one row per call that a job makes of a model: judge, model,
// outcome, tokens, cost, time and error, never what was said. It counts the calls too.
package calllog

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"judgement/internal/database"
	"judgement/internal/llm"
	"judgement/panel"
)

// Call is one call of a model.
type Call struct {
	At        time.Time `json:"at"` // filled in by the database
	JobID     string    `json:"-"`
	Judge     string    `json:"judge"`
	Model     string    `json:"model"`
	Outcome   string    `json:"outcome"` // ok, length, refusal, or what went wrong
	TokensIn  int       `json:"tokens_in"`
	TokensOut int       `json:"tokens_out"`
	Cost      string    `json:"cost"` // a decimal number with its currency, empty if it is unknown
	Error     string    `json:"error"`
	TookMS    int64     `json:"took_ms"`
}

// Total is the sum of calls.
type Total struct {
	Failed, TokensIn, TokensOut int
	Cost                        map[string]panel.Points // by currency, of calls with a known cost
}

// Sum adds calls up.
func Sum(calls []Call) Total {
	t := Total{Cost: map[string]panel.Points{}}
	for _, c := range calls {
		if c.Outcome != "ok" {
			t.Failed++
		}
		t.TokensIn, t.TokensOut = t.TokensIn+c.TokensIn, t.TokensOut+c.TokensOut
		amount, currency, _ := strings.Cut(c.Cost, " ")
		if p, err := panel.ParsePoints(amount); err == nil {
			t.Cost[currency] = t.Cost[currency].Add(p)
		}
	}
	return t
}

// Add adds a call to the log.
func Add(ctx context.Context, q database.Conn, c Call) error {
	_, err := q.Exec(ctx, `INSERT INTO call_log (at_ms, job_id, judge, model, outcome, tokens_in, tokens_out, cost, took_ms, error)
		VALUES ({now}, $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.JobID, c.Judge, c.Model, c.Outcome, c.TokensIn, c.TokensOut, c.Cost, c.TookMS, c.Error)
	return err
}

// OfJob returns the calls of a job, the oldest first.
func OfJob(ctx context.Context, q database.Conn, jobID string) ([]Call, error) {
	return database.Collect(ctx, q, func(row *sql.Rows) (c Call, err error) {
		var at int64
		err = row.Scan(&at, &c.JobID, &c.Judge, &c.Model, &c.Outcome, &c.TokensIn, &c.TokensOut, &c.Cost, &c.TookMS, &c.Error)
		c.At = database.Time(at)
		return c, err
	}, `SELECT at_ms, job_id, judge, model, outcome, tokens_in, tokens_out, cost, took_ms, error
		FROM call_log WHERE job_id = $1 ORDER BY id`, jobID)
}

// jobKey is the context's key of the *run of the job that makes calls.
type jobKey struct{}

// run is what one run of a job writes into the log. A reply doesn't wait for its
// note: it is to be kept at once.
type run struct {
	job     string
	pending sync.WaitGroup
}

// ForJob is a context under which a job's calls are logged. The function waits for
// the last of them.
func ForJob(ctx context.Context, job string) (context.Context, func()) {
	r := &run{job: job}
	return context.WithValue(ctx, jobKey{}, r), r.pending.Wait
}

// Model answers as another model does, and logs and counts each call that is made under
// ForJob. If a call can't be noted, it is made all the same.
type Model struct {
	llm.Model
	db                   *database.DB
	log                  *slog.Logger
	calls, tokens, spent *prometheus.CounterVec
	took                 *prometheus.HistogramVec
}

// New returns the model and registers its metrics; nil: nowhere.
func New(m llm.Model, db *database.DB, log *slog.Logger, reg prometheus.Registerer) *Model {
	to := promauto.With(reg)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return to.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	return &Model{
		Model: m, db: db, log: log,
		calls:  counter("judgement_model_calls_total", "Calls of models that jobs made, by outcome: ok, length, refusal, or what went wrong.", "model", "outcome"),
		tokens: counter("judgement_model_tokens_total", "Tokens that jobs used, by direction: in, out.", "model", "direction"),
		spent:  counter("judgement_model_cost_total", "What the calls of jobs cost, if llm.prices names the model.", "model", "currency"),
		took: to.NewHistogramVec(prometheus.HistogramOpts{
			Name: "judgement_model_call_duration_seconds", Help: "How long calls of models took.",
			Buckets: []float64{.1, .25, .5, 1, 2.5, 5, 10, 20, 40, 80, 160},
		}, []string{"model"}),
	}
}

// Complete implements llm.Model.
func (m *Model) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	r, ok := ctx.Value(jobKey{}).(*run)
	if !ok {
		return m.Model.Complete(ctx, req)
	}
	begin := time.Now()
	reply, err := m.Model.Complete(ctx, req)
	call := m.called(req, reply, err, time.Since(begin))
	call.JobID = r.job
	r.pending.Go(func() {
		keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := Add(keep, m.db, call); err != nil {
			m.log.Warn("note a call of a model", "job", r.job, "error", err)
		}
	})
	return reply, err
}

// called counts a call and returns what the log keeps of it.
func (m *Model) called(req llm.Request, reply llm.Reply, err error, took time.Duration) Call {
	info, usage := m.Info(req.Model), reply.Usage
	c := Call{Judge: req.Judge, Model: info.Name, Outcome: "ok", TookMS: took.Milliseconds()}
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
	m.calls.WithLabelValues(c.Model, c.Outcome).Inc()
	m.took.WithLabelValues(c.Model).Observe(took.Seconds())
	m.tokens.WithLabelValues(c.Model, "in").Add(float64(c.TokensIn))
	m.tokens.WithLabelValues(c.Model, "out").Add(float64(c.TokensOut))
	if info.Price != nil {
		cost := info.Price.Cost(usage)
		c.Cost = cost.Decimal(9) + " " + info.Price.Currency
		if cost.Float() > 0 {
			m.spent.WithLabelValues(c.Model, info.Price.Currency).Add(cost.Float())
		}
	}
	return c
}
