package document

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Limits of tables. The text of a table is gone over again for each table around.
const (
	maxCells        = 100_000 // of one table
	maxTableNesting = 8
)

// table reads a table as a Markdown table; a table of one cell is a box, and its
// content is written as it is.
func (x *docxReader) table(r *xmlReader, out *strings.Builder) error {
	if x.nested++; x.nested > maxTableNesting {
		return officeHostile(x.name, fmt.Sprintf("its tables are nested more than %d deep", maxTableNesting))
	}
	defer func() { x.nested-- }()
	x.endList(out, false)
	var rows [][]string
	cells := 0
	visitors := x.tableVisitors(r)
	visitors["w:tr"] = func(*xml.StartElement) error {
		row, shown, err := x.row(r)
		if shown {
			rows = append(rows, row)
		}
		if cells += len(row); cells > maxCells {
			return officeHostile(x.name, fmt.Sprintf("a table has more than %d cells", maxCells))
		}
		return err
	}
	if err := r.visit(visitors); err != nil {
		return err
	}
	x.listIn = nil
	writeTable(out, rows)
	return nil
}

// tableVisitors leave out properties and what a tracked change took out.
func (x *docxReader) tableVisitors(r *xmlReader) map[string]visitor {
	skip := func(*xml.StartElement) error { return r.skip() }
	deletion := func(*xml.StartElement) error { return x.deletion(r) }
	return map[string]visitor{
		"w:tblPr": skip, "w:tblGrid": skip, "w:tblPrEx": skip, "w:sdtPr": skip, "mc:Fallback": skip,
		"w:del": deletion, "w:moveFrom": deletion,
	}
}

// row reads one row; a cell over several columns is followed by empty ones. A row
// that is hidden or that a tracked change took out is reported and not shown.
func (x *docxReader) row(r *xmlReader) (cells []string, shown bool, err error) {
	hidden, deleted := false, false
	visitors := x.tableVisitors(r)
	visitors["w:tc"] = func(*xml.StartElement) error {
		text, span, err := x.cell(r)
		cells = append(cells, text)
		for range min(span, 64) - 1 {
			cells = append(cells, "")
		}
		return err
	}
	visitors["w:trPr"] = func(e *xml.StartElement) error {
		var props struct {
			Hidden *value    `xml:"hidden"`
			Del    *struct{} `xml:"del"`
		}
		err := r.decode(e, &props)
		hidden, deleted = hidden || props.Hidden.on(), deleted || props.Del != nil
		return err
	}
	err = r.visit(visitors)
	text := strings.ReplaceAll(strings.Join(cells, " "), pageMark, "")
	switch {
	case deleted:
		x.deleted.WriteString(" " + text)
		x.flushDeleted()
	case hidden:
		x.found.leftOut(HiddenText, text)
	}
	return cells, !hidden && !deleted, err
}

// cell reads the blocks of one cell.
func (x *docxReader) cell(r *xmlReader) (string, int, error) {
	var b strings.Builder
	span, ground := 1, ""
	visitors := x.tableVisitors(r)
	visitors["w:tcPr"] = func(e *xml.StartElement) error {
		var props struct {
			Span    *value   `xml:"gridSpan"`
			Shading *shading `xml:"shd"`
		}
		err := r.decode(e, &props)
		span, ground = max(1, props.Span.number(1)), props.Shading.over("")
		return err
	}
	visitors["w:p"] = func(*xml.StartElement) error { return x.paragraph(r, &b, ground) }
	visitors["w:tbl"] = func(*xml.StartElement) error { return x.table(r, &b) }
	err := r.visit(visitors)
	return b.String(), span, err
}

// writeTable writes rows of cells as a Markdown table. Short rows are filled up
// unless that would make the table much larger than its cells.
func writeTable(out *strings.Builder, rows [][]string) {
	width, cells := 0, 0
	for _, row := range rows {
		width = max(width, len(row))
		cells += len(row)
	}
	fill := width*len(rows) <= 4*cells+16
	if width == 0 {
		return
	}
	if len(rows) == 1 && width == 1 {
		out.WriteString(rows[0][0])
		return
	}
	for i, row := range rows {
		for _, cell := range row {
			out.WriteString(strings.Repeat(pageMark, strings.Count(cell, pageMark)))
		}
		out.WriteString("|")
		for _, cell := range row {
			out.WriteString(" " + cellText(cell) + " |")
		}
		if i == 0 || fill {
			out.WriteString(strings.Repeat("  |", width-len(row)))
		}
		out.WriteString("\n")
		if i == 0 {
			out.WriteString("|" + strings.Repeat(" --- |", width) + "\n")
		}
	}
	out.WriteString("\n")
}

// cellText makes blocks fit into a cell of a Markdown table.
func cellText(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(s, pageMark, "")), "|", `\|`)
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "<br>")
}
