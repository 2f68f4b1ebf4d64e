package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
)

// Welch returns the difference of the means of two groups and its t statistic,
// without taking their variances for equal. ok is false below two values in
// either group and where nothing varies. (Welch, Biometrika 34, 1947.)
func Welch(a, b []float64) (difference, t float64, ok bool) {
	if len(a) < 2 || len(b) < 2 {
		return 0, 0, false
	}
	ma, va := gonum.MeanVariance(a, nil)
	mb, vb := gonum.MeanVariance(b, nil)
	se := math.Sqrt(va/float64(len(a)) + vb/float64(len(b)))
	if !finite(se) || se == 0 {
		return 0, 0, false
	}
	return ma - mb, (ma - mb) / se, true
}
