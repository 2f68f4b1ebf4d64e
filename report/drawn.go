package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// Drawing is what Drawn arranges beside a Review.
type Drawing struct {
	ScoredOptions
	MustFix, Suggestions, Cuts []Remark
	Statistics                 []Statistic
}

// Drawn returns what HTML and PDF show of a scored review: the verdict at a glance,
// one strip per dimension with every judge's words, what to fix, the tables folded,
// and the document. It has the content of Scored and Appendix, and is pure.
func Drawn(in Review, d Drawing) []Block {
	s := &scored{ScoredOptions: d.ScoredOptions, panel: in.Panel, scores: in.Means}
	v := drawing{in: in, Drawing: d, scored: s}
	var blocks []Block
	blocks = append(blocks, d.Restated.note(in.Lang, in.Panel)...)
	blocks = append(blocks, d.noProof()...)
	blocks = append(blocks, v.sheet(), Heading{Level: 2, ID: "dimensions", Text: in.Lang.Say(phDimensions)}, v.strips())
	blocks = append(blocks, v.fixes(phMustFix, "must-fix", BandMustFix, d.MustFix)...)
	blocks = append(blocks, v.fixes(phSuggestions, "suggestions", BandSuggestion, d.Suggestions)...)
	if len(d.Cuts) > 0 {
		blocks = append(blocks, Fold{v.counted(2, "cuts", in.Lang.Say(phCuts), len(d.Cuts)), []Block{v.remarks(d.Cuts, true)}})
	}
	citations := Citations(in.Verdicts)
	rest := folded(slices.Concat(in.mustFixElsewhere(), d.Aligned.section(in.Lang, in.Panel), s.summarySection(), in.judges(), in.sideBySide(),
		in.spreads(), in.anchors(), in.evidence(citations), Statistics(in.Lang, in.Panel.Judges, d.Statistics), in.origin(citations)))
	if n := len(rest); n > 0 {
		blocks = append(blocks, Heading{Level: 2, ID: "details", Text: in.Lang.pick("Tables and provenance", "明细与评审依据")})
	}
	return append(blocks, rest...)
}

// drawing is one report in the making.
type drawing struct {
	Drawing
	in     Review
	scored *scored
}

// sheet is the verdict at a glance.
func (v drawing) sheet() Sheet {
	total, max := v.scored.total()
	s := Sheet{Grade: Grade{Total: total, Max: max, Letter: v.scored.letter(total, max), Spread: v.Total, NoModel: v.NoModel}, Dots: v.totals(max), Facts: v.facts(total, max)}
	if v.NoModel {
		s.Warning, s.Spread = v.in.Lang.Say(phNoModel), nil
	}
	s.Fixes, s.NoFixes = v.worst(), v.in.noFixes()
	return s
}

// totals are the totals of the judges that scored every lens.
func (v drawing) totals(max panel.Points) []Dot {
	return v.dots(func(judge string) (sum panel.Points, ok bool) {
		for _, lens := range v.in.Panel.Lenses {
			score, ok := JudgeScore(v.in.Verdicts, judge, lens.Slug, lens.MaxScore)
			if !ok {
				return sum, false
			}
			sum = sum.Add(score)
		}
		return sum, max.Sign() > 0
	})
}

func (v drawing) dots(score func(judge string) (panel.Points, bool)) (dots []Dot) {
	for _, j := range v.in.Panel.Judges {
		if p, ok := score(j.Slug); ok {
			dots = append(dots, Dot{Judge: v.in.Lang.Judge(j), Score: p, Viewpoint: !v.in.Panel.Votes(j.Slug)})
		}
	}
	return dots
}

// worst are the three most serious fixes: of the lenses with the lowest share of
// their maximum first, one of each lens before the second of any.
func (v drawing) worst() (list List) {
	const most = 3
	slugs := []string{}
	for _, lens := range v.in.Panel.Lenses {
		slugs = append(slugs, lens.Slug)
	}
	share := func(slug string) panel.Points {
		lens, _ := v.in.Panel.Lens(slug)
		return Percent(v.in.Means[slug], lens.MaxScore)
	}
	slices.SortStableFunc(slugs, func(a, b string) int { return share(a).Cmp(share(b)) })
	nth := map[string]int{}
	type ranked struct {
		Remark
		turn, place int
	}
	var all []ranked
	for _, r := range v.MustFix {
		at := slices.Index(slugs, r.Lens)
		if at < 0 { // of the whole document
			at = len(slugs)
		}
		all = append(all, ranked{r, nth[r.Lens], at})
		nth[r.Lens]++
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.place, b.place)) })
	for _, r := range all[:min(most, len(all))] {
		r.Citations = nil // they are with the whole list
		list.Items = append(list.Items, v.remarks([]Remark{r.Remark}, true).Items...)
	}
	return list
}

// facts are what a reader must know beside the grade.
func (v drawing) facts(total, max panel.Points) (facts []Fact) {
	l := v.in.Lang
	judges, kind := v.in.present(), Info
	if v.Missing != "" {
		judges, kind = v.Missing, Caution
	}
	facts = append(v.Aligned.fact(l, Letter(total, max)), Fact{l.pick("Judges", "评委"), []Inline{Plain(judges)}, kind})
	if text := l.Probabilities(v.in.Probabilities); text != "" {
		glued := strings.NewReplacer(", ", ", ", " ", "\u00a0").Replace(text) // a grade and its percent stay on one line
		facts = append(facts, Fact{l.pick("Probable grades", "各等级概率"), []Inline{Plain(glued)}, Info})
	}
	if p := v.in.Previous; p != nil {
		facts = append(facts, Fact{l.pick("Since v{n}", "较 v{n}", "{n}", strconv.Itoa(p.Version)), []Inline{Plain(p.change(l, total, max, v.scored.letter(total, max)))}, Info})
	}
	if c := CountEvidence(Citations(v.in.Verdicts)); c.Total > 0 {
		text, kind := []Inline{Link{Text: l.Say(Phrase{"%d of %d proven", "%[2]d 条中 %[1]d 条已核实"}, c.Proven, c.Total) + l.WithNote(c.Noted), Target: "#evidence"}}, Info
		if n := c.of(uncited); n > 0 {
			text = append(text, Plain(" · "+l.unquoted(n)))
		}
		if c.Proven < c.Total || len(text) > 1 {
			kind = Caution
		}
		facts = append(facts, Fact{l.pick("Quotes", "引文"), text, kind})
	}
	fact, between := Fact{l.pick("Integrity", "完整性"), []Inline{Plain(l.pick("nothing unusual found", "未发现异常"))}, Info}, l.pick(". ", "。")
	if found := IntegrityNotice(l, v.in.Integrity); found != nil {
		fact.Text, fact.Kind, between = found[0].(Note).Text, Caution, l.gap()
	}
	if r := v.in.Reading; r != nil && !r.Answered() {
		fact.Text, fact.Kind = append(slices.Clone(fact.Text), Plain(between+r.Line(l))), Caution
	}
	return append(facts, fact)
}

// strips are the dimensions with all that the judges said of them.
func (v drawing) strips() (out Strips) {
	for _, lens := range v.in.Panel.Lenses {
		out.Rows = append(out.Rows, Strip{Bar: v.scored.bar(lens), Said: v.in.evidenceOf(lens), Dots: v.dots(func(judge string) (panel.Points, bool) {
			return JudgeScore(v.in.Verdicts, judge, lens.Slug, lens.MaxScore)
		})})
	}
	return out
}

// fixes are the remarks on the lenses of a band, each lens folded.
func (v drawing) fixes(title Phrase, id string, band Band, remarks []Remark) []Block {
	l := v.in.Lang
	blocks := []Block{Heading{Level: 2, ID: id, Text: l.Say(title)}}
	rest := remarks
	for _, lens := range v.in.Panel.Lenses {
		score := v.in.Means[lens.Slug]
		if BandOf(score, lens.MaxScore) != band {
			continue
		}
		own := which(remarks, func(r Remark) bool { return r.Lens == lens.Slug })
		rest = which(rest, func(r Remark) bool { return r.Lens != lens.Slug })
		name := l.Lens(lens) + " · " + outOf(score, lens.MaxScore)
		under := []Block{v.remarks(own, false)}
		if len(own) == 0 {
			under = []Block{Paragraph{[]Inline{Plain(l.pick("No judge says what to change. See ", "没有评委给出具体修改意见，请参阅")), Link{Text: l.pick("what they say of it", "各评委评语"), Target: "#lens-" + lens.Slug}, Plain(l.pick(".", "。"))}}}
		}
		blocks = append(blocks, Fold{v.counted(3, id+"--"+lens.Slug, name, len(own)), under})
	}
	if len(rest) > 0 {
		blocks = append(blocks, Fold{v.counted(3, id+"-other", l.pick("Other", "其他"), len(rest)), []Block{v.remarks(rest, true)}})
	}
	switch {
	case len(blocks) > 1:
		return blocks
	case band == BandMustFix:
		return append(blocks, Paragraph{v.in.noFixes()})
	}
	return nil
}

func (v drawing) remarks(remarks []Remark, named bool) List {
	return remarkList(v.in.Panel, v.in.Lang, remarks, named, true)
}

// counted is a heading with how many entries are under it.
func (v drawing) counted(level int, id, text string, n int) Heading {
	if n > 0 {
		text += v.in.Lang.parens(strconv.Itoa(n))
	}
	return Heading{Level: level, ID: id, Text: text}
}

// folded folds each section of level 2; a source stays.
func folded(blocks []Block) (out []Block) {
	for _, b := range blocks {
		if h, ok := b.(Heading); ok && h.Level == 2 {
			h.Level = 3
			out = append(out, Fold{Heading: h})
			continue
		}
		if _, ok := b.(Source); ok || len(out) == 0 {
			out = append(out, b)
			continue
		}
		last := out[len(out)-1].(Fold)
		last.Blocks = append(last.Blocks, b)
		out[len(out)-1] = last
	}
	return out
}

// section is Aligned.blocks as a section.
func (a *Aligned) section(l Lang, p *panel.Panel) []Block {
	blocks := a.blocks(l, p)
	if len(blocks) > 0 {
		h := blocks[0].(Heading)
		h.Level = 2
		blocks[0] = h
	}
	return blocks
}

// Previous is the version of the case before this one.
type Previous struct {
	Version    int
	Total, Max panel.Points
	Letter     string
}

// change says how the total and the grade changed.
func (p *Previous) change(l Lang, total, max panel.Points, letter string) string {
	text := l.pick("grade {a} → {b}", "等级 {a} → {b}", "{a}", p.Letter, "{b}", letter)
	if p.Letter == letter {
		text = l.pick("grade {a} as before", "等级不变（{a}）", "{a}", letter)
	}
	if !p.Max.Equal(max) {
		return outOf(p.Total, p.Max) + " → " + outOf(total, max) + " · " + text
	}
	difference := total.Sub(p.Total)
	sign := []string{"", "±", "+"}[difference.Sign()+1]
	return sign + minus(difference.Decimal(TotalPlaces)) + l.pick(" points · ", " 分 · ") + text
}

// present says that all chosen judges judged.
func (in Review) present() string {
	n := 0
	for _, j := range in.Panel.Judges {
		if in.ran(j.Slug) {
			n++
		}
	}
	if n == 1 {
		return in.Lang.pick("1 judge", "1 位评委")
	}
	return in.Lang.pick("{n} of {n} judges", "{n} 位评委全部完成评审", "{n}", strconv.Itoa(n))
}
