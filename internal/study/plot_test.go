package study

import "testing"

// TestAxis: the axis of a plot ends at round numbers.
func TestAxis(t *testing.T) {
	for high, want := range map[float64]float64{0.93: 1, 1.85: 2, 0.905: 1, 0.04: 0.04, 3.1: 4, 17: 20, 41: 60, 0.61: 0.8} {
		if got := roundAxis(high); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%v: the axis ends at %v, not %v", high, got, want)
		}
	}
}
