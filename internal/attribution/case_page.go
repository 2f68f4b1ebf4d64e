package attribution

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/report"
	"judgement/report/html"
)

// Names of a case's page in its report folder.
const (
	pageMarkdown = "checkpoints.md"
	pageHTML     = "checkpoints.html"
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
	judges, err := loadSeats(ctx, c.Storage, &info)
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
	judges, err := loadSeats(ctx, r.Storage, info)
	if err != nil {
		return nil, err
	}
	page := casePage(info, h, all, judges, r.zone())
	dir := "reports/" + info.ReportFolder + "/"
	return []casefile.File{{Name: dir + pageMarkdown, Data: report.Markdown(page)}, {Name: dir + pageHTML, Data: html.Render(page)}}, nil
}

// pageWords is a page's own wording in one language.
type pageWords struct {
	lang                                            report.Lang
	title, none, due, rule, source, judge, forecast string
	foresaw, history, at, state, value, reason, by  string
	states                                          map[Status]string
	deciders                                        map[string]string
	hit, miss, even, nobody, draft                  string
}

func wordsFor(info *casefile.Info) pageWords {
	if questionLanguage(info) == report.Chinese {
		return chinesePage()
	}
	return englishPage()
}

func englishPage() pageWords {
	return pageWords{
		lang: report.English, title: "Checkpoints of ", none: "This case has no checkpoints.", due: "due ", rule: "Rule: ", source: "Source: ",
		judge: "Judge", forecast: "Forecast", foresaw: "Foresaw it", history: "What happened", at: "Date", state: "State", value: "Value",
		reason: "Reason", by: "By", hit: "yes", miss: "no", even: "undecided", nobody: "No judge has a forecast.",
		draft: "A draft: it counts for nothing until it is accepted.", deciders: map[string]string{ByPerson: "person", ByRule: "rule"},
		states: map[Status]string{
			Draft: "draft", Pending: "pending", Due: "due", Overdue: "overdue", Confirmed: "confirmed", Partial: "partial",
			Falsified: "falsified", Skipped: "skipped", Status(Reopened): "reopened",
		},
	}
}

func chinesePage() pageWords {
	return pageWords{
		lang: report.Chinese, title: "检查点：", none: "此案例没有检查点。", due: "到期 ", rule: "规则：", source: "来源：",
		judge: "评委", forecast: "预测概率", foresaw: "是否料中", history: "实际情况", at: "日期", state: "状态", value: "取值",
		reason: "理由", by: "记录者", hit: "是", miss: "否", even: "未定", nobody: "没有评委作出预测。",
		draft: "草稿：被接受之前不计入任何统计。", deciders: map[string]string{ByPerson: "人工", ByRule: "规则"},
		states: map[Status]string{
			Draft: "草稿", Pending: "未到期", Due: "已到期", Overdue: "逾期", Confirmed: "已证实", Partial: "部分成真",
			Falsified: "已证伪", Skipped: "已跳过", Status(Reopened): "重新打开",
		},
	}
}

// casePage is pure: the same case on the same day gives the same page. Dates of
// outcomes are those in the zone, as due dates are.
func casePage(info *casefile.Info, h *history, all []CheckpointStatus, judges seats, zone *time.Location) report.Page {
	w := wordsFor(info)
	p := report.Page{Title: w.title + info.Brand, Subtitle: info.ID + " · " + info.Scene, Lang: w.lang}
	if len(all) == 0 {
		p.Blocks = []report.Block{paragraph(w.none)}
	}
	for i, s := range all {
		cp := &info.Checkpoints[i]
		p.Blocks = append(p.Blocks,
			report.Heading{Level: 2, ID: "checkpoint-" + cp.ID, Text: cp.ID + " · " + w.states[s.State] + " · " + w.due + cp.Due},
			report.Paragraph{Text: []report.Inline{report.Strong(cp.Question)}})
		if cp.Draft {
			p.Blocks = append(p.Blocks, report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(w.draft)}})
		}
		if cp.Rule.Op != "" {
			p.Blocks = append(p.Blocks, report.Paragraph{Text: []report.Inline{report.Plain(w.rule), report.Code(ruleText(&cp.Rule))}})
		}
		if cp.Source.Type == "file" {
			p.Blocks = append(p.Blocks, paragraph(w.source+strings.TrimSpace(cp.Source.Path+" "+cp.Source.Column+" "+cp.Source.Row)))
		}
		p.Blocks = append(p.Blocks, w.forecasts(cp, s.State, func(slug string) string { return judges.name(w.lang, seatVersion(info, cp), slug) }))
		if b := w.outcomes(cp.ID, h, zone); b != nil {
			p.Blocks = append(p.Blocks, report.Heading{Level: 3, Text: w.history}, b)
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
func (w *pageWords) forecasts(cp *casefile.Checkpoint, s Status, name func(slug string) string) report.Block {
	if len(cp.Forecasts) == 0 {
		return paragraph(w.nobody)
	}
	t := report.Table{Header: []string{w.judge, w.forecast}, Align: []report.Align{report.Left, report.Right}}
	decided := s == Confirmed || s == Falsified
	if decided {
		t.Header, t.Align = append(t.Header, w.foresaw), append(t.Align, report.Left)
	}
	sorted := slices.Clone(cp.Forecasts)
	slices.SortStableFunc(sorted, func(a, b casefile.Forecast) int {
		switch {
		case a.P > b.P:
			return -1
		case a.P < b.P:
			return 1
		}
		return strings.Compare(a.Judge, b.Judge)
	})
	for _, f := range sorted {
		row := cells(name(f.Judge), fmt.Sprintf("%.3g%%", 100*f.P))
		if decided {
			word := w.miss
			switch {
			case f.P == 0.5:
				word = w.even
			case f.P > 0.5 == (s == Confirmed):
				word = w.hit
			}
			row = append(row, cells(word)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// outcomes lists everything that was recorded of a checkpoint, undone entries
// too; nil where nothing was.
func (w *pageWords) outcomes(id string, h *history, zone *time.Location) report.Block {
	t := report.Table{Header: []string{w.at, w.state, w.value, w.source, w.reason, w.by}}
	for _, o := range h.all {
		if o.Checkpoint == id {
			t.Rows = append(t.Rows, cells(o.At.In(zone).Format(time.DateOnly), w.states[Status(o.State)], o.Value, o.Source, o.Reason, w.deciders[o.By]))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	t.Header[3] = strings.TrimRight(w.source, ":： ")
	return t
}
