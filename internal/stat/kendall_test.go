package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"judgement/internal/stat"
)

func TestKendallTauB(t *testing.T) {
	x := []float64{12, 2, 1, 12, 2, 5, 7, 7, 3, 9, 11, 4}
	y := []float64{1, 4, 7, 1, 0, 3, 3, 8, 2, 2, 6, 5}
	got, ok := stat.KendallTauB(x, y, 0.95)
	if !ok {
		t.Fatal("no result")
	}
	near(t, "τ-b (scipy)", got.Mean, -0.2063492063492063)
	near(t, "jackknife error (scipy, each pair left out in turn)", got.SE, 0.3170960931122153)
	short, _ := stat.KendallTauB(x[:5], y[:5], 0.95)
	near(t, "the example of scipy's manual page", short.Mean, -0.47140452079103173)
	for _, tt := range [][2][]float64{{{1, 2}, {1, 2}}, {{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {4, 4, 4}}, {{1, 1, 2}, {1, 2, 3}}} {
		if got, ok := stat.KendallTauB(tt[0], tt[1], 0.95); ok {
			t.Errorf("%v: %+v", tt, got)
		}
	}
}

// TestKendallAgainstPairs compares with the definition, pair by pair.
func TestKendallAgainstPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sign := func(d float64) float64 {
		switch {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	}
	for range 300 {
		n := 3 + rng.IntN(30)
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = float64(rng.IntN(8)), float64(rng.IntN(4))
		}
		var s, tx, ty float64
		for i := range n {
			for j := range i {
				a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
				s, tx, ty = s+a*b, tx+a*a, ty+b*b
			}
		}
		if got, ok := stat.KendallTauB(x, y, 0.95); ok {
			near(t, "τ-b", got.Mean, s/math.Sqrt(tx*ty))
		}
	}
}
