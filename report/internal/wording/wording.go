// Package wording holds the few words that the drawing backends of a report add
// to its own text, in each language.
package wording

import (
	"fmt"
	"strconv"

	"judgement/report"
)

// Words are the backends' own words in one language.
type Words struct {
	Tag      string // BCP 47 language tag
	zh       bool
	Skip     string // skip link
	Contents string
	Evidence string
	Cut      string // where prose was too long
	Raw      string // Markdown shown as written
	Scroll   string // label of a table that scrolls
	Grade    string
	Total    string
}

// For returns the words of a language; English where it is unknown.
func For(lang report.Lang) Words {
	if lang == report.Chinese {
		return Words{
			Tag: "zh-CN", zh: true, Skip: "跳到正文", Contents: "目录", Evidence: "依据",
			Cut: "（此处文字过长，已截断）", Raw: "（以下为原样文字）", Scroll: "表格，可左右滚动", Grade: "等级", Total: "总分",
		}
	}
	return Words{
		Tag: "en", Skip: "Skip to content", Contents: "Contents", Evidence: "Evidence",
		Cut: "(the text was too long and is cut here)", Raw: "(shown as written)", Scroll: "Table, scrolls sideways", Grade: "Grade", Total: "Total",
	}
}

// Page names a page or slide of the document.
func (w Words) Page(n int) string {
	if w.zh {
		return "第\u00a0" + strconv.Itoa(n) + "\u00a0页"
	}
	return "page\u00a0" + strconv.Itoa(n)
}

// Back names the way from a quoted place to citation n.
func (w Words) Back(n int) string {
	if w.zh {
		return fmt.Sprintf("返回引文 %d", n)
	}
	return fmt.Sprintf("back to citation %d", n)
}

// Document is the heading of the appended source.
func (w Words) Document(name string) string {
	title, colon := "The document", ": "
	if w.zh {
		title, colon = "原文", "："
	}
	if name == "" {
		return title
	}
	return title + colon + name
}

// Judges says how many judges.
func (w Words) Judges(n int) string {
	switch {
	case w.zh:
		return fmt.Sprintf("%d 位评委", n)
	case n == 1:
		return "1 judge"
	}
	return fmt.Sprintf("%d judges", n)
}

// Left says that bytes of the document are not shown.
func (w Words) Left(n int) string {
	if w.zh {
		return fmt.Sprintf("……此处略去 %d 字节……", n)
	}
	return fmt.Sprintf("… %d bytes left out …", n)
}

// Replaced explains bracketed codes: characters that the fonts lack.
func (w Words) Replaced(n int, list string) string {
	if w.zh {
		return fmt.Sprintf("本文件的字体缺少 %d 个字符，已用方括号内的代码或词语代替：%s。HTML 版完整显示这些字符。", n, list)
	}
	unit := "characters"
	if n == 1 {
		unit = "character"
	}
	return fmt.Sprintf("%d %s that this file's fonts lack appear as a code or a word in brackets: %s. The HTML report shows them.", n, unit, list)
}

// Open and Close are quotation marks.
func (w Words) Open() string { return "“" }

// Close is the closing quotation mark.
func (w Words) Close() string { return "”" }

// Status says what was found of a quote, and whether it counts as proven.
func (w Words) Status(status string) (text string, proven bool) {
	switch {
	case !report.Proven(status) && w.zh:
		return report.Chinese.Status(status), false
	case !report.Proven(status):
		return report.English.Status(status), false
	case w.zh:
		return "已核实", true
	}
	return "proven", true
}

// Finding is the note of a citation in the language.
func (w Words) Finding(note string) string {
	if w.zh {
		return report.Chinese.Finding(note)
	}
	return report.English.Finding(note)
}
