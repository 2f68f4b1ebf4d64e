package cmd

import (
	"io"
	"slices"
	"strings"

	"judgement/report"
)

// table lays rows out under a header without borders, its columns parted by two
// blanks; those named by right are aligned right. Widths are those of report.Width, whatever
// the locale. Cells are expected to be clean, but for colours, and no row has more of
// them than the header.
func table(header []string, rows [][]string, right ...int) string {
	widths := make([]int, len(header))
	for _, row := range append([][]string{header}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], cellWidth(cell))
		}
	}
	var out strings.Builder
	line := func(row []string) {
		var b strings.Builder
		for i, cell := range row {
			room := strings.Repeat(" ", widths[i]-cellWidth(cell))
			if slices.Contains(right, i) {
				b.WriteString(room + cell + "  ")
			} else {
				b.WriteString(cell + room + "  ")
			}
		}
		out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
	line(header)
	for _, row := range rows {
		line(row)
	}
	return out.String()
}

// cellWidth is how many terminal cells a cell takes; its colours take none.
func cellWidth(cell string) int {
	width := 0
	for i, part := range strings.Split(cell, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		width += report.Width(part)
	}
	return width
}

// writeTable prints a table of untrusted cells.
func writeTable(w io.Writer, header []string, rows [][]string, right ...int) error {
	clean := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			clean[i] = append(clean[i], plainLine(cell))
		}
	}
	_, err := io.WriteString(w, table(header, clean, right...))
	return err
}
