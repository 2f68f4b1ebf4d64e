package meeting

import (
	"slices"
	"strconv"
	"strings"

	"judgement/internal/format"
	"judgement/report"
)

// Summary is what the report, the judges' pages and the deck are built from.
// Review gives panel, language, names, provenance, integrity and source; its
// Usage, Cost and Parts are filled in from the content.
type Summary struct {
	Review report.Review
	Title  string
	Content
}

// NewSummary gathers a summary.
func NewSummary(in report.Review, title string, c Content) Summary {
	in.Usage, in.Cost = format.WithReading(c.Usage, c.Cost, in.Reading)
	in.Parts = c.parts(in.Reading)
	return Summary{Review: in, Title: title, Content: c}
}

func (s *Summary) say(p report.Phrase, args ...any) string { return s.Review.Lang.Say(p, args...) }

func (s *Summary) judge(slug string) string {
	if j, ok := s.Review.Panel.Judge(slug); ok {
		return s.Review.Lang.Judge(j)
	}
	return slug
}

func (s *Summary) subtitle() string {
	in := s.Review
	parts := []string{in.Brand, in.Scene.Name, strings.TrimSpace(in.Case + " v" + strconv.Itoa(in.Version)), in.Date}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// Page is the whole report: where judges agree and differ, verdicts, each judge's judgement with its evidence,
// duplicate views, the material, and what it was made from and cost.
func (s *Summary) Page() report.Page {
	page := report.Page{Title: s.title(), Subtitle: s.subtitle(), Lang: s.Review.Lang}
	page.Blocks = append(page.Blocks, s.notes()...)
	table := report.Table{Header: []string{s.say(phJudge), s.say(phVerdict)}}
	for _, v := range s.Views {
		text := v.Verdict
		if !v.OK() {
			text = s.missing(v)
		}
		table.Rows = append(table.Rows, []report.Cell{{report.Strong(s.judge(v.Judge))}, {report.Plain(text)}})
	}
	page.Blocks = append(page.Blocks, s.lead()...)
	page.Blocks = append(page.Blocks, s.heading(2, "verdicts", s.say(phVerdicts)), table)
	for _, v := range s.Views {
		page.Blocks = append(page.Blocks, s.heading(2, "judge--"+v.Judge, s.judge(v.Judge)))
		page.Blocks = append(page.Blocks, s.view(v, 3, v.Judge+"--")...)
	}
	page.Blocks = append(page.Blocks, s.duplicates()...)
	page.Blocks = append(page.Blocks, s.materialTable()...)
	page.Blocks = append(page.Blocks, report.Colophon(s.Review, Citations(s.Views))...)
	return page
}

func (s *Summary) heading(level int, id, text string) report.Heading {
	return report.Heading{Level: level, ID: id, Text: text}
}

func note(kind report.NoteKind, text string) report.Note {
	return report.Note{Kind: kind, Text: []report.Inline{report.Plain(text)}}
}

// notes say what a reader must know before anything else.
func (s *Summary) notes() []report.Block {
	var out []report.Block
	for _, n := range s.warnings() {
		out = append(out, note(n.kind, n.text))
	}
	return append(out, report.IntegrityNotice(s.Review.Lang, s.Review.Integrity)...)
}

type warning struct {
	kind report.NoteKind
	text string
}

func (s *Summary) warnings() []warning {
	var out []warning
	if s.Review.Provenance.NoModel {
		out = append(out, warning{report.Problem, s.say(phNoModel)})
	}
	if n := len(s.Material.Parts); n > 1 {
		out = append(out, warning{report.Info, s.say(phInParts, s.Material.ContextTokens, n)})
	}
	missing := 0
	for _, v := range s.Views {
		if !v.OK() {
			missing++
		}
	}
	if missing > 0 {
		out = append(out, warning{report.Caution, s.say(phMissingJudges, missing, len(s.Views))})
	}
	if text := s.Review.Unproven; text != "" {
		out = append(out, warning{report.Caution, text})
	}
	for _, group := range s.Duplicates {
		out = append(out, warning{report.Caution, s.duplicate(group)})
	}
	return out
}

func (s *Summary) duplicate(group []string) string {
	return s.say(phVoice, s.names(group))
}

func (s *Summary) missing(v View) string {
	text := s.Review.Lang.Outcome(v.Outcome)
	if why := s.Review.Lang.WhyNot(v.Cause, v.Reason); why != "" {
		text += s.say(phColon) + why
	}
	return s.say(phMissingJudge, text)
}

// marks say what was marked of a judge's judgement.
func (s *Summary) marks(v View) (out []string) {
	for _, m := range v.Marks {
		out = append(out, m.Text(s.Review.Lang))
	}
	return out
}

// view shows one judge: the four parts of the contract and what was marked.
func (s *Summary) view(v View, level int, id string) []report.Block {
	if !v.OK() {
		return []report.Block{note(report.Problem, s.missing(v))}
	}
	var out []report.Block
	if marks := s.marks(v); len(marks) > 0 {
		out = append(out, note(report.Caution, strings.Join(marks, s.say(report.Phrase{EN: " "}))))
	}
	none := report.Paragraph{Text: []report.Inline{report.Plain(s.say(phNoneGiven))}}
	out = append(out, s.heading(level, id+"logic", s.say(phLogic)))
	if v.Logic == "" {
		out = append(out, none)
	} else {
		out = append(out, report.Prose{Markdown: v.Logic})
	}
	for _, side := range []struct {
		title  report.Phrase
		id     string
		points []Point
	}{{phHighlights, "highlights", v.Highlights}, {phShortcomings, "shortcomings", v.Shortcomings}} {
		out = append(out, s.heading(level, id+side.id, s.say(side.title)))
		if len(side.points) == 0 {
			out = append(out, none)
			continue
		}
		list := report.List{Ordered: true}
		for _, p := range side.points {
			text := []report.Inline{report.Plain(p.Text)}
			if p.At != "" {
				text = append(text, report.Plain(" "), report.Code(p.At))
			}
			list.Items = append(list.Items, report.Item{Text: text, Blocks: []report.Block{report.Evidence{Citations: p.Citations}}})
		}
		out = append(out, list)
	}
	out = append(out, s.heading(level, id+"verdict", s.say(phVerdict)))
	if v.Verdict == "" {
		return append(out, none)
	}
	return append(out, report.Paragraph{Text: []report.Inline{report.Strong(v.Verdict)}})
}

func (s *Summary) duplicates() []report.Block {
	out := []report.Block{s.heading(2, "voices", s.say(phVoices))}
	if len(s.Duplicates) == 0 {
		return append(out, report.Paragraph{Text: []report.Inline{report.Plain(s.say(phNoVoices))}})
	}
	var list report.List
	for _, group := range s.Duplicates {
		list.Items = append(list.Items, report.Item{Text: []report.Inline{report.Plain(s.duplicate(group))}})
	}
	return append(out, list)
}

func (s *Summary) materialTable() []report.Block {
	t := report.Table{Header: []string{s.say(phItem), s.say(phValue)}}
	add := func(p report.Phrase, value string) {
		if value != "" {
			t.Rows = append(t.Rows, []report.Cell{{report.Plain(s.say(p))}, {report.Plain(value)}})
		}
	}
	add(phKind, s.say(kindNames[s.Material.Kind]))
	add(phTurns, strconv.Itoa(s.Material.Turns))
	add(phStamped, strconv.Itoa(s.Material.Stamped))
	add(phSpeakers, strings.Join(s.Material.Speakers, s.say(phListComma)))
	if n := len(s.Material.Parts); n > 1 {
		add(phParts, strconv.Itoa(n))
	}
	return []report.Block{s.heading(2, "material", s.say(phMaterial)), t}
}

// JudgePage is the page of one judge, reviews/<judge>.md.
func (s *Summary) JudgePage(slug string) report.Page {
	page := report.Page{Title: s.say(phReview, s.judge(slug)), Subtitle: s.Title + " · " + s.subtitle(), Lang: s.Review.Lang}
	if s.Review.Provenance.NoModel {
		page.Blocks = append(page.Blocks, note(report.Problem, s.say(phNoModel)))
	}
	for _, group := range s.Duplicates {
		if slices.Contains(group, slug) {
			page.Blocks = append(page.Blocks, note(report.Caution, s.duplicate(group)))
		}
	}
	for _, v := range s.Views {
		if v.Judge == slug {
			page.Blocks = append(page.Blocks, s.view(v, 2, "")...)
			page.Blocks = append(page.Blocks, report.CallLine(s.Review.Lang, v.Model, v.Usage, v.Cost))
		}
	}
	return page
}
