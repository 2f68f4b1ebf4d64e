package pdf

import (
	"judgement/report"
)

// sheet is a table ready to be laid out.
type sheet struct {
	caption string
	header  [][]span
	align   []report.Align
	rows    [][][]span
}

func tableOf(w *writer, t report.Table) sheet {
	s := sheet{caption: t.Caption, align: t.Align}
	for _, h := range t.Header {
		s.header = append(s.header, []span{{text: h, style: style{bold: true}}})
	}
	for _, r := range t.Rows {
		row := make([][]span, len(s.header))
		for i := range min(len(r), len(row)) {
			row[i] = w.inlines(r[i])
		}
		s.rows = append(s.rows, row)
	}
	return s
}

const (
	cellPad    = 1.9
	minColumn  = 15.0 // narrowest column, if there are many
	nameColumn = 34.0 // of text that a table's first column of words has room for
	mostWord   = 26.0 // of a word that is not broken; beyond it, one word would crowd out all others
)

// table draws a table; one with more columns than fit, or than fit without breaking
// words, is drawn in parts of about as many columns, each with the first column
// again.
func (w *writer) table(s sheet) {
	n := len(s.header)
	if n == 0 {
		return
	}
	if h := w.tableHeight(s); h <= keptTable {
		w.need(h)
	}
	each := w.columnsEach(s)
	if each >= n-1 {
		w.part(s)
	} else {
		for from := 1; from < n; from += each {
			w.part(s.columns(from, min(n, from+each)))
		}
	}
	if s.caption != "" {
		w.caption(s.caption)
	} else {
		w.y += 2
	}
}

// keptTable is the height up to which a table is kept on one page: a third
// of it, so that no more than that is left empty. A longer one repeats its header.
const keptTable = (bottom - top) / 3

// columnsEach is how many columns beside the first each part of a table has.
func (w *writer) columnsEach(s sheet) int {
	rest := len(s.header) - 1
	if rest < 2 {
		return max(1, rest)
	}
	_, least := w.wishes(s)
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

// tableHeight is what a table takes without its caption, or more than keptTable
// if it is drawn in parts or is plainly too long.
func (w *writer) tableHeight(s sheet) float64 {
	if w.columnsEach(s) < len(s.header)-1 || float64(len(s.rows))*tableLine > keptTable {
		return keptTable + 1
	}
	widths := w.columnWidths(s)
	h := 3.5 + rowHeight(w.cells(s.header, widths))
	for _, r := range s.rows {
		h += rowHeight(w.cells(r, widths))
	}
	return h
}

// columns returns the first column with those from from to to.
func (s sheet) columns(from, to int) sheet {
	pick := func(cells [][]span) [][]span {
		out := [][]span{cells[0]}
		return append(out, cells[from:to]...)
	}
	p := sheet{header: pick(s.header)}
	for i := range s.header {
		if i == 0 || i >= from && i < to {
			p.align = append(p.align, s.alignOf(i))
		}
	}
	for _, r := range s.rows {
		p.rows = append(p.rows, pick(r))
	}
	return p
}

func (s sheet) alignOf(i int) report.Align { return report.Table{Align: s.align}.AlignOf(i) }

func (w *writer) part(s sheet) {
	widths := w.columnWidths(s)
	header := w.cells(s.header, widths)
	w.need(rowHeight(header) + 14)
	w.skip(1.5)
	w.row(s, header, widths, true, nil)
	again := func() { w.row(s, header, widths, true, nil) }
	for _, r := range s.rows {
		w.row(s, w.cells(r, widths), widths, false, again)
	}
	w.y += 2
}

// wishes returns for each column the width in which no cell is broken, and the
// least: that of its longest word, and of a name in the first column of words.
func (w *writer) wishes(s sheet) (wish, least []float64) {
	const pad = 2*cellPad + 0.2
	n, names := len(s.header), 0
	for names < n && s.alignOf(names) != report.Left {
		names++
	}
	wish, least = make([]float64, n), make([]float64, n)
	for _, r := range append([][][]span{s.header}, s.rows...) {
		for i, c := range r {
			total := 0.0
			for _, l := range w.wrap(c, 1e9, tableSize) {
				total = max(total, lineWidth(l))
			}
			wish[i] = max(wish[i], total+pad)
			if i == names {
				least[i] = max(least[i], min(total, nameColumn)+pad)
			}
			if least[i] < min(total, mostWord)+pad {
				least[i] = max(least[i], min(w.widest(c, tableSize), mostWord)+pad)
			}
		}
	}
	return wish, least
}

// columnWidths shares the column: what each cell wants if all fits, else in
// proportion to the wish beyond the least.
func (w *writer) columnWidths(s sheet) []float64 {
	n, avail := len(s.header), w.right-w.left
	wish, least := w.wishes(s)
	// Where there is room, text has more than its longest word.
	easy := make([]float64, n)
	for i := range easy {
		easy[i] = max(least[i], min(wish[i], minColumn*1.2+2*cellPad+0.2))
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

func lineWidth(l []frag) (total float64) {
	for _, f := range l {
		total += f.w
	}
	return total
}

func (w *writer) cells(row [][]span, widths []float64) [][][]frag {
	out := make([][][]frag, len(row))
	for i, c := range row {
		out[i] = w.wrap(c, widths[i]-2*cellPad, tableSize)
	}
	return out
}

const tableLine = tableSize * mm * 1.45

func rowHeight(cells [][][]frag) float64 {
	n := 1
	for _, c := range cells {
		n = max(n, len(c))
	}
	return float64(n)*tableLine + 2*cellPad*0.62
}

// row draws one row. again draws the header on a new page; a row that is higher
// than a page goes on on the next ones.
func (w *writer) row(s sheet, cells [][][]frag, widths []float64, head bool, again func()) {
	for {
		h := rowHeight(cells)
		if w.y+h <= bottom {
			w.slice(s, cells, widths, head, h)
			return
		}
		if again == nil && w.y <= top || again != nil && h > bottom-top-40 && w.y+3*tableLine < bottom {
			fits := max(1, int((bottom-w.y-2*cellPad*0.62)/tableLine))
			now, rest := make([][][]frag, len(cells)), make([][][]frag, len(cells))
			for i, c := range cells {
				k := min(fits, len(c))
				now[i], rest[i] = c[:k], c[k:]
			}
			w.slice(s, now, widths, head, rowHeight(now))
			cells = rest
		}
		w.newPage()
		if again != nil {
			again()
		}
	}
}

// slice draws cells that fit the page.
func (w *writer) slice(s sheet, cells [][][]frag, widths []float64, head bool, h float64) {
	if head {
		w.fill(panel)
		w.p.Rect(w.left, w.y, sum(widths), h, "F")
	}
	x := w.left
	for i, c := range cells {
		for k, l := range c {
			off := cellPad
			switch s.alignOf(i) {
			case report.Right:
				off = widths[i] - cellPad - lineWidth(l)
			case report.Center:
				off = (widths[i] - lineWidth(l)) / 2
			}
			w.line(l, x+off, w.y+cellPad*0.62+float64(k)*tableLine, tableSize, tableLine)
		}
		x += widths[i]
	}
	w.y += h
	w.draw(grid, 0.25)
	w.p.Line(w.left, w.y, x, w.y)
}
