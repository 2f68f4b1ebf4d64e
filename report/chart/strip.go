package chart

import (
	"math"

	"judgement/panel"
	"judgement/report"
)

// thresholds are where grades begin, in percent of the maximum, the lowest first.
var thresholds = []struct {
	from   float64
	letter string
}{{0, "D"}, {55, "C"}, {70, "B"}, {85, "A"}, {95, "S"}}

// dotRadius is the size of a judge in a strip, in pixels.
const dotRadius = 2.6

// Strip draws one dimension's judges as dots on its scale, with the mean as a tick and
// one standard deviation around it as a band. Viewpoints are rings. The ends of
// grades are hairlines. It is fluid.
func Strip(r report.Strip, o Options) Scene {
	o = o.norm()
	s := Scene{Width: o.Width, Height: 26, Title: clean(r.Label), Desc: describe([]report.Bar{r.Bar}, o.Lang), Fluid: true}
	const mid = 13.0
	at := func(p panel.Points) float64 { return s.Width * Share(p, r.Max) }
	s.add(Rect{0, mid - 3, s.Width, 6, 3, Track})
	for _, t := range thresholds[1:] {
		x := s.Width * t.from / 100
		s.add(Line{Point{x, mid - 6}, Point{x, mid + 6}, 1, Grid, false})
	}
	if r.Score == nil {
		return s
	}
	role := Grade(*r.Score, r.Max)
	if r.Spread != nil && r.Spread.Judges > 1 {
		lo, hi := band(*r.Score, r.Max, *r.Spread)
		s.add(Rect{s.Width * lo, mid - 3, s.Width * (hi - lo), 6, 3, role})
	}
	x := at(*r.Score)
	s.add(Line{Point{x, 0}, Point{x, 26}, 6, Paper, false}, Line{Point{x, 0}, Point{x, 26}, 3, role, false})
	s.dots(r.Dots, r.Max, mid)
	return s
}

// band is one standard deviation around a mean, as shares of the maximum.
func band(mean, max panel.Points, spread report.Spread) (lo, hi float64) {
	if max.Sign() <= 0 {
		return 0, 0
	}
	m, d := Share(mean, max), spread.SD/max.Float()
	return math.Max(0, m-d), math.Min(1, m+d)
}

// dots draws judges; those with the same score are around it, above each other first.
func (s *Scene) dots(dots []report.Dot, max panel.Points, mid float64) {
	const column = 5
	up := [column]float64{0, -5, 5, -10, 10}
	seen := map[string]int{}
	for _, d := range dots {
		label := dotLabel(d, max)
		key := label[len(d.Judge):]
		n := seen[key]
		seen[key]++
		side := float64((n/column+1)/2) * []float64{1, -1}[n/column%2]
		x := s.Width * (Share(d.Score, max) + 0.014*side)
		c := Circle{X: math.Max(0, math.Min(s.Width, x)), Y: mid + up[n%column], R: dotRadius, Fill: Ink, Title: clean(label)}
		if d.Viewpoint {
			c.Open, c.Fill, c.R = true, Accent, dotRadius+1
		}
		s.add(c)
	}
}

// Verdict draws a total on the scale of grades: each grade's range in its colour with
// its letter and threshold, the judges' totals as dots, the total as a tick. It is
// fluid.
func Verdict(g report.Grade, dots []report.Dot, o Options) Scene {
	o = o.norm()
	bar := report.Bar{Label: o.Lang.Say(report.Phrase{EN: "Total", ZH: "总分"}), Score: &g.Total, Max: g.Max, Spread: g.Spread}
	s := Scene{Width: o.Width, Height: 74, Title: bar.Label, Desc: describe([]report.Bar{bar}, o.Lang), Fluid: true}
	const top, height = 18.0, 12.0
	for i, t := range thresholds {
		to := 100.0
		if i+1 < len(thresholds) {
			to = thresholds[i+1].from
		}
		x, w := s.Width*t.from/100, s.Width*(to-t.from)/100
		s.add(Rect{x, top, w - s.Width*0.002, height, 0, GradeOf(t.letter)})
		s.add(Text{x + w/2, top - 5, labelSize, true, Middle, GradeOf(t.letter), t.letter})
		if i > 0 {
			s.add(Text{x, 70, smallSize, false, Middle, Muted, number(t.from) + "%"})
		}
	}
	x := s.Width * Share(g.Total, g.Max)
	s.add(Line{Point{x, top - 3}, Point{x, 56}, 7, Paper, false}, Line{Point{x, top - 3}, Point{x, 56}, 3, Ink, false})
	if g.Spread != nil && g.Spread.Judges > 1 {
		lo, hi := Share(g.Spread.Min, g.Max)*s.Width, Share(g.Spread.Max, g.Max)*s.Width
		s.add(Line{Point{lo, 54}, Point{hi, 54}, 2, Muted, false})
	}
	s.dots(dots, g.Max, 42)
	return s
}

// dotLabel is a judge with its score.
func dotLabel(d report.Dot, max panel.Points) string {
	return d.Judge + " " + report.Shown(d.Score, max)
}
