package cmd

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/attribution"
	"judgement/internal/batch"
	"judgement/internal/board"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/terminal"
	"judgement/panel"
	"judgement/report"
)

// sampleBoard has names of both scripts, and everything that a board can tell.
func sampleBoard(l report.Lang) *report.Board {
	return &report.Board{
		Schema: 1, Scene: "fair", SceneName: "Fair", Version: 7, Language: l, Mode: report.ModePairwise, NoModel: true,
		Since: &report.BoardSince{Version: 6, Date: "2026-03-01"},
		Entries: []report.BoardEntry{
			{Rank: 1, Case: "C-2026-0001", Brand: "冷链柜", Title: "社区冷链柜试点方案：夜间取药也不断链，断电八小时仍保持低温", Total: "51.5", Max: "60", Grade: "A", RankLo: new(1), RankHi: new(1), PBeatsNext: new("0.97"), Group: new(1), Delta: &report.Delta{Rank: 2, Total: "1.5"}, Strength: &report.Strength{Value: "1.2", SE: "0.4", Rank: new(1)}},
			{Rank: 2, Tied: true, Case: "C-2026-0002", Brand: "cold-bag", Title: "Cold Bag", Total: "40.25", Max: "60", Grade: "C", RankLo: new(2), RankHi: new(3), PBeatsNext: new("0.5"), Group: new(2), Delta: &report.Delta{New: true}},
			{Rank: 2, Tied: true, Case: "C-2026-0003", Brand: "小菜", Total: "40.25", Max: "60", Grade: "C", Strength: &report.Strength{Value: "-0.46", SE: "1.3", Rank: new(2)}},
		},
		Excluded: []report.Excluded{{Case: "C-2026-0004", Brand: "late", Reason: report.ReasonOtherPanel}},
		Flagged:  []report.Flagged{{Case: "C-2026-0002", Brand: "cold-bag", Kinds: []string{"planted_command", "hidden_text"}}},
		SameText: []report.SameText{{Entries: []report.Sameness{{Brand: "cold-bag"}, {Brand: "小菜"}}}},
		Pairwise: &report.Pairwise{NoModel: true, Compared: 1, Possible: 3, Comparisons: 4, Consistent: 3, Calls: 8, Limit: 9, Uncompared: 1, Judges: []report.PairwiseJudge{{Judge: "a"}}},
	}
}

func sampleRows(l report.Lang) []batch.Row {
	p := panel.MustPoints
	return []batch.Row{
		{File: "冷链柜.md", Result: &batch.Result{Lang: l, Total: p("74.5"), Max: p("100"), Grade: "B", Evidence: report.EvidenceCounts{Total: 12, Proven: 3}, Cost: &report.Money{Currency: "USD", Amount: p("0.0369")}, Folder: "reports/demo-冷链柜", Tricks: []document.WarningKind{"planted_command", "hidden_text"}}},
		{File: "a plan.md", Result: &batch.Result{Lang: l, Total: p("8"), Max: p("100"), Grade: "D", Folder: "reports/demo-a-plan"}},
		{File: "会议.md", Result: &batch.Result{Lang: l, Meeting: true, Judges: []format.Ended{{Judge: "a"}}, Folder: "reports/demo-会议"}},
		{File: "empty.md", Error: "the file is empty: it has 0 bytes", Fix: "give a file with text in it"},
	}
}

func sampleCalibration(l report.Lang) *attribution.Calibration {
	c := &attribution.Calibration{Language: l, Questions: 1, Cases: 12, BaseRate: new(0.42), Gates: attribution.Gates{Forecasts: 30, Cases: 10, Shared: 100}}
	c.Judges = []attribution.Judge{
		{JudgeRef: attribution.JudgeRef{Slug: "investor", SkillSHA256: "0123456789abcdef", Model: "模型-1"}, Forecasts: 31, Cases: 12, Brier: &attribution.Estimate{Value: 0.18, Low: 0.1, High: 0.26}, Skill: new(-0.04)},
		{JudgeRef: attribution.JudgeRef{Slug: "skeptic", SkillSHA256: "fedcba9876543210", Model: "m"}, Forecasts: 7, Cases: 4},
	}
	c.Comparisons = []attribution.Comparison{{Separated: true}, {}}
	return c
}

// TestTablesInBothLanguages: a batch's table, a board and a calibration stand in the
// language of the reports, and their columns under each other.
func TestTablesInBothLanguages(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		for name, view := range map[string]struct {
			show  func(p *page)
			rows  int
			begin []string // of the columns that are aligned left
		}{
			"board":       {func(p *page) { p.board(sampleBoard(l)) }, 3, []string{"submission", "grade", "change", "case", "参评作品", "等级", "变化", "案例"}},
			"batch":       {func(p *page) { p.batch(sampleRows(l), l) }, 3, []string{"total", "grade", "proven", "cost", "report", "总分", "等级", "已核实", "费用", "报告"}},
			"calibration": {func(p *page) { p.calibration(sampleCalibration(l)) }, 2, []string{"model", "Brier score", "模型", "布赖尔分数"}},
		} {
			b := page{terminal.Page{Width: 80}}
			view.show(&b)
			golden(t, name+"."+string(l), b.Bytes())
			lines := strings.Split(b.String(), "\n")
			head := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "  ") })
			for _, column := range view.begin {
				before, _, found := strings.Cut(lines[head], column)
				if !found {
					continue
				}
				for _, row := range lines[head+1 : head+1+view.rows] {
					if at := cellAt(row, report.Width(before)); !strings.HasSuffix(at[0], "  ") || strings.HasPrefix(at[1], " ") && !strings.HasPrefix(at[1], "  ") { // empty ones begin nowhere
						t.Errorf("%s in %s: the column %s begins elsewhere in %q", name, l, column, row)
					}
				}
			}
		}
	}
}

// cellAt cuts a line at a terminal cell.
func cellAt(line string, cell int) [2]string {
	width := 0
	for i, r := range line {
		if width >= cell {
			return [2]string{line[:i], line[i:]}
		}
		width += report.Width(string(r))
	}
	return [2]string{line + "  ", ""}
}

// TestRankingSaysWhere: the lines beside a board stand in its language.
func TestRankingSaysWhere(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		var b bytes.Buffer
		a := &App{Process: app.New(app.Options{Dir: "/w"})}
		a.Workspace = config.Workspace{OutDir: "/w"}
		p := &progress{terminal.NewProgress(&b, false, 80, time.Now)}
		r := &board.Ranking{Board: sampleBoard(l), Folder: "reports/fair-ranking", Changed: true}
		a.sayRanking(p, r)
		r.Changed, r.Files, r.OtherPanel, r.Unknown = false, []string{"report.md", "report.html"}, true, []string{"nobody"}
		r.Board.Pairwise = nil
		a.sayRanking(p, r)
		golden(t, "ranking."+string(l), b.Bytes())
	}
}

// TestBatchLang: a batch is told in the language that was asked for, else in that of
// most reports.
func TestBatchLang(t *testing.T) {
	judged := func(of ...report.Lang) (rows []batch.Row) {
		for _, l := range of {
			rows = append(rows, batch.Row{Result: &batch.Result{Lang: l}})
		}
		return append(rows, batch.Row{Error: "broken"})
	}
	for _, tc := range []struct {
		asked report.Lang
		rows  []batch.Row
		want  report.Lang
	}{
		{"", judged(), report.English},
		{"", judged("zh"), report.Chinese},
		{"", judged("zh", "en"), report.English},
		{"", judged("zh", "en", "zh"), report.Chinese},
		{"zh", judged("en", "en"), report.Chinese},
		{"zh", judged(), report.Chinese},
		{"en", judged("zh"), report.English},
	} {
		if got := batchLang(tc.asked, tc.rows); got != tc.want {
			t.Errorf("asked for %q, of %d documents: %q, want %q", tc.asked, len(tc.rows), got, tc.want)
		}
	}
}
