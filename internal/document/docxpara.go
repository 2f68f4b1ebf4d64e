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
			var props paraProps
			err := r.decode(e, &props)
			x.apply(p, &props)
			return err
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
		case "wp:anchor", "wp:inline", "wp:positionH", "wp:positionV", "wp:extent", "wp:docPr":
			if done, err := x.drawing(r, name, e, p); done {
				return err
			}
		case "mc:Fallback", "w:sdtPr", "w:sdtEndPr", "w:rt", "w:instrText", "w:rPr":
			return r.skip()
		case "w:tbl":
			return x.table(r, &p.boxes)
		}
		return x.inline(r, p)
	}, nil)
}

// drawing reads what says where a drawing is and whether it is shown. It reports
// whether it took in the element.
func (x *docxReader) drawing(r *xmlReader, name string, e *xml.StartElement, p *paragraph) (done bool, err error) {
	switch name {
	case "wp:anchor", "wp:inline":
		p.float = float{}
	case "wp:extent":
		p.float.across.size, p.float.down.size = emu(attrLocal(e, "cx")), emu(attrLocal(e, "cy"))
	case "wp:docPr":
		p.float.hidden = attrLocal(e, "hidden") != "" && onOff(attrLocal(e, "hidden"))
		x.found.unseen(attrLocal(e, "descr") + "\n" + attrLocal(e, "title"))
		return true, r.skip()
	default:
		var place struct {
			Offset string `xml:"posOffset"`
		}
		err = r.decode(e, &place)
		axis := &p.float.across
		if name == "wp:positionV" {
			axis = &p.float.down
		}
		axis.at = emu(place.Offset)
		return true, err
	}
	return false, nil
}

// run reads one run: text of one look.
func (x *docxReader) run(r *xmlReader, p *paragraph) error {
	look := p.look
	to := &p.text
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:rPr":
			var props runProps
			err := r.decode(e, &props)
			if props.Style.Val != "" {
				look = x.styleLook(props.Style.Val, look, 0)
			}
			look = look.with(&props)
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

// paraProps is w:pPr; what it does not set is nil.
type paraProps struct {
	Style   *value   `xml:"pStyle"`
	Level   *value   `xml:"outlineLvl"`
	Shading *shading `xml:"shd"`
	Spacing struct {
		Line string `xml:"line,attr"`
		Rule string `xml:"lineRule,attr"`
	} `xml:"spacing"`
	Frame *frameProps `xml:"framePr"`
	List  *value      `xml:"numPr>numId"`
	Depth *value      `xml:"numPr>ilvl"`
}

// apply gives a paragraph its style, level, shading, place and list.
func (x *docxReader) apply(p *paragraph, props *paraProps) {
	if props.Style != nil {
		x.applyStyle(p, props.Style.Val)
	}
	if level := props.Level.number(9); level < 6 {
		p.level = level + 1
	}
	p.ground = props.Shading.over(p.ground)
	line := atoi(props.Spacing.Line, 0)
	p.unseen = p.unseen || props.Spacing.Rule == "exact" && line > 0 && line < minPoints*twips || props.Frame.off()
	if props.List != nil && props.List.Val != "" {
		p.list = props.List.Val
	}
	if props.Depth != nil {
		p.depth = min(8, props.Depth.number(0))
	}
	if p.list == "0" {
		p.list = ""
	}
}

func atoi(s string, or int) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return n
	}
	return or
}
