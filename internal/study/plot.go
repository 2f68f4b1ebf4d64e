package study

import (
	"math"

	"judgement/report"
)

// plot draws the figures of the judges, the panel and the people with their intervals.
func (w *writer) plot(l Lens) {
	b := report.Intervals{Title: w.figureName(), Low: math.Inf(1), High: math.Inf(-1)}
	row := func(label string, v *Interval, strong bool) {
		if v != nil {
			b.Rows = append(b.Rows, report.IntervalRow{Label: label, Value: v.Value, Low: v.Low, High: v.High, Strong: strong})
			b.Low, b.High = min(b.Low, v.Low), max(b.High, v.High)
		}
	}
	for _, j := range l.Judges {
		row(w.names.judge(j.Name), j.Merit, false)
	}
	if l.Panel != nil {
		row(w.say("Panel", "评审团"), l.Panel.Merit, true)
	}
	if l.People != nil {
		row(w.say("One person against the others", "单人与其他人相比"), l.People.Merit, false)
	}
	if len(b.Rows) == 0 {
		return
	}
	b.Low, b.High = -roundAxis(-b.Low), roundAxis(max(b.High, 0.1))
	if w.r.Kind == Preferences {
		half := 0.5
		b.Low, b.High, b.Mark = 0, 1, &half
	}
	w.add(b)
}

// roundAxis is the end of an axis of four equal parts, which are round numbers; 0 below 0.
func roundAxis(v float64) float64 {
	if v <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(v/4)))
	for _, step := range []float64{1, 1.5, 2, 2.5, 5} {
		if 4*step*unit >= v-1e-9 {
			return 4 * step * unit
		}
	}
	return 40 * unit
}
