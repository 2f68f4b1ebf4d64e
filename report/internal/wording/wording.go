// Package wording holds the few words that the drawing backends of a report add
// to its own text, in each language.
package wording

import (
	"strings"

	"judgement/report"
	"judgement/report/chart"
)

// Words are the backends' own words in one language.
type Words struct {
	lang     report.Lang
	Tag      string // BCP 47 language tag
	Skip     string // skip link
	Contents string
	Evidence string
	Cut      string // if prose was too long
	Raw      string // Markdown shown as written
	Scroll   string // label of a table that scrolls
	Grade    string
	Total    string
}

// For returns the words of a language; English if it is unknown.
func For(lang report.Lang) Words {
	w := Words{lang: lang}
	w.Tag = w.say("en", "zh-CN")
	w.Skip = w.say("Skip to content", "跳到正文")
	w.Contents = w.say("Contents", "目录")
	w.Evidence = w.say("Evidence", "依据")
	w.Cut = w.say("(the text was too long and is cut here)", "（此处文字过长，已截断）")
	w.Raw = w.say("(shown as written)", "（以下为原样文字）")
	w.Scroll = w.say("Table, scrolls sideways", "表格，可左右滚动")
	w.Grade = w.say("Grade", "等级")
	w.Total = w.say("Total", "总分")
	return w
}

func (w Words) say(en, zh string, args ...any) string {
	return w.lang.Say(report.Phrase{EN: en, ZH: zh}, args...)
}

// Page names a page or slide of the document.
func (w Words) Page(n int) string { return w.say("page\u00a0%d", "第\u00a0%d\u00a0页", n) }

// Back names the way from a quoted place to citation n.
func (w Words) Back(n int) string { return w.say("back to citation %d", "返回引文 %d", n) }

// Document is the heading of the appended source.
func (w Words) Document(name string) string {
	if name == "" {
		return w.say("The document", "原文")
	}
	return w.say("The document: %s", "原文：%s", name)
}

// Left says that bytes of the document are not shown.
func (w Words) Left(n int) string {
	return w.say("… %d bytes left out …", "……此处略去 %d 字节……", n)
}

// Replaced explains bracketed codes: characters that the fonts lack.
func (w Words) Replaced(n int, list string) string {
	en := "%d characters"
	if n == 1 {
		en = "%d character"
	}
	return w.say(en+" that this file's fonts lack appear as a code or a word in brackets: %s. The HTML report shows them.",
		"本文件的字体缺少 %d 个字符，已用方括号内的代码或词语代替：%s。HTML 版完整显示这些字符。", n, list)
}

// Status says what was found of a quote, and whether it counts as proven.
func (w Words) Status(status string) (text string, proven bool) {
	if report.Proven(status) {
		return w.say("proven", "已核实"), true
	}
	return w.lang.Status(status), false
}

// GradeLine says the percentage of a grade and, if it is known, the spread.
func (w Words) GradeLine(g report.Grade) string {
	var parts []string
	if p := chart.Percent(g.Total, g.Max); p != "" {
		parts = append(parts, p)
	}
	if s := g.Spread; s != nil {
		judges := "%d judges"
		if s.Judges == 1 {
			judges = "%d judge"
		}
		parts = append(parts, w.say(judges, "%d 位评委", s.Judges))
		if s.Judges > 1 {
			parts = append(parts, chart.Range(*s, w.lang))
		}
	}
	return strings.Join(parts, " · ")
}
