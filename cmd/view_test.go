package cmd

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
		Evidence: report.EvidenceCounts{Total: 12, Proven: 3, ByStatus: []report.StatusCount{{Status: "exact", Count: 3}, {Status: "altered", Count: 9}}},
		Usage:    report.Usage{Calls: 7, FailedCalls: 4, PromptTokens: 12630, CompletionTokens: 1836, Estimated: true},
		Cost:     &report.Money{Currency: "USD", Amount: p("0.0369")},
		MustFix:  []report.Remark{{Lens: names[1], Text: fix}, {Text: "x\x1b[31m\ny"}},
	}
	for i, score := range []string{"27", "17", "20", "11.33"} {
		top := p([]string{"30", "30", "25", "15"}[i])
		pan.Lenses = append(pan.Lenses, panel.Lens{Slug: names[i], MaxScore: top})
		lens := review.LensResult{Lens: names[i], Score: p(score), Max: top, Spread: report.Spread{Judges: 1}}
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
	out.Document.Title, out.Document.Warnings = title, make([]document.Warning, 2)
	return out, &review.Judgement{Result: res, Verdicts: []report.Verdict{{Judge: names[0], Outcome: "failed", Reason: "503"}}}
}

// shownReview is a result as a terminal shows it.
func shownReview(out *pipeline.Result, judged *review.Judgement, color bool, width int) string {
	p := page{terminal.Page{Color: color, Width: width}}
	p.review(out, judged, "ws", time.FixedZone("east", 3600))
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
	want := "\nt\ns · C-1 v1 · 0001-01-01\n\n0 / 10  grade D\n\nEvidence: no quotes were given\nCost: unknown · 0 calls · 0 tokens\n\nFiles\n  reviews  ws/r/reviews\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
