package cmd

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
	"judgement/report"
)

// ReviewView is what the terminal shows of a finished review. Its text may come
// from models and documents: control characters are stripped when it is shown.
type ReviewView struct {
	Lang       report.Lang
	Title      string // the document or the brand
	Subtitle   string // scene, case, version, date
	Total, Max panel.Points
	Letter     string
	Spread     *report.Spread // of the judges' totals, nil where unknown
	Lenses     []report.Bar   // in the panel's order
	MustFix    []ViewRemark
	Evidence   report.EvidenceCounts
	Missing    []ViewMissing // verdicts without a score
	Integrity  int           // warnings about the document
	NoModel    bool          // no language model was used
	Usage      report.Usage
	Cost       *report.Money // nil: unknown
	Files      []ViewFile
}

// ViewRemark is a must-fix item with the name of its dimension, which may be
// empty.
type ViewRemark struct{ Lens, Text string }

// ViewMissing is a judge without a verdict, with its outcome and the reason.
type ViewMissing struct{ Judge, Outcome, Reason string }

// ViewFile is a file that was written and what it is.
type ViewFile struct{ Label, Path string }

// viewWords is the terminal's own wording in one language.
type viewWords struct {
	grade, lens, score, percent, spread, missing, totals     string
	mustFix, evidence, proven, noQuotes, judges, integrity   string
	noModel, cost, costUnknown, calls, failed, tokens, files string
	colon, estimated                                         string
}

func wordsFor(l report.Lang) viewWords {
	if l == report.Chinese {
		return viewWords{
			grade: "等级", lens: "维度", score: "得分", percent: "得分率", spread: "离散度", missing: "缺失",
			totals: "评委总分 %s 至 %s，标准差 %s（%d 位评委）", mustFix: "必须修改", evidence: "证据", proven: "%d 条引文，%d 条已核实",
			noQuotes: "未提供引文", judges: "缺失的评审（不计为零分）", integrity: "文档中发现 %d 处异常，详见报告“文档完整性”",
			noModel: "未使用语言模型：评分来自离线基线，不理解文档内容。请配置模型后再采信评分。",
			cost:    "费用", costUnknown: "未知", calls: "%d 次调用", failed: "%d 次失败", tokens: "%d 词元", files: "文件", colon: "：", estimated: "（估算）",
		}
	}
	return viewWords{
		grade: "grade", lens: "Dimension", score: "Score", percent: "Percent", spread: "Spread", missing: "missing",
		totals: "judges' totals %s to %s, deviation %s (%d judges)", mustFix: "Must fix", evidence: "Evidence", proven: "%d quote(s), %d proven",
		noQuotes: "no quotes were given", judges: "Missing verdicts (never counted as zero)",
		integrity: "%d integrity warning(s) about the document; see the report",
		noModel:   "No language model was used: the scores come from an offline baseline that does not understand the document. Set a model before you rely on them.",
		cost:      "Cost", costUnknown: "unknown", calls: "%d call(s)", failed: "%d failed", tokens: "%d token(s)", files: "Files", colon: ": ", estimated: " (estimated)",
	}
}

// maxViewFixes is how many must-fix items the terminal shows; the report has
// them all.
const maxViewFixes = 8

// writeReviewView writes the result of a review for a person at a terminal of
// the given width in cells (80 where it is not positive). Colour is used only
// when color is set.
func writeReviewView(w io.Writer, v ReviewView, color bool, width int) {
	if width <= 0 {
		width = 80
	}
	s := viewWriter{w: w, color: color, width: max(width, 40), words: wordsFor(v.Lang)}
	s.head(v)
	s.lenses(v)
	s.mustFix(v.MustFix)
	s.facts(v)
	s.files(v.Files)
}

type viewWriter struct {
	w     io.Writer
	color bool
	width int
	words viewWords
}

// The colours, as SGR parameters.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

// paint colours text where colour is wanted.
func (s viewWriter) paint(sgr, text string) string {
	if !s.color || sgr == "" || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

func (s viewWriter) line(text string) { fmt.Fprintln(s.w, text) }

func (s viewWriter) head(v ReviewView) {
	s.line("")
	s.wrapped(bold, "", plainLine(v.Title))
	if v.Subtitle != "" {
		s.wrapped(dim, "", plainLine(v.Subtitle))
	}
	s.line("")
	s.line(s.paint(bold+";"+shareColor(v.Total, v.Max), report.Shown(v.Total, v.Max)+" / "+v.Max.String()+"  "+s.words.grade+" "+v.Letter))
	if sp := v.Spread; sp != nil && sp.Judges > 1 {
		s.wrapped(dim, "", fmt.Sprintf(s.words.totals, sp.Min, sp.Max, twoPlaces(sp.SD), sp.Judges))
	}
	if v.NoModel {
		s.line("")
		s.wrapped(red, "! ", s.words.noModel)
	}
	s.line("")
}

func shareColor(score, max panel.Points) string {
	switch report.BandOf(score, max) {
	case report.BandMustFix:
		return red
	case report.BandSuggestion:
		return yellow
	}
	return green
}

func twoPlaces(f float64) string {
	text := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// lenses is a borderless table of bars. Headers stay as they are written.
func (s viewWriter) lenses(v ReviewView) {
	if len(v.Lenses) == 0 {
		return
	}
	plain := s
	plain.color = false
	for i, columns := range [][]int{{0, 1, 2, 3, 4}, {0, 1, 2, 3}, {0, 2, 3}} {
		if i < 2 && slices.ContainsFunc(plain.lensTable(v, columns), func(l string) bool { return report.Width(l) > s.width }) {
			continue // a narrow terminal does without the spread, then without the bars
		}
		for _, l := range s.lensTable(v, columns) {
			s.line(l)
		}
		break
	}
	s.line("")
}

// lensTable is the table with some of its columns, line by line.
func (s viewWriter) lensTable(v ReviewView, columns []int) []string {
	cells := min(20, max(8, (s.width-48)/2*2))
	pick := func(all []string) (some []string) {
		for _, c := range columns {
			some = append(some, all[c])
		}
		return some
	}
	var rows [][]string
	for _, b := range v.Lenses {
		rows = append(rows, pick(s.lensRow(b, cells)))
	}
	right := []int{slices.Index(columns, 2), slices.Index(columns, 3)}
	out, err := table(pick([]string{s.words.lens, "", s.words.score, s.words.percent, s.words.spread}), rows, right...)
	if err != nil {
		return []string{err.Error()}
	}
	return strings.Split(strings.TrimRight(out, "\n"), "\n")
}

func (s viewWriter) lensRow(b report.Bar, cells int) []string {
	label := shorten(plainLine(b.Label), max(12, s.width-44-cells/2))
	if b.Score == nil {
		return []string{label, strings.Repeat("·", cells), "— / " + b.Max.String(), s.words.missing, ""}
	}
	spread := ""
	if b.Spread != nil && b.Spread.Judges > 1 {
		spread = fmt.Sprintf("%s–%s ±%s", b.Spread.Min, b.Spread.Max, twoPlaces(b.Spread.SD))
	}
	return []string{
		label, s.paint(shareColor(*b.Score, b.Max), report.BarText(*b.Score, b.Max, cells)),
		report.Shown(*b.Score, b.Max) + " / " + b.Max.String(), report.ShownPercent(*b.Score, b.Max) + "%", spread,
	}
}

// shorten cuts text to a width in cells and says so with an ellipsis.
func shorten(text string, width int) string {
	if report.Width(text) <= width {
		return text
	}
	out := ""
	for _, r := range text {
		if report.Width(out)+report.Width(string(r)) > width-1 {
			break
		}
		out += string(r)
	}
	return out + "…"
}
