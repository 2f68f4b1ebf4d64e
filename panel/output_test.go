package panel_test

import (
	"testing"

	"judgement/panel"
)

// TestOutputFormats: kinds are in rows of jobs, so that they must stay.
func TestOutputFormats(t *testing.T) {
	for f, want := range map[panel.OutputFormat]struct {
		kind          string
		scores, ranks bool
	}{
		"":                   {"review", true, false}, // of plans that name none
		"op2_6section":       {"review", true, false},
		"workshop_ranking":   {"review", true, true},
		"meeting_summary":    {"meeting", false, false},
		"of a later release": {},
	} {
		if f.Kind() != want.kind || f.Scores() != want.scores || f.Ranks() != want.ranks {
			t.Errorf("%q: %q %v %v", f, f.Kind(), f.Scores(), f.Ranks())
		}
	}
}
