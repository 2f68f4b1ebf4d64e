package board_test

import (
	"testing"

	"judgement/internal/board"
	"judgement/report"
)

// TestTitlesOnTheBoard: entries and excluded rows carry the title, cleaned, where
// it says more than the brand.
func TestTitlesOnTheBoard(t *testing.T) {
	p := jury(2, 1)
	subs := func(title string) []board.Submission {
		out := []board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4"), entry(t, p, "c", "-", "-")}
		out[0].Title, out[1].Title, out[2].Title = title, "b", "Not\u202e scored\n"
		return out
	}
	first := board.Build(subs("Old title"), board.Rules{})
	if a, b := first.Entries[0], first.Entries[1]; a.Brand != "a" || a.Title != "Old title" || b.Title != "" {
		t.Errorf("%s is called %q, %s %q", a.Brand, a.Title, b.Brand, b.Title)
	}
	if x := first.Excluded[0]; x.Brand != "c" || x.Title != "Not scored" {
		t.Errorf("the excluded %s is called %q", x.Brand, x.Title)
	}
	first.Version, first.Date = 1, "2026-03-01"
	if board.Compare(board.Build(subs("Old title"), board.Rules{}), first) {
		t.Error("the same titles are a change")
	}
	sane(t, board.Build(subs("Old | title"), board.Rules{}))
	// A title stands on the page: another one is another board.
	if !board.Compare(board.Build(subs("New title"), board.Rules{}), first) {
		t.Error("a new title is no change")
	}
	// A board of before there were titles is followed by one with them, and by
	// none where no submission has any.
	old := board.Build(subs(""), board.Rules{})
	old.Version, old.Date, old.Excluded[0].Title = 1, "2026-03-01", ""
	if !board.Compare(board.Build(subs("Old title"), board.Rules{}), old) {
		t.Error("the first titles are no change")
	}
	none := board.Build(subs(""), board.Rules{})
	none.Excluded[0].Title = ""
	if board.Compare(none, old) {
		t.Error("a board without titles is another one than that of before titles")
	}
	next := board.Build(subs("Old title")[1:], board.Rules{})
	board.Compare(next, first)
	if g := next.Since.Gone; len(g) != 1 || g[0] != (report.Gone{Case: "C-a", Brand: "a", Title: "Old title", Rank: 1}) {
		t.Errorf("gone: %+v", g)
	}
}
