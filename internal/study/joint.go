package study

import (
	"math"
	"slices"
)

// errors measures how far the judges err together that have enough verdicts. A judge
// that says the same of every item is left out: its errors are those of the labels
// alone, so that it would make the panel look more independent.
func (t *table) errors(items []int) []Errors {
	if len(items) < needLabels || t.kind == Scores && t.scale != ScoreScale {
		return nil
	}
	var out []Errors
	judges := slices.DeleteFunc(t.all(), func(j int) bool { return !t.covers(j, items) || t.sameOfAll(j, items) })
	add := func(order string, of func(i, j int) float64) {
		if r, pairs := meanCorrelation(columns(items, judges, of)); pairs > 0 {
			out = append(out, Errors{Order: order, Items: len(items), Judges: len(judges), Correlation: r, Effective: EffectiveJudges(len(judges), r)})
		}
	}
	if t.kind == Preferences && len(t.orders) > 1 {
		for o, name := range t.orders {
			add(name, func(i, j int) float64 { return met(t.votes[o][i][j], t.label[i]) })
		}
	}
	add("", func(i, j int) float64 {
		if t.kind == Scores {
			return t.x[i][j] - t.label[i]
		}
		sum := 0.0
		for o := range t.orders {
			sum += met(t.votes[o][i][j], t.label[i])
		}
		return sum
	})
	return out
}

// sameOfAll reports whether a judge says the same of all items that it judged.
func (t *table) sameOfAll(j int, items []int) bool {
	for _, order := range t.votes {
		said := math.NaN()
		for _, i := range items {
			switch vote := order[i][j]; {
			case math.IsNaN(vote):
			case math.IsNaN(said):
				said = vote
			case vote != said:
				return false
			}
		}
	}
	return true
}

// met is the correctness of a verdict; a missing one is wrong.
func met(vote, label float64) float64 {
	if math.IsNaN(vote) {
		return 0
	}
	return agree(vote, label)
}

// columns are the values of some judges, per judge.
func columns(items, judges []int, of func(i, j int) float64) [][]float64 {
	out := make([][]float64, len(judges))
	for k, j := range judges {
		out[k] = make([]float64, len(items))
		for n, i := range items {
			out[k][n] = of(i, j)
		}
	}
	return out
}
