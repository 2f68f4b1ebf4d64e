package lark

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Register registers the metrics of the long connections of bots, labelled by scene.
func Register(reg prometheus.Registerer, bots []*Bot) {
	with := promauto.With(reg)
	for _, b := range bots {
		scene := prometheus.Labels{"scene": b.scene}
		with.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "judgement_chat_bot_connected", Help: "1 while the bot has its long connection.", ConstLabels: scene,
		}, func() float64 {
			if b.Health().Connected {
				return 1
			}
			return 0
		})
		with.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "judgement_chat_bot_last_frame_timestamp_seconds", Help: "When something came in last over the bot's long connection; 0: never.", ConstLabels: scene,
		}, func() float64 { return max(0, float64(b.Health().LastFrame.UnixMilli())/1000) })
		with.NewCounterFunc(prometheus.CounterOpts{
			Name: "judgement_chat_bot_reconnects_total", Help: "Connections of the bot after its first.", ConstLabels: scene,
		}, func() float64 { return float64(b.Health().Reconnects) })
	}
}
