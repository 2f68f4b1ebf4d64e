// Package place owns the places in a rendered report: fragment identifiers that
// are safe and unique, which citation points to which mark, and the appended
// source cut into runs at marks and pages. HTML and PDF share it, so that both
// link alike.
package place

import (
	"slices"
	"strconv"
	"strings"

	"judgement/internal/text"
	"judgement/report"
)

// Index is what is known of a page's places before it is rendered.
type Index struct {
	ids     map[string]bool // every identifier that the page gives out
	cites   []Cite
	back    map[string][]int
	sources []report.Source
}

// Cite is a citation with its number and where it points.
type Cite struct {
	report.Citation
	By     string // who cites, and for what
	Number int    // from 1, in the order of the page
	ID     string // its own identifier
	Mark   string // identifier of the quoted place, empty if there is none
}

// Shown returns the blocks that HTML and PDF show of a page.
func Shown(p report.Page) []report.Block {
	if len(p.Drawn) > 0 {
		return p.Drawn
	}
	return p.Blocks
}

// New indexes a page.
func New(p report.Page) *Index {
	x := &Index{ids: map[string]bool{}, back: map[string][]int{}}
	x.collect(Shown(p))
	for i := range x.cites {
		c := &x.cites[i]
		c.Number = i + 1
		c.ID = x.Fresh("cite-" + strconv.Itoa(i+1))
		c.Mark = x.markOf(c.Citation)
		if c.Mark != "" {
			x.back[c.Mark] = append(x.back[c.Mark], c.Number)
		}
	}
	return x
}

// collect notes identifiers, citations and sources in the order of the page.
func (x *Index) collect(blocks []report.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case report.Heading:
			if strings.TrimSpace(b.Text) != "" {
				x.note(b.ID)
			}
		case report.Bars:
			for _, r := range b.Rows {
				x.note(r.ID)
			}
		case report.Sheet:
			x.collect([]report.Block{b.Fixes})
		case report.Strips:
			for _, r := range b.Rows {
				x.note(r.ID)
				x.collect([]report.Block{r.Said})
			}
		case report.Fold:
			x.collect([]report.Block{b.Heading})
			x.collect(b.Blocks)
		case report.List:
			for _, it := range b.Items {
				x.note(it.ID)
				x.collect(it.Blocks)
			}
		case report.Evidence:
			for _, c := range b.Citations {
				x.cites = append(x.cites, Cite{Citation: c, By: b.By})
			}
		case report.Source:
			x.sources = append(x.sources, b)
			for _, m := range b.Marks {
				if validMark(m, b.Text) {
					x.note(m.ID)
				}
			}
		}
	}
}

func (x *Index) note(raw string) {
	if raw != "" {
		x.ids[Safe(raw)] = true
	}
}

// Fresh returns id, which must be safe, or id with a suffix that makes it unique,
// and takes it.
func (x *Index) Fresh(id string) string {
	for try, n := id, 2; ; n++ {
		if !x.ids[try] {
			x.ids[try] = true
			return try
		}
		try = id + "-" + strconv.Itoa(n)
	}
}

// Has reports whether the target of a link ("#id") exists, with its safe
// identifier.
func (x *Index) Has(target string) (id string, ok bool) {
	raw, ok := strings.CutPrefix(target, "#")
	if !ok || raw == "" {
		return "", false
	}
	id = Safe(raw)
	return id, x.ids[id]
}

// Cites returns the citations in order.
func (x *Index) Cites() []Cite { return x.cites }

// Back returns the numbers of the citations that point to a mark.
func (x *Index) Back(mark string) []int { return x.back[mark] }

// markOf finds the mark of a citation, else the first one at its place, else the first that
// holds it.
func (x *Index) markOf(c report.Citation) string {
	if c.Start < 0 || c.End <= c.Start {
		return ""
	}
	for _, fits := range []func(report.Mark) bool{
		c.MarkedBy,
		func(m report.Mark) bool { return m.Start == c.Start && m.End == c.End },
		func(m report.Mark) bool { return m.Start <= c.Start && m.End >= c.End },
	} {
		for _, s := range x.sources {
			if i := slices.IndexFunc(s.Marks, fits); i >= 0 && validMark(s.Marks[i], s.Text) {
				return Safe(s.Marks[i].ID)
			}
		}
	}
	return ""
}

// maxID is how long an identifier may be; a longer one keeps its beginning and
// gets a hash, which together are shorter.
const maxID, keptID = 120, 90

// Safe turns any text into a fragment identifier of letters, digits, "-", "_"
// and ".", beginning with a letter. Text that is one already, such as what Safe
// returned, stays as it is.
func Safe(raw string) string {
	var b strings.Builder
	for _, r := range raw {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
		if ok {
			b.WriteRune(r)
		} else {
			b.WriteString("_" + strconv.FormatInt(int64(r), 16))
		}
		if b.Len() > maxID {
			return "i" + b.String()[:keptID] + "-" + text.Hash([]byte(raw))[:16]
		}
	}
	s := b.String()
	if s == "" || !(s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z') {
		s = "i" + s
	}
	return s
}
