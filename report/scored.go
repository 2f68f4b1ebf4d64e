package report

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"judgement/panel"
)

// Option changes how Scored builds its page.
type Option func(*scored)

// InLanguage sets the language of the report's own wording; English unless
// given.
func InLanguage(l Lang) Option { return func(s *scored) { s.lang = l } }

// Titled sets the page's title and its subtitle line.
func Titled(title, subtitle string) Option {
	return func(s *scored) { s.title, s.subtitle = title, subtitle }
}

// AllowMissing accepts lenses without a score. They are shown as missing, and
// the total, its maximum and the grade are those of the scored lenses only,
// which the report says.
func AllowMissing() Option { return func(s *scored) { s.allowMissing = true } }

// WithoutModel says under the total that no language model was used.
func WithoutModel() Option { return func(s *scored) { s.noModel = true } }

// WithIntegrity says under the total what was found in the document that a
// reader would not see or that speaks to the judges; Appendix lists it.
func WithIntegrity(found []IntegrityWarning) Option {
	return func(s *scored) { s.integrity = found }
}

// WithMissing says under the total which judges are missing, in the words of
// Review.Missing; nothing if those are empty.
func WithMissing(text string) Option { return func(s *scored) { s.missing = text } }

// WithSpread shows how the judges' totals and their scores for each lens
// spread. total may be nil; lenses without an entry show none.
func WithSpread(total *Spread, lenses map[string]Spread) Option {
	return func(s *scored) { s.total, s.spreads = total, lenses }
}

// Scored renders a scored report: total and grade, scores by dimension, must
// fix (lenses below 60 % and the given remarks), suggestions (lenses from 60 %
// to below 80 % and the given remarks), suggested cuts, and a summary table of
// all dimensions; the third to the fifth only when they hold anything. scores
// and comments are by lens slug; all text is taken as untrusted.
//
// Every lens needs a score in 0..max unless AllowMissing is given. The error
// names every score out of range, missing score and unknown lens. Scored is
// pure: the same arguments give the same page.
func Scored(p *panel.Panel, scores map[string]panel.Points, comments map[string]string,
	mustFix, suggestions, cuts []Remark, opts ...Option,
) (Page, error) {
	s := &scored{lang: English, panel: p, scores: scores, comments: comments}
	for _, o := range opts {
		o(s)
	}
	if err := s.check(mustFix, suggestions, cuts); err != nil {
		return Page{}, fmt.Errorf("build scored report: %w", err)
	}
	page := Page{Title: s.title, Subtitle: s.subtitle, Lang: s.lang}
	if page.Title == "" {
		page.Title = s.lang.Say(phReportTitle)
	}
	page.Blocks = slices.Concat(
		s.totalSection(),
		s.dimensionSection(),
		s.bandSection(phMustFix, phToDo, "must-fix", BandMustFix, mustFix),
		s.bandSection(phSuggestions, phWouldHelp, "suggestions", BandSuggestion, suggestions),
		s.cutSection(cuts),
		s.summarySection(),
	)
	return page, nil
}

// scored holds what one report is built from.
type scored struct {
	lang            Lang
	title, subtitle string
	allowMissing    bool
	noModel         bool
	missing         string
	restated        *Restated
	integrity       []IntegrityWarning
	panel           *panel.Panel
	scores          map[string]panel.Points
	comments        map[string]string
	total           *Spread
	spreads         map[string]Spread
}

// check finds everything that is wrong with the arguments.
func (s *scored) check(remarks ...[]Remark) error {
	if s.panel == nil {
		return errors.New("no panel given")
	}
	if s.lang != English && s.lang != Chinese {
		return fmt.Errorf("language %q is unknown; use %q or %q", s.lang, English, Chinese)
	}
	errs := s.checkLenses()
	unknown := make(map[string]bool)
	note := func(slug string) {
		if _, ok := s.panel.Lens(slug); !ok {
			unknown[slug] = true
		}
	}
	for slug := range s.scores {
		note(slug)
	}
	for slug := range s.comments {
		note(slug)
	}
	for _, r := range slices.Concat(remarks...) {
		if r.Lens != "" {
			note(r.Lens)
		}
	}
	for _, slug := range slices.Sorted(maps.Keys(unknown)) {
		errs = append(errs, fmt.Errorf("lens %q is not in panel %q", slug, s.panel.Name))
	}
	return errors.Join(errs...)
}

func (s *scored) checkLenses() []error {
	var errs []error
	if len(s.panel.Lenses) == 0 {
		errs = append(errs, fmt.Errorf("panel %q has no lenses", s.panel.Name))
	}
	scoredAny := false
	seen := make(map[string]bool)
	for _, lens := range s.panel.Lenses {
		score, ok := s.scores[lens.Slug]
		scoredAny = scoredAny || ok
		switch {
		case seen[lens.Slug]:
			errs = append(errs, fmt.Errorf("lens %q is in the panel twice", lens.Slug))
		case lens.MaxScore.Sign() <= 0:
			errs = append(errs, fmt.Errorf("lens %q has a maximum of %s; it must be positive", lens.Slug, lens.MaxScore))
		case !ok && !s.allowMissing:
			errs = append(errs, fmt.Errorf("lens %q has no score", lens.Slug))
		case ok && (score.Sign() < 0 || score.Cmp(lens.MaxScore) > 0):
			errs = append(errs, fmt.Errorf("lens %q has a score of %s, outside 0 to %s",
				lens.Slug, score.Decimal(12), lens.MaxScore.Decimal(12)))
		}
		seen[lens.Slug] = true
	}
	if s.allowMissing && !scoredAny && len(errs) == 0 {
		errs = append(errs, errors.New("no lens has a score"))
	}
	return errs
}

func (s *scored) totalSection() []Block {
	var total, max panel.Points
	n := 0
	for _, lens := range s.panel.Lenses {
		if score, ok := s.scores[lens.Slug]; ok {
			total, max, n = total.Add(score), max.Add(lens.MaxScore), n+1
		}
	}
	blocks := []Block{
		Heading{Level: 2, ID: "total", Text: s.lang.Say(phTotal)},
		Grade{Total: total, Max: max, Letter: Letter(total, max), Spread: s.total},
	}
	if n < len(s.panel.Lenses) {
		text := s.lang.Say(phPartialTotal, n, len(s.panel.Lenses))
		blocks = append(blocks, Note{Kind: Caution, Text: []Inline{Plain(sentence(s.lang, text))}})
	}
	if s.missing != "" {
		blocks = append(blocks, Note{Kind: Caution, Text: []Inline{Plain(sentence(s.lang, s.missing))}})
	}
	blocks = append(blocks, s.restated.note(s.lang, s.panel)...)
	if s.noModel {
		blocks = append(blocks, Note{Kind: Problem, Text: []Inline{Plain(s.lang.Say(phNoModel))}})
	}
	return append(blocks, IntegrityNotice(s.lang, s.integrity)...)
}

func (s *scored) dimensionSection() []Block {
	rows := make([]Bar, len(s.panel.Lenses))
	all := true
	var sound List
	for i, lens := range s.panel.Lenses {
		rows[i] = s.bar(lens)
		if rows[i].Score == nil {
			all = false
			continue
		}
		comment := s.comments[lens.Slug]
		if comment != "" && BandOf(*rows[i].Score, lens.MaxScore) == BandSound {
			sound.Items = append(sound.Items, labelled(s.lang, s.lang.Lens(lens), comment))
		}
	}
	blocks := []Block{Heading{Level: 2, ID: "dimensions", Text: s.lang.Say(phDimensions)}, Bars{Rows: rows}}
	if all && len(rows) >= 3 {
		blocks = append(blocks, Radar{Rows: rows})
	}
	if len(sound.Items) > 0 {
		blocks = append(blocks, Heading{Level: 3, ID: "sound", Text: s.lang.Say(phSound)}, sound)
	}
	return blocks
}

func (s *scored) bar(lens panel.Lens) Bar {
	b := Bar{ID: "lens-" + lens.Slug, Label: s.lang.Lens(lens), Max: lens.MaxScore}
	if score, ok := s.scores[lens.Slug]; ok {
		b.Score = &score
		if spread, ok := s.spreads[lens.Slug]; ok {
			b.Spread = &spread
		}
	}
	return b
}

// bandSection lists the lenses of one band with their remarks, then the other
// remarks. It is empty where there is neither.
func (s *scored) bandSection(title, lead Phrase, id string, band Band, remarks []Remark) []Block {
	var blocks []Block
	inBand := make(map[string]bool)
	for _, lens := range s.panel.Lenses {
		score, ok := s.scores[lens.Slug]
		if !ok || BandOf(score, lens.MaxScore) != band {
			continue
		}
		inBand[lens.Slug] = true
		blocks = append(blocks, s.lensDetail(id, lead, lens, remarks)...)
	}
	var rest []Remark
	for _, r := range remarks {
		if !inBand[r.Lens] {
			rest = append(rest, r)
		}
	}
	if len(rest) > 0 && len(blocks) > 0 {
		blocks = append(blocks, Heading{Level: 3, ID: id + "-other", Text: s.lang.Say(phOther)})
	}
	if len(rest) > 0 {
		blocks = append(blocks, s.remarkList(rest, true))
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]Block{Heading{Level: 2, ID: id, Text: s.lang.Say(title)}}, blocks...)
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
	var own []Remark
	for _, r := range remarks {
		if r.Lens == lens.Slug {
			own = append(own, r)
		}
	}
	if len(own) > 0 {
		blocks = append(blocks, Paragraph{[]Inline{Strong(s.lang.Say(lead))}}, s.remarkList(own, false))
	}
	return blocks
}

func (s *scored) cutSection(cuts []Remark) []Block {
	if len(cuts) == 0 {
		return nil
	}
	return []Block{
		Heading{Level: 2, ID: "cuts", Text: s.lang.Say(phCuts)},
		s.remarkList(cuts, true),
	}
}

func (s *scored) remarkList(remarks []Remark, named bool) List {
	return remarkList(s.panel, s.lang, remarks, named, true)
}

func (s *scored) summarySection() []Block {
	l := s.lang
	t := Table{
		Header: []string{l.Say(phLens), l.Say(phScore), l.Say(phMax), l.Say(phPercent), l.Say(phGrade)},
		Align:  []Align{Left, Right, Right, Right, Center},
	}
	var total, max panel.Points
	for _, lens := range s.panel.Lenses {
		score, ok := s.scores[lens.Slug]
		row := []Cell{{Link{Text: l.Lens(lens), Target: "#lens-" + lens.Slug}}}
		if !ok {
			row = append(row, cell(l.Say(phMissing)), cell(lens.MaxScore.String()), cell("—"), cell("—"))
			t.Rows = append(t.Rows, row)
			continue
		}
		total, max = total.Add(score), max.Add(lens.MaxScore)
		t.Rows = append(t.Rows, append(row, scoreCells(score, lens.MaxScore)...))
	}
	last := []Cell{{Strong(l.Say(phTotalRow))}}
	for _, c := range scoreCells(total, max) {
		last = append(last, Cell{Strong(c[0].(Plain))})
	}
	t.Rows = append(t.Rows, last)
	return []Block{Heading{Level: 2, ID: "summary", Text: l.Say(phSummary)}, t}
}

// scoreCells are the score, its maximum, its percentage and its grade.
func scoreCells(score, max panel.Points) []Cell {
	return []Cell{cell(Shown(score, max)), cell(max.String()), cell(percentText(score, max)), cell(Letter(score, max))}
}
