package report

import (
	"slices"

	"judgement/panel"
)

// TotalPlaces is how many decimals a number has, unless Shown needs more. Ranks go
// by the shown total, so that what the board says decides.
const TotalPlaces = 2

// Round returns p with the given number of decimals, half away from zero.
func Round(p panel.Points, places int) panel.Points {
	q, err := panel.ParsePoints(p.Decimal(places))
	if err != nil {
		return p // of more than 40 digits: no score
	}
	return q
}

// Trimmed returns the exact mean of values without the trim highest and the trim
// lowest, weights as in SpreadOf; of equal values, those that come first are
// dropped first. It returns false if nothing would be left.
func Trimmed(values, weights []panel.Points, trim int) (panel.Points, bool) {
	if trim < 0 || len(values) <= 2*trim {
		return panel.Points{}, false
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return values[a].Cmp(values[b]) })
	var sum, all panel.Points
	for _, i := range order[trim : len(order)-trim] {
		w := weightAt(weights, i)
		sum, all = sum.Add(values[i].Mul(w)), all.Add(w)
	}
	return sum.Quo(all), true
}

// Place is a place in an order.
type Place struct {
	Index int // in what was ordered
	Rank  int // from 1; equals share the better rank
	Tied  bool
}

// Places orders totals from the highest, breaking ties by the tie-breaks: each
// is one score for every total, tried in turn, higher first. What is still equal
// shares its rank and keeps its order.
func Places(totals []panel.Points, tieBreaks ...[]panel.Points) []Place {
	out := make([]Place, len(totals))
	for i := range out {
		out[i].Index = i
	}
	compare := func(a, b int) int {
		if c := totals[b].Cmp(totals[a]); c != 0 {
			return c
		}
		for _, t := range tieBreaks {
			if c := t[b].Cmp(t[a]); c != 0 {
				return c
			}
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b Place) int { return compare(a.Index, b.Index) })
	for i := range out {
		out[i].Rank = i + 1
		if i > 0 && compare(out[i-1].Index, out[i].Index) == 0 {
			out[i].Rank = out[i-1].Rank
			out[i].Tied, out[i-1].Tied = true, true
		}
	}
	return out
}
