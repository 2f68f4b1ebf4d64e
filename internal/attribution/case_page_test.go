package attribution

import (
	"strings"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/panel"
	"judgement/report"
	"judgement/report/html"
)

// TestCasePage: what was asked, who foresaw what, what happened, undone entries
// too, in the language of the questions, whatever the texts hold.
func TestCasePage(t *testing.T) {
	day := time.Date(2026, 4, 1, 18, 0, 0, 0, time.UTC) // the 2nd where the page is read
	named := map[string]panel.Judge{}
	for _, j := range parseJudges([]byte(`{"schema":1,"plan":{"panel":{"judges":[{"slug":"ann","display_name_cn":"安工"},{"slug":"bo","display_name_cn":"Bo"},{"slug":"cy","display_name_cn":"Chief | Y"}]}}}`)) {
		named[j.Slug] = j
	}
	page := func(question, source string) report.Page {
		cp := casefile.Checkpoint{
			ID: "v1-1", Question: question, Kind: casefile.Ordinal, Rule: casefile.Rule{Op: ">=", Value: "B", Levels: []string{"C", "B", "A"}},
			Source: casefile.Source{Type: "file", Path: "data/shops.csv", Column: "open"}, HorizonDays: 30, Due: "2026-03-31",
			Version: 1, AcceptedAt: day.AddDate(0, -1, 0), LockSHA256: "x",
			Forecasts: []casefile.Forecast{{Judge: "ann", P: 0.125}, {Judge: "bo", P: 0.9}, {Judge: "cy", P: 0.5}},
		}
		draft := casefile.Checkpoint{ID: "v1-2", Question: question, Kind: casefile.Binary, Due: "2027-03-31", Draft: true}
		info := &casefile.Info{ID: "C-2026-0001", Scene: "demo", Brand: "acme", Checkpoints: []casefile.Checkpoint{cp, draft}}
		one := 1
		h := &history{open: map[string]int{"v1-1": 2}, all: []Outcome{
			{Seq: 1, At: day, Checkpoint: "v1-1", State: IsConfirmed, Value: "21", Source: source, By: ByRule},
			{Seq: 2, At: day, Checkpoint: "v1-1", State: Reopened, Reason: "misread", By: ByPerson, Undoes: &one},
			{Seq: 3, At: day, Checkpoint: "v1-1", State: IsFalsified, Value: "12", Source: source, By: ByPerson},
		}}
		return casePage(info, h, []CheckpointStatus{{ID: "v1-1", State: Falsified, Due: cp.Due}, {ID: "v1-2", State: Draft, Due: draft.Due}}, judgesByVersion{1: named}, time.FixedZone("CST", 8*60*60))
	}
	for _, tt := range []struct {
		name, question string
		want           []string
	}{
		{"English", "Do at least 20 shops open?", []string{
			"# Checkpoints of acme", "## v1-1 · falsified · due 2026-03-31", "Rule: `>= B (C < B < A)`", "Source: data/shops.csv open",
			"Bo ", "90% | no ", "Chief \\| Y (cy)", "50% | undecided", "| Ann ", "12.5% | yes", "### What happened",
			"| 2026-04-02 | confirmed | 21", "| reopened  |", "misread", "| falsified | 12", "person", "rule",
			"## v1-2 · draft · due 2027-03-31", "A draft: it counts for nothing", "No judge has a forecast.",
		}},
		{"Chinese", "是否有至少二十家门店开业？", []string{
			"# 检查点：acme", "| 安工（ann） ", "| Bo ", "Chief \\| Y（cy）", "## v1-1 · 已证伪 · 到期 2026-03-31", "### 实际情况", "重新打开", "人工", "规则", "没有评委作出预测。",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			md := string(report.Markdown(page(tt.question, "a letter")))
			for _, part := range tt.want {
				if !strings.Contains(md, part) {
					t.Errorf("there is no %q in\n%s", part, md)
				}
			}
		})
	}
	hostile := page(`<script>alert(1)</script> | x`, `"><img src=x onerror=alert(1)> [a](javascript:x) | **b**`)
	asHTML := string(html.Render(hostile))
	if strings.Contains(asHTML, "<script>alert") || strings.Contains(asHTML, "<img src=x") {
		t.Error("a text of a case became markup")
	}
	bare := strings.NewReplacer("`>= B (C < B < A)`", "", `\<`, "", `\[`, "", `\]`, "", `\*`, "")
	if md := bare.Replace(string(report.Markdown(hostile))); strings.ContainsAny(md, "<[") || strings.Contains(md, "**b**") {
		t.Errorf("a text of a case became markup:\n%s", md)
	}
}
