package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pageMark is a page break in text that is being read; XML can't hold it.
const pageMark = "\x01"

// Limits of tables. The text of a table is gone over again for each table around.
const (
	maxCells        = 100_000 // of one table
	maxTableNesting = 8
)

// docxReader turns the parts of a Word file into Markdown.
type docxReader struct {
	*ooxml
	styles  map[string]*wordStyle
	base    runLook // document defaults
	lists   map[string]*wordList
	notes   map[string]string // "w:footnote 2" → text
	order   []string          // notes in the order of their references
	number  map[string]int    // place of a note in order, from 1
	page    string            // colour behind the text
	deleted strings.Builder
	listIn  *strings.Builder // the text whose last block is a list item
	nested  int              // tables around the current place
	said    []string         // what each paragraph says, hidden or not, to find places
	beside  strings.Builder  // what the paragraph under way says in drawings
}

// readDOCX reads the main part with its styles, lists and notes.
func (o *ooxml) readDOCX(main string, root *node) *content {
	x := &docxReader{ooxml: o, styles: map[string]*wordStyle{}, lists: map[string]*wordList{}, notes: map[string]string{}, number: map[string]int{}, page: "FFFFFF"}
	rels := o.relations(main)
	for _, n := range o.related(rels, "styles") {
		x.readStyles(n)
	}
	for _, n := range o.related(rels, "numbering") {
		x.readNumbering(n)
	}
	for _, n := range append(o.related(rels, "footnotes"), o.related(rels, "endnotes")...) {
		x.readNotes(n)
	}
	for _, n := range o.related(rels, "comments") {
		for _, comment := range n.kids {
			x.leftOut(HiddenText, comment)
		}
	}
	aside := append(x.said, x.beside.String())
	x.said = nil
	x.beside.Reset()
	var out strings.Builder
	x.blocks(root, &out, "")
	for i, id := range x.order {
		out.WriteString("[^" + strconv.Itoa(i+1) + "]: " + x.notes[id] + "\n\n")
	}
	x.flushDeleted()
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	said := slices.DeleteFunc(x.said, blank)
	return &content{format: DOCX, pieces: splitPages(out.String()), paragraphs: said, beside: aside}
}

// splitPages cuts text at page marks; without any the text has no pages.
func splitPages(text string) []piece {
	parts := strings.Split(text, pageMark)
	if len(parts) == 1 {
		return []piece{{text: text}}
	}
	var out []piece
	for i, p := range parts {
		before := i > 0 && parts[i-1] != "" && !strings.HasSuffix(parts[i-1], "\n")
		out = append(out, piece{number: i + 1, text: p, glued: before && p != "" && !strings.HasPrefix(p, "\n")})
	}
	return out
}

// leftOut reports the text of an element that readers do not see.
func (x *docxReader) leftOut(kind WarningKind, n *node) {
	var b strings.Builder
	words(n, &b)
	x.beside.WriteString("\t" + b.String())
	x.found.leftOut(kind, b.String())
}

// words writes all text below n, paragraphs apart.
func words(n *node, b *strings.Builder) {
	for _, c := range n.kids {
		switch c.name {
		case "w:t", "w:delText", "m:t", "a:t":
			b.Write(c.text)
		case "mc:Fallback", "w:instrText":
		case "w:p", "a:p":
			words(c, b)
			b.WriteString("\n")
		default:
			words(c, b)
		}
	}
}

// readNotes keeps the text of footnotes or endnotes by their kind and id.
func (x *docxReader) readNotes(n *node) {
	for _, note := range n.kids {
		switch note.get("type") {
		case "separator", "continuationSeparator", "continuationNotice":
			continue
		}
		var b strings.Builder
		x.blocks(note, &b, "")
		x.notes[note.name+" "+note.get("id")] = strings.Join(strings.Fields(strings.ReplaceAll(b.String(), pageMark, "")), " ")
	}
}

// reference returns the mark of a note, and gives the note its number.
func (x *docxReader) reference(n *node) string {
	id := strings.TrimSuffix(n.name, "Reference") + " " + n.get("id")
	if x.notes[id] == "" {
		return ""
	}
	if x.number[id] == 0 {
		x.order = append(x.order, id)
		x.number[id] = len(x.order)
	}
	return "[^" + strconv.Itoa(x.number[id]) + "]"
}

// blocks reads the paragraphs and tables below n. ground is the colour of the
// table cell around them, empty if there is none.
func (x *docxReader) blocks(n *node, out *strings.Builder, ground string) {
	for _, c := range n.kids {
		if x.full(out.Len()) {
			return
		}
		switch c.name {
		case "w:p":
			x.paragraph(c, out, ground)
		case "w:tbl":
			x.table(c, out, ground)
		case "w:del", "w:moveFrom":
			x.deletion(c)
		case "w:background":
			if color := c.get("color"); color != "" && color != "auto" {
				x.page = color
			}
		case "w:sectPr", "w:sdtPr", "w:sdtEndPr", "mc:Fallback", "w:tblPr", "w:tblGrid", "w:trPr", "w:tcPr":
		default:
			x.blocks(c, out, ground)
		}
	}
}

// deletion gathers what a tracked change took out.
func (x *docxReader) deletion(n *node) {
	x.deleted.WriteByte(' ')
	words(n, &x.deleted)
}

// flushDeleted reports tracked deletions since the last report.
func (x *docxReader) flushDeleted() {
	x.found.leftOut(TrackedDeletion, x.deleted.String())
	x.deleted.Reset()
}

// table reads a table as a Markdown table; a table of one cell is a box, and its
// content is written as it is.
func (x *docxReader) table(n *node, out *strings.Builder, ground string) {
	if x.nested++; x.nested > maxTableNesting {
		x.fail(officeHostile(x.name, fmt.Sprintf("its tables are nested more than %d deep", maxTableNesting)))
		return
	}
	defer func() { x.nested-- }()
	x.endList(out, false)
	props := n.child("w:tblPr")
	ground = shading(props.child("w:shd"), ground)
	if s := x.styles[props.child("w:tblStyle").get("val")]; s != nil && s.shaded {
		ground = "?" // which cells the style shades depends on their place
	}
	var rows [][]string
	cells := 0
	x.each(n, "w:tr", func(tr *node) {
		row, shown := x.row(tr, ground)
		if shown {
			rows = append(rows, row)
		}
		if cells += len(row); cells > maxCells {
			x.fail(officeHostile(x.name, fmt.Sprintf("a table has more than %d cells", maxCells)))
		}
	})
	x.listIn = nil
	writeTable(out, rows)
}

// each calls fn for each element of a name below n, without properties and without
// what a tracked change took out.
func (x *docxReader) each(n *node, name string, fn func(*node)) {
	for _, c := range n.kids {
		switch c.name {
		case name:
			fn(c)
		case "w:del", "w:moveFrom":
			x.deletion(c)
		case "w:tblPr", "w:tblGrid", "w:tblPrEx", "w:trPr", "w:sdtPr", "mc:Fallback":
		default:
			x.each(c, name, fn)
		}
		if x.err != nil {
			return
		}
	}
}

// row reads one row; a cell over several columns is followed by empty ones. A row
// that is hidden or that a tracked change took out is reported and not shown.
func (x *docxReader) row(tr *node, ground string) (cells []string, shown bool) {
	x.each(tr, "w:tc", func(tc *node) {
		var b strings.Builder
		props := tc.child("w:tcPr")
		x.blocks(tc, &b, shading(props.child("w:shd"), ground))
		cells = append(cells, b.String())
		for range min(props.child("w:gridSpan").number(1), 64) - 1 {
			cells = append(cells, "")
		}
	})
	props := tr.child("w:trPr")
	text := strings.ReplaceAll(strings.Join(cells, " "), pageMark, "")
	switch {
	case props.child("w:del") != nil:
		x.deleted.WriteString(" " + text)
		x.flushDeleted()
	case props.child("w:hidden").on():
		x.found.leftOut(HiddenText, text)
	default:
		return cells, true
	}
	return cells, false
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
