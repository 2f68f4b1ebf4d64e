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
	marks  [][]string // elements of emphasis, as written; a cell of a table starts with none
	tables []int      // open tables: the length of marks outside of each
	roots  map[string]bool
	attrs  int // of repeated html and body tags
}

// checkTags returns why a page would take a parser out of all proportion to its
// size, empty if it would not. It is linear in the page.
func checkTags(page string) string {
	o := &openTags{marks: [][]string{nil}, roots: map[string]bool{}}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			raw := string(z.Raw())
			name, more := z.TagName()
			if why := o.start(string(name), raw, more, z); why != "" {
				return why
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			o.end(string(name))
		}
	}
}

func (o *openTags) start(name, raw string, more bool, z *html.Tokenizer) string {
	top := len(o.marks) - 1
	switch name {
	case "html", "body":
		for more && o.roots[name] {
			o.attrs++
			_, _, more = z.TagAttr()
		}
		if o.roots[name] = true; o.attrs > maxRootAttrs {
			return fmt.Sprintf("its further html and body tags have more than %d attributes", maxRootAttrs)
		}
	case "table":
		o.tables = append(o.tables, len(o.marks))
	case "td", "th", "caption":
		if o.leaveCell() {
			o.marks = append(o.marks, nil)
		}
	case "tr", "tbody", "thead", "tfoot":
		o.leaveCell()
	case "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		alike := 0
		for _, mark := range o.marks[top] {
			if mark == raw {
				alike++
			}
		}
		if alike == 3 { // parsers keep three alike
			first := slices.Index(o.marks[top], raw)
			o.marks[top] = slices.Delete(o.marks[top], first, first+1)
		}
		if o.marks[top] = append(o.marks[top], raw); len(o.marks[top]) > maxOpenMarks {
			return fmt.Sprintf("it has more than %d elements such as <b> and <font> open at once", maxOpenMarks)
		}
	}
	return ""
}

func (o *openTags) end(name string) {
	top := len(o.marks) - 1
	switch name {
	case "table":
		o.leaveCell()
		o.tables = o.tables[:max(0, len(o.tables)-1)]
	case "td", "th", "caption", "tr", "tbody", "thead", "tfoot":
		o.leaveCell()
	case "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		for i := len(o.marks[top]) - 1; i >= 0; i-- {
			if tagName(o.marks[top][i]) == name {
				o.marks[top] = slices.Delete(o.marks[top], i, i+1)
				return
			}
		}
	}
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

// tagName is the name in a start tag as written.
func tagName(raw string) string {
	end := 1
	for end < len(raw) && !strings.ContainsRune(" \t\r\n\f/>", rune(raw[end])) {
		end++
	}
	return strings.ToLower(raw[1:end])
}
