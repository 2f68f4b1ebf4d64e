package place_test

import (
	"testing"

	"judgement/panel"
	"judgement/report"
	"judgement/report/internal/place"
)

// TestQuote: a quote has no marks of Markdown, and its rows of a table are their cells.
func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"> **The pump**\nran": "The pump ran", "- an `item`": "an item", "# Head": "Head",
		"| A | B |\n|---|---|\n| **1** | 2 |": "A | B / 1 | 2", "---": "",
	} {
		if got := place.Quote(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestGradeLine(t *testing.T) {
	for _, c := range []struct{ score, max, want string }{
		{"5.9999", "10", "59.999%"},
		{"6", "10", "60%"},
		{"0", "10", "0%"},
		{"1", "0", ""},
		{"9.499", "10", "94.99%"},
		{"94.99", "100", ""},
	} {
		g := report.Grade{Total: panel.MustPoints(c.score), Max: panel.MustPoints(c.max)}
		if got := place.GradeLine(report.English, g); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.score, c.max, got, c.want)
		}
	}
	if got, want := place.GradeLine(report.English, report.Grade{Max: panel.PointsOf(10), Letter: "D", NoModel: true}), "0% · grade D · no spread: one program answered for all judges"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	g := report.Grade{Max: panel.PointsOf(10), Spread: &report.Spread{Judges: 1}}
	if got, want := place.GradeLine(report.English, g), "0% · 1 judge"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
