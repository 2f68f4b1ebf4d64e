package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence of every interval in this package that doesn't take
// one: 90 %.
const Level = 0.90

// Least numbers of judged things below which an estimate says nothing.
const (
	NeedAlpha       = 5  // units with two scores or more
	NeedLeniency    = 5  // units that the judge shares with another
	NeedCorrelation = 10 // units that the judges share
)

// NeedDiffering is on how many of so many judged things judges must differ at
// least, before their disagreement says anything about their errors: three, of two
// or three things all but one.
func NeedDiffering(things int) int { return min(3, max(1, things-1)) }

// Estimate is a number with its interval of confidence Level. If Enough is false,
// the other numbers are 0 and mean nothing.
type Estimate struct {
	Value, Low, High float64
	N                int // units that it rests on
	Need             int // units that it needs at least
	Enough           bool
}

// jackknife gives the interval of a statistic between −1 and 1. without returns the
// statistic without unit i of n; false if it has no value then.
func jackknife(value float64, n, need int, without func(i int) (float64, bool)) Estimate {
	se, ok := jackknifeError(value, n, without)
	half := studentT(n-1, Level) * se
	if !ok || !finite(value) || !finite(half) {
		return Estimate{N: n, Need: need}
	}
	return Estimate{Value: value, Low: max(-1, value-half), High: min(1, value+half), N: n, Need: need, Enough: true}
}

// jackknifeError is the standard error of a statistic by pseudo-values: leaving out
// one unit at a time.
func jackknifeError(value float64, n int, without func(i int) (float64, bool)) (se float64, ok bool) {
	sum, squares := 0.0, 0.0
	for i := range n {
		v, ok := without(i)
		if !ok || !finite(v) {
			return 0, false
		}
		d := float64(n-1) * (value - v) // the pseudo-value less the statistic
		sum, squares = sum+d, squares+d*d
	}
	mean := sum / float64(n)
	return math.Sqrt(max(0, squares-float64(n)*mean*mean) / float64(n-1) / float64(n)), true
}

// studentT is the quantile of Student's t for a two-sided interval.
func studentT(df int, level float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}.Quantile(0.5 + level/2)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Missing is the score that a judge did not give.
func Missing() float64 { return math.NaN() }

// missing is also true for numbers so large that their squares would overflow.
func missing(v float64) bool { return !(math.Abs(v) <= 1e100) }

// indexesBy returns the indexes from 0 to n−1 in the order of compare, equals in
// their own order.
func indexesBy(n int, compare func(a, b int) int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, compare)
	return out
}
