package board

import "testing"

// TestAlmostWholeAgreement: one small difference among many is not shown as an
// agreement of 1.
func TestAlmostWholeAgreement(t *testing.T) {
	for v, want := range map[float64]string{1: "1", 0.99991: "0.999", 0.9994: "0.999", 0.5: "0.5"} {
		if got := short(v, decimal(v, 3)); got != want {
			t.Errorf("%g is shown as %s, want %s", v, got, want)
		}
	}
}
