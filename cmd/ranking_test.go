package cmd

import (
	"bytes"
	"testing"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/board"
	"judgement/internal/terminal"
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

// TestRankingSaysWhere: the lines beside a board are in its language.
func TestRankingSaysWhere(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		var b bytes.Buffer
		a := &App{Process: app.New(app.Options{Dir: "/w"})}
		a.Workspace = config.Workspace{OutDir: "/w"}
		p := &progress{Progress: terminal.NewProgress(&b, false, 80, time.Now)}
		r := &board.Ranking{Board: sampleBoard(l), Folder: "reports/fair-ranking", Changed: true}
		a.sayRanking(p, r)
		r.Changed, r.Files, r.OtherPanel, r.Unknown = false, []string{"report.md", "report.html"}, true, []string{"nobody"}
		r.Board.Pairwise = nil
		a.sayRanking(p, r)
		golden(t, "ranking."+string(l), b.Bytes())
	}
}
