package chart

import (
	"strings"
	"testing"
)

// TestWrapKeepsPlaces: the place behind a name is on no line alone, and all
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

// TestWrapKeepsNamesApart: a name that is parted from its neighbours is so on each
// line that it goes on to; other marks of direction go, and the two take no room.
func TestWrapKeepsNamesApart(t *testing.T) {
	const label = "\u2068אור מדרגות\u2069 (\u2068תיק\u2069) · =2"
	if got := clean("\u202e" + label + "\u200f"); got != label {
		t.Errorf("cleaned: %q", got)
	}
	if a, b := Estimate(label, 10, true), Estimate("אור מדרגות (תיק) · =2", 10, true); a != b {
		t.Errorf("it takes %v, and %v without marks", a, b)
	}
	lines := wrap(label, 10, true, Estimate("אור מדר", 10, true), 9, Estimate)
	if len(lines) < 3 || lines[0] != "\u2068אור\u2069" || !strings.HasPrefix(lines[1], "\u2068מדרגות\u2069") {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if strings.Count(l, "\u2068") != strings.Count(l, "\u2069") {
			t.Errorf("a mark is alone in %q", l)
		}
	}
}
