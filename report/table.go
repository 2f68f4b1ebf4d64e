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
		w.line(t.row(r, widths))
		if i == 0 {
			w.line(t.delimiter(widths))
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

func (t Table) row(cells []string, widths []int) string {
	line := "|"
	for i, c := range cells {
		switch t.AlignOf(i) {
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

func (t Table) delimiter(widths []int) string {
	line := "|"
	for i, n := range widths {
		dashes := strings.Repeat("-", n)
		switch t.AlignOf(i) {
		case Right:
			dashes = dashes[1:] + ":"
		case Center:
			dashes = ":" + dashes[2:] + ":"
		}
		line += " " + dashes + " |"
	}
	return line
}
