package chat

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics counts what bots do. Labels are application ids and closed sets.
type metrics struct {
	events     *prometheus.CounterVec // by app_id, status
	deliveries *prometheus.CounterVec // by app_id, result
	held       *prometheus.GaugeVec
	open, due  prometheus.Gauge
	scenes     map[string]string
}

func newMetrics(reg prometheus.Registerer, bots []*Bot) *metrics {
	with := promauto.With(reg)
	m := &metrics{
		events:     with.NewCounterVec(prometheus.CounterOpts{Name: "judgement_chat_events_total", Help: "Events of bots, by result."}, []string{"scene", "status"}),
		deliveries: with.NewCounterVec(prometheus.CounterOpts{Name: "judgement_chat_deliveries_total", Help: "Tries to deliver from the outbox, by result."}, []string{"scene", "result"}),
		held:       with.NewGaugeVec(prometheus.GaugeOpts{Name: "judgement_chat_bot_served", Help: "1 while this process serves the bot; 0 while another holds its lease."}, []string{"scene"}),
		open:       with.NewGauge(prometheus.GaugeOpts{Name: "judgement_chat_open_jobs", Help: "Jobs of bots that have not ended."}),
		due:        with.NewGauge(prometheus.GaugeOpts{Name: "judgement_chat_outbox_due", Help: "Messages of the outbox that are due: they are being delivered."}),
		scenes:     map[string]string{},
	}
	for _, b := range bots {
		m.scenes[b.AppID] = b.Scene.Slug
	}
	return m
}

// serves shows whether this process has the lease of an application.
func (m *metrics) serves(app string, served float64) {
	m.held.WithLabelValues(m.scene(app)).Set(served)
}

func (m *metrics) event(app, status string) { m.events.WithLabelValues(m.scene(app), status).Inc() }

func (m *metrics) delivery(app, result string) {
	m.deliveries.WithLabelValues(m.scene(app), result).Inc()
}

// scene is the label of an application; events of foreign ones share one, so
// that they can't make labels without end.
func (m *metrics) scene(app string) string {
	if s, ok := m.scenes[app]; ok {
		return s
	}
	return "unknown"
}
