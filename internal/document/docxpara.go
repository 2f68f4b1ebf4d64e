package document

import (
	"cmp"
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
	float  bool            // the drawing under way is not shown
}

// paragraph reads one paragraph and writes it as a Markdown block. cell is the
// colour of the table cell around it.
func (x *docxReader) paragraph(n *node, out *strings.Builder, cell string) {
	p := &paragraph{look: x.base, ground: cmp.Or(cell, x.page)}
	x.applyStyle(p, "")
	number := len(x.said)
	x.said = append(x.said, "")
	x.inline(n, p)
	x.said[number] = p.text.String() + "\t" + p.hidden.String() + "\t" + x.deleted.String() + x.beside.String()
	x.beside.Reset()
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
}

// endList sets a block apart from a list before it; items have no blank line between them.
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
		label, bullet = x.lists[p.list].next(p.depth)
	}
	indent := strings.Repeat("  ", p.depth)
	if p.level > 0 {
		indent = strings.Repeat("#", min(6, p.level)) + " "
	}
	switch {
	case label != "":
		return indent + label + " "
	case p.level > 0:
		return indent
	case bullet:
		return indent + "- "
	}
	return ""
}

// inline reads runs and what holds them.
func (x *docxReader) inline(n *node, p *paragraph) {
	for _, c := range n.kids {
		switch c.name {
		case "w:pPr":
			x.apply(p, c)
		case "w:r":
			x.run(c, p)
		case "w:del", "w:moveFrom":
			x.deletion(c)
		case "m:t":
			p.text.Write(c.text)
		case "w:txbxContent":
			if p.float {
				x.leftOut(HiddenText, c)
			} else {
				x.blocks(c, &p.boxes, "?") // boxes have fills of many kinds
			}
		case "mc:Fallback", "w:sdtPr", "w:sdtEndPr", "w:rt", "w:instrText", "w:rPr":
		case "w:tbl":
			x.table(c, &p.boxes, "?")
		case "wp:docPr":
			x.beside.WriteString("\t" + c.get("descr") + "\t" + c.get("title"))
			x.found.unseen(c.get("descr") + "\n" + c.get("title"))
		case "wp:anchor", "wp:inline":
			p.float = unseenDrawing(c)
			x.inline(c, p)
		default:
			x.inline(c, p)
		}
	}
}

// run reads one run: text of one look.
func (x *docxReader) run(n *node, p *paragraph) {
	look := p.look
	to := &p.text
	for _, c := range n.kids {
		switch c.name {
		case "w:rPr":
			props := properties(c)
			if style := props["w:rStyle"].get("val"); style != "" {
				look = x.styleLook(style, look, 0)
			}
			look = look.with(props)
			if p.unseen || look.hidden(p.ground) {
				to = &p.hidden
				to.WriteByte(' ')
			}
		case "w:t", "w:delText":
			if p.unseen || look.hidden(p.ground) {
				to = &p.hidden
			}
			to.Write(c.text)
		case "w:tab", "w:ptab":
			to.WriteByte('\t')
		case "w:br", "w:cr":
			if t := c.get("type"); t != "page" && t != "column" {
				to.WriteByte('\n')
			}
		case "w:lastRenderedPageBreak":
			p.text.WriteString(pageMark)
		case "w:noBreakHyphen":
			to.WriteByte('-')
		case "w:sym":
			to.WriteString(symbol(c.get("char")))
		case "w:footnoteReference", "w:endnoteReference":
			to.WriteString(x.reference(c))
		case "w:instrText":
		default:
			x.inline(c, p)
		}
	}
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

// apply gives a paragraph its style, level, shading, place and list.
func (x *docxReader) apply(p *paragraph, props *node) {
	if style := props.child("w:pStyle"); style != nil {
		x.applyStyle(p, style.get("val"))
	}
	if level := props.child("w:outlineLvl").number(9); level < 6 {
		p.level = level + 1
	}
	p.ground = shading(props.child("w:shd"), p.ground)
	spacing := props.child("w:spacing")
	line := atoi(spacing.get("line"), 0)
	p.unseen = p.unseen || spacing.get("lineRule") == "exact" && line > 0 && line < MinPoints*twips || unseenFrame(props.child("w:framePr"))
	p.list = cmp.Or(props.child("w:numPr", "w:numId").get("val"), p.list)
	if depth := props.child("w:numPr", "w:ilvl"); depth != nil {
		p.depth = min(8, depth.number(0))
	}
	if p.list == "0" {
		p.list = ""
	}
}

// Units of Word's places.
const (
	twips  = 20     // a point
	perTwp = 635    // English metric units per twip
	margin = 4320   // twips: the widest margin that places may be counted from
	paper  = 31_680 // twips: 22 inches, Word's largest page
)

// offPage reports a place in twips that is off every page, whatever it is counted
// from.
func offPage(at, size float64) bool { return at+size+margin < 0 || at > paper }

// unseenDrawing reports a drawing that is switched off or off the page.
func unseenDrawing(n *node) bool {
	hidden := n.find("wp:docPr").get("hidden")
	off := func(position, size string) bool {
		at := n.find(position).child("wp:posOffset").characters()
		return offPage(number(at)/perTwp, number(n.find("wp:extent").get(size))/perTwp)
	}
	return hidden != "" && onOff(hidden) || off("wp:positionH", "cx") || off("wp:positionV", "cy")
}

// unseenFrame reports a w:framePr, an old kind of text box, that is off the page.
// One without a width or height is as large as its text needs: taken as a small page.
func unseenFrame(n *node) bool {
	off := func(at, size string) bool { return offPage(number(n.get(at)), cmp.Or(number(n.get(size)), margin)) }
	return off("x", "w") || off("y", "h")
}
