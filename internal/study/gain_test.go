package study

import (
	"fmt"
	"strings"
	"testing"
)

// TestEnough: how many labels are enough is a rough number above those that there are,
// or none if these would do.
func TestEnough(t *testing.T) {
	held := func(n int, gain float64) (out []heldOut) {
		for i := range n {
			out = append(out, heldOut{item: fmt.Sprint(i), plain: -1, aligned: -1 + gain + float64(i%2*2-1)*0.3})
		}
		return out
	}
	for _, tt := range []struct {
		n           int
		gain        float64
		least, most int
		words       string
	}{{250, 0.031, 260, 260, "about 260"}, {20, 0.05, 100, 120, "might be enough"}, {250, -0.01, 0, 0, "more labels alone will not help"}, {20, -0.01, 100, 130, "if there is one"}} {
		g := gainOf(held(tt.n, tt.gain), false)
		if text := (&RefusedError{Gain: g}).Error(); g.Enough < tt.least || g.Enough > tt.most || !strings.Contains(text, tt.words) {
			t.Errorf("%d labels, gain %v: %d, %s", tt.n, tt.gain, g.Enough, text)
		}
	}
}
