package chart

import (
	"fmt"
	"math"
	"strings"

	"judgement/report"
)

// Geometry of an interval chart, in CSS pixels.
const (
	intervalRow   = 26.0
	intervalFoot  = 30.0
	intervalLabel = 0.38 // share of the width that labels take
	intervalTight = 480  // width below which labels are above their intervals
	intervalAbove = 18   // height of such a label
)

// Intervals draws figures as dots with their intervals, on one axis. The second
// result is false without any row.
func Intervals(b report.Intervals, o Options) (Scene, bool) {
	if len(b.Rows) == 0 || b.High <= b.Low {
		return Scene{}, false
	}
	o = o.norm()
	row, above, left, right := intervalRow, 0.0, math.Round(o.Width*intervalLabel), o.Width-24
	if o.Width < intervalTight {
		row, above, left = row+intervalAbove, intervalAbove, 24
	}
	s := Scene{Width: o.Width, Height: 8 + row*float64(len(b.Rows)) + intervalFoot, Title: clean(b.Title), Desc: describeIntervals(b.Rows)}
	bottom := s.Height - intervalFoot
	at := func(v float64) float64 {
		return left + (right-left)*min(max((v-b.Low)/(b.High-b.Low), 0), 1)
	}
	add := func(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }
	for i := range 5 {
		v := b.Low + float64(i)/4*(b.High-b.Low)
		add(Line{From: Point{at(v), 4}, To: Point{at(v), bottom}, Width: 1, Stroke: Grid},
			Text{X: at(v), Y: bottom + 16, Size: smallSize, Anchor: Middle, Fill: Muted, Text: fmt.Sprintf("%.4g", v)})
	}
	if b.Mark != nil {
		add(Line{From: Point{at(*b.Mark), 4}, To: Point{at(*b.Mark), bottom}, Width: 1.5, Stroke: Muted, Dashed: true})
	}
	for i, r := range b.Rows {
		y := 8 + row*float64(i) + above + intervalRow/2
		role := Ink
		if r.Strong {
			role = Accent
		}
		label := Text{X: left - 10, Y: y + 4, Size: smallSize, Anchor: End, Fill: Ink, Bold: r.Strong, Text: o.oneLine(r.Label, left-14, r.Strong)}
		if above > 0 {
			label.X, label.Y, label.Anchor, label.Text = 0, y-intervalRow/2-2, Start, o.oneLine(r.Label, o.Width, r.Strong)
		}
		add(label, Line{From: Point{at(r.Low), y}, To: Point{at(r.High), y}, Width: 2, Stroke: role},
			Rect{X: at(r.Value) - 4, Y: y - 4, W: 8, H: 8, Radius: 4, Fill: role})
	}
	return s, true
}

func describeIntervals(rows []report.IntervalRow) string {
	parts := make([]string, len(rows))
	for i, r := range rows {
		parts[i] = fmt.Sprintf("%s: %.3f (%.3f – %.3f)", clean(r.Label), r.Value, r.Low, r.High)
	}
	return strings.Join(parts, "; ")
}

// oneLine cuts a text to a width.
func (o Options) oneLine(text string, width float64, bold bool) string {
	return wrap(clean(text), smallSize, bold, width, 1, o.Measure)[0]
}
