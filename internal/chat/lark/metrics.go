package lark

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// collector shows how the long connections of bots are.
type collector struct {
	bots                                     []*Bot
	up, last, reconnects, malformed, foreign *prometheus.Desc
}

// NewCollector returns the metrics of bots, labelled by scene.
func NewCollector(bots []*Bot) prometheus.Collector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("judgement_chat_bot_"+name, help, []string{"scene"}, nil)
	}
	return &collector{
		bots:       bots,
		up:         desc("connected", "1 while the bot's long connection stands."),
		last:       desc("last_frame_timestamp_seconds", "When something came in last over the bot's long connection; 0: never."),
		reconnects: desc("reconnects_total", "Connections of the bot after its first."),
		malformed:  desc("malformed_events_total", "Events that could not be read."),
		foreign:    desc("foreign_events_total", "Events that were another application's."),
	}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.up, c.last, c.reconnects, c.malformed, c.foreign} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	for _, b := range c.bots {
		h := b.Health()
		up := 0.0
		if h.Connected {
			up = 1
		}
		out <- prometheus.MustNewConstMetric(c.up, prometheus.GaugeValue, up, h.Scene)
		out <- prometheus.MustNewConstMetric(c.last, prometheus.GaugeValue, seconds(h.LastFrame), h.Scene)
		out <- prometheus.MustNewConstMetric(c.reconnects, prometheus.CounterValue, float64(h.Reconnects), h.Scene)
		out <- prometheus.MustNewConstMetric(c.malformed, prometheus.CounterValue, float64(h.Malformed), h.Scene)
		out <- prometheus.MustNewConstMetric(c.foreign, prometheus.CounterValue, float64(h.Foreign), h.Scene)
	}
}

func seconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}
