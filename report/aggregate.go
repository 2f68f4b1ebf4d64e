package report

import (
	"math"

	"judgement/panel"
)

// Mean returns the exact arithmetic mean, and false for no values.
func Mean(values []panel.Points) (panel.Points, bool) {
	if len(values) == 0 {
		return panel.Points{}, false
	}
	var sum panel.Points
	for _, v := range values {
		sum = sum.Add(v)
	}
	return sum.Quo(panel.PointsOf(int64(len(values)))), true
}

// SpreadOf returns the exact weighted mean of several judges' scores and how
// they spread; false for no values. Weights belong to values by position; one
// that is absent or not positive counts as 1. SD is the square root of
// Σw(x−μ)² ÷ (W − Σw²÷W), W = Σw: the unbiased estimate for reliability
// weights, which for equal weights is the usual sample standard deviation (n−1).
func SpreadOf(values, weights []panel.Points) (panel.Points, Spread, bool) {
	if len(values) == 0 {
		return panel.Points{}, Spread{}, false
	}
	var sum, w1, w2 panel.Points
	s := Spread{Judges: len(values), Min: values[0], Max: values[0]}
	for i, v := range values {
		w := weightAt(weights, i)
		sum, w1, w2 = sum.Add(v.Mul(w)), w1.Add(w), w2.Add(w.Mul(w))
		if v.Cmp(s.Min) < 0 {
			s.Min = v
		}
		if v.Cmp(s.Max) > 0 {
			s.Max = v
		}
	}
	mean := sum.Quo(w1)
	if len(values) < 2 {
		return mean, s, true
	}
	var square panel.Points
	for i, v := range values {
		d := v.Sub(mean)
		square = square.Add(d.Mul(d).Mul(weightAt(weights, i)))
	}
	s.SD = math.Sqrt(square.Quo(w1.Sub(w2.Quo(w1))).Float())
	return mean, s, true
}

func weightAt(weights []panel.Points, i int) panel.Points {
	if i < len(weights) && weights[i].Sign() > 0 {
		return weights[i]
	}
	return panel.PointsOf(1)
}

// Held returns score held to 0..max.
func Held(score, max panel.Points) panel.Points {
	if score.Sign() < 0 {
		return panel.Points{}
	}
	if score.Cmp(max) > 0 {
		return max
	}
	return score
}

// Rescale returns score on a scale of newMax that was given on a scale of
// oldMax: score × newMax ÷ oldMax. oldMax must be positive.
func Rescale(score, oldMax, newMax panel.Points) panel.Points {
	return score.Mul(newMax).Quo(oldMax)
}

// RescaleVerdicts returns the verdicts as they are under p: cells are put in
// the panel's lens order, scores given on another maximum are scaled in
// proportion, and what is about lenses or by judges that p does not have is
// left out. The input is not changed.
func RescaleVerdicts(p *panel.Panel, verdicts []Verdict) []Verdict {
	out := make([]Verdict, 0, len(verdicts))
	for _, v := range verdicts {
		if _, ok := p.Judge(v.Judge); !ok {
			continue
		}
		cells := []LensVerdict{} // never null in JSON
		for _, lens := range p.Lenses {
			if c, ok := v.Cell(lens.Slug); ok {
				cells = append(cells, rescaleCell(c, lens.MaxScore))
			}
		}
		v.Cells = cells
		v.MustFix, v.Suggestions, v.Cuts = ofPanel(p, v.MustFix), ofPanel(p, v.Suggestions), ofPanel(p, v.Cuts)
		out = append(out, v)
	}
	return out
}

// ofPanel keeps the remarks about the panel's lenses and about none.
func ofPanel(p *panel.Panel, remarks []Remark) []Remark {
	out := []Remark{} // never null in JSON
	for _, r := range remarks {
		if _, ok := p.Lens(r.Lens); ok || r.Lens == "" {
			out = append(out, r)
		}
	}
	return out
}

func rescaleCell(c LensVerdict, max panel.Points) LensVerdict {
	if c.Score != nil && c.Max.Sign() > 0 && !c.Max.Equal(max) {
		s := Rescale(*c.Score, c.Max, max)
		c.Score = &s
	}
	c.Max = max
	return c
}

// Cell returns what the judge said of a lens.
func (v Verdict) Cell(lens string) (LensVerdict, bool) {
	for _, c := range v.Cells {
		if c.Lens == lens {
			return c, true
		}
	}
	return LensVerdict{}, false
}

// JudgeScore returns the mean of one judge's scores for a lens over its
// repeats, each held to 0..max; false if it gave none.
func JudgeScore(verdicts []Verdict, judge, lens string, max panel.Points) (panel.Points, bool) {
	var scores []panel.Points
	for _, v := range verdicts {
		if v.Judge != judge {
			continue
		}
		if c, ok := v.Cell(lens); ok && c.Score != nil {
			scores = append(scores, Held(*c.Score, max))
		}
	}
	return Mean(scores)
}
