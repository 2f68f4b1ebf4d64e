package panel_test

import (
	"testing"

	"judgement/panel"
)

func TestOutputFormats(t *testing.T) {
	for f, want := range map[panel.OutputFormat]struct{ scores, ranks bool }{
		"":                   {true, false}, // of plans that name none
		"op2_6section":       {true, false},
		"workshop_ranking":   {true, true},
		"meeting_summary":    {},
		"of a later release": {},
	} {
		if f.Scores() != want.scores || f.Ranks() != want.ranks {
			t.Errorf("%q: %v %v", f, f.Scores(), f.Ranks())
		}
	}
}
