package report

import (
	"strings"
	"testing"
)

// TestBoardLabels: names stand in one column of the chart beside shared ranks and
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
