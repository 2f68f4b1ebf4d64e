package board_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	// A title is on the page: another one is another board.
	if !board.Compare(board.Build(subs("New title"), board.Rules{}), first) {
		t.Error("a new title is no change")
	}
	// A board of before there were titles is followed by one with them, and by
	// none if no submission has any.
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

// TestCompareNoModel: a board of an earlier release, whose lenses and statistics do not say
// that no model judged, is the same board.
func TestCompareNoModel(t *testing.T) {
	p := jury(2, 1)
	build := func() *report.Board {
		subs := []board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4")}
		for i := range subs {
			subs[i].NoModel = true
		}
		return board.Build(subs, board.Rules{})
	}
	old := build()
	if !old.Lenses[0].NoModel || !old.Statistics[0].NoModel {
		t.Errorf("%+v, %+v", old.Lenses, old.Statistics)
	}
	for i := range old.Lenses {
		old.Lenses[i].NoModel = false
	}
	for i := range old.Statistics {
		old.Statistics[i].NoModel = false
	}
	if board.Compare(build(), old) {
		t.Error("another board")
	}
}

func TestCompare(t *testing.T) {
	p := jury(2, 1)
	first := board.Build([]board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4"), entry(t, p, "c", "1", "2")}, board.Rules{})
	if !board.Compare(first, nil) {
		t.Error("a first board is no change")
	}
	first.Version, first.Date = 3, "2026-03-01"
	again := board.Build([]board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4"), entry(t, p, "c", "1", "2")}, board.Rules{})
	if board.Compare(again, first) {
		t.Error("the same scores are a change")
	}
	next := board.Build([]board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "9", "8.5"), entry(t, p, "d", "1", "1")}, board.Rules{})
	if !board.Compare(next, first) {
		t.Fatal("new scores are no change")
	}
	var got []string
	for _, e := range next.Entries {
		got = append(got, e.Brand+" "+e.Change(report.English))
	}
	if diff := cmp.Diff([]string{"b ▲1 +4.75", "a ▼1", "d new"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&report.BoardSince{Version: 3, Date: "2026-03-01", Gone: []report.Gone{{Case: "C-c", Brand: "c", Rank: 3}}}, next.Since); diff != "" {
		t.Error(diff)
	}
	md := string(report.Markdown(report.BoardPage(next)))
	if want := "Since version 3 of 2026-03-01: 1 new, 1 higher, 1 lower. No longer ranked: c."; !strings.Contains(md, want) {
		t.Errorf("the page lacks %q:\n%s", want, md)
	}
}

// TestCompareWithBaseline: a board of a model has no changes since a board of the baseline,
// and says why; the other way around as well.
func TestCompareWithBaseline(t *testing.T) {
	p := jury(2, 1)
	build := func(baseline bool) *report.Board {
		subs := []board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4")}
		if !baseline {
			subs = []board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "8", "8"), entry(t, p, "c", "1", "1")}
		}
		for i := range subs {
			subs[i].NoModel = baseline
		}
		return board.Build(subs, board.Rules{})
	}
	for _, c := range []struct {
		baseline bool
		zh       string
	}{{false, "该版由词汇基线评分，本版由语言模型评分"}, {true, "该版由语言模型评分，本版由词汇基线评分"}} {
		last, next := build(!c.baseline), build(c.baseline)
		last.Version, last.Date = 3, "2026-03-01"
		if !board.Compare(next, last) {
			t.Error("no change")
		}
		for _, e := range next.Entries {
			if e.Delta != nil {
				t.Errorf("%s changed: %+v", e.Brand, e.Delta)
			}
		}
		next.Language = report.Chinese
		md := string(report.Markdown(report.BoardPage(next)))
		if !strings.Contains(md, c.zh) || strings.Contains(md, "变化") || strings.Contains(md, "新增") {
			t.Errorf("the page lacks %q, or has changes:\n%s", c.zh, md)
		}
	}
}

// TestGradesOfReports: a board says if grades of reports follow other totals than its own.
func TestGradesOfReports(t *testing.T) {
	p := jury(2, 1)
	subs := []board.Submission{entry(t, p, "a", "5", "6"), entry(t, p, "b", "4", "4")}
	const note = "aligned with people, so that they may differ"
	if md := string(report.Markdown(report.BoardPage(board.Build(subs, board.Rules{})))); strings.Contains(md, note) {
		t.Errorf("no report has an aligned grade:\n%s", md)
	}
	subs[1].Aligned = true
	b := board.Build(subs, board.Rules{})
	if md := string(report.Markdown(report.BoardPage(b))); !b.RawGrades || !strings.Contains(md, note) {
		t.Errorf("the page lacks %q:\n%s", note, md)
	}
}
