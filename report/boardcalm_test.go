package report_test

import (
	"testing"

	"judgement/report"
)

// TestCalm: only who overtakes another submission of both boards moves.
func TestCalm(t *testing.T) {
	entry := func(brand string, rank, gained int, fresh bool) report.BoardEntry {
		return report.BoardEntry{Brand: brand, Rank: rank, Delta: &report.Delta{New: fresh, Rank: gained, Total: "0"}}
	}
	b := &report.Board{Entries: []report.BoardEntry{
		entry("newcomer", 1, 0, true), entry("a", 2, -1, false), entry("c", 3, 1, false), entry("b", 4, -1, false), entry("d", 5, 0, false),
		{Brand: "first board", Rank: 6},
	}}
	// Before: a 1, b 3, c 4, d 5; the second, e, is gone.
	want := map[string]int{"newcomer": 0, "a": 0, "b": -1, "c": 1, "d": 0}
	for _, e := range b.Calm().Entries {
		if e.Delta != nil && e.Delta.Rank != want[e.Brand] {
			t.Errorf("%s gained %d, want %d", e.Brand, e.Delta.Rank, want[e.Brand])
		}
	}
	if b.Entries[1].Delta.Rank != -1 {
		t.Error("the board itself has changed")
	}
}
