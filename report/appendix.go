package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// Appendix returns what follows a scored report: the judges and their outcomes, how
// sure the grade is,
// the spread of each dimension, the anchors beside the mean, the evidence with
// what was found of it, the document's integrity, provenance, cost, and the
// document itself if it is given. It is pure.
func Appendix(in Review) []Block {
	citations := Citations(in.Verdicts)
	return slices.Concat(in.judges(), in.sureness(), in.sideBySide(), in.spreads(), in.mustFixElsewhere(), in.anchors(),
		in.evidence(citations), in.lensEvidence(), in.origin(citations))
}

// Colophon returns what follows a report without scores: what was found of its
// citations, and all that Appendix has after it. The head of such a report says in
// its own words if no language model was used. It is pure.
func Colophon(in Review, citations []Citation) []Block {
	in.Provenance.NoModel = false
	return append(in.evidence(citations), in.origin(citations)...)
}

// origin is the document's integrity, provenance, cost, and the document itself.
func (in Review) origin(citations []Citation) []Block {
	marks := in.marks(citations)
	blocks := slices.Concat(in.integrity(marks), in.provenance(), in.usageBlocks())
	if in.Source == nil {
		return blocks
	}
	source := *in.Source
	if source.Marks == nil {
		source.Marks = marks
	}
	return append(blocks, source)
}

func (in Review) heading(p Phrase, id string) Heading {
	return Heading{Level: 2, ID: id, Text: in.Lang.Say(p)}
}

// Missing says how many judges there are and which are missing, with the reasons;
// empty if all judged.
func (in Review) Missing() string {
	l := in.Lang
	ran, there := 0, 0
	var missing []string
	for _, j := range in.Panel.Judges {
		if !in.ran(j.Slug) {
			continue
		}
		ran++
		verdicts := in.verdictsOf(j.Slug)
		if len(verdicts) == 0 {
			missing = append(missing, l.Judge(j))
		}
		ok := false
		for _, v := range verdicts {
			if v.Outcome == "ok" {
				ok = true
				continue
			}
			reason := l.Outcome(v.Outcome)
			if why := l.WhyNot(v.Cause, v.Reason); why != "" {
				reason += l.Say(phColon) + why
			}
			missing = append(missing, l.Judge(j)+l.parens(reason))
		}
		if ok {
			there++
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return l.pick("{n} of {all} judges; missing: {who}", "{all} 位评委中 {n} 位完成评审；缺失：{who}",
		"{n}", strconv.Itoa(there), "{all}", strconv.Itoa(ran), "{who}", strings.Join(missing, l.Say(phListComma)))
}

// judges lists every judge of the panel with its outcome, missing ones with
// the reason.
func (in Review) judges() []Block {
	l := in.Lang
	t := Table{
		Header: []string{
			l.Say(phJudge), l.pick("Role", "角色"), l.Say(phOutcome), l.Say(phTotalRow), l.pick("Quotes proven", "引文核实"), l.Say(phReason),
		},
		Align: []Align{Left, Left, Left, Right, Right, Left},
	}
	missing, expected, ran := 0, 0, 0
	for _, j := range in.Panel.Judges {
		verdicts := in.verdictsOf(j.Slug)
		switch {
		case !in.ran(j.Slug):
			t.Rows = append(t.Rows, in.judgeRow(j, 0, Verdict{Outcome: l.Say(phNotSelected)}))
			continue
		case len(verdicts) == 0:
			verdicts = []Verdict{{Outcome: l.Say(phMissing)}}
		}
		ran++
		for _, v := range verdicts {
			expected++
			if v.Outcome != "ok" {
				missing++
			}
			t.Rows = append(t.Rows, in.judgeRow(j, len(verdicts), v))
		}
	}
	blocks := []Block{in.heading(Phrase{"Judges", "评委"}, "judges")}
	if in.Selected != nil {
		chosen := Phrase{"Chosen for this document: %d of %d judges", "根据本文内容选出的评委：%[2]d 位中选 %[1]d 位"}
		blocks = append(blocks, note(Info, sentence(l, l.Say(chosen, ran, len(in.Panel.Judges)))))
	}
	if missing > 0 {
		lacks := Phrase{"%d of %d verdicts are missing. They count as missing, never as zero", "%[2]d 份评审中有 %[1]d 份缺失。缺失不计为零分"}
		blocks = append(blocks, note(Caution, sentence(l, l.Say(lacks, missing, expected))))
	}
	return append(blocks, t)
}

// repeatName is a judge's name, with the repeat if it has several verdicts.
func (in Review) repeatName(j panel.Judge, v Verdict, verdicts int) string {
	if verdicts < 2 {
		return in.Lang.Judge(j)
	}
	return in.Lang.Judge(j) + in.Lang.parens(in.Lang.Say(phRepeat, v.Repeat+1))
}

// scoreOf is a lens's score of its maximum in words.
func (in Review) scoreOf(c LensVerdict) string {
	if c.Score == nil {
		return in.Lang.pick("No score", "未评分")
	}
	return outOf(*c.Score, c.Max)
}

func (in Review) judgeRow(j panel.Judge, verdicts int, v Verdict) []Cell {
	total, share := "—", "—"
	if sum, max, ok := verdictTotal(v); ok {
		total = outOf(sum, max)
	}
	if n := CountEvidence(Citations([]Verdict{v})); n.Total > 0 {
		share = fmt.Sprintf("%d / %d", n.Proven, n.Total)
	}
	reason := in.Lang.WhyNot(v.Cause, v.Reason)
	if v.Outcome == "ok" {
		reason = ""
	}
	return cells(in.repeatName(j, v, verdicts), in.role(j.Slug), in.Lang.Outcome(v.Outcome), total, share, reason)
}

// verdictTotal sums the scores that a verdict holds, and their maxima.
func verdictTotal(v Verdict) (sum, max panel.Points, ok bool) {
	for _, c := range v.Cells {
		if c.Score != nil {
			sum, max, ok = sum.Add(Held(*c.Score, c.Max)), max.Add(c.Max), true
		}
	}
	return sum, max, ok
}

// sideBySide sets every judge's scores beside each other, the judges that vote
// first, with the means in the last row. It is left out for a single judge.
func (in Review) sideBySide() []Block {
	l := in.Lang
	t := Table{Header: []string{l.Say(phJudge)}, Align: []Align{Left}}
	mean := []Cell{{Strong(l.Say(phMean))}}
	for _, lens := range in.Panel.Lenses {
		t.Header, t.Align = append(t.Header, l.Lens(lens)), append(t.Align, Right)
		text := "—"
		if m, ok := in.Means[lens.Slug]; ok {
			text = m.String()
		}
		mean = append(mean, Cell{Strong(text)})
	}
	var viewpoints [][]Cell
	for _, j := range in.Panel.Judges {
		row, any := cells(l.Judge(j)), false
		for _, lens := range in.Panel.Lenses {
			text := "—"
			if score, ok := JudgeScore(in.Verdicts, j.Slug, lens.Slug, lens.MaxScore); ok {
				text, any = Shown(score, lens.MaxScore), true
			}
			row = append(row, cell(text))
		}
		switch {
		case !any:
		case in.Panel.Votes(j.Slug):
			t.Rows = append(t.Rows, row)
		default:
			viewpoints = append(viewpoints, row)
		}
	}
	if len(t.Rows)+len(viewpoints) < 2 {
		return nil
	}
	t.Rows = append(append(t.Rows, viewpoints...), mean)
	return []Block{in.heading(Phrase{"Judges side by side", "各评委打分对照"}, "side-by-side"), para(l.pick(
		"The mean of each judge's repeats. Viewpoints are listed below the judges that vote; — is a dimension that a judge gave no score for.",
		"同一评委多次评分取平均。参考视角列于计分评委之后；“—”表示该评委未对此维度打分。")), t}
}

func (in Review) spreads() []Block {
	l := in.Lang
	title := in.heading(Phrase{"Spread by dimension", "各维度评分离散度"}, "spread")
	if in.Provenance.NoModel {
		return []Block{title, para(l.Say(Phrase{"There is %s.", "%s。"}, l.NoSpread()))}
	}
	lead := l.pick("How far the voting judges agree. A large deviation is a reason to read their comments.", "反映计分评委的一致程度。标准差较大时，建议查看各评委的评语。")
	t := Table{
		Header: []string{
			l.Say(phLens), l.Say(phMean), l.pick("Judges", "评委数"),
			l.pick("Lowest", "最低分"), l.pick("Highest", "最高分"), l.pick("Deviation", "标准差"),
		},
		Align: []Align{Left, Right, Right, Right, Right, Right},
	}
	for _, lens := range in.Panel.Lenses {
		row := []string{l.Lens(lens), l.Say(phMissing), "0", "—", "—", "—"}
		if mean, ok := in.Means[lens.Slug]; ok {
			row[1] = outOf(mean, lens.MaxScore)
		}
		if s, ok := in.Spreads[lens.Slug]; ok {
			row[2], row[3], row[4] = strconv.Itoa(s.Judges), Shown(s.Min, lens.MaxScore), Shown(s.Max, lens.MaxScore)
			if s.Judges > 1 {
				row[5] = decimal(s.SD)
			}
		}
		t.Rows = append(t.Rows, cells(row...))
	}
	return []Block{title, para(lead), t}
}

func (in Review) anchors() []Block {
	views := AnchorViews(in.Panel, in.Verdicts, in.Means)
	if len(views) == 0 {
		return nil
	}
	l := in.Lang
	t := tableOf(
		column{l.Say(phJudge), Left, each(views, func(v AnchorView) string { return judgeName(in.Panel, l, v.Judge) })},
		column{l.Say(phLens), Left, each(views, func(v AnchorView) string { return in.lensName(v.Lens) })},
		column{l.Say(phScore), Right, each(views, func(v AnchorView) string { return outOf(v.Score, v.Max) })},
		column{l.Say(phMean), Right, each(views, func(v AnchorView) string { return v.Mean.String() })},
		column{l.pick("Difference", "差值"), Right, each(views, func(v AnchorView) string {
			return []string{"", "", "+"}[v.Difference.Sign()+1] + minus(v.Difference.String())
		})},
		column{"⚑", Center, each(views, func(v AnchorView) string { return map[bool]string{true: "⚑"}[v.Flagged] })},
	)
	return []Block{in.heading(Phrase{"Anchor viewpoints", "参考视角"}, "anchors"), para(l.pick(
		"Shown beside the mean, not part of it. A difference above 20% of the maximum is marked ⚑.",
		"仅作参照，不计入平均分。与平均分之差超过满分的 20% 时以 ⚑ 标出。")), t}
}

// phElsewhere is the heading of the must-fix items on lenses of 60 % or more.
var phElsewhere = Phrase{"Must-fix items on dimensions of 60% or more", "得分不低于 60% 的维度上的必须修改项"}

// elsewhere are the must-fix items on lenses that score 60 % or more, which the third
// section leaves out.
func (in Review) elsewhere() []Remark {
	var lenses []string
	for _, lens := range in.Panel.Lenses {
		if mean, ok := in.Means[lens.Slug]; ok && BandOf(mean, lens.MaxScore) != BandMustFix {
			lenses = append(lenses, lens.Slug)
		}
	}
	return MustFixOn(lenses, in.Verdicts)
}

// MustFixOn are the must-fix items on the lenses, in their order, each once per judge.
func MustFixOn(lenses []string, verdicts []Verdict) (out []Remark) {
	seen := map[[3]string]bool{}
	for _, lens := range lenses {
		for _, v := range verdicts {
			for _, r := range v.MustFix {
				r.Judge = v.Judge
				key := [3]string{r.Lens, r.Judge, r.Text}
				if r.Lens == lens && !seen[key] {
					seen[key] = true
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// noFixes is said in the place of must-fix items if no lens below 60 % has any.
func (in Review) noFixes() []Inline {
	l, n := in.Lang, len(in.elsewhere())
	if n == 0 {
		return []Inline{Plain(l.pick("No judge lists a must-fix item.", "没有评委提出必须修改项。"))}
	}
	return []Inline{
		Plain(l.Say(Phrase{"No dimension below 60%% has must-fix items; on other dimensions: %d, see “", "得分低于 60%% 的维度没有必须修改项；其他维度有 %d 项，请参阅“"}, n)),
		Link{Text: l.Say(phElsewhere), Target: "#must-fix-elsewhere"},
		Plain(l.pick("”.", "”。")),
	}
}

// mustFixElsewhere lists what judges call must-fix on lenses that score 60 % or more.
func (in Review) mustFixElsewhere() []Block {
	remarks := in.elsewhere()
	if len(remarks) == 0 {
		return nil
	}
	return []Block{
		in.heading(phElsewhere, "must-fix-elsewhere"),
		para(in.Lang.pick("A judge calls these must-fix, but the dimension as a whole does not score below 60%.",
			"有评委认为以下各项必须修改，但该维度总体得分不低于 60%。")),
		remarkList(in.Panel, in.Lang, remarks, true, true),
	}
}

func (in Review) evidence(citations []Citation) []Block {
	l := in.Lang
	counts := CountEvidence(citations)
	blocks := []Block{in.heading(Phrase{"Evidence", "证据核验"}, "evidence")}
	if len(counts.ByStatus) == 0 {
		return append(blocks, para(l.Say(phNoCitations)))
	}
	noted := CountEvidence(which(citations, func(c Citation) bool { return c.MarkKind() == MarkNoted }))
	t := Table{Header: []string{l.pick("Proven", "已核实"), l.pick("Finding", "核验结果"), l.pick("Quotes", "数量")}, Align: []Align{Center, Left, Right}}
	add := func(status, more string, n int) {
		if n > 0 {
			t.Rows = append(t.Rows, cells(tick(status), l.Status(status)+more, strconv.Itoa(n)))
		}
	}
	for _, c := range counts.ByStatus {
		with := noted.of(c.Status)
		add(c.Status, "", c.Count-with)
		add(c.Status, l.Say(phComma)+l.Say(phNoted), with)
	}
	looked := Phrase{"Every quote was looked up in the document. %d of %d are proven%s.", "每条引文均已与原文比对，%[2]d 条中有 %[1]d 条核实无误%[3]s。"}
	return append(blocks, para(l.Say(looked, counts.Proven, counts.Total, l.WithNote(counts.Noted))), t)
}

// lensEvidence is what the judges said of each lens, with their quotes; nothing if
// no judge cited anything.
func (in Review) lensEvidence() []Block {
	var blocks []Block
	if len(Citations(in.Verdicts)) == 0 {
		return nil
	}
	for _, lens := range in.Panel.Lenses {
		if list := in.evidenceOf(lens); len(list.Items) > 0 {
			blocks = append(blocks, Fold{Heading{Level: 3, ID: "evidence--" + lens.Slug, Text: in.Lang.Lens(lens)}, []Block{list}})
		}
	}
	return blocks
}

// evidenceOf is one item per verdict that speaks of the lens: judge, score, the
// judge's reasons, and its quotes.
func (in Review) evidenceOf(lens panel.Lens) List {
	var list List
	for _, j := range in.Panel.Judges {
		verdicts := in.verdictsOf(j.Slug)
		for _, v := range verdicts {
			c, ok := v.Cell(lens.Slug)
			if !ok || c.Score == nil && c.Comment == "" {
				continue
			}
			item := Item{Text: []Inline{Strong(in.repeatName(j, v, len(verdicts))), Plain(" · " + in.scoreOf(c))}}
			if !in.Panel.Votes(j.Slug) {
				item.Text = append(item.Text, Plain(" · "+in.Lang.pick("viewpoint, not in the mean", "参考视角，不计入平均分")))
			}
			if len(c.Citations) == 0 && c.Score != nil {
				item.Text = append(item.Text, Plain(" · "+in.Lang.Say(phNoCitations)))
			}
			if c.Comment != "" {
				item.Blocks = append(item.Blocks, Prose{Markdown: c.Comment})
			}
			if len(c.Citations) > 0 {
				item.Blocks = append(item.Blocks, Evidence{Citations: c.Citations, By: byline(in.Panel, in.Lang, j.Slug, lens.Slug)})
			}
			list.Items = append(list.Items, item)
		}
	}
	return list
}
