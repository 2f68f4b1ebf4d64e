package place

import (
	"strings"

	"judgement/report"
	"judgement/report/chart"
)

// Words that HTML and PDF alike add to a page.
var (
	Tag  = report.Phrase{EN: "en", ZH: "zh-CN"} // BCP 47 language tag
	Cut  = report.Phrase{EN: "(the text was too long and is cut here)", ZH: "（此处文字过长，已截断）"}
	Raw  = report.Phrase{EN: "(shown as written)", ZH: "（以下为原样文字）"}
	Page = report.Phrase{EN: "page\u00a0%d", ZH: "第\u00a0%d\u00a0页"}
	Left = report.Phrase{EN: "… %d bytes left out …", ZH: "……此处略去 %d 字节……"}
)

// Status says what was found of a quote, and whether it counts as proven.
func Status(l report.Lang, status string) (text string, proven bool) {
	if report.Proven(status) {
		return l.Say(report.Phrase{EN: "proven", ZH: "已核实"}), true
	}
	return l.Status(status), false
}

// GradeLine says the percentage of a grade and, if it is known, the spread.
func GradeLine(l report.Lang, g report.Grade) string {
	var parts []string
	if g.Max.Sign() > 0 {
		parts = append(parts, report.ShownPercent(g.Total, g.Max)+"%")
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
