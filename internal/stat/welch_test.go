package stat_test

import (
	"math"
	"testing"

	"judgement/internal/stat"
)

func TestWelch(t *testing.T) {
	for _, tt := range []struct {
		a, b          []float64
		difference, t float64
		ok            bool
	}{
		// Variances 1 and 20/3 of 3 and 4 values: t = -3 / sqrt(1/3 + 5/3).
		{[]float64{1, 2, 3}, []float64{2, 4, 6, 8}, -3, -3 / math.Sqrt2, true},
		{[]float64{2, 4, 6, 8}, []float64{1, 2, 3}, 3, 3 / math.Sqrt2, true},
		{[]float64{5, 5}, []float64{1, 3}, 3, 3, true},
		{[]float64{1}, []float64{1, 2}, 0, 0, false},
		{[]float64{1, 1}, []float64{2, 2}, 0, 0, false},
	} {
		difference, welch, ok := stat.Welch(tt.a, tt.b)
		if math.Abs(difference-tt.difference) > 1e-12 || math.Abs(welch-tt.t) > 1e-12 || ok != tt.ok {
			t.Errorf("%v and %v: %v, %v, %v; want %v, %v, %v", tt.a, tt.b, difference, welch, ok, tt.difference, tt.t, tt.ok)
		}
	}
}
