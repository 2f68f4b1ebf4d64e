package chart

import (
	"strings"
	"testing"
)

// TestWrapKeepsPlaces: the place behind a name stands on no line alone, and all
// words are there.
func TestWrapKeepsPlaces(t *testing.T) {
	for _, label := range []string{"Dock sensors that warn of low water (dockwatch) · 2", "水位传感器（dockwatch） · =12", "A · B and more words · 3", "a · b c"} {
		for width := 40.0; width < 400; width += 3 {
			lines := wrap(label, 13, false, width, 40, Estimate)
			for _, l := range lines {
				if strings.HasPrefix(l, "·") && Estimate("（dockwatch） · =12", 13, false) <= width {
					t.Errorf("%v wide: %q", width, lines)
				}
				if strings.Contains(l, "\u00a0") {
					t.Errorf("%v wide: a blank of another kind in %q", width, l)
				}
			}
			if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(label, " ", "") {
				t.Errorf("%v wide: %q of %q", width, got, label)
			}
		}
	}
}
