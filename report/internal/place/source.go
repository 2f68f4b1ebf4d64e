package place

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/report"
)

// Titled returns the blocks with a heading before each source that has none: a
// page leaves it out, since its Markdown shows no source. A source without text
// goes.
func Titled(blocks []report.Block, l report.Lang) []report.Block {
	out := make([]report.Block, 0, len(blocks)+1)
	headed := false
	for _, b := range blocks {
		s, ok := b.(report.Source)
		switch {
		case ok && s.Text == "":
			continue
		case ok && !headed:
			title := report.Phrase{EN: "The document: %s", ZH: "原文：%s"}
			if s.Name == "" {
				title = report.Phrase{EN: "The document%s", ZH: "原文%s"}
			}
			out = append(out, report.Heading{Level: 2, ID: "document", Text: l.Say(title, s.Name)})
		}
		out = append(out, b)
		_, headed = b.(report.Heading)
	}
	return out
}

// Section is a part of a source on one page.
type Section struct {
	Page    int  // 0 if the document has none
	Starts  bool // the page begins here
	Omitted int  // bytes of the document that are left out before this section
	Runs    []Run
}

// Run is text whose every character lies in the same marks.
type Run struct {
	Text  string
	In    []string        // identifiers of the marks that hold it
	Begin []report.Mark   // marks that begin here, with safe identifiers
	End   []report.Mark   // marks that end here
	Kind  report.MarkKind // the gravest of the marks that hold it
	Title string          // of the finding that holds it
	size  int             // bytes of the document
}

// Trimmed returns the section's runs without the line ends at its edges, which would
// show as empty lines.
func (s Section) Trimmed() []Run {
	runs := slices.Clone(s.Runs)
	if n := len(runs); n > 0 {
		runs[0].Text = strings.TrimLeft(runs[0].Text, "\n")
		runs[n-1].Text = strings.TrimRight(runs[n-1].Text, "\n")
	}
	return runs
}

// validMark reports whether a mark lies in the text and holds a character.
func validMark(m report.Mark, text string) bool {
	return m.ID != "" && m.Start >= 0 && m.End <= len(text) && m.Start < m.End &&
		runeStart(text, m.Start) < runeStart(text, m.End)
}

// span is a half-open range of bytes.
type span struct{ start, end int }

// Sections cuts a source at its marks and pages. A text of more than limit
// bytes is shown only around its marks and at its beginning; limit ≤ 0 shows
// all.
func Sections(s report.Source, limit int) []Section {
	marks, pages := usable(s)
	kept := []span{{0, len(s.Text)}}
	if limit > 0 && len(s.Text) > limit {
		kept = around(s.Text, marks)
	}
	cuts := boundaries(s.Text, marks, pages, kept)
	var out []Section
	shown, page := 0, -1
	for i := 0; i+1 < len(cuts); i++ {
		from, to := cuts[i], cuts[i+1]
		if !inside(kept, from) {
			continue
		}
		n, begins := pageAt(pages, from)
		if len(out) == 0 || n != page || from > shown {
			out = append(out, Section{Page: n, Starts: begins, Omitted: from - shown})
		}
		sec := &out[len(out)-1]
		sec.Runs = append(sec.Runs, runOf(s.Text[from:to], from, to, marks))
		shown, page = to, n
	}
	if rest := len(s.Text) - shown; rest > 0 {
		out = append(out, Section{Page: page, Omitted: rest})
	}
	return out
}

// usable returns the usable marks, first per identifier, and pages in order and
// without overlap.
func usable(s report.Source) ([]report.Mark, []report.SourcePage) {
	var marks []report.Mark
	seen := map[string]bool{}
	for _, m := range s.Marks {
		if !validMark(m, s.Text) {
			continue
		}
		m.ID = Safe(m.ID)
		m.Start, m.End = runeStart(s.Text, m.Start), runeStart(s.Text, m.End)
		parts := [][2]int{}
		for _, p := range m.Parts {
			if p[0] >= m.Start && p[0] < p[1] && p[1] <= m.End {
				parts = append(parts, [2]int{runeStart(s.Text, p[0]), runeStart(s.Text, p[1])})
			}
		}
		m.Parts = parts
		if !seen[m.ID] {
			seen[m.ID] = true
			marks = append(marks, m)
		}
	}
	pages := slices.Clone(s.Pages)
	slices.SortStableFunc(pages, func(a, b report.SourcePage) int { return a.Start - b.Start })
	at := 0
	for i := range pages {
		p := &pages[i]
		p.Start = runeStart(s.Text, min(max(p.Start, at), len(s.Text)))
		p.End = runeStart(s.Text, min(max(p.End, p.Start), len(s.Text)))
		at = p.End
	}
	return marks, slices.DeleteFunc(pages, func(p report.SourcePage) bool { return p.Start == p.End })
}

// runeStart moves an offset back to the beginning of its character.
func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// Bytes of context that a shortened source keeps.
const (
	headContext = 4000
	markContext = 1200
)

// around returns what is kept of a text that is too long: its beginning and
// the surroundings of its marks, to whole lines if they are near.
func around(text string, marks []report.Mark) []span {
	want := []span{{0, min(headContext, len(text))}}
	for _, m := range marks {
		want = append(want, span{max(0, m.Start-markContext), min(len(text), m.End+markContext)})
	}
	slices.SortFunc(want, func(a, b span) int { return a.start - b.start })
	var kept []span
	for _, w := range want {
		if i := strings.LastIndexByte(text[max(0, w.start-200):w.start], '\n'); i >= 0 {
			w.start = max(0, w.start-200) + i + 1
		}
		if i := strings.IndexByte(text[w.end:min(len(text), w.end+200)], '\n'); i >= 0 {
			w.end += i + 1
		}
		w.start, w.end = runeStart(text, w.start), runeStart(text, w.end)
		if n := len(kept); n > 0 && w.start <= kept[n-1].end {
			kept[n-1].end = max(kept[n-1].end, w.end)
			continue
		}
		kept = append(kept, w)
	}
	return kept
}

// boundaries returns every offset at which something begins or ends.
func boundaries(text string, marks []report.Mark, pages []report.SourcePage, kept []span) []int {
	cuts := []int{0, len(text)}
	for _, m := range marks {
		cuts = append(cuts, m.Start, m.End)
		for _, part := range m.Parts {
			cuts = append(cuts, part[0], part[1])
		}
	}
	for _, p := range pages {
		cuts = append(cuts, p.Start, p.End)
	}
	for _, k := range kept {
		cuts = append(cuts, k.start, k.end)
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

func inside(kept []span, at int) bool {
	return slices.ContainsFunc(kept, func(k span) bool { return at >= k.start && at < k.end })
}

func pageAt(pages []report.SourcePage, at int) (number int, begins bool) {
	i := slices.IndexFunc(pages, func(p report.SourcePage) bool { return p.Start <= at && at < p.End })
	if i < 0 {
		return 0, false
	}
	return pages[i].Number, pages[i].Start == at
}

// quotes reports whether a mark that holds a run quotes it, and leaves it out by no ellipsis.
func quotes(m report.Mark, from, to int) bool {
	return len(m.Parts) == 0 || slices.ContainsFunc(m.Parts, func(p [2]int) bool { return p[0] <= from && to <= p[1] })
}

func runOf(text string, from, to int, marks []report.Mark) Run {
	r := Run{Text: strings.ToValidUTF8(text, "\uFFFD"), size: to - from}
	for _, m := range marks {
		if m.Start <= from && m.End >= to && quotes(m, from, to) {
			r.In = append(r.In, m.ID)
			r.Kind = max(r.Kind, m.Kind)
			r.Title = cmp.Or(r.Title, m.Title)
		}
		if m.Start == from {
			r.Begin = append(r.Begin, m)
		}
		if m.End == to {
			r.End = append(r.End, m)
		}
	}
	return r
}
