// Package sample builds rich report pages for the tests of the backends: eight
// lenses, five judges of whom one is missing, spreads, proven and unproven
// quotes, emoji and rare characters, and a source document of four pages.
package sample

import (
	"strconv"
	"strings"

	"judgement/internal/evidence"
	"judgement/panel"
	"judgement/report"
)

// Page returns the sample in a language.
func Page(lang report.Lang) report.Page {
	t := english
	if lang == report.Chinese {
		t = chinese
	}
	src := source(t)
	b := builder{t: t, src: &src}
	rows := b.rows()
	blocks := []report.Block{
		report.Note{Kind: report.Caution, Text: []report.Inline{report.Strong(t.missing[0]), report.Plain(t.missing[1])}},
		report.Heading{Level: 2, ID: "total", Text: t.headings[0]},
		report.Grade{Total: panel.MustPoints("84.6"), Max: panel.PointsOf(110), Letter: "B", Spread: &report.Spread{Judges: 4, Min: panel.PointsOf(71), Max: panel.PointsOf(93), SD: 8.96}},
		report.Paragraph{Text: []report.Inline{report.Plain(t.lead), report.Link{Text: t.leadLink, Target: "#lens-2"}, report.Plain(t.leadEnd)}},
		report.Heading{Level: 2, ID: "must-fix", Text: t.headings[1]},
	}
	blocks = append(blocks, b.items()...)
	blocks = append(blocks,
		report.Heading{Level: 2, ID: "scores", Text: t.headings[2]},
		report.Bars{Title: t.bars, Rows: rows},
		report.Radar{Title: t.radar, Rows: rows},
		report.Heading{Level: 2, ID: "lenses", Text: t.headings[3]},
	)
	for i, l := range t.lenses {
		blocks = append(blocks,
			report.Heading{Level: 3, ID: "lens-" + strconv.Itoa(i+1) + "-text", Text: l},
			report.Prose{Markdown: t.comments[i%len(t.comments)]},
			b.evidence(i),
		)
	}
	blocks = append(blocks,
		report.Heading{Level: 2, ID: "judges", Text: t.headings[4]},
		b.judges(rows),
		report.Heading{Level: 2, ID: "summary", Text: t.headings[5]},
		report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(t.cost)}},
		report.Note{Kind: report.Problem, Text: []report.Inline{report.Plain(t.hidden)}},
		report.Heading{Level: 2, ID: "source", Text: t.headings[6]},
		src,
	)
	return report.Page{Title: t.title, Subtitle: t.subtitle, Lang: lang, Blocks: blocks}
}

// Odd returns blocks of every kind that hold nothing, or what no report should
// hold: a backend renders them, too.
func Odd() []report.Block {
	return []report.Block{
		report.Grade{},
		report.Bars{},
		report.Radar{},
		report.List{},
		report.Table{},
		report.Note{},
		report.Evidence{},
		report.Source{},
		report.Paragraph{},
		report.Prose{},
		report.Heading{},
		report.Bars{Rows: []report.Bar{{}}},
		report.List{Ordered: true, Items: []report.Item{{}}},
		report.Table{Header: []string{"a"}, Rows: [][]report.Cell{{}, {nil, nil}}},
		report.Evidence{Citations: []report.Citation{{Status: "new status", Start: 3, End: 1}}},
		report.Source{Text: "\xff\xfe", Marks: []report.Mark{{ID: "x", Start: 0, End: 1}}, Pages: []report.SourcePage{{Number: -1, Start: 5, End: 2}}},
	}
}

type builder struct {
	t   texts
	src *report.Source
}

// scores are what four of five judges gave; the fifth failed.
var scores = [8][4]string{
	{"17", "18", "15", "16"},
	{"8", "9", "5", "7.5"},
	{"13", "14", "12", "13.5"},
	{"9", "9", "9.5", "9"},
	{"15", "11", "17", "13"},
	{"9", "8.5", "9", "9.5"},
	{"14", "13", "14.5", "14"},
	{"", "", "", ""},
}

var maxima = [8]int64{20, 15, 15, 10, 20, 10, 15, 5}

func (b builder) rows() []report.Bar {
	var rows []report.Bar
	for i, label := range b.t.lenses {
		r := report.Bar{ID: "lens-" + strconv.Itoa(i+1), Label: label, Max: panel.PointsOf(maxima[i])}
		if scores[i][0] != "" {
			sum, lo, hi := panel.Points{}, panel.PointsOf(1000), panel.Points{}
			for _, s := range scores[i] {
				p := panel.MustPoints(s)
				sum = sum.Add(p)
				if p.Cmp(lo) < 0 {
					lo = p
				}
				if p.Cmp(hi) > 0 {
					hi = p
				}
			}
			mean := sum.Quo(panel.PointsOf(4))
			r.Score = &mean
			r.Spread = &report.Spread{Judges: 4, Min: lo, Max: hi, SD: hi.Sub(lo).Float() / 2.2}
		}
		rows = append(rows, r)
	}
	return rows
}

// quote finds a text in the source and marks it.
func (b builder) quote(text, status, id string) report.Citation {
	i := strings.Index(b.src.Text, text)
	if i < 0 {
		return report.Citation{Quote: text, Status: status, Start: -1, End: -1}
	}
	c := report.Citation{Quote: text, Status: status, Start: i, End: i + len(text)}
	for _, p := range b.src.Pages {
		if i >= p.Start && i < p.End {
			c.Page = p.Number
		}
	}
	b.src.Marks = append(b.src.Marks, report.Mark{ID: id, Start: c.Start, End: c.End})
	return c
}

func (b builder) evidence(lens int) report.Evidence {
	q := b.t.quotes
	id := "q-" + strconv.Itoa(lens+1)
	e := report.Evidence{Citations: []report.Citation{
		b.quote(q[lens%len(q)], "exact", id+"-1"),
	}}
	switch lens {
	case 1:
		e.Citations = append(e.Citations, b.quote(b.t.overlap, "normalised", id+"-2"),
			report.Citation{Quote: b.t.absent, Status: "not_found", Start: -1, End: -1})
	case 4:
		alt := report.Citation{Quote: b.t.altered, Status: "altered", Start: -1, End: -1, Note: evidence.ReadNote(b.t.alteredNote)}
		e.Citations = append(e.Citations, alt, report.Citation{Status: "uncited", Start: -1, End: -1, Note: evidence.ReadNote(b.t.uncited)})
	}
	return e
}

func (b builder) items() []report.Block {
	l := report.List{Ordered: true}
	for i, m := range b.t.mustFix {
		l.Items = append(l.Items, report.Item{
			Text:   []report.Inline{report.Strong(b.t.lenses[i+1]), report.Plain(b.t.colon)},
			Blocks: []report.Block{report.Prose{Markdown: m}, report.Evidence{Citations: []report.Citation{b.quote(b.t.quotes[i+3], "exact", "q-fix-"+strconv.Itoa(i+1))}}},
		})
	}
	return []report.Block{l}
}

func (b builder) judges(rows []report.Bar) report.Table {
	t := report.Table{Caption: b.t.caption, Header: append([]string{b.t.lens}, b.t.judges...), Align: []report.Align{report.Left, report.Right, report.Right, report.Right, report.Right, report.Right}}
	for i, r := range rows {
		row := []report.Cell{{report.Link{Text: r.Label, Target: "#" + r.ID}}}
		for _, s := range scores[i] {
			if s == "" {
				s = "—"
			}
			row = append(row, report.Cell{report.Plain(s)})
		}
		t.Rows = append(t.Rows, append(row, report.Cell{report.Plain("—")}))
	}
	return t
}

func source(t texts) report.Source {
	s := report.Source{Name: t.file}
	for i, p := range t.pages {
		start := len(s.Text)
		for k := range 4 {
			if k > 0 {
				s.Text += t.filler[(i+k)%len(t.filler)] + "\n\n"
				continue
			}
			s.Text += p + "\n\n"
		}
		s.Pages = append(s.Pages, report.SourcePage{Number: i + 1, Start: start, End: len(s.Text)})
	}
	return s
}
