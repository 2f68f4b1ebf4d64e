package report

import (
	"slices"

	"judgement/panel"
)

// GradeFrom is a grade with the share of the maximum from which it is given, in percent.
type GradeFrom struct {
	Grade string
	From  int64
}

// Grades is the scale of grades, best first.
func Grades() []GradeFrom { return []GradeFrom{{"S", 95}, {"A", 85}, {"B", 70}, {"C", 55}, {"D", 0}} }

// GradeCuts are the shares of the maximum, from 0 to 1, from which the grades above the
// lowest are given, in ascending order.
func GradeCuts() []float64 {
	var out []float64
	for _, g := range Grades() {
		if g.From > 0 {
			out = append(out, float64(g.From)/100)
		}
	}
	slices.Reverse(out)
	return out
}

// Letter returns the grade of total out of max, taken on the exact numbers
// before any rounding: S from 95 % of max, A from 85, B from 70, C from 55,
// else D. It returns "" if max is not positive: there is nothing to grade.
func Letter(total, max panel.Points) string {
	if max.Sign() <= 0 {
		return ""
	}
	scale := Grades()
	for _, g := range scale {
		if reaches(total, max, g.From) {
			return g.Grade
		}
	}
	return scale[len(scale)-1].Grade
}

// Band says which section of a scored report speaks of a lens.
type Band int

// The bands, by the exact share of the lens maximum.
const (
	BandMustFix    Band = iota // below 60 %
	BandSuggestion             // from 60 % to below 80 %
	BandSound                  // from 80 %
)

// BandOf returns the band of a lens score.
func BandOf(score, max panel.Points) Band {
	switch {
	case !reaches(score, max, 60):
		return BandMustFix
	case !reaches(score, max, 80):
		return BandSuggestion
	}
	return BandSound
}

// reaches reports whether score is at least percent % of max, without
// rounding.
func reaches(score, max panel.Points, percent int64) bool {
	return score.Mul(panel.PointsOf(100)).Cmp(max.Mul(panel.PointsOf(percent))) >= 0
}

// Percent returns 100 × score ÷ max, exact; 0 if max is not positive.
func Percent(score, max panel.Points) panel.Points {
	if max.Sign() <= 0 {
		return panel.Points{}
	}
	return score.Mul(panel.PointsOf(100)).Quo(max)
}

// Shown is score as people see it: up to two decimals, rounded half up, or as many
// as it takes that the shown number gets the grade and the band of the exact one.
// percents are further thresholds, such as a limit that it is compared with.
func Shown(score, max panel.Points, percents ...panel.Points) string {
	for places := TotalPlaces; places < maxShownPlaces; places++ {
		if shown := Round(score, places); shown.Equal(score) || sameSides(score, shown, max, percents) {
			return score.Decimal(places)
		}
	}
	return score.Decimal(maxShownPlaces)
}

// maxShownPlaces bounds Shown; exact scores of a review differ sooner.
const maxShownPlaces = 24

// ShownPercent is the share of max that a score reaches, without the sign, shown as
// Shown does.
func ShownPercent(score, max panel.Points, percents ...panel.Points) string {
	return Shown(Percent(score, max), panel.PointsOf(100), percents...)
}

// sameSides reports whether two scores reach the same thresholds, those of grades and
// bands among them.
func sameSides(a, b, max panel.Points, percents []panel.Points) bool {
	differ := func(t panel.Points) bool {
		limit := max.Mul(t).Quo(panel.PointsOf(100))
		return (a.Cmp(limit) >= 0) != (b.Cmp(limit) >= 0)
	}
	return !slices.ContainsFunc([]int64{95, 85, 80, 70, 60, 55}, func(t int64) bool { return differ(panel.PointsOf(t)) }) &&
		!slices.ContainsFunc(percents, differ)
}

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
