package report

import (
	"strings"
	"unicode"
)

// Name is how a board calls a submission. The brand is its key: it never
// changes and no other submission of the scene has it, whereas two may have one
// title.
type Name struct {
	Title string // of the document, clean and on one line; empty: it has none of its own
	Brand string
}

// NameOf makes the name of a submission from what a board holds, which is
// untrusted. A title that says no more than the brand is none.
func NameOf(title, brand string) Name {
	n := Name{Title: titleLine(title), Brand: oneLine(brand)}
	if n.Title == n.Brand {
		n.Title = ""
	}
	return n
}

// Name returns how the entry is called.
func (e BoardEntry) Name() Name { return NameOf(e.Title, e.Brand) }

// Name returns how the excluded case is called.
func (e Excluded) Name() Name { return NameOf(e.Title, e.Brand) }

// Name returns how the submission that is gone is called.
func (g Gone) Name() Name { return NameOf(g.Title, g.Brand) }

// nameColumn names submissions, each within so many cells.
func nameColumn[T interface{ Name() Name }](l Lang, all []T, cells int) []string {
	return each(all, func(e T) string { return e.Name().In(l, cells) })
}

// nameList names submissions in running text.
func nameList[T interface{ Name() Name }](l Lang, all []T) string {
	return strings.Join(nameColumn(l, all, cellsInText), l.Say(phListComma))
}

// named names an entry in running text by its brand.
func (b *Board) named(l Lang, brand string) string {
	for _, e := range b.Entries {
		if e.Brand == brand {
			return e.Name().In(l, cellsInText)
		}
	}
	return NameOf("", brand).In(l, cellsInText)
}

// First is what a reader looks for: the title, or the brand if there is none.
func (n Name) First() string {
	if n.Title != "" {
		return n.Title
	}
	return n.Brand
}

// Beside is what makes the row to be found again: the brand, or nothing if it
// comes first.
func (n Name) Beside() string {
	if n.Title != "" {
		return n.Brand
	}
	return ""
}

// leastTitle is how many cells a title keeps, however long its brand is.
const leastTitle = 12

// In writes the name in a language: the title with the brand in parentheses, or
// the brand alone. Above so many terminal cells (0: no limit) the title is cut;
// the brand is always whole, since titles may be the same. Each that is written from
// right to left is between FirstStrong and Pop, so that the title comes first in
// every row.
func (n Name) In(l Lang, cells int) string {
	if n.Beside() == "" {
		return isolate(n.First())
	}
	beside := l.parens(isolate(n.Beside()))
	title := n.First()
	if cells > 0 {
		title = cutCells(title, max(leastTitle, cells-Width(beside)))
	}
	return isolate(title) + beside
}

// cutCells cuts s to so many terminal cells, the mark of the cut included.
func cutCells(s string, cells int) string {
	if Width(s) <= cells {
		return s
	}
	width := 0
	for i, r := range s {
		if width += runeWidth(r); width > cells-1 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// mostMarks is how many combining marks a letter of a title keeps: more would
// paint over the lines around it.
const mostMarks = 3

// titleLine makes untrusted text one line that stays within its own.
func titleLine(s string) string {
	s = oneLine(s)
	marks := 0
	return strings.Map(func(r rune) rune {
		if r < 0x300 || !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
			return r
		}
		if marks++; marks > mostMarks {
			return -1
		}
		return r
	}, s)
}
