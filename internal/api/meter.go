package api

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// meter counts requests. Its labels are the routes' patterns, never paths.
type meter struct {
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	panics   prometheus.Counter
	inFlight atomic.Int64
}

// newMeter makes the metrics and registers them; without a registry they are not exported.
func newMeter(reg prometheus.Registerer, a *API) *meter {
	with := promauto.With(reg)
	m := &meter{
		requests: with.NewCounterVec(prometheus.CounterOpts{
			Name: "judgement_http_requests_total", Help: "Answered requests by route, method and status.",
		}, []string{"route", "method", "code"}),
		latency: with.NewHistogramVec(prometheus.HistogramOpts{
			Name: "judgement_http_request_duration_seconds", Help: "Time from the request's header to the end of its handler.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		panics: with.NewCounter(prometheus.CounterOpts{
			Name: "judgement_http_panics_total", Help: "Requests that ended in a panic.",
		}),
	}
	with.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "judgement_http_requests_in_flight", Help: "Requests that are being answered.",
	}, func() float64 { return float64(m.inFlight.Load()) })
	with.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "judgement_attribution_waiting", Help: "Attribution checks that wait for the running one.",
	}, func() float64 { return float64(a.waiting.Load()) })
	with.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "judgement_configuration_problems", Help: "What is wrong with the workspace's files; 0 when healthz says ok.",
	}, func() float64 { return float64(len(a.catalog.current.Load().problems)) })
	return m
}
