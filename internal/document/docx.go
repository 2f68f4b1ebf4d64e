package document

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// pageMark is a page break in text that is being read; XML can't hold it.
const pageMark = "\x01"

// docxReader turns the parts of a Word file into Markdown.
type docxReader struct {
	*ooxml
	styles  map[string]*wordStyle
	base    runLook // document defaults
	lists   *numbering
	counts  map[string]*listCounts
	notes   map[string]string // "footnote 2" → text
	order   []string          // notes in the order of their references
	number  map[string]int    // place of a note in order, from 1
	out     strings.Builder
	page    string // colour behind the text
	deleted strings.Builder
	listIn  *strings.Builder // the text whose last block is a list item
	nested  int              // tables around the current place
}

// readDOCX reads the main part with its styles, lists and notes.
func (o *ooxml) readDOCX(main string) (*content, error) {
	x := &docxReader{ooxml: o, styles: map[string]*wordStyle{}, lists: &numbering{map[string]*[9]listLevel{}, map[string]*listState{}}, counts: map[string]*listCounts{}, notes: map[string]string{}, number: map[string]int{}, page: "FFFFFF"}
	rels, err := o.relations(main)
	if err != nil {
		return nil, err
	}
	for _, step := range []struct {
		kind string
		read func(string) error
	}{
		{"styles", x.readStyles},
		{"numbering", x.readNumbering},
		{"footnotes", func(p string) error { return x.readNotes(p, "footnote") }},
		{"endnotes", func(p string) error { return x.readNotes(p, "endnote") }},
		{"comments", x.readComments},
	} {
		for _, part := range related(rels, step.kind) {
			if err := step.read(part); err != nil {
				return nil, err
			}
		}
	}
	err = o.read(main, func(r *xmlReader) error {
		return r.each(func(string, *xml.StartElement) error { return x.blocks(r, &x.out) }, nil)
	})
	if err != nil {
		return nil, err
	}
	x.appendNotes()
	x.flushDeleted()
	return &content{format: DOCX, pieces: splitPages(x.out.String())}, nil
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

// readComments finds reviewers' comments, each of which is left out of the text.
func (x *docxReader) readComments(part string) error {
	return x.children(part, func(r *xmlReader, _ string, _ *xml.StartElement) error {
		var b strings.Builder
		err := x.plain(r, &b)
		x.found.leftOut(HiddenText, b.String())
		return err
	})
}

// plain writes all text below the current element, paragraphs apart.
func (x *docxReader) plain(r *xmlReader, b *strings.Builder) error {
	return r.each(func(name string, _ *xml.StartElement) error {
		switch name {
		case "w:t", "w:delText", "m:t", "a:t":
			s, err := r.text()
			b.WriteString(s)
			return err
		case "mc:Fallback", "w:instrText":
			return r.skip()
		case "w:p", "a:p":
			err := x.plain(r, b)
			b.WriteString("\n")
			return err
		}
		return x.plain(r, b)
	}, nil)
}

// readNotes keeps the text of footnotes or endnotes by id.
func (x *docxReader) readNotes(part, kind string) error {
	return x.children(part, func(r *xmlReader, name string, e *xml.StartElement) error {
		if t := attrLocal(e, "type"); name != "w:"+kind || t == "separator" || t == "continuationSeparator" || t == "continuationNotice" {
			return r.skip()
		}
		id := kind + " " + attrLocal(e, "id")
		var b strings.Builder
		err := x.blocks(r, &b)
		x.notes[id] = strings.Join(strings.Fields(strings.ReplaceAll(b.String(), pageMark, "")), " ")
		return err
	})
}

// reference returns the mark of a note and puts the note in line.
func (x *docxReader) reference(kind string, e *xml.StartElement) string {
	id := kind + " " + attrLocal(e, "id")
	if x.notes[id] == "" {
		return ""
	}
	if x.number[id] == 0 {
		x.order = append(x.order, id)
		x.number[id] = len(x.order)
	}
	return "[^" + strconv.Itoa(x.number[id]) + "]"
}

func (x *docxReader) appendNotes() {
	for i, id := range x.order {
		x.out.WriteString("[^" + strconv.Itoa(i+1) + "]: " + x.notes[id] + "\n\n")
	}
}

// blocks reads paragraphs and tables below the current element.
func (x *docxReader) blocks(r *xmlReader, out *strings.Builder) error {
	return r.each(func(name string, e *xml.StartElement) error {
		if out.Len() > x.limit {
			return tooLarge(x.name, "its text", x.limit)
		}
		switch name {
		case "w:p":
			return x.paragraph(r, out, "")
		case "w:tbl":
			return x.table(r, out)
		case "w:del", "w:moveFrom":
			return x.deletion(r)
		case "w:background":
			if c := attrLocal(e, "color"); c != "" && c != "auto" {
				x.page = c
			}
			return r.skip()
		case "w:sectPr", "w:sdtPr", "w:sdtEndPr", "mc:Fallback", "w:tblPr", "w:tblGrid", "w:trPr", "w:tcPr":
			return r.skip()
		}
		return x.blocks(r, out)
	}, nil)
}

// deletion gathers what a tracked change took out.
func (x *docxReader) deletion(r *xmlReader) error {
	x.deleted.WriteByte(' ')
	return x.plain(r, &x.deleted)
}

// flushDeleted reports tracked deletions since the last report.
func (x *docxReader) flushDeleted() {
	x.found.leftOut(TrackedDeletion, x.deleted.String())
	x.deleted.Reset()
}
