package cmd

import (
	"fmt"
	"io"
	"strings"

	"judgement/panel"
	"judgement/report"
)

// tryWords are judge try's own words in one language.
type tryWords struct{ mustFix, suggestions, cuts, summary, noQuote, page string }

func tryWordsFor(l report.Lang) tryWords {
	if l == report.Chinese {
		return tryWords{mustFix: "必须修改", suggestions: "建议", cuts: "可删减", summary: "总评", noQuote: "未提供引文", page: "第 %d 页"}
	}
	return tryWords{mustFix: "Must fix", suggestions: "Suggestions", cuts: "Cuts", summary: "Summary", noQuote: "no quote", page: "page %d"}
}

// writeTried shows one judge's verdicts to a person.
func (a *App) writeTried(w io.Writer, t *tried) {
	s := viewWriter{w: w, color: a.color(a.OutTTY), width: max(a.Width, 40), words: wordsFor(t.lang)}
	s.line("")
	title := t.Judge + " · " + t.Document.Title
	s.line(s.paint(bold, plainLine(title)))
	where := t.Skill.Path + " " + t.Skill.Version()
	if t.Scene != "" {
		where += " · " + t.Scene
	}
	s.line(s.paint(dim, plainLine(where)))
	for _, warning := range t.Skill.Warnings {
		s.wrapped(yellow, "! ", plainLine(warning))
	}
	if t.NoModel {
		s.wrapped(red, "! ", s.words.noModel)
	}
	for _, v := range t.Verdicts {
		s.line("")
		s.verdict(t, v)
	}
	if n := len(t.Document.Warnings); n > 0 {
		s.wrapped(yellow, "! ", fmt.Sprintf(plural(n, "%d integrity warning(s) about the document; 'judgement document' shows them"), n))
	}
	s.wrapped("", "", s.cost(ReviewView{Usage: t.Usage, Cost: t.Cost}))
}

func (s viewWriter) verdict(t *tried, v report.Verdict) {
	if v.Outcome != "ok" {
		s.wrapped(red, "✗ ", plainLine(t.lang.Outcome(v.Outcome)+s.words.colon+v.Reason))
		return
	}
	var total, top panel.Points
	for _, c := range v.Cells {
		if c.Score != nil {
			total, top = total.Add(*c.Score), top.Add(c.Max)
		}
		s.cell(t, c)
	}
	words := tryWordsFor(t.lang)
	s.remarks(t, words.mustFix, v.MustFix)
	s.remarks(t, words.suggestions, v.Suggestions)
	s.remarks(t, words.cuts, v.Cuts)
	if v.Summary != "" {
		s.wrapped("", "", words.summary+s.words.colon+plainLine(v.Summary))
		s.line("")
	}
	s.line(s.paint(bold+";"+shareColor(total, top), report.Shown(total, top)+" / "+top.String()+"  "+v.Model))
}

// cell is one lens: its score, the comment and every quote with its status.
func (s viewWriter) cell(t *tried, c report.LensVerdict) {
	name := c.Lens
	for _, l := range t.Lenses {
		if l.Slug == c.Lens {
			name = t.lang.Lens(l)
		}
	}
	score := s.words.missing
	if c.Score != nil {
		score = s.paint(shareColor(*c.Score, c.Max), report.BarText(*c.Score, c.Max, 10)+"  "+report.Shown(*c.Score, c.Max)+" / "+c.Max.String())
	}
	s.line(s.paint(bold, plainLine(name)) + "  " + score)
	if c.Comment != "" {
		s.wrapped("", "  ", plainLine(c.Comment))
	}
	for _, q := range c.Citations {
		s.citation(t.lang, "  ", q)
	}
	s.line("")
}

func (s viewWriter) citation(l report.Lang, lead string, c report.Citation) {
	words := tryWordsFor(l)
	mark, sgr := "✓ ", green
	if !report.Proven(c.Status) {
		mark, sgr = "✗ ", red
	}
	if c.Quote == "" {
		s.wrapped(dim, lead+mark, words.noQuote)
		return
	}
	facts := []string{l.Status(c.Status)}
	if c.Page > 0 {
		facts = append(facts, fmt.Sprintf(words.page, c.Page))
	}
	if c.Note != "" {
		facts = append(facts, l.Finding(c.Note))
	}
	s.wrapped(sgr, lead+mark, "“"+plainLine(c.Quote)+"” ("+plainLine(strings.Join(facts, ", "))+")")
}

func (s viewWriter) remarks(t *tried, title string, list []report.Remark) {
	if len(list) == 0 {
		return
	}
	s.line(s.paint(bold, fmt.Sprintf("%s (%d)", title, len(list))))
	for _, r := range list {
		s.wrapped("", "  • ", plainLine(r.Text))
		for _, c := range r.Citations {
			if c.Quote != "" {
				s.citation(t.lang, "    ", c)
			}
		}
	}
	s.line("")
}
