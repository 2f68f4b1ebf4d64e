package document

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// paragraph is one paragraph under way.
type paragraph struct {
	text   strings.Builder
	hidden strings.Builder
	boxes  strings.Builder // text boxes anchored in it
	look   runLook         // of its style
	ground string          // colour behind it
	level  int             // heading level, 0 for none
	list   string          // numbering id, "" for none
	depth  int             // list level from 0
	unseen bool            // off the page, or with lines of next to no height
	float  float           // drawing under way
}

// paragraph reads one paragraph and writes it as a Markdown block. cell is the
// colour of the table cell around it.
func (x *docxReader) paragraph(r *xmlReader, out *strings.Builder, cell string) error {
	p := &paragraph{look: x.base, ground: x.page}
	if cell != "" {
		p.ground = cell
	}
	x.applyStyle(p, "")
	if err := x.inline(r, p); err != nil {
		return err
	}
	x.found.leftOut(HiddenText, p.hidden.String())
	if x.deleted.Len() > 0 {
		x.flushDeleted()
	}
	text := strings.Trim(p.text.String(), " \t\n")
	for strings.HasPrefix(text, pageMark) {
		out.WriteString(pageMark)
		text = strings.TrimLeft(text[len(pageMark):], " \t\n")
	}
	if text != "" {
		prefix := x.prefix(p)
		x.endList(out, p.list != "" && p.level == 0)
		out.WriteString(prefix + text + "\n")
		if x.listIn != out {
			out.WriteByte('\n')
		}
	}
	if p.boxes.Len() > 0 {
		x.endList(out, false)
		out.WriteString(p.boxes.String())
	}
	return nil
}

// endList sets a block apart from a list before it; items stand close together.
func (x *docxReader) endList(out *strings.Builder, item bool) {
	if x.listIn == out && !item {
		out.WriteByte('\n')
	}
	x.listIn = nil
	if item {
		x.listIn = out
	}
}

// prefix is what makes a block a heading or a list item.
func (x *docxReader) prefix(p *paragraph) string {
	label, bullet := "", false
	if p.list != "" {
		label, bullet = x.lists.next(p.list, p.depth, x.counts)
	}
	switch {
	case p.level > 0:
		if label != "" && !bullet {
			label += " "
		}
		if bullet {
			label = ""
		}
		return strings.Repeat("#", min(6, p.level)) + " " + label
	case p.list == "" || label == "" && !bullet:
		return ""
	case bullet:
		return strings.Repeat("  ", p.depth) + "- "
	}
	return strings.Repeat("  ", p.depth) + label + " "
}

// inline reads runs and what holds them.
func (x *docxReader) inline(r *xmlReader, p *paragraph) error {
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:pPr":
			return x.paragraphProps(r, p)
		case "w:r":
			return x.run(r, p)
		case "w:del", "w:moveFrom":
			return x.deletion(r)
		case "m:t":
			s, err := r.text()
			p.text.WriteString(s)
			return err
		case "w:txbxContent":
			if p.float.unseen() {
				return x.hiddenBox(r)
			}
			return x.blocks(r, &p.boxes)
		case "wp:anchor", "wp:inline":
			p.float = float{}
		case "wp:positionH":
			return p.float.across.read(r)
		case "wp:positionV":
			return p.float.down.read(r)
		case "wp:extent":
			p.float.across.size, p.float.down.size = emu(attrLocal(e, "cx")), emu(attrLocal(e, "cy"))
		case "wp:docPr":
			p.float.hidden = attrLocal(e, "hidden") != "" && onOffValue(attrLocal(e, "hidden"))
			x.found.unseen(attrLocal(e, "descr") + "\n" + attrLocal(e, "title"))
			return r.skip()
		case "mc:Fallback", "w:sdtPr", "w:sdtEndPr", "w:rt", "w:instrText", "w:rPr":
			return r.skip()
		case "w:tbl":
			return x.table(r, &p.boxes)
		}
		return x.inline(r, p)
	}, nil)
}

// run reads one run: text of one look.
func (x *docxReader) run(r *xmlReader, p *paragraph) error {
	look := p.look
	to := &p.text
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:rPr":
			l, err := x.runProps(r, look)
			look = l
			if p.unseen || look.hidden(p.ground) {
				to = &p.hidden
				to.WriteByte(' ')
			}
			return err
		case "w:t", "w:delText":
			if p.unseen || look.hidden(p.ground) {
				to = &p.hidden
			}
			s, err := r.text()
			to.WriteString(s)
			return err
		case "w:tab", "w:ptab":
			to.WriteByte('\t')
		case "w:br", "w:cr":
			if t := attrLocal(e, "type"); t != "page" && t != "column" {
				to.WriteByte('\n')
			}
		case "w:lastRenderedPageBreak":
			p.text.WriteString(pageMark)
		case "w:noBreakHyphen":
			to.WriteByte('-')
		case "w:sym":
			to.WriteString(symbol(attrLocal(e, "char")))
		case "w:footnoteReference":
			to.WriteString(x.reference("footnote", e))
		case "w:endnoteReference":
			to.WriteString(x.reference("endnote", e))
		case "w:instrText":
		default:
			return x.inline(r, p)
		}
		return r.skip()
	}, nil)
}

// symbol decodes a character of a symbol font; those in the private area are
// shown as a bullet.
func symbol(hex string) string {
	n, err := strconv.ParseUint(hex, 16, 32)
	switch {
	case err != nil:
		return ""
	case n >= 0xE000 && n <= 0xF8FF:
		return "•"
	}
	return string(rune(n))
}

// paragraphProps reads style, list, level and shading.
func (x *docxReader) paragraphProps(r *xmlReader, p *paragraph) error {
	list, depth, level := "", -1, -1
	err := r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:pStyle":
			x.applyStyle(p, attrLocal(e, "val"))
		case "w:outlineLvl":
			level = atoi(attrLocal(e, "val"), 9)
		case "w:shd":
			p.ground = shading(e, p.ground)
		case "w:spacing":
			n := atoi(attrLocal(e, "line"), 0)
			p.unseen = p.unseen || attrLocal(e, "lineRule") == "exact" && n > 0 && n < minPoints*twips
		case "w:framePr":
			p.unseen = p.unseen || frameOff(e)
		case "w:numPr":
			return r.each(func(name string, e *xml.StartElement) error {
				switch name {
				case "w:ilvl":
					depth = min(8, atoi(attrLocal(e, "val"), 0))
				case "w:numId":
					list = attrLocal(e, "val")
				}
				return r.skip()
			}, nil)
		}
		return r.skip()
	}, nil)
	if level >= 0 && level < 6 {
		p.level = level + 1
	}
	if list != "" {
		p.list = list
	}
	if depth >= 0 {
		p.depth = depth
	}
	if p.list == "0" {
		p.list = ""
	}
	return err
}

func atoi(s string, or int) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return n
	}
	return or
}
