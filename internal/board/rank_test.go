package board_test

import (
	"encoding/json"
	"slices"
	"testing"

	"judgement/internal/board"
)

// TestOrderChangesNothing: places, intervals, probabilities and groups come of the
// scores alone, not of the order in which the submissions were judged.
func TestOrderChangesNothing(t *testing.T) {
	subs := large(12, false)
	entries := func() string {
		data, err := json.Marshal(board.Build(slices.Clone(subs), board.Rules{}).Entries)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	want := entries()
	slices.Reverse(subs)
	if got := entries(); got != want {
		t.Errorf("in the reverse order\n%s\nwant\n%s", got, want)
	}
}
