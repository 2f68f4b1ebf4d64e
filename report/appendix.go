package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// Appendix returns what follows a scored report: the judges and their outcomes,
// the spread of each dimension, the anchors beside the mean, the evidence with
// what was found of it, the document's integrity, provenance, cost, and the
// document itself if it is given. It is pure.
func Appendix(in Review) []Block {
	citations := Citations(in.Verdicts)
	return slices.Concat(in.judges(), in.sideBySide(), in.spreads(), in.mustFixElsewhere(), in.anchors(),
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
	blocks := slices.Concat(in.integrity(), in.provenance(), usageBlocks(in.Lang, in.Usage, in.Cost))
	if in.Source == nil {
		return blocks
	}
	source := *in.Source
	if source.Marks == nil {
		source.Marks = Marks(citations)
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
			if v.Reason != "" {
				reason += l.Say(phColon) + v.Reason
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
			l.Say(phJudge), l.Say(phRole), l.Say(phOutcome), l.Say(phTotalRow), l.Say(phEvidenceShare), l.Say(phReason),
		},
		Align: []Align{Left, Left, Left, Right, Right, Left},
	}
	missing, expected, ran := 0, 0, 0
	for _, j := range in.Panel.Judges {
		role := in.role(j.Slug)
		verdicts := in.verdictsOf(j.Slug)
		switch {
		case !in.ran(j.Slug):
			t.Rows = append(t.Rows, in.judgeRow(l.Judge(j), role, Verdict{Outcome: l.Say(phNotSelected)}))
			continue
		case len(verdicts) == 0:
			verdicts = []Verdict{{Outcome: l.Say(phMissing)}}
		}
		ran++
		for _, v := range verdicts {
			name := in.repeatName(j, v, len(verdicts))
			expected++
			if v.Outcome != "ok" {
				missing++
			}
			t.Rows = append(t.Rows, in.judgeRow(name, role, v))
		}
	}
	blocks := []Block{in.heading(phJudges, "judges")}
	if in.Selected != nil {
		blocks = append(blocks, in.note(Info, l.Say(phSelection, ran, len(in.Panel.Judges))))
	}
	if missing > 0 {
		blocks = append(blocks, in.note(Caution, l.Say(phJudgesMissing, missing, expected)))
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
		return in.Lang.Say(phMissingLens)
	}
	return outOf(*c.Score, c.Max)
}

func (in Review) note(kind NoteKind, text string) Note {
	return note(kind, sentence(in.Lang, text))
}

func (in Review) judgeRow(name, role string, v Verdict) []Cell {
	total, share := "—", "—"
	if sum, max, ok := verdictTotal(v); ok {
		total = outOf(sum, max)
	}
	if n := CountEvidence(Citations([]Verdict{v})); n.Total > 0 {
		share = fmt.Sprintf("%d / %d", n.Proven, n.Total)
	}
	reason := v.Reason
	if v.Outcome == "ok" {
		reason = ""
	}
	return []Cell{cell(name), cell(role), cell(in.Lang.Outcome(v.Outcome)), cell(total), cell(share), cell(reason)}
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
	for _, lens := range in.Panel.Lenses {
		t.Header, t.Align = append(t.Header, l.Lens(lens)), append(t.Align, Right)
	}
	var voting, viewpoints [][]Cell
	for _, j := range in.Panel.Judges {
		row, any := []Cell{cell(l.Judge(j))}, false
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
			voting = append(voting, row)
		default:
			viewpoints = append(viewpoints, row)
		}
	}
	if len(voting)+len(viewpoints) < 2 {
		return nil
	}
	mean := []Cell{{Strong(l.Say(phMean))}}
	for _, lens := range in.Panel.Lenses {
		text := "—"
		if m, ok := in.Means[lens.Slug]; ok {
			text = m.String()
		}
		mean = append(mean, Cell{Strong(text)})
	}
	t.Rows = slices.Concat(voting, viewpoints, [][]Cell{mean})
	return []Block{in.heading(phSideBySide, "side-by-side"), para(l.Say(phSideBySideIntro)), t}
}

func (in Review) spreads() []Block {
	l := in.Lang
	t := Table{
		Header: []string{l.Say(phLens), l.Say(phMean), l.Say(phJudgeCount), l.Say(phMinimum), l.Say(phMaximum), l.Say(phDeviation)},
		Align:  []Align{Left, Right, Right, Right, Right, Right},
	}
	for _, lens := range in.Panel.Lenses {
		row := []Cell{cell(l.Lens(lens)), cell(l.Say(phMissing)), cell("0"), cell("—"), cell("—"), cell("—")}
		if mean, ok := in.Means[lens.Slug]; ok {
			row[1] = cell(outOf(mean, lens.MaxScore))
		}
		if s, ok := in.Spreads[lens.Slug]; ok {
			row[2], row[3], row[4] = cell(strconv.Itoa(s.Judges)), cell(Shown(s.Min, lens.MaxScore)), cell(Shown(s.Max, lens.MaxScore))
			if s.Judges > 1 {
				row[5] = cell(decimal(s.SD))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return []Block{in.heading(phSpread, "spread"), para(l.Say(phSpreadIntro)), t}
}

func (in Review) anchors() []Block {
	views := AnchorViews(in.Panel, in.Verdicts, in.Means)
	if len(views) == 0 {
		return nil
	}
	l := in.Lang
	t := Table{
		Header: []string{l.Say(phJudge), l.Say(phLens), l.Say(phScore), l.Say(phMean), l.Say(phDifference), l.Say(phFlagged)},
		Align:  []Align{Left, Left, Right, Right, Right, Center},
	}
	for _, v := range views {
		lens, _ := in.Panel.Lens(v.Lens)
		diff, flag := strings.Replace(v.Difference.String(), "-", "−", 1), ""
		if v.Difference.Sign() > 0 {
			diff = "+" + diff
		}
		if v.Flagged {
			flag = "⚑"
		}
		t.Rows = append(t.Rows, []Cell{
			cell(judgeName(in.Panel, l, v.Judge)), cell(l.Lens(lens)), cell(outOf(v.Score, v.Max)),
			cell(v.Mean.String()), cell(diff), cell(flag),
		})
	}
	return []Block{in.heading(phAnchors, "anchors"), para(l.Say(phAnchorsIntro)), t}
}

// mustFixElsewhere lists what judges call must-fix on lenses that score 60 % or
// more, which the third section leaves out.
func (in Review) mustFixElsewhere() []Block {
	var remarks []Remark
	seen := map[[3]string]bool{}
	for _, lens := range in.Panel.Lenses {
		mean, ok := in.Means[lens.Slug]
		if !ok || BandOf(mean, lens.MaxScore) == BandMustFix {
			continue
		}
		for _, v := range in.Verdicts {
			for _, r := range v.MustFix {
				r.Judge = v.Judge
				key := [3]string{r.Lens, r.Judge, r.Text}
				if r.Lens == lens.Slug && !seen[key] {
					seen[key] = true
					remarks = append(remarks, r)
				}
			}
		}
	}
	if len(remarks) == 0 {
		return nil
	}
	return []Block{
		in.heading(phFixElsewhere, "must-fix-elsewhere"),
		para(in.Lang.Say(phElsewhereIntro)),
		remarkList(in.Panel, in.Lang, remarks, true, true),
	}
}

func (in Review) evidence(citations []Citation) []Block {
	l := in.Lang
	counts := CountEvidence(citations)
	blocks := []Block{in.heading(phEvidence, "evidence")}
	if len(counts.ByStatus) == 0 {
		return append(blocks, para(l.Say(phNoCitations)))
	}
	t := Table{Header: []string{"", l.Say(phStatus), l.Say(phCount)}, Align: []Align{Center, Left, Right}}
	for _, c := range counts.ByStatus {
		t.Rows = append(t.Rows, []Cell{cell(tick(c.Status)), cell(l.Status(c.Status)), cell(strconv.Itoa(c.Count))})
	}
	return append(blocks, para(l.Say(phEvidenceIntro, counts.Proven, counts.Total)), t)
}

// lensEvidence is what the judges said of each lens, with their quotes; nothing if
// nobody cited anything.
func (in Review) lensEvidence() []Block {
	var blocks []Block
	for _, lens := range in.Panel.Lenses {
		if list := in.evidenceOf(lens); len(list.Items) > 0 && len(Citations(in.Verdicts)) > 0 {
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
			if len(c.Citations) == 0 && c.Score != nil {
				item.Text = append(item.Text, Plain(" · "+in.Lang.Say(phNoCitations)))
			}
			if c.Comment != "" {
				item.Blocks = append(item.Blocks, Prose{Markdown: c.Comment})
			}
			if len(c.Citations) > 0 {
				item.Blocks = append(item.Blocks, Evidence{Citations: c.Citations})
			}
			list.Items = append(list.Items, item)
		}
	}
	return list
}

func (in Review) integrity() []Block {
	l := in.Lang
	blocks := []Block{in.heading(phIntegrity, "integrity")}
	if len(in.Integrity) == 0 {
		return append(blocks, para(l.Say(phIntegrityNone)))
	}
	var list List
	for _, w := range in.Integrity {
		text := []Inline{Strong(l.Integrity(w.Kind)), Plain(" · " + l.Say(phTimes, max(1, w.Count)))}
		if w.Page > 0 {
			text = append(text, Plain(l.Say(phComma)+l.Say(phPage, w.Page)))
		}
		if w.Start < 0 {
			text = append(text, Plain(l.Say(phComma)+l.Say(phLeftOut)))
		}
		if w.Excerpt != "" {
			text = append(text, Plain(l.Say(phColon)), Code(w.Excerpt))
		}
		list.Items = append(list.Items, Item{Text: text})
	}
	return append(blocks, note(Caution, l.Say(phIntegrityIntro)), list)
}
