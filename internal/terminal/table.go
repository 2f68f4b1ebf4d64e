package terminal

import (
	"slices"
	"strings"

	"judgement/report"
)

// Column is one column of a table, and what happens to it if the table is wider than the
// terminal: cells are shortened first, then columns are left out.
type Column struct {
	Name  string
	Right bool // aligned right
	Least int  // cells to which it may be shortened; 0: it is never shortened
	Drop  int  // its turn to be left out, from 1; 0: never
}

// between is how many cells part two columns.
const between = 2

// Columns prints rows of untrusted cells under a header, in the terminal's width.
func (p *Page) Columns(columns []Column, rows [][]string) {
	clean := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			clean[i] = append(clean[i], PlainLine(cell))
		}
	}
	if p.Fit {
		columns, clean = fitted(slices.Clone(columns), clean, p.Width)
	}
	var header []string
	var right []int
	for i, c := range columns {
		header = append(header, c.Name)
		if c.Right {
			right = append(right, i)
		}
	}
	p.WriteString(Table(header, clean, right...))
}

// fitted returns what of a table fits a width.
func fitted(columns []Column, rows [][]string, width int) ([]Column, [][]string) {
	for {
		widths := natural(columns, rows)
		excess := (len(widths) - 1) * between
		room := 0
		for i, w := range widths {
			excess += w
			room += spare(columns[i], w)
		}
		if excess -= width; excess <= 0 {
			return columns, rows
		}
		next := -1
		for i, c := range columns {
			if c.Drop > 0 && (next < 0 || c.Drop < columns[next].Drop) {
				next = i
			}
		}
		if excess <= room || next < 0 {
			return columns, shortened(columns, rows, widths, excess)
		}
		columns = slices.Delete(columns, next, next+1)
		for i, row := range rows {
			rows[i] = slices.Delete(slices.Clone(row), next, next+1)
		}
	}
}

// natural is how wide each column is.
func natural(columns []Column, rows [][]string) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = report.Width(c.Name)
		for _, row := range rows {
			widths[i] = max(widths[i], report.Width(row[i]))
		}
	}
	return widths
}

// spare is by how much a column of a width may be shortened.
func spare(c Column, width int) int {
	if c.Least == 0 {
		return 0
	}
	return max(0, width-max(c.Least, report.Width(c.Name)))
}

// shortened takes the excess off the columns, of the widest first.
func shortened(columns []Column, rows [][]string, widths []int, excess int) [][]string {
	for ; excess > 0; excess-- {
		widest := -1
		for i, c := range columns {
			if spare(c, widths[i]) > 0 && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	out := make([][]string, len(rows))
	for i, row := range rows {
		for k, cell := range row {
			if report.Width(cell) > widths[k] {
				cell = strings.TrimRight(report.CutCells(cell, widths[k]), " （(")
			}
			out[i] = append(out[i], cell)
		}
	}
	return out
}
