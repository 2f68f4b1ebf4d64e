package pdf

import (
	"testing"
)

// TestFonts holds the embedded fonts to what the reader of their metrics
// expects.
func TestFonts(t *testing.T) {
	all := faces()
	for i, f := range all[han] {
		for r, want := range map[rune]uint16{'中': 1000, '，': 1000, '“': 1000} {
			if f.width[r] != want {
				t.Errorf("font %d: width of %q = %d, want %d", i, r, f.width[r], want)
			}
		}
	}
	for i, f := range all[latin] {
		for _, r := range "‘’“”·…•" {
			if f.width[r] == absent || f.width[r] > 990 {
				t.Errorf("font %d: width of %q = %d", i, r, f.width[r])
			}
		}
		if f.width[0x1F60] != absent || f.width['A'] == absent || f.width['A'] > 800 {
			t.Errorf("font %d: odd widths", i)
		}
	}
}
