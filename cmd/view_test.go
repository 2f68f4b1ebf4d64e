package cmd

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
	"judgement/internal/batch"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/terminal"
	"judgement/panel"
	"judgement/report"
)

// sampleReview is a result with everything that the terminal shows.
func sampleReview(l report.Lang) (*pipeline.Result, *review.Judgement) {
	p := panel.MustPoints
	names, fix := []string{"Problem fit", "Evidence", "Feasibility and roll-out", "Clarity"}, "Add the waste rate of a control district, say how it was counted and by whom, and name the period."
	title := "Cold lockers for three districts"
	if l == report.Chinese {
		names, fix = []string{"问题定义", "论据", "可行性与落地路径", "表达清晰度"}, "补上对照社区的损耗率，说明统计口径、统计人和统计时段，并在正文第 2 节引用原始数据表。"
		title = "社区冷链柜试点方案"
	}
	pan := &panel.Panel{Judges: []panel.Judge{{Slug: names[0]}}}
	res := &review.Result{
		Total: p("74"), Max: p("100"), Grade: "B", Spread: &report.Spread{Judges: 2, Min: p("73"), Max: p("74.5"), SD: 1.0607},
		Evidence: report.EvidenceCounts{Total: 12, Proven: 3, Noted: 2, ByStatus: []report.StatusCount{{Status: "exact", Count: 3}, {Status: "altered", Count: 9}}},
		Usage:    report.Usage{Calls: 7, FailedCalls: 4, PromptTokens: 12630, CompletionTokens: 1836, Estimated: true},
		Cost:     &report.Money{Currency: "USD", Amount: p("0.0369")},
		MustFix:  []report.Remark{{Lens: names[1], Text: fix}, {Text: "x\x1b[31m\ny"}},
	}
	for i, score := range []string{"27", "17", "20", "11.33"} {
		top := p([]string{"30", "30", "25", "15"}[i])
		pan.Lenses = append(pan.Lenses, panel.Lens{Slug: names[i], MaxScore: top})
		lens := format.LensResult{Lens: names[i], Score: p(score), Max: top, Spread: report.Spread{Judges: 1}}
		if i == 1 {
			lens.Spread = report.Spread{Judges: 2, Min: p("15"), Max: p("18"), SD: 2.1213}
		}
		res.Lenses = append(res.Lenses, lens)
	}
	out := &pipeline.Result{
		CaseID: "C-2026-0007", Version: 2, Folder: "reports/cold-lockers", Files: []string{"report.md", "report.html"},
		Plan: &format.Plan{
			Language: string(l), SceneName: "pitch", Panel: pan, StartedAt: time.Date(2026, 3, 14, 23, 0, 0, 0, time.UTC),
			Judges: []format.PlannedJudge{{NoModel: true}},
		},
	}
	out.Document.Title, out.Document.Warnings = title, []document.Warning{{Kind: document.HiddenText, Start: -1}, {Kind: document.PlantedScore, Start: 1, End: 2}}
	return out, &review.Judgement{Result: res, Verdicts: []report.Verdict{{Judge: names[0], Outcome: "failed", Reason: "503"}}}
}

// shownReview is a result as a terminal shows it.
func shownReview(out *pipeline.Result, judged *review.Judgement, color bool, width int) string {
	p := page{terminal.Page{Color: color, Width: width}}
	out.Judgement = judged
	p.result(out, "ws", time.FixedZone("east", 3600))
	return p.String()
}

func TestReviewViewGolden(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		out, judged := sampleReview(l)
		golden(t, "review."+string(l), []byte(shownReview(out, judged, false, 80)))
	}
}

// golden holds a view to its file under testdata/view.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/view/" + name + ".txt"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata/view", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

func TestReviewViewColor(t *testing.T) {
	out, judged := sampleReview(report.English)
	plain, color := shownReview(out, judged, false, 80), shownReview(out, judged, true, 80)
	if strings.Contains(plain, "\x1b") {
		t.Error("an escape without colour")
	}
	bare := color
	for _, sgr := range []string{"0", terminal.Bold, terminal.Dim, terminal.Red, terminal.Green, terminal.Yellow, terminal.Bold + ";" + terminal.Yellow} {
		bare = strings.ReplaceAll(bare, "\x1b["+sgr+"m", "")
	}
	if d := cmp.Diff(plain, bare); d != "" {
		t.Errorf("colour changes the layout:\n%s", d)
	}
	if bare == color {
		t.Error("no colour although it was asked for")
	}
}

func TestReviewViewFitsWidth(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		for _, width := range []int{40, 50, 60, 80, 120} {
			out, judged := sampleReview(l)
			out.Document.Title = strings.Repeat("一个很长的标题 and a long title ", 9)
			out.Plan.SceneName = strings.Repeat("scene ", 30)
			text, _, _ := strings.Cut(shownReview(out, judged, false, width), "\n"+wordsFor(l)("Files", "文件")+"\n") // paths are never cut
			for line := range strings.Lines(text) {
				if n := report.Width(strings.TrimRight(line, " \n")); n > width+2 { // closing punctuation may hang
					t.Errorf("%s at %d: %d cells: %s", l, width, n, line)
				}
			}
		}
	}
}

// TestReviewViewBare: a result with nothing beside its total.
func TestReviewViewBare(t *testing.T) {
	out := &pipeline.Result{Plan: &format.Plan{SceneName: "s", Panel: &panel.Panel{}, Judges: make([]format.PlannedJudge, 1)}, CaseID: "C-1", Version: 1, Folder: "r"}
	out.Document.Title = "t"
	got := shownReview(out, &review.Judgement{Result: &review.Result{Max: panel.PointsOf(10), Grade: "D"}}, false, 80)
	want := "\nt\ns · C-1 v1 · 0001-01-01\n\n0 / 10  grade D\n\nEvidence: no quotes were given\n! No score rests on a quote that was found in the document: read the judges'\n  comments before you rely on it, or ask another model with --model.\nCost: none · 0 calls · 0 tokens\n\nFiles\n  reviews  ws/r/reviews\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

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

// TestBoardNotCompared: a board that is not compared with the last one says why.
func TestBoardNotCompared(t *testing.T) {
	b := sampleBoard(report.English)
	for i := range b.Entries {
		b.Entries[i].Delta = nil
	}
	p := page{terminal.Page{Width: 400}}
	p.board(b)
	if want := "change: none. Version 6 of 2026-03-01 is not compared: its scores are from a language model, those of this one from the lexical baseline."; !strings.Contains(p.String(), want) {
		t.Errorf("the board lacks %q:\n%s", want, p.String())
	}
}

func sampleRows(l report.Lang) []batch.Row {
	p := panel.MustPoints
	return []batch.Row{
		{File: "冷链柜.md", Result: &batch.Result{Lang: l, Total: p("74.5"), Max: p("100"), Grade: "B", Evidence: report.EvidenceCounts{Total: 12, Proven: 3}, Cost: &report.Money{Currency: "USD", Amount: p("0.0369")}, Folder: "reports/demo-冷链柜", Tricks: []document.WarningKind{"planted_command", "hidden_text"}}},
		{File: "a plan.md", Reading: &report.IntegrityReading{Outcome: "ok", Passages: make([]report.ReaderPassage, 2)}, Result: &batch.Result{Lang: l, Total: p("8"), Max: p("100"), Grade: "D", Folder: "reports/demo-a-plan"}},
		{File: "会议.md", Result: &batch.Result{Lang: l, Unscored: true, Judges: []format.Ended{{Judge: "a"}}, Folder: "reports/demo-会议"}},
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

// TestTablesInBothLanguages: a batch's table, a board and a calibration are in the
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

// TestSpentOnNothing: calls that no model worked on cost nothing, also without a price; what
// one that may have been answered cost is not known.
func TestSpentOnNothing(t *testing.T) {
	refused := report.Usage{Calls: 54, FailedCalls: 54}
	late := report.Usage{Calls: 1, FailedCalls: 1, PromptTokens: 900, Estimated: true}
	for want, u := range map[string]report.Usage{"none · 54 calls · 54 failed · 0 tokens": refused, "unknown · 1 call · 1 failed · 900 tokens (estimated)": late} {
		if got := wordsFor(report.English).used(u, nil, nil); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
