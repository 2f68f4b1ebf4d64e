package api

import (
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// meter counts requests. Its labels are the routes' patterns, never paths.
type meter struct {
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	panics   prometheus.Counter
	inFlight atomic.Int64
}

// newMeter makes the metrics and registers them; without a registry they are
// counted for nobody.
func newMeter(reg prometheus.Registerer, a *API) (*meter, error) {
	m := &meter{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "judgement_http_requests_total", Help: "Answered requests by route, method and status.",
		}, []string{"route", "method", "code"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "judgement_http_request_duration_seconds", Help: "Time from the request's header to the end of its handler.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "judgement_http_panics_total", Help: "Requests that ended in a panic.",
		}),
	}
	if reg == nil {
		return m, nil
	}
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	for _, c := range []prometheus.Collector{
		m.requests, m.latency, m.panics,
		gauge("judgement_http_requests_in_flight", "Requests that are being answered.", func() float64 { return float64(m.inFlight.Load()) }),
		gauge("judgement_attribution_waiting", "Attribution checks that wait for the running one.", func() float64 { return float64(a.gate.waiting.Load()) }),
		gauge("judgement_configuration_problems", "What is wrong with the workspace's files; 0 when healthz says ok.", func() float64 {
			return float64(len(a.catalog.current.Load().problems))
		}),
	} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// series are the metrics of one route, found without a lookup by labels.
type series struct {
	route   string
	latency prometheus.Observer
	counts  *countCache
}

// countCache keeps the counters of a route. Readers never lock.
type countCache struct {
	mu sync.Mutex // of writers
	by atomic.Pointer[map[countKey]prometheus.Counter]
}

type countKey struct {
	method string
	status int
}

func (m *meter) series(route string) series {
	s := series{route: route, latency: m.latency.WithLabelValues(route), counts: &countCache{}}
	s.counts.by.Store(&map[countKey]prometheus.Counter{})
	return s
}

func (m *meter) observe(s *series, method string, status int, took time.Duration) {
	if !knownMethod(method) {
		method = "other" // clients don't make labels
	}
	s.latency.Observe(took.Seconds())
	key := countKey{method, status}
	c, ok := (*s.counts.by.Load())[key]
	if !ok {
		c = s.counts.add(key, m.requests.WithLabelValues(s.route, method, strconv.Itoa(status)))
	}
	c.Inc()
}

// knownMethod reports whether a method is one that HTTP clients send.
func knownMethod(method string) bool {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return true
	}
	return false
}

func (c *countCache) add(key countKey, counter prometheus.Counter) prometheus.Counter {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := maps.Clone(*c.by.Load())
	next[key] = counter
	c.by.Store(&next)
	return counter
}
