package queue

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/internal/store"
)

// metrics count what the workers of this process do.
type metrics struct {
	runs    *prometheus.CounterVec
	running prometheus.Gauge
	purged  prometheus.Counter
}

// newMetrics makes the metrics and registers them; nil: nowhere.
func newMetrics(reg prometheus.Registerer) *metrics {
	to := promauto.With(reg)
	return &metrics{
		runs: to.NewCounterVec(prometheus.CounterOpts{
			Name: "judgement_worker_job_runs_total", Help: "Runs of jobs by kind and end: done, failed, again (another attempt follows), later (put off), stopped.",
		}, []string{"kind", "end"}),
		running: to.NewGauge(prometheus.GaugeOpts{Name: "judgement_worker_jobs_running", Help: "Jobs that this process runs."}),
		purged:  to.NewCounter(prometheus.CounterOpts{Name: "judgement_worker_purged_rows_total", Help: "Rows past their time that this process removed."}),
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
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counts, err := store.CountJobs(ctx, q.db)
	if err != nil {
		gauge(upDesc, 0)
		return
	}
	gauge(upDesc, 1)
	gauge(jobsDesc, float64(counts.Pending), string(job.Pending))
	gauge(jobsDesc, float64(counts.Running), string(job.Running))
	gauge(jobsDesc, float64(counts.Done), string(job.Done))
	gauge(jobsDesc, float64(counts.Failed), string(job.Failed))
	gauge(oldestDesc, counts.OldestPending.Seconds())
	if workers, err := q.Workers(ctx); err == nil {
		gauge(workersDesc, float64(len(workers)))
	}
	if waiting, gaveUp, err := outbox.Count(ctx, q.db, job.WebhookKind); err == nil {
		gauge(outboxDesc, float64(waiting), string(outbox.Waiting))
		gauge(outboxDesc, float64(gaveUp), string(outbox.GaveUp))
	}
}
