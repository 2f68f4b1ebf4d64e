package pdf

import (
	"slices"
	"strings"

	"judgement/report"
	"judgement/report/internal/place"
)

// sheet is a table of spans; the first row is its header.
type sheet struct {
	caption string
	align   []report.Align
	rows    [][][]span
	shades  [][]int // of the rows' cells, as place.Shade gives them; nil: none is shaded
	apart   []int   // rows that a heavy line is above
	legends []report.Phrase
}

func tableOf(w *writer, t report.Table) sheet {
	s := sheet{caption: t.Caption, rows: [][][]span{make([][]span, len(t.Header))}, shades: [][]int{nil}}
	for i, h := range t.Header {
		if name, most, ok := strings.Cut(h, " / "); ok { // a maximum stays with its stroke
			h = name + "\n/ " + most
		}
		s.rows[0][i] = []span{{text: h, style: style{bold: true}}}
		s.align = append(s.align, t.AlignOf(i))
	}
	for n, r := range t.Rows {
		row, shades := make([][]span, len(t.Header)), make([]int, len(t.Header))
		for i := range min(len(r), len(row)) {
			row[i], shades[i] = w.inlines(r[i]), place.Shade(t, n, i)
		}
		s.rows, s.shades = append(s.rows, row), append(s.shades, shades)
	}
	for _, n := range t.Parted {
		s.apart = append(s.apart, n+1)
	}
	s.legends = place.Legends(t)
	return s
}

const (
	cellPad    = 1.9
	cellSides  = 2*cellPad + 0.2
	minColumn  = 15.0 // narrowest column, if there are many
	nameColumn = 34.0 // of text that a table's first column of words has room for
	mostWord   = 26.0 // of a word that is not broken; beyond it, one word would crowd out all others
	tableLine  = tableSize * mm * 1.45

	// keptTable is the height up to which a table is kept on one page: a third
	// of it, so that no more than that is left empty. A longer one repeats its header.
	keptTable = (bottom - top) / 3
)

// part is some columns of a table, laid out.
type part struct {
	align  []report.Align
	widths []float64
	rows   []row // the header first
	height float64
}

// row is a row of a part.
type row struct {
	cells  [][][]span // lines of each cell
	shades []int      // of the cells; nil: none is shaded
	apart  bool       // a heavy line is above it
}

// table draws a table; one with more columns than fit, or than fit without breaking
// words, is drawn in parts of about as many columns, each with the first column
// again.
func (w *writer) table(s sheet) {
	parts := w.parts(s)
	if len(parts) == 0 {
		return
	}
	if len(parts) == 1 && parts[0].height <= keptTable {
		w.need(parts[0].height)
	}
	for _, p := range parts {
		header := p.rows[0].cells
		w.need(rowHeight(header) + 14)
		w.skip(1.5)
		w.row(p, p.rows[0], nil)
		for _, r := range p.rows[1:] {
			w.row(p, r, header)
		}
		w.y += 2
	}
	if s.caption != "" {
		w.caption(s.caption)
	} else {
		w.y += 2
	}
	for _, legend := range s.legends {
		w.caption(w.page.Lang.Say(legend))
	}
}

// parts lays a table out.
func (w *writer) parts(s sheet) (parts []part) {
	if len(s.align) == 0 {
		return nil
	}
	columns := make([]columnWidth, len(s.align))
	w.unseen(func() {
		for i := range columns {
			columns[i] = columnWidth{cellSides, cellSides}
			for _, row := range s.rows {
				columns[i].hold(w, row[i])
			}
		}
	})
	each := w.columnsEach(leastWidths(columns, s.align))
	for from := 1; from == 1 || from < len(columns); from += each {
		to := min(from+each, len(columns))
		p := part{align: withFirst(s.align, from, to), height: 3.5}
		p.widths = w.shares(withFirst(columns, from, to), p.align)
		for n, spans := range s.rows {
			r := row{cells: make([][][]span, len(p.widths)), apart: slices.Contains(s.apart, n)}
			for i, c := range withFirst(spans, from, to) {
				r.cells[i] = w.wrap(c, p.widths[i]-2*cellPad, tableSize)
			}
			if n < len(s.shades) && s.shades[n] != nil {
				r.shades = withFirst(s.shades[n], from, to)
			}
			p.rows = append(p.rows, r)
			p.height += rowHeight(r.cells)
		}
		parts = append(parts, p)
	}
	return parts
}

// withFirst returns the first of a row with those from from to to.
func withFirst[T any](row []T, from, to int) []T {
	return append([]T{row[0]}, row[from:to]...)
}

// columnsEach is how many columns beside the first each part of a table has.
func (w *writer) columnsEach(least []float64) int {
	rest := len(least) - 1
	fits := func(each int) bool {
		for from := 1; from <= rest; from += each {
			if least[0]+sum(least[from:min(rest+1, from+each)]) > w.right-w.left {
				return false
			}
		}
		return each < max(2, int((w.right-w.left)/minColumn))
	}
	for parts := 1; parts < rest; parts++ {
		if each := (rest + parts - 1) / parts; fits(each) {
			return each
		}
	}
	return 1
}

// columnWidth is the width in which no cell of a column is broken, and the one in
// which no word is.
type columnWidth struct{ wish, word float64 }

func (c *columnWidth) hold(w *writer, cell []span) {
	line := 0.0
	w.segments(cell, tableSize, func(seg []span, need float64, must bool) {
		c.wish = max(c.wish, line+need+cellSides)
		c.word = max(c.word, min(need, mostWord)+cellSides)
		line += lineWidth(seg)
		if must {
			line = 0
		}
	})
}

// leastWidths are those of the longest words, and of a name in the first column of
// words.
func leastWidths(columns []columnWidth, align []report.Align) []float64 {
	names := slices.Index(align, report.Left)
	least := make([]float64, len(columns))
	for i, c := range columns {
		least[i] = c.word
		if i == names {
			least[i] = max(c.word, min(c.wish, nameColumn+cellSides))
		}
	}
	return least
}

// shares shares the width: what each column wants if all fits, else in
// proportion to the wish beyond the least.
func (w *writer) shares(columns []columnWidth, align []report.Align) []float64 {
	n, avail := len(columns), w.right-w.left
	wish, least, easy := make([]float64, n), leastWidths(columns, align), make([]float64, n)
	for i, c := range columns {
		// If there is room, text has more than its longest word.
		wish[i], easy[i] = c.wish, max(least[i], min(c.wish, minColumn*1.2+cellSides))
	}
	if sum(easy) <= avail {
		least = easy
	}
	sumWish, sumLeast := sum(wish), sum(least)
	out := make([]float64, n)
	for i := range out {
		switch {
		case sumWish <= avail:
			out[i] = wish[i] + (avail-sumWish)*wish[i]/sumWish
		case sumLeast >= avail:
			out[i] = avail * least[i] / sumLeast
		default:
			out[i] = least[i] + (avail-sumLeast)*(wish[i]-least[i])/(sumWish-sumLeast)
		}
	}
	return out
}

func sum(vs []float64) (total float64) {
	for _, v := range vs {
		total += v
	}
	return total
}

func lineWidth(l []span) (total float64) {
	for _, s := range l {
		total += s.w
	}
	return total
}

func rowHeight(cells [][][]span) float64 {
	n := 1
	for _, c := range cells {
		n = max(n, len(c))
	}
	return float64(n)*tableLine + 2*cellPad*0.62
}

// row draws one row of a part; the header's own has no header. On a new page it is
// below the header again, unless that is a high one. A row that is higher than what
// is left of a page then goes on on the next ones.
func (w *writer) row(p part, r row, header [][][]span) {
	head, again := header == nil, 0.0
	if h := rowHeight(header); !head && h <= keptTable {
		again = h
	}
	for h := rowHeight(r.cells); w.y+h > bottom; h = rowHeight(r.cells) {
		if head && w.y <= top || !head && h > bottom-top-max(40, again) && w.y+3*tableLine < bottom {
			fits := max(1, int((bottom-w.y-2*cellPad*0.62)/tableLine))
			now, rest := r, r
			now.cells, rest.cells, rest.apart = make([][][]span, len(r.cells)), make([][][]span, len(r.cells)), false
			for i, c := range r.cells {
				k := min(fits, len(c))
				now.cells[i], rest.cells[i] = c[:k], c[k:]
			}
			w.slice(p, now, head)
			r = rest
		}
		w.newPage()
		if again > 0 {
			w.slice(p, row{cells: header}, true)
		}
	}
	w.slice(p, r, head)
}

// slice draws cells that fit the page.
func (w *writer) slice(p part, r row, head bool) {
	h := rowHeight(r.cells)
	if head {
		w.fill(panel)
		w.p.Rect(w.left, w.y, sum(p.widths), h, "F")
	}
	x := w.left
	for i, c := range r.cells {
		if i < len(r.shades) && r.shades[i] > 0 {
			w.shade(r.shades[i])
			w.p.Rect(x, w.y, p.widths[i], h, "F")
		}
		for k, l := range c {
			off := cellPad
			switch p.align[i] {
			case report.Right:
				off = p.widths[i] - cellPad - lineWidth(l)
			case report.Center:
				off = (p.widths[i] - lineWidth(l)) / 2
			}
			w.line(l, x+off, w.y+cellPad*0.62+float64(k)*tableLine, tableSize, tableLine)
		}
		x += p.widths[i]
	}
	if r.apart {
		w.draw(muted, 0.7)
		w.p.Line(w.left, w.y, x, w.y)
	}
	w.y += h
	w.draw(grid, 0.25)
	w.p.Line(w.left, w.y, x, w.y)
}
