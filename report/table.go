package report

import "strings"

// maxPadded is the widest column that is padded; a wider cell is left as long
// as it is.
const maxPadded = 48

func (w *mdWriter) table(t Table) {
	if t.Caption != "" {
		w.gap()
		w.line("**", w.text(t.Caption, false), "**")
	}
	rows := [][]string{make([]string, len(t.Header))}
	for i, h := range t.Header {
		rows[0][i] = w.text(h, false)
	}
	for _, r := range t.Rows {
		row := make([]string, len(t.Header))
		for i := range min(len(r), len(row)) {
			row[i] = w.inlines(r[i], false)
		}
		rows = append(rows, row)
	}
	widths := columnWidths(rows, 3)
	w.gap()
	for i, r := range rows {
		w.line(tableRow(r, widths, t.Align))
		if i == 0 {
			w.line(delimiterRow(widths, t.Align))
		}
	}
}

// columnWidths returns each column's display width, at least least.
func columnWidths(rows [][]string, least int) []int {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, least)
			}
			widths[i] = max(widths[i], min(Width(c), maxPadded))
		}
	}
	return widths
}

func alignAt(align []Align, i int) Align {
	if i < len(align) {
		return align[i]
	}
	return Left
}

func tableRow(cells []string, widths []int, align []Align) string {
	line := "|"
	for i, c := range cells {
		switch alignAt(align, i) {
		case Right:
			c = padLeft(c, widths[i])
		case Center:
			c = padRight(strings.Repeat(" ", max(0, widths[i]-Width(c))/2)+c, widths[i])
		default:
			c = padRight(c, widths[i])
		}
		line += " " + c + " |"
	}
	return line
}

func delimiterRow(widths []int, align []Align) string {
	line := "|"
	for i, n := range widths {
		dashes := strings.Repeat("-", n)
		switch alignAt(align, i) {
		case Right:
			dashes = dashes[1:] + ":"
		case Center:
			dashes = ":" + dashes[2:] + ":"
		}
		line += " " + dashes + " |"
	}
	return line
}
