package attribution

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/panel"
	"judgement/report"
	"judgement/report/html"
)

// CasePage is a case's checkpoints for people: what was asked, who foresaw
// what, and what happened, on the checker's day.
func (c *Checker) CasePage(ctx context.Context, name string) (report.Page, error) {
	id, err := c.idOf(ctx, name)
	if err != nil {
		return report.Page{}, err
	}
	_, info, err := casefile.New(c.Storage, c.Now).Load(ctx, id)
	if err != nil {
		return report.Page{}, err
	}
	_, h, err := c.loadHistory(ctx, &info)
	if err == nil {
		err = checkLocks(&info)
	}
	if err != nil {
		return report.Page{}, err
	}
	_, all := checkpointStatuses(&info, h, c.Today())
	judges, err := loadJudges(ctx, c.Storage, &info)
	if err != nil {
		return report.Page{}, err
	}
	return casePage(&info, h, all, judges, c.zone()), nil
}

// pageFiles renders the page of a case that has checkpoints.
func (r *run) pageFiles(ctx context.Context, info *casefile.Info, h *history, all []CheckpointStatus) ([]casefile.File, error) {
	if len(info.Checkpoints) == 0 {
		return nil, nil
	}
	judges, err := loadJudges(ctx, r.Storage, info)
	if err != nil {
		return nil, err
	}
	page := casePage(info, h, all, judges, r.zone())
	dir := "reports/" + info.ReportFolder + "/"
	return []casefile.File{{Name: dir + casefile.CheckpointsMarkdown, Data: report.Markdown(page)}, {Name: dir + casefile.CheckpointsHTML, Data: html.Render(page)}}, nil
}

// statusWords are the states of checkpoints in English and Chinese.
var statusWords = map[Status][2]string{
	Draft: {"draft", "草稿"}, Pending: {"pending", "未到期"}, Due: {"due", "已到期"}, Overdue: {"overdue", "逾期"},
	Confirmed: {"confirmed", "已证实"}, Partial: {"partial", "部分成真"}, Falsified: {"falsified", "已证伪"}, Skipped: {"skipped", "已跳过"},
	Status(Reopened): {"reopened", "重新打开"},
}

func statusWord(l report.Lang, s Status) string { return say(l, statusWords[s][0], statusWords[s][1]) }

// casePage is pure: the same case on the same day gives the same page. Dates of
// outcomes are those in the zone, as due dates are.
func casePage(info *casefile.Info, h *history, all []CheckpointStatus, judges judgesByVersion, zone *time.Location) report.Page {
	l := questionLanguage(info)
	p := report.Page{Title: say(l, "Checkpoints of ", "检查点：") + info.Brand, Subtitle: info.ID + " · " + info.Scene, Lang: l}
	if len(all) == 0 {
		p.Blocks = []report.Block{paragraph(say(l, "This case has no checkpoints.", "此案例没有检查点。"))}
	}
	for i, s := range all {
		cp := &info.Checkpoints[i]
		p.Blocks = append(p.Blocks,
			report.Heading{Level: 2, ID: "checkpoint-" + cp.ID, Text: cp.ID + " · " + statusWord(l, s.State) + " · " + say(l, "due ", "到期 ") + cp.Due},
			report.Paragraph{Text: []report.Inline{report.Strong(cp.Question)}})
		if cp.Draft {
			draft := say(l, "A draft: it counts for nothing until it is accepted.", "草稿：被接受之前不计入任何统计。")
			p.Blocks = append(p.Blocks, report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(draft)}})
		}
		if cp.Rule.Op != "" {
			p.Blocks = append(p.Blocks, report.Paragraph{Text: []report.Inline{report.Plain(say(l, "Rule: ", "规则：")), report.Code(ruleText(&cp.Rule))}})
		}
		if cp.Source.Type == "file" {
			p.Blocks = append(p.Blocks, paragraph(say(l, "Source: ", "来源：")+strings.TrimSpace(cp.Source.Path+" "+cp.Source.Column+" "+cp.Source.Row)))
		}
		p.Blocks = append(p.Blocks, forecasts(l, cp, s.State, judges[panelVersion(info, cp)]))
		if t := outcomes(l, cp.ID, h, zone); len(t.Rows) > 0 {
			p.Blocks = append(p.Blocks, report.Heading{Level: 3, Text: say(l, "What happened", "实际情况")}, t)
		}
	}
	return p
}

func ruleText(r *casefile.Rule) string {
	text := r.Op + " " + r.Value
	if len(r.Levels) > 0 {
		text += " (" + strings.Join(r.Levels, " < ") + ")"
	}
	return text
}

// forecasts lists who foresaw what, the surest first.
func forecasts(l report.Lang, cp *casefile.Checkpoint, s Status, names map[string]panel.Judge) report.Block {
	if len(cp.Forecasts) == 0 {
		return paragraph(say(l, "No judge has a forecast.", "没有评委作出预测。"))
	}
	t := table("lr", say(l, "Judge", "评委"), say(l, "Forecast", "预测概率"))
	decided := s == Confirmed || s == Falsified
	if decided {
		t = table("lrl", append(t.Header, say(l, "Foresaw it", "是否料中"))...)
	}
	sorted := slices.SortedStableFunc(slices.Values(cp.Forecasts), func(a, b casefile.Forecast) int {
		return cmp.Or(cmp.Compare(b.P, a.P), strings.Compare(a.Judge, b.Judge))
	})
	for _, f := range sorted {
		row := []string{judgeName(l, names, f.Judge), fmt.Sprintf("%.3g%%", 100*f.P)}
		if decided {
			word := say(l, "no", "否")
			switch {
			case f.P == 0.5:
				word = say(l, "undecided", "未定")
			case f.P > 0.5 == (s == Confirmed):
				word = say(l, "yes", "是")
			}
			row = append(row, word)
		}
		t.Rows = append(t.Rows, cells(row...))
	}
	return t
}

// outcomes lists everything that was recorded of a checkpoint, undone entries too.
func outcomes(l report.Lang, id string, h *history, zone *time.Location) report.Table {
	t := table("", say(l, "Date", "日期"), say(l, "State", "状态"), say(l, "Value", "取值"), say(l, "Source", "来源"), say(l, "Reason", "理由"), say(l, "By", "记录者"))
	by := map[string]string{ByPerson: say(l, "person", "人工"), ByRule: say(l, "rule", "规则")}
	for _, o := range h.all {
		if o.Checkpoint == id {
			t.Rows = append(t.Rows, cells(o.At.In(zone).Format(time.DateOnly), statusWord(l, Status(o.State)), o.Value, o.Source, o.Reason, by[o.By]))
		}
	}
	return t
}
