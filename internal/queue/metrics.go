package queue

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/job"
	"judgement/internal/store"
)

// Metrics counts what the workers of this process do. A nil one counts nothing.
type Metrics struct {
	runs    *prometheus.CounterVec
	running prometheus.Gauge
	calls   *prometheus.CounterVec
	took    *prometheus.HistogramVec
	tokens  *prometheus.CounterVec
	spent   *prometheus.CounterVec
	purged  prometheus.Counter
}

// NewMetrics makes the metrics and registers them.
func NewMetrics(reg prometheus.Registerer) (*Metrics, error) {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		runs:    counter("judgement_worker_job_runs_total", "Runs of jobs by kind and end: done, failed, again (another attempt follows), later (put off), stopped.", "kind", "end"),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "judgement_worker_jobs_running", Help: "Jobs that this process runs."}),
		calls:   counter("judgement_model_calls_total", "Calls of models that jobs made, by outcome: ok, length, refusal, or what went wrong.", "model", "outcome"),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "judgement_model_call_duration_seconds", Help: "How long calls of models took.",
			Buckets: []float64{.1, .25, .5, 1, 2.5, 5, 10, 20, 40, 80, 160},
		}, []string{"model"}),
		tokens: counter("judgement_model_tokens_total", "Tokens that jobs used, by direction: in, out.", "model", "direction"),
		spent:  counter("judgement_model_cost_total", "What the calls of jobs cost, if llm.prices names the model.", "model", "currency"),
		purged: prometheus.NewCounter(prometheus.CounterOpts{Name: "judgement_worker_purged_rows_total", Help: "Rows past their time that this process removed."}),
	}
	for _, c := range []prometheus.Collector{m.runs, m.running, m.calls, m.took, m.tokens, m.spent, m.purged} {
		if err := reg.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return m, nil
}

func (m *Metrics) called(c store.Call, spent cost) {
	if m == nil {
		return
	}
	m.calls.WithLabelValues(c.Model, c.Outcome).Inc()
	m.took.WithLabelValues(c.Model).Observe(c.Took.Seconds())
	m.tokens.WithLabelValues(c.Model, "in").Add(float64(c.TokensIn))
	m.tokens.WithLabelValues(c.Model, "out").Add(float64(c.TokensOut))
	if spent.amount > 0 {
		m.spent.WithLabelValues(c.Model, spent.currency).Add(spent.amount)
	}
}

// Ends of a run, as the metrics name them.
const (
	runDone    = "done"
	runFailed  = "failed"
	runAgain   = "again"   // another attempt follows
	runLater   = "later"   // put off
	runStopped = "stopped" // the worker was
)

// began counts a run that starts; the function counts its end.
func (m *Metrics) began(kind string) (ended func(how string)) {
	if m == nil {
		return func(string) {}
	}
	m.running.Inc()
	return func(how string) {
		m.running.Dec()
		m.runs.WithLabelValues(kind, how).Inc()
	}
}

func (m *Metrics) removed(rows int64) {
	if m != nil {
		m.purged.Add(float64(rows))
	}
}

// scrapeLimit bounds what asking the database may take.
const scrapeLimit = 3 * time.Second

// The metrics of the whole queue.
var (
	upDesc      = prometheus.NewDesc("judgement_database_up", "1 if the database answers, else 0.", nil, nil)
	jobsDesc    = prometheus.NewDesc("judgement_jobs", "Jobs in the database by status.", []string{"status"}, nil)
	oldestDesc  = prometheus.NewDesc("judgement_jobs_oldest_pending_seconds", "How long the oldest pending job has been there; 0 without one.", nil, nil)
	workersDesc = prometheus.NewDesc("judgement_workers", "Workers that hold their lease.", nil, nil)
	outboxDesc  = prometheus.NewDesc("judgement_webhooks", "Webhooks in the outbox by status: waiting, gave_up.", []string{"status"}, nil)
)

// Describe implements prometheus.Collector: the metrics of the whole queue are the same
// whichever process is asked.
func (q *Queue) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{upDesc, jobsDesc, oldestDesc, workersDesc, outboxDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector: jobs by status, how long the oldest has been
// waiting, workers that live, messages to be delivered, and whether the database answers.
func (q *Queue) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeLimit)
	defer cancel()
	gauge := func(d *prometheus.Desc, v int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), labels...)
	}
	counts, err := q.db.Counts(ctx)
	if err != nil {
		gauge(upDesc, 0)
		return
	}
	gauge(upDesc, 1)
	gauge(jobsDesc, counts.Pending, string(job.Pending))
	gauge(jobsDesc, counts.Running, string(job.Running))
	gauge(jobsDesc, counts.Done, string(job.Done))
	gauge(jobsDesc, counts.Failed, string(job.Failed))
	to <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, counts.OldestPending.Seconds())
	if workers, err := q.Workers(ctx); err == nil {
		gauge(workersDesc, len(workers))
	}
	if waiting, gaveUp, err := q.db.OutboxCounts(ctx, job.WebhookKind); err == nil {
		gauge(outboxDesc, waiting, string(store.Waiting))
		gauge(outboxDesc, gaveUp, string(store.GaveUp))
	}
}
