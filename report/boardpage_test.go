package report

import (
	"strings"
	"testing"
)

// TestBoardLabels: names are in one column of the chart beside shared ranks and
// ranks of two digits, and a rank that is certain is one number.
func TestBoardLabels(t *testing.T) {
	one, two := 1, 2
	b := &Board{Entries: []BoardEntry{
		{Rank: 1, Brand: "mill", Total: "50", Max: "60", RankLo: &one, RankHi: &one},
		{Rank: 4, Tied: true, Brand: "mill", Total: "40", Max: "60", RankLo: &one, RankHi: &two},
		{Rank: 12, Tied: true, Brand: "mill", Total: "30", Max: "60"},
	}}
	md := string(Markdown(Page{Lang: English, Blocks: []Block{b.bars(English)}}))
	at := map[int]bool{}
	for line := range strings.Lines(md) {
		if before, _, ok := strings.Cut(line, "mill"); ok {
			at[Width(before)] = true
		}
	}
	if len(at) != 1 {
		t.Errorf("names begin at %v in\n%s", at, md)
	}
	// So do the bars, also where names are long and their brands longer.
	for i, brand := range []string{"mill", strings.Repeat("long-brand-", 8) + "x", "a"} {
		b.Entries[i].Title, b.Entries[i].Brand = strings.Repeat("A mill on the hill ", 5), brand
	}
	md = string(Markdown(Page{Lang: English, Blocks: []Block{b.bars(English)}}))
	bars := map[int]bool{}
	for line := range strings.Lines(md) {
		if before, _, ok := strings.Cut(line, "█"); ok {
			bars[Width(before)] = true
		}
	}
	if len(bars) != 1 || !strings.Contains(md, "… ("+b.Entries[1].Brand+") · =4 ") {
		t.Errorf("bars begin at %v in\n%s", bars, md)
	}
	for i, want := range []string{"1", "1–2", "—"} {
		if got := b.Entries[i].Interval(); got != want {
			t.Errorf("interval %q, want %q", got, want)
		}
	}
}

// TestCheckBoard: a file with numbers that can't be a board's is no board.
func TestCheckBoard(t *testing.T) {
	text := func(s string) *string { return &s }
	place := func(n int) *int { return &n }
	good := func() BoardEntry {
		return BoardEntry{Rank: 1, Total: "7.5", Max: "10", Grade: "B", SD: text("0"), RankLo: place(1), RankHi: place(2)}
	}
	second := good()
	second.SD, second.RankLo, second.RankHi = nil, nil, nil
	if err := (&Board{Schema: 1, Entries: []BoardEntry{good(), second}}).Check(); err != nil {
		t.Errorf("a good board: %v", err)
	}
	if err := (&Board{Schema: 1, Entries: []BoardEntry{}}).Check(); err != nil {
		t.Errorf("an empty board: %v", err)
	}
	for name, b := range map[string]*Board{"another schema": {Schema: 2, Entries: []BoardEntry{}}, "no entries": {Schema: 1}} {
		if b.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, spoil := range map[string]func(*BoardEntry){
		"total":          func(e *BoardEntry) { e.Total = "NaN" },
		"no total":       func(e *BoardEntry) { e.Total = "" },
		"total below 0":  func(e *BoardEntry) { e.Total = "-0.01" },
		"total over max": func(e *BoardEntry) { e.Total = "10.01" },
		"max":            func(e *BoardEntry) { e.Max = "Inf" },
		"max of 0":       func(e *BoardEntry) { e.Max, e.Total = "0", "0" },
		"deviation":      func(e *BoardEntry) { e.SD = text("-1") },
		"rank 0":         func(e *BoardEntry) { e.Rank = 0 },
		"rank 3 of 2":    func(e *BoardEntry) { e.Rank = 3 },
		"interval":       func(e *BoardEntry) { e.RankLo = place(-1) },
	} {
		e := good()
		spoil(&e)
		if err := (&Board{Schema: 1, Entries: []BoardEntry{second, e}}).Check(); err == nil || !strings.Contains(err.Error(), "2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEmptyBoard: where all was judged and nothing can be ranked, the page doesn't
// say that nothing was judged.
func TestEmptyBoard(t *testing.T) {
	for _, tc := range []struct {
		language Lang
		excluded []Excluded
		want     string
	}{
		{English, nil, "No submission has been judged yet."},
		{Chinese, nil, "尚无已完成评审的参评作品。"},
		{English, []Excluded{{Case: "C-2026-0001", Brand: "a", Reason: ReasonNoScore}}, "No submission can be ranked."},
		{Chinese, []Excluded{{Case: "C-2026-0001", Brand: "a", Reason: ReasonNoScore}}, "没有可以排名的参评作品。"},
	} {
		b := &Board{Schema: 1, Language: tc.language, Entries: []BoardEntry{}, Excluded: tc.excluded}
		if md := string(Markdown(BoardPage(b))); !strings.Contains(md, tc.want) {
			t.Errorf("with %d excluded the page lacks %q:\n%s", len(tc.excluded), tc.want, md)
		}
	}
}
