package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"judgement/panel"
)

// ScoredOptions are what a scored report shows beside the scores. The zero value is
// an English report without any of it.
type ScoredOptions struct {
	Lang            Lang   // of the report's own wording; empty: English
	Title, Subtitle string // one line each; an empty title is "Review report"

	NoModel   bool               // no language model was used
	NoProof   bool               // no quote of the judges is proven
	Unproven  string             // Review.Unproven
	Missing   string             // which judges are missing, in the words of Review.Missing
	Restated  *Restated          // set if the report is not the published one
	Aligned   *Aligned           // nil: the panel is not aligned
	Integrity []IntegrityWarning // what Appendix lists of the document
	// Total is how the judges' totals spread, Spreads how their scores for each lens
	// do, by slug; nil shows none.
	Total   *Spread
	Spreads map[string]Spread
}

// Scored renders a scored report: total and grade, scores by dimension, must
// fix (lenses below 60 % and the given remarks), suggestions (lenses from 60 %
// to below 80 % and the given remarks), suggested cuts, and a summary table of
// all dimensions; the third to the fifth only when they hold anything. scores
// and comments are by lens slug; all text is taken as untrusted.
//
// Every lens needs a score in 0..max. The error names every score out of range,
// missing score and unknown lens. Scored is pure: the same arguments give the same
// page.
func Scored(p *panel.Panel, scores map[string]panel.Points, comments map[string]string,
	mustFix, suggestions, cuts []Remark, o ScoredOptions,
) (Page, error) {
	o.Lang = cmp.Or(o.Lang, English)
	s := &scored{ScoredOptions: o, panel: p, scores: scores, comments: comments}
	if err := s.check(mustFix, suggestions, cuts); err != nil {
		return Page{}, fmt.Errorf("build scored report: %w", err)
	}
	return Page{
		Title: cmp.Or(o.Title, o.Lang.pick("Review report", "评审报告")), Subtitle: o.Subtitle, Lang: o.Lang,
		Blocks: slices.Concat(
			s.totalSection(),
			s.dimensionSection(),
			s.bandSection(phMustFix, Phrase{"What to do", "修改要求"}, "must-fix", BandMustFix, mustFix),
			s.bandSection(phSuggestions, Phrase{"What would help", "改进建议"}, "suggestions", BandSuggestion, suggestions),
			s.cutSection(cuts),
			s.summarySection(),
		),
	}, nil
}

// scored holds what one report is built from.
type scored struct {
	ScoredOptions
	panel    *panel.Panel
	scores   map[string]panel.Points
	comments map[string]string
}

// check finds everything that is wrong with the arguments.
func (s *scored) check(remarks ...[]Remark) error {
	if s.panel == nil {
		return errors.New("no panel given")
	}
	if s.Lang != English && s.Lang != Chinese {
		return fmt.Errorf("language %q is unknown; use %q or %q", s.Lang, English, Chinese)
	}
	errs := s.checkLenses()
	slugs := slices.AppendSeq(slices.Collect(maps.Keys(s.scores)), maps.Keys(s.comments))
	for _, r := range slices.Concat(remarks...) {
		if r.Lens != "" {
			slugs = append(slugs, r.Lens)
		}
	}
	slices.Sort(slugs)
	for _, slug := range slices.Compact(slugs) {
		if _, ok := s.panel.Lens(slug); !ok {
			errs = append(errs, fmt.Errorf("lens %q is not in panel %q", slug, s.panel.Name))
		}
	}
	return errors.Join(errs...)
}

func (s *scored) checkLenses() []error {
	var errs []error
	if len(s.panel.Lenses) == 0 {
		errs = append(errs, fmt.Errorf("panel %q has no lenses", s.panel.Name))
	}
	seen := make(map[string]bool)
	for _, lens := range s.panel.Lenses {
		score, ok := s.scores[lens.Slug]
		switch {
		case seen[lens.Slug]:
			errs = append(errs, fmt.Errorf("lens %q is in the panel twice", lens.Slug))
		case lens.MaxScore.Sign() <= 0:
			errs = append(errs, fmt.Errorf("lens %q has a maximum of %s; it must be positive", lens.Slug, lens.MaxScore))
		case !ok:
			errs = append(errs, fmt.Errorf("lens %q has no score", lens.Slug))
		case score.Sign() < 0 || score.Cmp(lens.MaxScore) > 0:
			errs = append(errs, fmt.Errorf("lens %q has a score of %s, outside 0 to %s",
				lens.Slug, score.Decimal(12), lens.MaxScore.Decimal(12)))
		}
		seen[lens.Slug] = true
	}
	return errs
}

// total is the sum of the scores, and of their maxima.
func (s *scored) total() (total, max panel.Points) {
	for _, lens := range s.panel.Lenses {
		total, max = total.Add(s.scores[lens.Slug]), max.Add(lens.MaxScore)
	}
	return total, max
}

// letter is the grade of the raw total, or of the aligned one.
func (s *scored) letter(total, max panel.Points) string {
	if s.Aligned != nil && s.Aligned.Grades {
		return s.Aligned.Grade
	}
	return Letter(total, max)
}

func (s *scored) totalSection() []Block {
	total, max := s.total()
	blocks := []Block{
		Heading{Level: 2, ID: "total", Text: s.Lang.pick("Total score and grade", "总分与等级")},
		Grade{Total: total, Max: max, Letter: s.letter(total, max), Spread: s.Total, NoModel: s.NoModel},
	}
	blocks = append(blocks, s.Aligned.blocks(s.Lang, s.panel)...)
	if s.Missing != "" {
		blocks = append(blocks, note(Caution, sentence(s.Lang, s.Missing)))
	}
	blocks = append(blocks, s.Restated.note(s.Lang, s.panel)...)
	if s.NoModel {
		blocks = append(blocks, note(Problem, s.Lang.Say(phNoModel)))
	}
	blocks = append(blocks, s.noProof()...)
	return append(blocks, IntegrityNotice(s.Lang, s.Integrity)...)
}

// noProof warns that no score rests on a proven quote, or that most quotes are not proven.
func (o ScoredOptions) noProof() []Block {
	switch {
	case !o.NoProof && o.Unproven == "":
		return nil
	case !o.NoProof:
		return []Block{note(Caution, o.Unproven)}
	}
	return []Block{note(Caution, o.Lang.pick("No score rests on a quote that was found in the document: read the judges' comments before you rely on it.",
		"没有任何评分有在文档中核实的引文支持：采信前请阅读评委评语。"))}
}

func (s *scored) dimensionSection() []Block {
	rows := make([]Bar, len(s.panel.Lenses))
	var sound List
	for i, lens := range s.panel.Lenses {
		rows[i] = s.bar(lens)
		comment := s.comments[lens.Slug]
		if comment != "" && BandOf(*rows[i].Score, lens.MaxScore) == BandSound {
			sound.Items = append(sound.Items, labelled(s.Lang, s.Lang.Lens(lens), comment))
		}
	}
	blocks := []Block{Heading{Level: 2, ID: "dimensions", Text: s.Lang.Say(phDimensions)}, Bars{Rows: rows}}
	if len(rows) >= 3 {
		blocks = append(blocks, Radar{Rows: rows})
	}
	if len(sound.Items) > 0 {
		blocks = append(blocks, Heading{Level: 3, ID: "sound", Text: s.Lang.pick("What holds up", "表现良好的维度")}, sound)
	}
	return blocks
}

func (s *scored) bar(lens panel.Lens) Bar {
	score := s.scores[lens.Slug]
	b := Bar{ID: "lens-" + lens.Slug, Label: s.Lang.Lens(lens), Max: lens.MaxScore, Score: &score}
	if spread, ok := s.Spreads[lens.Slug]; ok && !s.NoModel { // else one program answered for all judges
		b.Spread = &spread
	}
	return b
}

// bandSection lists the lenses of one band with their remarks, then the other
// remarks. It is empty if there is neither.
func (s *scored) bandSection(title, lead Phrase, id string, band Band, remarks []Remark) []Block {
	var blocks []Block
	inBand := make(map[string]bool)
	for _, lens := range s.panel.Lenses {
		if BandOf(s.scores[lens.Slug], lens.MaxScore) != band {
			continue
		}
		inBand[lens.Slug] = true
		blocks = append(blocks, s.lensDetail(id, lead, lens, remarks)...)
	}
	rest := which(remarks, func(r Remark) bool { return !inBand[r.Lens] })
	if len(rest) > 0 && len(blocks) > 0 {
		blocks = append(blocks, Heading{Level: 3, ID: id + "-other", Text: s.Lang.pick("Also", "其他")})
	}
	if len(rest) > 0 {
		blocks = append(blocks, s.remarkList(rest, true))
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]Block{Heading{Level: 2, ID: id, Text: s.Lang.Say(title)}}, blocks...)
}

// lensDetail is a lens with its score, bar, comment and remarks.
func (s *scored) lensDetail(id string, lead Phrase, lens panel.Lens, remarks []Remark) []Block {
	bar := s.bar(lens)
	bar.ID = ""
	blocks := []Block{
		Heading{Level: 3, ID: id + "--" + lens.Slug, Text: bar.Label},
		Bars{Rows: []Bar{bar}},
	}
	if c := s.comments[lens.Slug]; c != "" {
		blocks = append(blocks, Prose{Markdown: c})
	}
	if own := which(remarks, func(r Remark) bool { return r.Lens == lens.Slug }); len(own) > 0 {
		blocks = append(blocks, Paragraph{[]Inline{Strong(s.Lang.Say(lead))}}, s.remarkList(own, false))
	}
	return blocks
}

func (s *scored) cutSection(cuts []Remark) []Block {
	if len(cuts) == 0 {
		return nil
	}
	return []Block{Heading{Level: 2, ID: "cuts", Text: s.Lang.Say(phCuts)}, s.remarkList(cuts, true)}
}

func (s *scored) remarkList(remarks []Remark, named bool) List {
	return remarkList(s.panel, s.Lang, remarks, named, true)
}

func (s *scored) summarySection() []Block {
	l := s.Lang
	t := Table{
		Header: []string{l.Say(phLens), l.Say(phScore), l.pick("Maximum", "满分"), l.pick("Percent", "得分率"), l.pick("Grade", "等级")},
		Align:  []Align{Left, Right, Right, Right, Center},
	}
	for _, lens := range s.panel.Lenses {
		score, max := s.scores[lens.Slug], lens.MaxScore
		row := cells("", Shown(score, max), max.String(), percentText(score, max), Letter(score, max))
		row[0] = Cell{Link{Text: l.Lens(lens), Target: "#lens-" + lens.Slug}}
		t.Rows = append(t.Rows, row)
	}
	total, max := s.total()
	var last []Cell
	for _, text := range []string{l.Say(phTotalRow), Shown(total, max), max.String(), percentText(total, max), s.letter(total, max)} {
		last = append(last, Cell{Strong(text)})
	}
	t.Rows = append(t.Rows, last)
	return []Block{Heading{Level: 2, ID: "summary", Text: l.pick("One-page summary", "一页总表")}, t}
}

// Reproved is a sentence that says that the quotes of a published version, such as
// C-2026-0001 v1, were looked up again by today's rules, of the given version.
func Reproved(l Lang, version string, rules int) Block {
	return note(Problem, l.Say(Phrase{
		"This is not the published report. The quotes of %s were looked up again by version %d of the rules of evidence; the published statuses are kept with the version.",
		"本报告不是已发布的版本：%s 的引文按第 %d 版证据规则重新核实；已发布的核验结果随该版本保存。",
	}, version, rules))
}

// Restated says that the verdicts of a review are aggregated again under another
// panel than the one that judged, and what was published of it.
type Restated struct {
	Version    string // what was published, such as C-2026-0001 v1
	Total, Max panel.Points
}

// note is a sentence that says so, for a report under p; nil has none.
func (r *Restated) note(l Lang, p *panel.Panel) []Block {
	if r == nil {
		return nil
	}
	name := p.Path
	if name == "" {
		name = p.Name
	}
	text := l.Say(Phrase{
		"This is not the published report. The stored verdicts are aggregated again under another panel (%s); as published, %s has %s of %s points, grade %s.",
		"本报告不是已发布的版本：已存评审意见按另一评审团（%s）重新汇总。已发布的 %s 得分为 %s / %s，等级 %s。",
	}, name, r.Version, Shown(r.Total, r.Max), r.Max, Letter(r.Total, r.Max))
	return []Block{note(Problem, text)}
}
