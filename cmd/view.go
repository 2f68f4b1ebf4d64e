package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/terminal"
	"judgement/report"
)

// viewWords is the terminal's own wording of results in one language.
type viewWords struct {
	grade, lens, score, percent, spread, missing, totals     string
	mustFix, evidence, proven, noQuotes, judges, integrity   string
	noModel, cost, costUnknown, calls, failed, tokens, files string
	colon, estimated                                         string
	suggestions, cuts, summary, noQuote, page                string // of judge try
}

func wordsFor(l report.Lang) viewWords {
	if l == report.Chinese {
		return viewWords{
			grade: "等级", lens: "维度", score: "得分", percent: "得分率", spread: "离散度", missing: "缺失",
			totals: "评委总分 %s 至 %s，标准差 %s（%d 位评委）", mustFix: "必须修改", evidence: "证据", proven: "%d 条引文，%d 条已核实",
			noQuotes: "未提供引文", judges: "缺失的评审（不计为零分）", integrity: "文档中发现 %d 处异常，详见报告“文档完整性”",
			noModel: "未使用语言模型：评分来自离线基线，不理解文档内容。请配置模型后再采信评分。",
			cost:    "费用", costUnknown: "未知", calls: "%d 次调用", failed: "%d 次失败", tokens: "%d 词元", files: "文件", colon: "：", estimated: "（估算）",
			suggestions: "建议", cuts: "可删减", summary: "总评", noQuote: "未提供引文", page: "第 %d 页",
		}
	}
	return viewWords{
		grade: "grade", lens: "Dimension", score: "Score", percent: "Percent", spread: "Spread", missing: "missing",
		totals: "judges' totals %s to %s, deviation %s (%d judges)", mustFix: "Must fix", evidence: "Evidence", proven: "%d quote(s), %d proven",
		noQuotes: "no quotes were given", judges: "Missing verdicts (never counted as zero)",
		integrity: "%d integrity warning(s) about the document; see the report",
		noModel:   "No language model was used: the scores come from an offline baseline that does not understand the document. Set a model before you rely on them.",
		cost:      "Cost", costUnknown: "unknown", calls: "%d call(s)", failed: "%d failed", tokens: "%d token(s)", files: "Files", colon: ": ", estimated: " (estimated)",
		suggestions: "Suggestions", cuts: "Cuts", summary: "Summary", noQuote: "no quote", page: "page %d",
	}
}

// maxViewFixes is how many must-fix items the terminal shows; the report has
// them all.
const maxViewFixes = 8

// review prints a finished review. dir is the folder that holds reports/; dates are
// those in the zone, as in the report.
func (p *page) review(out *pipeline.Result, judged *review.Judgement, dir string, zone *time.Location) {
	lang, res := report.Lang(out.Plan.Language), judged.Result
	words := wordsFor(lang)
	p.Line("")
	p.Wrapped(terminal.Bold, "", terminal.PlainLine(out.Document.Title))
	p.Wrapped(terminal.Dim, "", terminal.PlainLine(fmt.Sprintf("%s · %s v%d · %s", out.Plan.SceneName, out.CaseID, out.Version, out.Plan.StartedAt.In(zone).Format(time.DateOnly))))
	p.Line("")
	p.Line(p.Paint(terminal.Bold+";"+terminal.ShareColor(res.Total, res.Max), report.Shown(res.Total, res.Max)+" / "+res.Max.String()+"  "+words.grade+" "+res.Grade))
	if sp := res.Spread; sp != nil && sp.Judges > 1 {
		p.Wrapped(terminal.Dim, "", fmt.Sprintf(words.totals, sp.Min, sp.Max, twoPlaces(sp.SD), sp.Judges))
	}
	if out.Plan.NoModel() {
		p.Line("")
		p.Wrapped(terminal.Red, "! ", words.noModel)
	}
	p.Line("")
	names := map[string]string{}
	for _, l := range out.Plan.Panel.Lenses {
		names[l.Slug] = lang.Lens(l)
	}
	if len(res.Lenses) > 0 {
		p.bars(words, res.Lenses, names)
	}
	p.mustFix(words, res.MustFix, names)
	p.evidence(lang, res.Evidence)
	p.missing(out, judged.Verdicts)
	if n := len(out.Document.Warnings); n > 0 {
		p.Wrapped(terminal.Yellow, "! ", terminal.Counted(n, words.integrity))
	}
	p.Wrapped("", "", words.cost+words.colon+words.used(res.Usage, res.Cost))
	p.Line("")
	p.files(words, out, dir)
}

func twoPlaces(f float64) string {
	text := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// bars prints a table of bars. A narrow terminal does without the spread, then
// without the bars.
func (p *page) bars(words viewWords, lenses []review.LensResult, names map[string]string) {
	text := ""
	for _, columns := range [][]int{{0, 1, 2, 3, 4}, {0, 1, 2, 3}, {0, 2, 3}} {
		text = p.barTable(words, lenses, names, columns)
		plain := (&page{terminal.Page{Width: p.Width}}).barTable(words, lenses, names, columns)
		if !slices.ContainsFunc(strings.Split(plain, "\n"), func(l string) bool { return report.Width(l) > p.Width }) {
			break
		}
	}
	p.Line(text)
}

// barTable is the table with some of its columns.
func (p *page) barTable(words viewWords, lenses []review.LensResult, names map[string]string, columns []int) string {
	cells := min(20, max(8, (p.Width-48)/2*2))
	pick := func(all ...string) (some []string) {
		for _, c := range columns {
			some = append(some, all[c])
		}
		return some
	}
	var rows [][]string
	for _, l := range lenses {
		spread := ""
		if l.Spread.Judges > 1 {
			spread = fmt.Sprintf("%s–%s ±%s", l.Spread.Min, l.Spread.Max, twoPlaces(l.Spread.SD))
		}
		rows = append(rows, pick(terminal.Shorten(terminal.PlainLine(names[l.Lens]), max(12, p.Width-44-cells/2)),
			p.Paint(terminal.ShareColor(l.Score, l.Max), report.BarText(l.Score, l.Max, cells)),
			report.Shown(l.Score, l.Max)+" / "+l.Max.String(), report.ShownPercent(l.Score, l.Max)+"%", spread))
	}
	return terminal.Table(pick(words.lens, "", words.score, words.percent, words.spread), rows, slices.Index(columns, 2), slices.Index(columns, 3))
}

// mustFix lists the first must-fix items and how many more there are.
func (p *page) mustFix(words viewWords, items []report.Remark, names map[string]string) {
	if len(items) == 0 {
		return
	}
	p.Line(p.Paint(terminal.Bold, fmt.Sprintf("%s (%d)", words.mustFix, len(items))))
	for _, r := range items[:min(len(items), maxViewFixes)] {
		text := terminal.PlainLine(r.Text)
		if name := names[r.Lens]; name != "" {
			text = terminal.PlainLine(name) + words.colon + text
		}
		p.Wrapped("", "  • ", text)
	}
	if more := len(items) - maxViewFixes; more > 0 {
		p.Line(p.Paint(terminal.Dim, fmt.Sprintf("  … +%d", more)))
	}
	p.Line("")
}

func (p *page) evidence(lang report.Lang, e report.EvidenceCounts) {
	words := wordsFor(lang)
	text := words.noQuotes
	if e.Total > 0 {
		text = terminal.Counted(e.Total, words.proven, e.Proven)
		for _, c := range e.ByStatus {
			if !report.Proven(c.Status) {
				text += fmt.Sprintf(" · %s %d", terminal.PlainLine(lang.Status(c.Status)), c.Count)
			}
		}
	}
	p.Wrapped("", "", words.evidence+words.colon+text)
}

// missing lists the judges without a verdict, with the outcome and the reason.
func (p *page) missing(out *pipeline.Result, verdicts []report.Verdict) {
	lang, first := report.Lang(out.Plan.Language), true
	words := wordsFor(lang)
	for _, v := range verdicts {
		if v.Outcome == "ok" {
			continue
		}
		if first {
			p.Line(p.Paint(terminal.Yellow, words.judges+strings.TrimSpace(words.colon)))
			first = false
		}
		j, _ := out.Plan.Panel.Judge(v.Judge)
		text := lang.Judge(j) + " · " + lang.Outcome(v.Outcome)
		if v.Reason != "" {
			text += words.colon + v.Reason
		}
		p.Wrapped("", "  • ", terminal.PlainLine(text))
	}
}

// spent says what calls have cost, in English.
func spent(u report.Usage, cost *report.Money) string { return wordsFor(report.English).used(u, cost) }

// money shows an amount for people, in English; nil is unknown.
func money(m *report.Money) string { return wordsFor(report.English).amount(m) }

func (w viewWords) amount(m *report.Money) string {
	if m == nil {
		return w.costUnknown
	}
	return m.String()
}

func (w viewWords) used(u report.Usage, cost *report.Money) string {
	text := terminal.PlainLine(w.amount(cost)) + " · " + terminal.Counted(u.Calls, w.calls)
	if u.FailedCalls > 0 {
		text += " · " + fmt.Sprintf(w.failed, u.FailedCalls)
	}
	text += " · " + terminal.Counted(u.PromptTokens+u.CompletionTokens, w.tokens)
	if u.Estimated {
		text += w.estimated
	}
	return text
}

// files lists what was written; paths are never cut.
func (p *page) files(words viewWords, out *pipeline.Result, dir string) {
	p.Line(p.Paint(terminal.Bold, words.files))
	folder := filepath.Join(dir, filepath.FromSlash(out.Folder))
	row := func(label, name string) {
		p.Line(fmt.Sprintf("  %-9s", label) + report.Clean(strings.ReplaceAll(filepath.Join(folder, name), "\n", " ")))
	}
	for _, f := range out.Files {
		if label, ok := strings.CutPrefix(f, "report."); ok {
			row(label, f)
		}
	}
	row("reviews", "reviews")
}
