package pdf

import (
	"testing"
)

// TestFonts holds the embedded fonts to what the reader of their metrics
// expects.
func TestFonts(t *testing.T) {
	for i, width := range embedded().width {
		for r, want := range map[rune]uint16{'中': 1000, '，': 1000, '“': 1000, 0x1F60: absent} {
			if width[r] != want {
				t.Errorf("font %d: width of %q = %d, want %d", i, r, width[r], want)
			}
		}
		for k, r := range marks {
			if got := width[tagBase+k]; got == absent || got > 990 {
				t.Errorf("font %d: width of a narrow %q = %d", i, r, got)
			}
		}
		if width['A'] == absent || width['A'] > 800 {
			t.Errorf("font %d: odd widths", i)
		}
	}
}
