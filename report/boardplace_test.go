package report

import (
	"strings"
	"testing"
)

// TestChanceIsRoundedDown: groups are separated at 95%, so that what does not reach it is
// not shown as 95%.
func TestChanceIsRoundedDown(t *testing.T) {
	for p, want := range map[string]string{
		"0.946": "94%", "0.95": "95%", "0.9599": "95%", "0.99": "99%", "0.996": "> 99%",
		"0.5": "50%", "0.01": "1%", "0.019": "1%", "0.004": "< 1%",
	} {
		if got := (BoardEntry{PBeatsNext: &p}).Chance(); got != want {
			t.Errorf("%s is shown as %s, want %s", p, got, want)
		}
	}
}

// TestBaselineBesideGrades: the grades of a board that no language model made say so.
func TestBaselineBesideGrades(t *testing.T) {
	b := Board{NoModel: true, Entries: []BoardEntry{{Rank: 1, Total: "7.5", Max: "10", Grade: "B"}}}
	for lang, want := range map[Lang]string{English: "| B (baseline) |", Chinese: "B（基线）"} {
		b.Language = lang
		if text := string(Markdown(BoardPage(&b))); !strings.Contains(text, want) {
			t.Errorf("%s: the board lacks %q:\n%s", lang, want, text)
		}
	}
}
