package lark

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// Register registers the metrics of the long connections of bots, labelled by scene.
func Register(reg prometheus.Registerer, bots []*Bot) error {
	var errs []error
	for _, b := range bots {
		opts := func(name, help string) prometheus.Opts {
			return prometheus.Opts{Name: "judgement_chat_bot_" + name, Help: help, ConstLabels: prometheus.Labels{"scene": b.scene}}
		}
		up := prometheus.NewGaugeFunc(prometheus.GaugeOpts(opts("connected", "1 while the bot has its long connection.")), func() float64 {
			if b.Health().Connected {
				return 1
			}
			return 0
		})
		last := prometheus.NewGaugeFunc(prometheus.GaugeOpts(opts("last_frame_timestamp_seconds", "When something came in last over the bot's long connection; 0: never.")),
			func() float64 { return max(0, float64(b.Health().LastFrame.UnixMilli())/1000) })
		reconnects := prometheus.NewCounterFunc(prometheus.CounterOpts(opts("reconnects_total", "Connections of the bot after its first.")),
			func() float64 { return float64(b.Health().Reconnects) })
		errs = append(errs, reg.Register(up), reg.Register(last), reg.Register(reconnects))
	}
	return errors.Join(errs...)
}
