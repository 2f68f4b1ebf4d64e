package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Gain is how much better an aligned panel is than the plain one, on items that
// were not used to fit it: points of accuracy from 0 to 1, or the fall of the mean
// absolute error. The interval is of GainLevel.
type Gain struct {
	Interval
	Labels  int     `json:"labels"` // labelled items
	Plain   float64 `json:"plain"`  // accuracy or error of the plain panel
	Aligned float64 `json:"aligned"`
	// Enough is about how many labelled items would show this gain or, if there is none,
	// a worthwhile one, which is 5 % of the error, or 5 points of accuracy; 0: unknown, or
	// there are as many already.
	Enough int `json:"enough"`

	preferences bool
}

// TypeGain is the gain on one kind of item.
type TypeGain struct {
	Type string `json:"type"`
	Gain
}

// RefusedError says why a panel is not aligned.
type RefusedError struct {
	Gain  Gain
	Types []TypeGain // kinds of items on which the aligned panel is worse
	Flat  bool       // the fit is no better than one score for all items
}

// Error says what was measured and what may help.
func (e *RefusedError) Error() string {
	g := e.Gain
	if e.Flat {
		return fmt.Sprintf("%d labelled items do not follow the judges: held out, a fit is no better than one score for all items", g.Labels)
	}
	if len(e.Types) > 0 {
		more := "label more of them"
		if t := e.Types[0]; t.Enough > 0 {
			more += fmt.Sprintf(", about %d in all", t.Enough)
		}
		return fmt.Sprintf("the aligned panel is worse on items of type %q (held-out gain %.3f to %.3f): %s, or align each type apart", e.Types[0].Type, e.Types[0].Low, e.Types[0].High, more)
	}
	text := fmt.Sprintf("%d labelled items show no gain on held-out items: %.3f, %.0f %% interval %.3f to %.3f", g.Labels, g.Value, 100*GainLevel, g.Low, g.High)
	switch {
	case g.Enough > 0 && g.Value > 0:
		return text + fmt.Sprintf("; about %d labelled items might be enough", g.Enough)
	case g.Enough > 0:
		return text + fmt.Sprintf("; about %d labelled items would show a gain of %.3f, if there is one", g.Enough, g.worthwhile())
	case g.Value <= 0 && !math.IsInf(g.High, 0):
		return text + fmt.Sprintf("; these would show a gain of %.3f if there were one: more labels alone will not help", g.worthwhile())
	}
	return text
}

// gainOf is the mean gain with its interval by Student's t over items; lenses of
// one item count as one.
func gainOf(all []heldOut, preferences bool) Gain {
	slices.SortStableFunc(all, func(a, b heldOut) int {
		switch {
		case a.item < b.item:
			return -1
		case a.item > b.item:
			return 1
		}
		return 0
	})
	var gains, plain, aligned []float64
	for i := 0; i < len(all); {
		var g, p, a, n float64
		for first := all[i].item; i < len(all) && all[i].item == first; i++ {
			g, p, a, n = g+all[i].aligned-all[i].plain, p+all[i].plain, a+all[i].aligned, n+1
		}
		gains, plain, aligned = append(gains, g/n), append(plain, p/n), append(aligned, a/n)
	}
	n := float64(len(gains))
	m, sd := meanSD(gains)
	half := math.Inf(1)
	if n > 1 {
		half = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5+GainLevel/2) * sd / math.Sqrt(n-1)
	}
	out := Gain{Interval: Interval{Value: m, Low: m - half, High: m + half}, Labels: len(gains), Plain: math.Abs(mean(plain)), Aligned: math.Abs(mean(aligned))}
	out.preferences = preferences
	if m <= 0 {
		m = out.worthwhile()
	}
	if m > 0 && half > 0 && !math.IsInf(half, 0) {
		if enough := n * half * half / (m * m); enough > n {
			out.Enough = roundUp(enough)
		}
	}
	return out
}

// roundUp is a rough number: two digits, rounded up.
func roundUp(v float64) int {
	unit := max(1, math.Pow(10, math.Floor(math.Log10(v))-1))
	return int(math.Ceil(v/unit) * unit)
}

// worthwhile is the least gain that labels are collected for.
func (g Gain) worthwhile() float64 {
	if g.preferences {
		return 0.05
	}
	return 0.05 * g.Plain
}
