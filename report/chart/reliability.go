package chart

import (
	"fmt"
	"strings"

	"judgement/report"
)

// Reliability draws how often forecasts came true against what they said: the
// diagonal is a forecaster whose probabilities are the true rates, the steps
// are what happened, and the bars at the foot how many forecasts each step has.
// The second result is false without any step.
func Reliability(title string, steps []report.ReliabilityStep, o Options) (Scene, bool) {
	if len(steps) == 0 {
		return Scene{}, false
	}
	o = o.norm()
	s := Scene{Width: o.Width, Height: o.Width, Title: clean(title), Desc: describeSteps(steps, o.Lang)}
	const left, right = 46, 22 // room for half of the last label
	d := &reliabilityDrawing{Scene: &s, x0: left, y0: 8, side: o.Width - left - right}
	s.Height = d.y0 + d.side + 44
	d.frame(o.Lang)
	d.counts(steps)
	d.steps(steps)
	return s, true
}

// reliabilityDrawing is a diagram in the making: a square with its top left
// corner at x0, y0.
type reliabilityDrawing struct {
	*Scene
	x0, y0, side float64
}

// at returns the place of a forecast and a rate.
func (d *reliabilityDrawing) at(p, rate float64) Point {
	hold := func(v float64) float64 { return min(max(v, 0), 1) }
	return Point{X: d.x0 + hold(p)*d.side, Y: d.y0 + (1-hold(rate))*d.side}
}

func (d *reliabilityDrawing) frame(lang report.Lang) {
	for i := range 6 {
		v := float64(i) / 5
		label := fmt.Sprintf("%d %%", i*20)
		d.add(Line{From: d.at(0, v), To: d.at(1, v), Width: 1, Stroke: Grid})
		d.add(Line{From: d.at(v, 0), To: d.at(v, 1), Width: 1, Stroke: Grid})
		d.add(Text{X: d.x0 - 6, Y: d.at(0, v).Y + 4, Size: smallSize, Anchor: End, Fill: Muted, Text: label})
		d.add(Text{X: d.at(v, 0).X, Y: d.y0 + d.side + 16, Size: smallSize, Anchor: Middle, Fill: Muted, Text: label})
	}
	d.add(Line{From: d.at(0, 0), To: d.at(1, 1), Width: 1, Stroke: Muted, Dashed: true})
	below, beside := report.Phrase{EN: "forecast →", ZH: "预测概率 →"}, report.Phrase{EN: "↑ came true", ZH: "↑ 实际发生"}
	d.add(Text{X: d.x0 + d.side, Y: d.y0 + d.side + 34, Size: smallSize, Anchor: End, Fill: Muted, Text: lang.Say(below)})
	d.add(Text{X: d.x0 + 6, Y: d.y0 + 14, Size: smallSize, Anchor: Start, Fill: Muted, Text: lang.Say(beside)})
}

// counts draws the number of forecasts of each step at the foot, the most of
// them a tenth of the square high.
func (d *reliabilityDrawing) counts(steps []report.ReliabilityStep) {
	most := 0
	for _, s := range steps {
		most = max(most, s.N)
	}
	for _, s := range steps {
		if most == 0 || s.N == 0 {
			continue
		}
		h := 0.1 * d.side * float64(s.N) / float64(most)
		from, to := d.at(s.Low, 0), d.at(s.High, 0)
		x, w := from.X, to.X-from.X
		if w < 4 {
			x, w = min(max(x+w/2-2, d.x0), d.x0+d.side-4), 4
		}
		d.add(Rect{X: x, Y: from.Y - h, W: w, H: h, Fill: Track})
	}
}

func (d *reliabilityDrawing) steps(steps []report.ReliabilityStep) {
	for i, s := range steps {
		from, to := d.at(s.Low, s.Rate), d.at(s.High, s.Rate)
		if i > 0 {
			d.add(Line{From: d.at(steps[i-1].High, steps[i-1].Rate), To: from, Width: 2, Stroke: Accent})
		}
		d.add(Line{From: from, To: to, Width: 2, Stroke: Accent})
		for _, p := range []Point{from, to} {
			d.add(Rect{X: p.X - 3, Y: p.Y - 3, W: 6, H: 6, Radius: 3, Fill: Accent})
		}
	}
}

func describeSteps(steps []report.ReliabilityStep, lang report.Lang) string {
	parts := make([]string, len(steps))
	for i, s := range steps {
		step := report.Phrase{EN: "of %d forecasts from %.0f to %.0f %%, %.0f %% came true", ZH: "%d 个 %.0f%% 至 %.0f%% 的预测中，%.0f%% 成真"}
		parts[i] = lang.Say(step, s.N, 100*s.Low, 100*s.High, 100*s.Rate)
	}
	return strings.Join(parts, "; ")
}
