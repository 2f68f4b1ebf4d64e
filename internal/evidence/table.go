package evidence

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is one row of a table, or one list with its items as cells.
type row struct {
	start, end int        // of its line in the document
	cells      [][]string // pieces of each cell, in normal form
	spans      [][2]int   // of each cell in the document
	head       *row       // the first row of the table, if it has as many cells; nil for that row
	numbers    [][]string // the number of each item of a list, as pieces
	table      int        // its table, from 1
	formal     bool       // its table has a line of dashes below the head, or starts with a bar
	ruled      bool       // a line of dashes is below it
}

// minSheet is the least of lines of a table with commas, semicolons or tabs, and maxSheetHead the most of the weight
// of a cell of its first line.
const (
	minSheet     = 3
	maxSheetHead = 10
)

// withBars is a document in which a bar is before and behind each cell of its tables with commas, semicolons or tabs
// (CSV); as long.
func withBars(text string) string {
	var out []byte
	for _, mark := range []byte(",;\t") {
		var marks []int // of the lines of a table, with their ends
		at, each, lines := 0, 0, 0
		finish := func() {
			if lines >= minSheet && out == nil {
				out = []byte(text)
			}
			for _, k := range marks {
				if lines >= minSheet {
					out[k] = '|'
				}
			}
			marks, each, lines = nil, 0, 0
		}
		for line := range strings.Lines(text) {
			cells := cellMarks(line, mark)
			if each > 0 && len(cells) != each {
				finish()
			}
			if len(cells) > 0 && (each > 0 || startsSheet(line, cells)) {
				if each == 0 && at > 0 {
					marks = append(marks, at-1)
				}
				for _, k := range cells {
					marks = append(marks, at+k)
				}
				if strings.HasSuffix(line, "\n") {
					marks = append(marks, at+len(line)-1)
				}
				each = len(cells)
				lines++
			}
			at += len(line)
		}
		finish()
	}
	if out == nil {
		return text
	}
	return string(out)
}

// cellMarks are the places of the marks between the cells of a line, none if one has a blank behind it, as in prose.
func cellMarks(line string, mark byte) (out []int) {
	if strings.IndexByte(line, mark) < 0 || strings.IndexByte(line, '|') >= 0 {
		return nil
	}
	quoted := false
	for k := range len(line) {
		switch {
		case line[k] == '"':
			quoted = !quoted
		case line[k] != mark || quoted:
		case mark != '\t' && k+1 < len(line) && line[k+1] == ' ':
			return nil
		default:
			out = append(out, k)
		}
	}
	return out
}

// startsSheet reports whether a line is the head of a table: each cell has a short name.
func startsSheet(line string, marks []int) bool {
	from := 0
	for _, to := range append(marks[:len(marks):len(marks)], len(line)) {
		cell := strings.Trim(line[from:to], " \"\r\n\ufeff")
		if cell == "" || unicode.IsDigit(firstRune(cell)) || strings.ContainsAny(cell, "了:：[]?？") || weight(cell) > maxSheetHead || hasStop(cell+" ") {
			return false
		}
		from = to + 1
	}
	return true
}

// rows returns the rows of a document's tables; sheet is the document with bars in its tables.
func rows(text, sheet string) []*row {
	var out []*row
	var head *row
	table, at := 0, 0
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		cells := sheet[at : at+len(bare)]
		barred := cells != bare
		r := rowOf(cells, at)
		at += len(line)
		switch {
		case len(r.cells) < 2:
			head = nil
			continue
		case ruleLine(strings.TrimSpace(line), 0) > 0:
			if head != nil {
				head.formal, head.ruled = true, true
			}
			continue
		case head == nil:
			head = r
			table++
			r.formal, r.ruled = barred || strings.HasPrefix(strings.TrimSpace(line), "|"), barred
		default:
			if len(head.cells) == len(r.cells) {
				r.head = head
			}
			r.formal = head.formal
		}
		r.table = table
		out = append(out, r)
	}
	return out
}

// rowOf reads the cells of a line.
func rowOf(line string, at int) *row {
	r := &row{start: at, end: at + len(line)}
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
// cells, or none: at commas, semicolons, colons, bars, tabs and marks that end sentences, and at
// dashes, slashes and dots between blanks.
func pieces(s string) []string {
	var out []string
	from := 0
	cut := func(at, next int) {
		p := strings.TrimRight(looseForm(foldText(s[from:at], nil).Text).Text, " .!?")
		if p != "" {
			out = append(out, p)
		}
		from = next
	}
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		before, after := lastRune(s[:i]), firstRune(s[min(end, len(s)):])
		switch {
		case strings.ContainsRune("|｜;，；、\t→：()（）。！？", r),
			r == '=' && !strings.ContainsRune("!<>=≠", before),
			r == ',' && !(unicode.IsDigit(before) && threeDigits(s[i+1:])),
			r == ':' && !(unicode.IsDigit(before) && unicode.IsDigit(after)),
			strings.ContainsRune(".!?", r) && (unicode.IsSpace(after) || strings.ContainsRune(",;|", after)),
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

// maxPieces bounds the pieces of a quote, and maxCompared the cells that are compared with the
// rest of a quote behind its first cell.
const (
	maxPieces   = 200
	maxCompared = 100_000
)

// match is a search for the pieces of a quote in rows.
type match struct {
	want []string
	left int // of maxCompared
}

// cellsOf finds a quote that is a row of a table, cells of one in order, or items of a list in
// order, with marks between them.
func (x *Index) cellsOf(quote string) finding {
	if len(x.tables()) == 0 && len(x.lists()) == 0 {
		return missing
	}
	bare := cleanest(quote)
	if parts := ellipsisParts(bare); len(parts) == 1 {
		bare = parts[0]
	}
	bare = cleanest(bare)
	found := x.piecesOf(quote, pieces(bare))
	if lines := strings.ReplaceAll(bare, "\n", ";\n"); found.status == NotFound && lines != bare {
		return x.piecesOf(quote, pieces(lines)) // one item on each line
	}
	return found
}

// piecesOf finds the pieces of a quote.
func (x *Index) piecesOf(quote string, want []string) finding {
	m := match{want, maxCompared}
	if len(m.want) < 2 || len(m.want) > maxPieces {
		return missing
	}
	for _, list := range [][]*row{x.tables(), x.lists()} {
		for _, r := range list {
			for c := range r.cells {
				found := m.at(r, c)
				said := r.text(x.text, found)
				if found == nil && c == 0 && strings.ContainsAny(quote, "|｜\n") {
					if found = m.below(r); found != nil {
						said = x.text[r.head.start:r.head.end] + "\n" + x.text[r.start:r.end]
					}
				}
				if found == nil || !slices.Equal(casedUnits(quote), casedUnits(said)) {
					continue
				}
				f := x.cellsFound(r, found)
				if f.status.Proven() && hasQuestion(said) && !hasQuestion(quote) {
					f.note = append(f.note, Found("the sentence is a question")...)
				}
				return f
			}
		}
	}
	return missing
}

// quoted is a cell of a row that a quote has, with its head or number or without it.
type quoted struct {
	cell   int
	headed bool
}

// text is what the document says in cells of a row, with the heads that are quoted.
func (r *row) text(document string, cells []quoted) string {
	var b strings.Builder
	for _, q := range cells {
		if q.headed && r.head != nil {
			b.WriteString(document[r.head.spans[q.cell][0]:r.head.spans[q.cell][1]] + "\n")
		}
		b.WriteString(document[r.spans[q.cell][0]:r.spans[q.cell][1]] + "\n")
	}
	return b.String()
}

// hasQuestion reports whether a text has a question mark.
func hasQuestion(s string) bool { return strings.ContainsAny(s, "?？") }

// cellsFound is the finding of cells of a table's row, or items of a list.
func (x *Index) cellsFound(r *row, cells []quoted) finding {
	if r.numbers != nil {
		return x.joinedItems(r, cells)
	}
	s, e := r.spans[cells[0].cell][0], r.spans[cells[len(cells)-1].cell][1]
	struck, cut := x.struckNote(s, e)
	if cut {
		return finding{status: OutOfScope, start: s, end: e, note: struck}
	}
	refused, note := x.besideCells(r, cells)
	if refused != "" {
		return finding{status: refused, start: s, end: e, note: note}
	}
	i := x.folded.Place(s)
	lead, under := x.underLead(i, 0, x.folded.Text[i:max(i, x.folded.Place(e))])
	if lead != "" {
		return finding{status: lead, start: s, end: e, note: under}
	}
	return finding{status: Normalised, start: s, end: e, note: slices.Concat(struck, note, under)}
}

// at returns the cells of a row that a quote's pieces are, from cell c on; nil if they are
// not. Cells of a table may be skipped if the head of the next one is given; empty ones may be
// skipped anyway.
func (m *match) at(r *row, c int) []quoted {
	var found []quoted
	want, skipped := m.want, false
	for ; c < len(r.cells) && len(want) > 0; c++ {
		n, headed := m.cell(r, c, want)
		switch {
		case n == 0 && (len(found) == 0 || r.head == nil && len(r.cells[c]) > 0), n > 0 && skipped && !headed:
			return nil
		case n == 0:
			skipped = skipped || len(r.cells[c]) > 0
		default:
			found = append(found, quoted{c, headed})
			want, skipped = want[n:], false
		}
		if m.left--; m.left < 0 {
			return nil
		}
	}
	if len(want) > 0 || len(found) < 2 {
		return nil
	}
	return found
}

// below returns all cells of a row if a quote's pieces are the line of heads and then these; nil if they are not.
func (m *match) below(r *row) []quoted {
	if r.head == nil || !r.formal || !starts(m.want, slices.Concat(r.head.cells...)) {
		return nil
	}
	want := m.want[len(slices.Concat(r.head.cells...)):]
	for len(want) > 0 && strings.Trim(want[0], "-: ") == "" {
		want = want[1:] // the line below the heads
	}
	if !slices.Equal(want, slices.Concat(r.cells...)) {
		return nil
	}
	all := make([]quoted, len(r.cells))
	for c := range all {
		all[c] = quoted{c, true}
	}
	return all
}

// cell returns how many of the wanted pieces are cell c, and whether its head or number is one
// of them.
func (m *match) cell(r *row, c int, want []string) (n int, headed bool) {
	cell := r.cells[c]
	switch {
	case len(cell) == 0 && r.head != nil && len(r.head.cells[c]) > 0 && starts(want, r.head.cells[c]):
		return len(r.head.cells[c]), true
	case len(cell) == 0:
		return 0, false
	case r.numbers != nil && starts(want, r.numbers[c]) && starts(want[len(r.numbers[c]):], cell):
		return len(r.numbers[c]) + len(cell), true
	case r.head != nil && len(r.head.cells[c]) > 0:
		if n := withHead(r.head.cells[c], cell, want); n > 0 {
			return n, true
		}
	}
	if starts(want, cell) {
		return len(cell), false
	}
	return 0, false
}

// withHead returns how many of the wanted pieces are a cell with its head before it, also without a mark
// between them: Days 40.
func withHead(head, cell, want []string) int {
	if starts(want, head) && starts(want[len(head):], cell) {
		return len(head) + len(cell)
	}
	k := len(head) - 1
	if k >= len(want) || !starts(want, head[:k]) || !starts(want[k+1:], cell[1:]) {
		return 0
	}
	rest, ok := strings.CutPrefix(want[k], head[k])
	bare := strings.TrimPrefix(rest, " ")
	if !ok || bare != cell[0] || bare == rest && joined(lastRune(head[k]), firstRune(bare)) && unicode.IsDigit(lastRune(head[k])) == unicode.IsDigit(firstRune(bare)) {
		return 0
	}
	return len(head) + len(cell) - 1
}

func starts(list, with []string) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}
