package evidence

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is one row of a table: its cells, the cells of the head, and the places of its
// cells in the document.
type row struct {
	cells, head [][]string // pieces of each cell, in normal form
	spans       [][2]int
}

// rows returns the rows of a document's tables.
func rows(text string) []row {
	var out []row
	var head [][]string
	at := 0
	for line := range strings.Lines(text) {
		r := rowOf(strings.TrimRight(line, "\r\n"), at)
		at += len(line)
		switch {
		case len(r.cells) < 2:
			head = nil
			continue
		case ruleLine(strings.TrimSpace(line), 0) > 0:
			continue
		case head == nil:
			head = r.cells
		case len(head) == len(r.cells):
			r.head = head
		}
		out = append(out, r)
	}
	return out
}

// rowOf reads the cells of a line.
func rowOf(line string, at int) (r row) {
	if strings.Count(line, "|") < 1 {
		return r
	}
	from := 0
	for from <= len(line) {
		end := len(line)
		if k := strings.IndexByte(line[from:], '|'); k >= 0 {
			end = from + k
		}
		cell := strings.TrimSpace(line[from:end])
		if cell != "" || from > 0 && end < len(line) {
			s := at + from + strings.Index(line[from:end], cell)
			r.cells = append(r.cells, pieces(html.UnescapeString(cell)))
			r.spans = append(r.spans, [2]int{s, s + len(cell)})
		}
		from = end + 1
	}
	return r
}

// pieces splits what is written of a row where a judge may have put a mark between two
// cells, or none: at commas, semicolons, colons, bars and tabs, and at dashes, slashes and dots
// between blanks.
func pieces(s string) []string {
	var out []string
	from := 0
	cut := func(at, next int) {
		if p := strings.TrimSpace(looseForm(foldText(s[from:at], nil).Text).Text); p != "" {
			out = append(out, p)
		}
		from = next
	}
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		before, after := lastRune(s[:i]), firstRune(s[min(end, len(s)):])
		switch {
		case strings.ContainsRune("|｜;，；、\t→=：()（）", r),
			r == ',' && !(unicode.IsDigit(before) && threeDigits(s[i+1:])),
			r == ':' && !(unicode.IsDigit(before) && unicode.IsDigit(after)),
			strings.ContainsRune("-‑–—―/·•", r) && unicode.IsSpace(before) && unicode.IsSpace(after):
			cut(i, end)
		}
	}
	cut(len(s), len(s))
	return out
}

// threeDigits reports whether a text starts with three digits, as after the mark of thousands.
func threeDigits(s string) bool {
	n := 0
	for _, r := range s {
		if !unicode.IsDigit(r) {
			break
		}
		n++
	}
	return n == 3
}

// tableRow finds a quote that is a row of a table, or cells of one in order, with marks
// between the cells or with the head of its column before each cell. Cells may be
// skipped if the head of the next one is given.
func (x *Index) tableRow(quote string) finding {
	if len(x.tables()) == 0 {
		return missing
	}
	bare := cleanest(quote)
	if parts := ellipsisParts(bare); len(parts) == 1 {
		bare = parts[0]
	}
	want := pieces(cleanest(bare))
	if len(want) < 2 || len(want) > 200 {
		return missing
	}
	for _, r := range x.tables() {
		for c := range r.cells {
			end := r.match(c, want)
			if end < 0 {
				continue
			}
			s, e := r.spans[c][0], r.spans[end][1]
			if slices.Equal(casedUnits(quote), casedUnits(x.text[s:e])) || len(r.head) > 0 {
				note, cut := x.struckNote(s, e)
				if cut {
					return finding{status: OutOfScope, start: s, end: e, note: note}
				}
				return finding{status: Normalised, start: s, end: e, note: note}
			}
		}
	}
	return missing
}

// match returns the last cell of those that a quote's pieces are, from cell c on; −1 if
// they are not.
func (r row) match(c int, want []string) int {
	last, matched := -1, 0
	for first := true; c < len(r.cells) && len(want) > 0; c++ {
		n, headed := r.cellAt(c, want)
		if n == 0 {
			if first {
				return -1
			}
			continue
		}
		if !first && !headed && slices.ContainsFunc(r.cells[last+1:c], func(cell []string) bool { return len(cell) > 0 }) {
			return -1
		}
		want, last, first = want[n:], c, false
		matched++
	}
	if len(want) > 0 || matched < 2 {
		return -1
	}
	return last
}

// cellAt returns how many pieces are cell c, and whether its head is one of them.
func (r row) cellAt(c int, want []string) (n int, headed bool) {
	cell := r.cells[c]
	if len(cell) == 0 {
		return 0, false
	}
	if len(r.head) > c && len(r.head[c]) > 0 {
		head := r.head[c]
		if starts(want, head) && starts(want[len(head):], cell) {
			return len(head) + len(cell), true
		}
		if k := len(head) - 1; k < len(want) && firstRune(want[k]) == firstRune(head[k]) {
			joint := looseForm(foldText(head[k]+" "+cell[0], nil).Text).Text
			both := slices.Concat(head[:k], []string{joint}, cell[1:])
			if starts(want, both) {
				return len(both), true
			}
		}
	}
	if starts(want, cell) {
		return len(cell), false
	}
	return 0, false
}

func starts(list, with []string) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}
