package cmd

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/report"
)

// wording chooses between the English and the Chinese wording of a result.
type wording func(en, zh string) string

func wordsFor(l report.Lang) wording {
	if l == report.Chinese {
		return func(_, zh string) string { return zh }
	}
	return func(en, _ string) string { return en }
}

// lang is the language of the words.
func (w wording) lang() report.Lang {
	return report.Lang(w(string(report.English), string(report.Chinese)))
}

// labelled puts a label before a text.
func (w wording) labelled(label, text string) string { return label + w(": ", "：") + text }

// grade is a grade in its place, or that no language model gave it.
func (w wording) grade(grade string, noModel bool) string {
	if noModel {
		return w("baseline, no language model (grade ", "基线，未使用语言模型（等级 ") + grade + w(")", "）")
	}
	return w("grade", "等级") + " " + grade
}

// baseline is the same in a table or a list.
func (w wording) baseline(grade string, noModel bool) string {
	if noModel && grade != "" {
		return grade + w(" (baseline)", "（基线）")
	}
	return grade
}

// noModel says that a result is not of a language model.
func (w wording) noModel(scored bool) string {
	if !scored {
		return w("no language model was used: set a model before you rely on the result.", "未使用语言模型：请配置模型后再采信结果。")
	}
	return w("No language model was used: the scores come from an offline baseline that does not understand the document. Set a model before you rely on them.",
		"未使用语言模型：评分来自词汇基线，不理解文档内容。请配置模型后再采信评分。")
}

// cost is the line about what a result has cost.
func (w wording) cost(u report.Usage, cost *report.Money, partly *report.Partial) string {
	return w.labelled(w("Cost", "费用"), w.used(u, cost, partly))
}

// maxViewFixes is how many must-fix items the terminal shows; the report has
// them all.
const maxViewFixes = 8

// result prints a finished job. dir is the folder that holds reports/; dates are
// those in the zone, as in the report.
func (p *page) result(out *pipeline.Result, dir string, zone *time.Location) {
	lang, o := report.Lang(out.Plan.Language), out.Judgement.Overview()
	w := wordsFor(lang)
	p.Line("")
	p.Wrapped(terminal.Bold, "", terminal.PlainLine(out.Document.Title))
	p.Wrapped(terminal.Dim, "", terminal.PlainLine(fmt.Sprintf("%s · %s v%d · %s", out.Plan.SceneName, out.CaseID, out.Version, out.Plan.StartedAt.In(zone).Format(time.DateOnly))))
	p.Line("")
	p.outcome(lang, o, out.Plan.NoModel())
	if out.Plan.NoModel() {
		p.Line("")
		p.Wrapped(terminal.Red, "! ", w.noModel(o.Score != nil))
	}
	p.Line("")
	names := map[string]string{}
	for _, l := range out.Plan.Panel.Lenses {
		names[l.Slug] = lang.Lens(l)
	}
	if len(o.Lenses) > 0 {
		p.bars(w, withoutSpread(o.Lenses, out.Plan.NoModel()), names)
	}
	p.mustFix(w, o.MustFix, names)
	if o.Elsewhere > 0 {
		p.Wrapped("", "", fmt.Sprintf(w("Must-fix items on dimensions of 60%% or more: %d, see the report", "得分不低于 60%% 的维度上的必须修改项：%d 项，详见报告"), o.Elsewhere))
	}
	p.details(out, o)
	p.evidence(lang, o.Evidence, o.Score != nil)
	if text := o.MostUnproven(out.Plan); text != "" && (o.Evidence.Proven > 0 || o.Score == nil) { // else evidence says more
		p.Wrapped(terminal.Yellow, "! ", terminal.PlainLine(text))
	}
	p.missing(out.Plan, o.Judges)
	if said := lang.Warned(slices.Concat(format.Integrity(&out.Document), o.Reading.Warnings())); said != "" {
		p.Wrapped(terminal.Yellow, "! ", said+w("; see the report", "；详见报告“文档完整性”"))
	}
	p.reading(lang, o.Reading)
	p.readAlone(w, out)
	p.cost(w, out, o)
	p.Line("")
	p.files(w, out, dir)
}

// reading says what the integrity reader found.
func (p *page) reading(lang report.Lang, r *report.IntegrityReading) {
	if r == nil {
		return
	}
	sgr, mark := terminal.Yellow, "! "
	if r.Outcome == string(jury.OK) && len(r.Passages) == 0 {
		sgr, mark = terminal.Dim, ""
	}
	p.Wrapped(sgr, mark, terminal.PlainLine(r.OperatorLine(lang)))
	for _, found := range r.Passages {
		words := "“" + terminal.PlainLine(found.Words()) + "”"
		if where := found.Where(lang); where != "" {
			words = wordsFor(lang).labelled(where, words)
		}
		p.Wrapped("", "  • ", words)
	}
}

// readAlone says that no judge was asked.
func (p *page) readAlone(w wording, out *pipeline.Result) {
	switch {
	case out.ScoresOf == 0:
	case out.Unchanged:
		p.Wrapped("", "", fmt.Sprintf(w("Only the integrity reader was asked; version %d stays as it is. --new-version asks the judges, too.",
			"仅询问了完整性阅读模型；第 %d 版保持不变。--new-version 会再次询问评委。"), out.ScoresOf))
	default:
		p.Wrapped("", "", fmt.Sprintf(w("No judge was asked: the judges' replies are those of version %d, and their cost is not paid again. --new-version asks them.",
			"未询问评委：其回复沿用第 %d 版，费用不再支付。--new-version 会询问评委。"), out.ScoresOf))
	}
}

// cost says what the result cost. If the integrity reader alone was asked, that is what this
// run cost, and the judges' replies were paid before.
func (p *page) cost(w wording, out *pipeline.Result, o format.Overview) {
	if out.ScoresOf == 0 {
		p.Wrapped("", "", w.cost(o.Usage, o.Cost, report.PartCost(o.Parts)))
		return
	}
	var run report.IntegrityReading
	if o.Reading != nil {
		run = *o.Reading
	}
	p.Wrapped("", "", w.labelled(w("Cost of this run", "本次费用"), w.used(run.Usage, run.Cost, nil)))
	p.Wrapped("", "", w.labelled(w("Cost in all", "累计费用"), w.used(o.Usage, o.Cost, report.PartCost(o.Parts))))
}

// outcome is the total with its grade, or how many judges answered.
func (p *page) outcome(lang report.Lang, o format.Overview, noModel bool) {
	w := wordsFor(lang)
	s := o.Score
	if s == nil {
		p.Line(p.Paint(terminal.Bold, fmt.Sprintf(w("%d of %d judges, ", "%d / %d 位评委，"), o.Answered(), len(o.Judges))+w.proven(o.Evidence)))
		return
	}
	p.Wrapped(terminal.Bold+";"+terminal.ShareColor(s.Total, s.Max), "", report.Shown(s.Total, s.Max)+" / "+s.Max.String()+"  "+w.grade(s.Grade, noModel))
	if text := lang.Probabilities(s.Probabilities); text != "" {
		p.Wrapped(terminal.Dim, "", w.labelled(w("probabilities of the grades", "各等级的概率"), text))
	}
	if s.Repeats != nil {
		p.Wrapped(terminal.Dim, "", lang.Repeats(s.Repeats))
	}
	switch sp := s.Spread; {
	case noModel:
		p.Wrapped(terminal.Dim, "", w("no spread: one program answered for all judges", "无离散度：所有评委均由同一程序代答"))
	case sp != nil && sp.Judges > 1:
		p.Wrapped(terminal.Dim, "", fmt.Sprintf(w("judges' totals %s to %s, deviation %s (%d judges)", "评委总分 %s 至 %s，标准差 %s（%d 位评委）"), sp.Min, sp.Max, twoPlaces(sp.SD), sp.Judges))
	}
}

// details prints the format's table and notes, and what each judge says if it gives
// no score.
func (p *page) details(out *pipeline.Result, o format.Overview) {
	lang, d := report.Lang(out.Plan.Language), out.Judgement.Details(out.Plan)
	if len(d.Rows) > 0 {
		p.Table(d.Header, d.Rows)
		p.Line("")
	}
	for _, e := range o.Judges {
		if o.Score == nil && e.Outcome == jury.OK {
			j, _ := out.Plan.Panel.Judge(e.Judge)
			p.Wrapped("", "• ", terminal.PlainLine(wordsFor(lang).labelled(lang.Judge(j), e.Says)))
		}
	}
	for _, note := range d.Notes {
		p.Wrapped("", "", terminal.PlainLine(note))
	}
}

func twoPlaces(f float64) string {
	text := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// withoutSpread takes the spreads away if no language model judged: one program answered
// for all judges.
func withoutSpread(lenses []format.LensResult, noModel bool) []format.LensResult {
	lenses = slices.Clone(lenses)
	for i := range lenses {
		if noModel {
			lenses[i].Spread = report.Spread{}
		}
	}
	return lenses
}

// bars prints a table of bars. A narrow terminal does without the percentages, then
// without the bars.
func (p *page) bars(w wording, lenses []format.LensResult, names map[string]string) {
	text := ""
	for _, columns := range [][]int{{0, 1, 2, 3, 4}, {0, 1, 2, 4}, {0, 2, 4}} {
		text = p.barTable(w, lenses, names, columns)
		plain := (&page{terminal.Page{Width: p.Width}}).barTable(w, lenses, names, columns)
		if !slices.ContainsFunc(strings.Split(plain, "\n"), func(l string) bool { return report.Width(l) > p.Width }) {
			break
		}
	}
	p.Line(text)
}

// barTable is the table with some of its columns.
func (p *page) barTable(w wording, lenses []format.LensResult, names map[string]string, columns []int) string {
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
		rows = append(rows, pick(report.CutCells(terminal.PlainLine(names[l.Lens]), max(12, p.Width-44-cells/2)),
			p.Paint(terminal.ShareColor(l.Score, l.Max), report.BarText(l.Score, l.Max, cells)),
			report.Shown(l.Score, l.Max)+" / "+l.Max.String(), report.ShownPercent(l.Score, l.Max)+"%", spread))
	}
	return terminal.Table(pick(w("Dimension", "维度"), "", w("Score", "得分"), w("Percent", "得分率"), w("Spread", "离散度")), rows, slices.Index(columns, 2), slices.Index(columns, 3))
}

// mustFix lists the first must-fix items and how many more there are.
func (p *page) mustFix(w wording, items []report.Remark, names map[string]string) {
	if len(items) == 0 {
		return
	}
	p.Line(p.Paint(terminal.Bold, fmt.Sprintf("%s (%d)", w("Must fix", "必须修改"), len(items))))
	for _, r := range items[:min(len(items), maxViewFixes)] {
		text := terminal.PlainLine(r.Text)
		if name := names[r.Lens]; name != "" {
			text = w.labelled(terminal.PlainLine(name), text)
		}
		p.Wrapped("", "  • ", text)
	}
	if more := len(items) - maxViewFixes; more > 0 {
		p.Line(p.Paint(terminal.Dim, fmt.Sprintf("  … +%d", more)))
	}
	p.Line("")
}

// proven says how many citations are proven.
func (w wording) proven(e report.EvidenceCounts) string {
	if e.Total == 0 {
		return w("no citations", "没有引文")
	}
	return fmt.Sprintf(w("%d of %d citations proven", "%d / %d 条引文已核实"), e.Proven, e.Total) + w.lang().WithNote(e.Noted)
}

func (p *page) evidence(lang report.Lang, e report.EvidenceCounts, scored bool) {
	w := wordsFor(lang)
	text := w("no quotes were given", "未提供引文")
	if e.Total > 0 {
		text = terminal.Counted(e.Total, w("%d quote(s), %d proven", "%d 条引文，%d 条已核实"), e.Proven) + lang.WithNote(e.Noted)
		for _, c := range e.ByStatus {
			if !report.Proven(c.Status) {
				text += fmt.Sprintf(" · %s %d", terminal.PlainLine(lang.Status(c.Status)), c.Count)
			}
		}
	}
	p.Wrapped("", "", w.labelled(w("Evidence", "证据"), text))
	if scored && e.Proven == 0 {
		p.Wrapped(terminal.Yellow, "! ", w("No score rests on a quote that was found in the document: read the judges' comments before you rely on it, or ask another model with --model.",
			"没有任何评分有在文档中核实的引文支持：采信前请阅读评委评语，或用 --model 换用其他模型。"))
	}
}

// missing lists the judges without a verdict, with the outcome and the reason.
func (p *page) missing(plan *format.Plan, judges []format.Ended) {
	lang, first := report.Lang(plan.Language), true
	w := wordsFor(lang)
	for _, v := range judges {
		if v.Outcome == jury.OK {
			continue
		}
		if first {
			p.Line(p.Paint(terminal.Yellow, w("Missing verdicts (never counted as zero):", "缺失的评审（不计为零分）：")))
			first = false
		}
		j, _ := plan.Panel.Judge(v.Judge)
		text := lang.Judge(j) + " · " + lang.Outcome(string(v.Outcome))
		if v.Reason != "" {
			text = w.labelled(text, lang.Reason(v.Reason))
		}
		p.Wrapped("", "  • ", terminal.PlainLine(text))
	}
}

// spent says what calls have cost, in English.
func spent(u report.Usage, cost *report.Money) string {
	return wordsFor(report.English).used(u, cost, nil)
}

// money shows an amount for people, in English; nil is unknown.
func money(m *report.Money) string { return wordsFor(report.English).amount(m) }

// partAmount is amount, with what is known of an unknown one.
func (w wording) partAmount(m *report.Money, parts []report.Part) string {
	if partly := report.PartCost(parts); m == nil && partly != nil {
		return partly.Known.String() + w(" + unknown", " + 未知")
	}
	return w.amount(m)
}

func (w wording) amount(m *report.Money) string {
	if m == nil {
		return w("unknown", "未知")
	}
	return m.String()
}

// used says what calls cost; partly is what is known of an unknown cost, if not nil.
func (w wording) used(u report.Usage, cost *report.Money, partly *report.Partial) string {
	return w.usedWith("", u, cost, partly)
}

// usedWith is used with more words after the number of calls.
func (w wording) usedWith(also string, u report.Usage, cost *report.Money, partly *report.Partial) string {
	paid := w.amount(cost)
	switch {
	case cost != nil:
	case u.Calls == u.FailedCalls && u.PromptTokens+u.CompletionTokens == 0: // nothing was sent, or no model worked on it
		paid = w("none", "无")
	case partly != nil:
		paid = partly.Say(w.lang())
	}
	paid = terminal.PlainLine(paid)
	tokens := u.PromptTokens + u.CompletionTokens
	said := paid + " · " + terminal.Counted(u.Calls, w("%d call(s)", "%d 次调用")) + also
	if u.FailedCalls > 0 {
		said += " · " + fmt.Sprintf(w("%d failed", "%d 次失败"), u.FailedCalls)
	}
	said += " · " + fmt.Sprintf(terminal.Plural(tokens, w("%s token(s)", "%s 词元")), text.Thousands(tokens))
	if u.CachedTokens > 0 {
		said += " · " + fmt.Sprintf(w("%s cached", "%s 缓存命中"), text.Thousands(u.CachedTokens))
	}
	if u.Estimated {
		said += w(" (estimated)", "（估算）")
	}
	return said
}

// files lists what was written; paths are never cut.
func (p *page) files(w wording, out *pipeline.Result, dir string) {
	p.Line(p.Paint(terminal.Bold, w("Files", "文件")))
	folder := filepath.Join(dir, filepath.FromSlash(out.Folder))
	row := func(label, name string) {
		p.Line(fmt.Sprintf("  %-9s", label) + report.Clean(strings.ReplaceAll(filepath.Join(folder, name), "\n", " ")))
	}
	for _, f := range out.Files {
		if ext := path.Ext(f); path.Dir(f) == "." && ext != ".yaml" {
			row(ext[1:], f)
		}
	}
	row("reviews", "reviews")
}
