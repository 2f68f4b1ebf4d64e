package cmd

import (
	"testing"

	"judgement/report"
)

// TestStrengthsStandInOneColumn: whatever decimals a board keeps, the command
// shows as many as its report.
func TestStrengthsStandInOneColumn(t *testing.T) {
	for _, tc := range []struct {
		strength *report.Strength
		want     string
	}{
		{nil, "—"},
		{&report.Strength{Value: "-0.46", SE: "1.3"}, "-0.46 ± 1.30"},
		{&report.Strength{Value: "2", SE: "0.88"}, "2.00 ± 0.88"},
	} {
		if got := strength(report.BoardEntry{Strength: tc.strength}); got != tc.want {
			t.Errorf("%+v is shown as %q, want %q", tc.strength, got, tc.want)
		}
	}
}
