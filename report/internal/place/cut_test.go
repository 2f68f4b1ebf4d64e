package place_test

import (
	"strings"
	"testing"

	"judgement/report"
	"judgement/report/internal/place"
)

// TestCutter: the pieces of a rendered document hold every mark once, also one that
// begins or ends at signs that are not shown.
func TestCutter(t *testing.T) {
	text := "a **bold** word\nand more"
	mark := func(id, quote string) report.Mark {
		i := strings.Index(text, quote)
		return report.Mark{ID: id, Start: i, End: i + len(quote)}
	}
	c := place.NewCutter(report.Source{Text: text, Marks: []report.Mark{mark("m1", "**bold** word"), mark("m2", "bold"), mark("m3", "more"), mark("m4", "**")}})
	var out strings.Builder
	show := func(runs []place.Run) {
		for _, r := range runs {
			for _, m := range r.Begin {
				out.WriteString("<" + m.ID + ">")
			}
			out.WriteString(r.Text)
			for _, m := range r.End {
				out.WriteString("</" + m.ID + ">")
			}
		}
	}
	show(c.Pieces(0, 2))
	show(c.Pieces(4, 8))   // bold, without its signs
	show(c.Pieces(10, 15)) // " word"
	show(c.Ended(15))
	out.WriteString("|")
	show(c.Pieces(16, len(text)))
	show(c.Rest())
	if got, want := out.String(), "a <m1><m4><m2>bold</m4></m2> word</m1>|and <m3>more</m3>"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
