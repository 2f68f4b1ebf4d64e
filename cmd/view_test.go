package cmd

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
	"judgement/report"
)

func sampleView(l report.Lang) ReviewView {
	p := func(s string) *panel.Points { v := panel.MustPoints(s); return &v }
	labels, fix := []string{"Problem fit", "Evidence", "Feasibility and roll-out", "Clarity"}, "Add the waste rate of a control district, say how it was counted and by whom, and name the period."
	title := "Cold lockers for three districts"
	if l == report.Chinese {
		labels, fix = []string{"问题定义", "论据", "可行性与落地路径", "表达清晰度"}, "补上对照社区的损耗率，说明统计口径、统计人和统计时段，并在正文第 2 节引用原始数据表。"
		title = "社区冷链柜试点方案"
	}
	spread := &report.Spread{Judges: 2, Min: *p("15"), Max: *p("18"), SD: 2.1213}
	return ReviewView{
		Lang: l, Title: title, Subtitle: "pitch · C-2026-0007 v2", Total: *p("74"), Max: *p("100"), Letter: "B",
		Spread: &report.Spread{Judges: 2, Min: *p("73"), Max: *p("74.5"), SD: 1.0607},
		Lenses: []report.Bar{
			{Label: labels[0], Score: p("27"), Max: *p("30"), Spread: &report.Spread{Judges: 1}},
			{Label: labels[1], Score: p("17"), Max: *p("30"), Spread: spread},
			{Label: labels[2], Max: *p("25")},
			{Label: labels[3], Score: p("11.33"), Max: *p("15")},
		},
		MustFix:   []ViewRemark{{labels[1], fix}, {"", "x\x1b[31m\ny"}},
		Evidence:  report.EvidenceCounts{Total: 12, Proven: 3, ByStatus: []report.StatusCount{{Status: "exact", Count: 3}, {Status: "altered", Count: 9}}},
		Missing:   []ViewMissing{{labels[0], "failed", "503"}},
		Integrity: 2, NoModel: true, Usage: report.Usage{Calls: 7, FailedCalls: 4, PromptTokens: 12630, CompletionTokens: 1836, Estimated: true},
		Cost:  &report.Money{Currency: "USD", Amount: panel.MustPoints("0.0369")},
		Files: []ViewFile{{"report", "reports/cold-lockers/report.md"}, {"v2", "reports/cold-lockers/versions/v2_2026-03-14.md"}},
	}
}

func TestReviewViewGolden(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		var b bytes.Buffer
		writeReviewView(&b, sampleView(l), false, 80)
		golden(t, "review."+string(l), b.Bytes())
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
	var plain, color bytes.Buffer
	v := sampleView(report.English)
	writeReviewView(&plain, v, false, 80)
	writeReviewView(&color, v, true, 80)
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("an escape without colour")
	}
	bare := color.String()
	for _, sgr := range []string{"0", bold, dim, red, green, yellow, bold + ";" + yellow} {
		bare = strings.ReplaceAll(bare, "\x1b["+sgr+"m", "")
	}
	if d := cmp.Diff(plain.String(), bare); d != "" {
		t.Errorf("colour changes the layout:\n%s", d)
	}
	if bare == color.String() {
		t.Error("no colour where it was asked for")
	}
}

func TestReviewViewFitsWidth(t *testing.T) {
	for _, l := range []report.Lang{report.English, report.Chinese} {
		for _, width := range []int{40, 50, 60, 80, 120} {
			v := sampleView(l)
			v.Files = nil // paths are never cut
			v.Title = strings.Repeat("一个很长的标题 and a long title ", 9)
			v.Subtitle = strings.Repeat("scene ", 30)
			var b bytes.Buffer
			writeReviewView(&b, v, false, width)
			for line := range strings.Lines(b.String()) {
				if n := report.Width(strings.TrimRight(line, " \n")); n > width+2 { // closing punctuation may hang
					t.Errorf("%s at %d: %d cells: %s", l, width, n, line)
				}
			}
		}
	}
}

func TestReviewViewBare(t *testing.T) {
	var b bytes.Buffer
	writeReviewView(&b, ReviewView{Lang: report.English, Title: "t", Max: panel.PointsOf(10), Letter: "D"}, false, 0)
	want := "\nt\n\n0 / 10  grade D\n\nEvidence: no quotes were given\nCost: unknown · 0 calls · 0 tokens\n\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}
