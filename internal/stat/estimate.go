package stat

import (
	"math"

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
// least, before their disagreement tells anything of their errors: three, of two
// or three things all but one.
func NeedDiffering(things int) int { return min(3, max(1, things-1)) }

// Estimate is a number with its interval of confidence Level. Where Enough is
// false the other numbers are 0 and mean nothing.
type Estimate struct {
	Value, Low, High float64
	N                int // units that it rests on
	Need             int // units that it needs at least
	Enough           bool
}

// jackknife gives a statistic's interval by leaving out one unit at a time:
// pseudo-values with Student's t, held to low and high. without returns the
// statistic without unit i of n; false where it has no value then.
func jackknife(value float64, n int, low, high float64, without func(i int) (float64, bool)) (Estimate, bool) {
	sum, squares := 0.0, 0.0
	for i := range n {
		v, ok := without(i)
		if !ok || !finite(v) {
			return Estimate{}, false
		}
		d := float64(n-1) * (value - v) // the pseudo-value less the statistic
		sum, squares = sum+d, squares+d*d
	}
	mean := sum / float64(n)
	variance := max(0, squares-float64(n)*mean*mean) / float64(n-1) / float64(n)
	half := studentHalf(n-1) * math.Sqrt(variance)
	e := Estimate{Value: value, Low: max(low, value-half), High: min(high, value+half), N: n, Enough: true}
	return e, finite(value) && finite(half)
}

// studentHalf is the quantile of Student's t for a two-sided interval of Level.
func studentHalf(df int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}.Quantile(0.5 + Level/2)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Missing is the score that a judge did not give.
func Missing() float64 { return math.NaN() }

// missing also holds of numbers so large that their squares would overflow.
func missing(v float64) bool { return !(math.Abs(v) <= 1e100) }
