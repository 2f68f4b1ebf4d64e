package place

import (
	"strings"

	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
	"judgement/report/chart"
)

// Words that HTML and PDF alike add to a page.
var (
	Tag  = report.Phrase{EN: "en", ZH: "zh-CN"} // BCP 47 language tag
	Cut  = report.Phrase{EN: "(the text was too long and is cut here)", ZH: "（此处文字过长，已截断）"}
	Raw  = report.Phrase{EN: "(shown as written)", ZH: "（以下为原样文字）"}
	Page = report.Phrase{EN: "page\u00a0%d", ZH: "第\u00a0%d\u00a0页"}
	// What a verdict and its strips say.
	FixFirst    = report.Phrase{EN: "Fix first", ZH: "优先修改"}
	StripLegend = report.Phrase{
		EN: "Dot: a judge. Ring: a viewpoint, not in the mean. Tick: the mean. Band: one standard deviation around it. Lines: where grades begin (55, 70, 85, 95%).",
		ZH: "圆点：一位评委。圆环：参考视角，不计入平均分。竖线：平均分。色带：± 一个标准差。刻度：等级分界（55、70、85、95%）。",
	}

	Left = report.Phrase{EN: "… %d bytes left out …", ZH: "……此处略去 %d 字节……"}
)

// Quote is a quote of a document as a report shows it: on one line, without marks of Markdown.
func Quote(quote string) string {
	return text.Cells(strings.TrimLeft(unmarked.Replace(quote), "#>*+- \t\n"))
}

var unmarked = strings.NewReplacer("**", "", "__", "", "`", "")

// Status says what was found of a quote.
func Status(l report.Lang, c report.Citation) string {
	if report.Proven(c.Status) {
		return MarkName(l, c.MarkKind())
	}
	return l.Status(c.Status)
}

// MarkName is what the legend calls a kind of marks: as Status calls its quotes.
func MarkName(l report.Lang, k report.MarkKind) string {
	switch k {
	case report.MarkProven:
		return l.Say(report.Phrase{EN: "proven", ZH: "已核实"})
	case report.MarkNoted:
		return l.Say(report.Phrase{EN: "proven, with a note", ZH: "已核实，附说明"})
	case report.MarkOutOfScope:
		return l.Status("out_of_scope")
	case report.MarkAltered:
		return l.Status("near") + l.Say(report.Phrase{EN: "; ", ZH: "；"}) + l.Status("altered")
	}
	return l.Say(report.Phrase{EN: "finding of integrity", ZH: "完整性异常"})
}

// MarkGrounds are the grounds of the kinds of marks, each at its number.
func MarkGrounds() []chart.Role {
	return []chart.Role{report.MarkProven: chart.Marked, report.MarkNoted: chart.Noted, report.MarkOutOfScope: chart.Scope, report.MarkAltered: chart.Doubt, report.MarkFound: chart.Found}
}

// Ground is the ground of a citation's status: that of its mark in the document, or of a box
// if what it quotes is not there.
func Ground(c report.Citation) chart.Role {
	switch c.Status {
	case "wrong_source", "too_short", "not_found", "uncited":
		return chart.Panel
	}
	return MarkGrounds()[c.MarkKind()]
}

// GradeLine says the percentage of a grade, unless the total is one, and, if it is known,
// the spread. If no language model judged, it has the letter, whose place is taken, and why
// there is no spread.
func GradeLine(l report.Lang, g report.Grade) string {
	var parts []string
	if g.Max.Sign() > 0 && g.Max.Cmp(panel.PointsOf(100)) != 0 {
		parts = append(parts, report.ShownPercent(g.Total, g.Max)+"%")
	}
	if g.NoModel {
		letter := report.Phrase{EN: "grade %s", ZH: "等级 %s"}
		return strings.Join(append(parts, l.Say(letter, g.Letter), l.NoSpread()), " · ")
	}
	if s := g.Spread; s != nil {
		judges := report.Phrase{EN: "%d judges", ZH: "%d 位评委"}
		if s.Judges == 1 {
			judges.EN = "%d judge"
		}
		parts = append(parts, l.Say(judges, s.Judges))
		if s.Judges > 1 {
			parts = append(parts, chart.Range(*s, l))
		}
	}
	return strings.Join(parts, " · ")
}
