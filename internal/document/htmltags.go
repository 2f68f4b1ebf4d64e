package document

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

const (
	maxOpenMarks = 64   // elements of emphasis with different attributes that are open at one place
	maxRootAttrs = 1000 // attributes of html and body tags after the first
)

// openTags follows the tags of a page as far as needed to know what a parser
// would have to repeat: it opens elements of emphasis that are still open again
// in each block, and compares the attributes of each further body tag with those
// before.
type openTags struct {
	marks  [][]mark // open elements of emphasis; a cell of a table starts with none
	tables []int    // open tables: the length of marks outside of each
	roots  map[string]bool
	attrs  int // of repeated html and body tags
}

// mark is an element of emphasis with its start tag as written.
type mark struct{ name, raw string }

// checkTags returns why a page would take a parser out of all proportion to its
// size, empty if it would not. It is linear in the page.
func checkTags(page string) string {
	o := &openTags{marks: [][]mark{nil}, roots: map[string]bool{}}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		raw := string(z.Raw())
		tagName, more := z.TagName()
		name := string(tagName)
		switch kind {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			for more && o.roots[name] {
				o.attrs++
				_, _, more = z.TagAttr()
			}
			o.tag(mark{name, raw}, true)
		case html.EndTagToken:
			o.tag(mark{name, raw}, false)
		}
		switch {
		case o.attrs > maxRootAttrs:
			return fmt.Sprintf("its further html and body tags have more than %d attributes", maxRootAttrs)
		case len(o.marks[len(o.marks)-1]) > maxOpenMarks:
			return fmt.Sprintf("it has more than %d elements such as <b> and <font> open at once", maxOpenMarks)
		}
	}
}

func (o *openTags) tag(m mark, start bool) {
	switch m.name {
	case "html", "body":
		o.roots[m.name] = o.roots[m.name] || start
	case "table":
		if start {
			o.tables = append(o.tables, len(o.marks))
			return
		}
		o.leaveCell()
		o.tables = o.tables[:max(0, len(o.tables)-1)]
	case "tr", "tbody", "thead", "tfoot":
		o.leaveCell()
	case "td", "th", "caption":
		if o.leaveCell() && start {
			o.marks = append(o.marks, nil)
		}
	case "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		o.emphasis(m, start)
	}
}

// emphasis opens or closes an element of emphasis. Parsers keep three alike.
func (o *openTags) emphasis(m mark, start bool) {
	open := &o.marks[len(o.marks)-1]
	if !start {
		for i, other := range slices.Backward(*open) {
			if other.name == m.name {
				*open = slices.Delete(*open, i, i+1)
				return
			}
		}
		return
	}
	alike := 0
	for _, other := range *open {
		if other == m {
			alike++
		}
	}
	if first := slices.Index(*open, m); alike == 3 {
		*open = slices.Delete(*open, first, first+1)
	}
	*open = append(*open, m)
}

// leaveCell forgets what is open in the cell of the innermost table, if there is
// a table.
func (o *openTags) leaveCell() bool {
	if len(o.tables) == 0 {
		return false
	}
	o.marks = o.marks[:o.tables[len(o.tables)-1]]
	return true
}
