package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Passage is a passage of a document with all that was found of it.
type Passage struct {
	Found    []IntegrityWarning // one per kind, sure and unsure ones apart, the gravest first
	Excerpts []string           // of the findings, without those that are part of another

	start, end int // −1 if it was left out of the judged text
	order      int // of its first finding in the list that it is from
}

// Passages lists each passage once, in the order of the file, those without a known place
// last. Findings are about the same passage if their places overlap. Those that were left out
// of the judged text have none: what the scanner found in such text belongs to the finding
// whose excerpt holds its own.
func Passages(found []IntegrityWarning) []Passage {
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := found[i], found[j]
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(said(a), said(b)), cmp.Compare(len(b.Excerpt), len(a.Excerpt)))
	})
	var out []Passage
	for _, i := range order {
		w := found[i]
		at := slices.IndexFunc(out, func(p Passage) bool { return p.holds(w) })
		if at < 0 {
			at = len(out)
			out = append(out, Passage{start: w.Start, order: i})
		}
		out[at].add(w)
		out[at].order = min(out[at].order, i)
	}
	slices.SortFunc(out, func(a, b Passage) int {
		return cmp.Or(slices.Compare(a.place(), b.place()), cmp.Compare(a.order, b.order))
	})
	return out
}

// place orders passages: by page, line and paragraph of the file, then by the place in the
// text. What is not known is after all that is.
func (p *Passage) place() []int {
	w := p.known()
	at := []int{w.Page, w.Line, w.Paragraph, p.start + 1}
	for i, n := range at {
		if n <= 0 {
			at[i] = math.MaxInt
		}
	}
	return at
}

// said is 1 for findings about what a text says, and 0 for those about how it is there.
func said(w IntegrityWarning) int {
	if w.Grade == "addressed" || w.Grade == "persuasion" || w.Grade == "nonsense" || w.Unsure() {
		return 1
	}
	return 0
}

// holds reports whether a finding is about the passage.
func (p *Passage) holds(w IntegrityWarning) bool {
	switch {
	case w.Rest || p.Found[0].Rest:
		return false
	case w.Start >= 0:
		return p.start >= 0 && w.Start < p.end && p.start < w.End
	}
	known := slices.ContainsFunc(p.Found, func(f IntegrityWarning) bool { return f.Kind == w.Kind })
	return p.start < 0 && said(w) == 1 && !known && slices.ContainsFunc(p.Excerpts, func(e string) bool { return within(w.Excerpt, e) })
}

// within reports whether an excerpt, which may be cut at its end, is in another one.
func within(excerpt, other string) bool {
	return strings.Contains(other, strings.TrimSuffix(excerpt, "…"))
}

// add takes a finding about the passage.
func (p *Passage) add(w IntegrityWarning) {
	p.end = max(p.end, w.End)
	w.Count = max(1, w.Count)
	if i := slices.IndexFunc(p.Found, func(f IntegrityWarning) bool { return f.Kind == w.Kind && f.Unsure() == w.Unsure() }); i >= 0 {
		p.Found[i].Count += w.Count
		p.Found[i].AtLeast = p.Found[i].AtLeast || w.AtLeast
		if gravity(w.Grade) < gravity(p.Found[i].Grade) {
			p.Found[i].Grade = w.Grade
		}
	} else {
		p.Found = append(p.Found, w)
		slices.SortStableFunc(p.Found, Graver)
	}
	if w.Excerpt == "" || slices.ContainsFunc(p.Excerpts, func(e string) bool { return within(w.Excerpt, e) }) {
		return
	}
	p.Excerpts = append(slices.DeleteFunc(p.Excerpts, func(e string) bool { return within(e, w.Excerpt) }), w.Excerpt)
}

// UnsurePassages is how many passages have no finding but unsure ones, beside those about the file.
func UnsurePassages(all []Passage) int {
	return len(which(all, func(p Passage) bool { return p.Found[0].Unsure() }))
}

// LeftOut reports whether the passage was left out of the judged text. A guess at the encoding
// has no place either, and leaves nothing out.
func (p *Passage) LeftOut() bool { return p.start < 0 && p.Found[0].Kind != "guessed_encoding" }

// shown reports whether the words of the passage are in the judged text.
func (p *Passage) shown() bool { return p.start >= 0 && said(p.Found[0]) == 1 }

// mark is the identifier of the first mark that is on words of the passage; empty: there is none.
func (p *Passage) mark(marks []Mark) string {
	if !p.shown() {
		return ""
	}
	for _, m := range marks {
		parts := m.Parts
		if len(parts) == 0 {
			parts = [][2]int{{m.Start, m.End}}
		}
		if slices.ContainsFunc(parts, func(part [2]int) bool { return part[0] < p.end && p.start < part[1] }) {
			return m.ID
		}
	}
	return ""
}

// known is the first finding whose place in the file is known.
func (p *Passage) known() (w IntegrityWarning) {
	for _, w = range p.Found {
		if w.Page > 0 || w.Line > 0 || w.Paragraph > 0 {
			break
		}
	}
	return w
}

// Where is the place of the passage in its file, as far as it is known: its page, else its
// line or paragraph.
func (p *Passage) Where(l Lang) string {
	switch w := p.known(); {
	case w.Page > 0:
		return l.Say(phPage, w.Page)
	case w.Line > 0:
		return l.Say(phLine, w.Line)
	case w.Paragraph > 0:
		return l.Say(phParagraph, w.Paragraph)
	}
	return ""
}
