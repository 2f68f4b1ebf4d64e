package place

import (
	"sort"

	"judgement/report"
)

// Cutter cuts the pieces of a source that a renderer shows at the source's marks. It is
// asked for pieces in the order of the text.
type Cutter struct {
	text string
	runs []Run // the whole text
	from []int // where each run begins
	next int   // runs before it have begun
	shut int   // runs before it have ended
}

// NewCutter returns the cutter of a source.
func NewCutter(s report.Source) *Cutter {
	s.Pages = nil
	c := &Cutter{text: s.Text}
	at := 0
	for _, section := range Sections(s, 0) {
		for _, r := range section.Runs {
			c.runs, c.from = append(c.runs, r), append(c.from, at)
			at += r.size
		}
	}
	return c
}

// Pieces returns the text from one offset to another, cut where marks begin and end.
// What begins or ends in text that is not shown, such as an asterisk of Markdown, is
// with the piece beside it.
func (c *Cutter) Pieces(from, to int) (out []Run) {
	for i := max(0, sort.SearchInts(c.from, from+1)-1); i < len(c.runs) && c.from[i] < to; i++ {
		r := c.runs[i]
		a, b := max(from, c.from[i]), min(to, c.from[i]+r.size)
		if a >= b {
			continue
		}
		out = append(out, c.Ended(a)...)
		piece := Run{Text: c.text[a:b], In: r.In, Kind: r.Kind, Title: r.Title, size: b - a}
		for ; c.next <= i; c.next++ {
			piece.Begin = append(piece.Begin, c.runs[c.next].Begin...)
		}
		out = append(out, piece)
		out = append(out, c.Ended(b)...)
	}
	return out
}

// Ended returns a run without text for the marks that have begun and end at or before
// an offset, if there are any that no piece had.
func (c *Cutter) Ended(at int) []Run {
	var end []report.Mark
	for ; c.shut < c.next && c.from[c.shut]+c.runs[c.shut].size <= at; c.shut++ {
		end = append(end, c.runs[c.shut].End...)
	}
	if end == nil {
		return nil
	}
	return []Run{{End: end}}
}

// Rest returns a run without text for all marks that no piece had.
func (c *Cutter) Rest() []Run {
	r := Run{}
	for ; c.next < len(c.runs); c.next++ {
		r.Begin = append(r.Begin, c.runs[c.next].Begin...)
	}
	for ; c.shut < len(c.runs); c.shut++ {
		r.End = append(r.End, c.runs[c.shut].End...)
	}
	return []Run{r}
}
