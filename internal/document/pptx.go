package document

import (
	"fmt"
	"strconv"
	"strings"
)

// pptxReader turns the slides of a PowerPoint file into Markdown.
type pptxReader struct {
	*ooxml
	width, height float64           // of a slide in EMU, 0 if unknown
	grounds       map[string]string // of layouts and masters, by part
}

// slide is one slide, or its notes, under way.
type slide struct {
	title  string
	body   strings.Builder
	unseen strings.Builder // text that does not show
	ground string          // RRGGBB of the background; empty: unknown
	plain  bool            // no shape or picture may be behind the text
	still  bool            // nothing moves, so what covers a text stays there

	compared int // how often a shape was compared with a cover
}

// readPPTX reads the slides in the order of the presentation.
func (o *ooxml) readPPTX(main string, root *node) *content {
	size := root.find("p:sldSz")
	x := &pptxReader{o, number(size.get("cx")), number(size.get("cy")), map[string]string{}}
	target := map[string]string{}
	for _, r := range o.relations(main) {
		target[r.id] = r.target
	}
	c := &content{format: PPTX}
	total := 0
	root.each(func(id *node) {
		if x.full(total) {
			return
		}
		n := len(c.pieces) + 1
		text := x.slide(target[id.get("r:id")], n)
		total += len(text)
		c.pieces = append(c.pieces, piece{number: n, text: text})
	}, "p:sldId")
	x.full(total)
	return c
}

// slide reads one slide with its tables and diagrams, and reports its notes.
func (x *pptxReader) slide(part string, n int) string {
	s := &slide{}
	root := x.tree(part)
	rels := x.relations(part)
	s.ground, s.plain = x.ground(root, rels), !backed(root)
	s.still = root.find("p:timing") == nil
	x.shapes(root, s, false)
	for _, extra := range append(x.related(rels, "diagramData"), x.related(rels, "chart")...) {
		extra.each(func(p *node) {
			if t := strings.TrimSpace(readSlidePara(p, "").text.String()); t != "" {
				s.body.WriteString("- " + t + "\n")
			}
		}, "a:p")
		s.body.WriteString("\n")
	}
	for _, part := range x.related(rels, "notesSlide") {
		notes := &slide{}
		x.shapes(part, notes, false)
		if t := strings.TrimSpace(notes.title + notes.body.String()); t != "" {
			x.found.leftOut(SpeakerNotes, fmt.Sprintf("slide %d: %s", n, t))
		}
	}
	if t := strings.TrimSpace(s.unseen.String()); t != "" {
		x.found.leftOut(HiddenText, fmt.Sprintf("slide %d: %s", n, t))
	}
	text := s.body.String()
	if s.title != "" {
		text = "## " + s.title + "\n\n" + text
	}
	if show := root.get("show"); show == "0" || show == "false" {
		x.found.leftOut(HiddenText, fmt.Sprintf("slide %d is hidden: %s", n, text))
		return ""
	}
	return text
}

// shapes reads the shapes below n; in a group, places are those of the group and
// are not judged.
func (x *pptxReader) shapes(n *node, s *slide, grouped bool) {
	all := n.children()
	var later []cover // in front of a shape
	if !grouped && s.still {
		later = covers(all)
	}
	for i, c := range all {
		for len(later) > 0 && later[0].order <= i {
			later = later[1:]
		}
		if x.full(s.body.Len()) {
			return
		}
		switch c.name {
		case "p:sp", "p:cxnSp", "p:pic":
			x.shape(c, s, grouped, s.covered(c, later))
		case "p:grpSp":
			x.shapes(c, s, true)
		case "p:graphicFrame":
			x.frame(c, s)
		case "mc:Fallback", "p:timing", "p:transition", "p:extLst":
		default:
			x.shapes(c, s, grouped)
		}
	}
}

// shape writes the paragraphs of a text shape onto the slide.
func (x *pptxReader) shape(n *node, s *slide, grouped, under bool) {
	about, props := n.find("p:cNvPr"), n.find("p:spPr")
	x.found.unseen(about.get("descr") + "\n" + about.get("title"))
	var paras []*slidePara
	ground := fillColour(props.child("a:solidFill"))
	if ground == "" && s.plain {
		ground = s.ground
	}
	n.each(func(body *node) {
		for _, p := range body.kids {
			if p.name == "a:p" {
				paras = append(paras, readSlidePara(p, ground))
			}
		}
	}, "p:txBody")
	kind := "-"
	if ph := n.find("p:ph"); ph != nil {
		kind = ph.get("type")
	}
	list := false
	switch kind {
	case "sldNum", "dt", "ftr", "hdr", "sldImg":
		return
	case "body", "obj", "":
		list = len(paras) > 1
	}
	hidden := under || switchedOff(about) || !grouped && x.offSlide(props.child("a:xfrm"))
	text := s.write(paras, list, hidden)
	if (kind == "title" || kind == "ctrTitle") && s.title == "" {
		s.title = strings.Join(strings.Fields(strings.ReplaceAll(text, "- ", " ")), " ")
	} else if text != "" {
		s.body.WriteString(strings.TrimRight(text, "\n") + "\n\n")
	}
}

// write returns the visible text of paragraphs as Markdown, and keeps the rest.
func (s *slide) write(paras []*slidePara, list, hidden bool) string {
	var b strings.Builder
	var count [9]int
	for _, p := range paras {
		if p.unseen.Len() > 0 {
			s.unseen.WriteString(p.unseen.String() + "\n")
		}
		t := strings.TrimSpace(p.text.String())
		switch {
		case t == "":
		case hidden:
			s.unseen.WriteString(t + "\n")
		case p.props.child("a:buNone") != nil:
			b.WriteString(t + "\n\n")
		case p.props.child("a:buAutoNum") != nil:
			count[p.level]++
			clear(count[p.level+1:])
			b.WriteString(strings.Repeat("  ", p.level) + strconv.Itoa(count[p.level]) + ". " + t + "\n")
		case list || p.props.child("a:buChar") != nil:
			b.WriteString(strings.Repeat("  ", p.level) + "- " + t + "\n")
		default:
			b.WriteString(t + "\n\n")
		}
	}
	return b.String()
}

// offSlide reports a place next to the slide.
func (x *pptxReader) offSlide(xfrm *node) bool {
	at, size := xfrm.child("a:off"), xfrm.child("a:ext")
	left, top := number(at.get("x")), number(at.get("y"))
	return at != nil && x.width > 0 &&
		(left >= x.width || top >= x.height || left+number(size.get("cx")) <= 0 || top+number(size.get("cy")) <= 0)
}

// fillColour is RRGGBB of a:solidFill, "" for theme colours and without a fill,
// "clear" for one that can't be seen.
func fillColour(fill *node) (out string) {
	for _, c := range fill.children() {
		alpha := c.child("a:alpha")
		switch {
		case alpha != nil && number(alpha.get("val")) < 5000:
			return "clear"
		case c.name == "a:srgbClr":
			out = c.get("val")
		case c.name == "a:sysClr":
			out = c.get("lastClr")
		case c.name == "a:prstClr" && c.get("val") == "white":
			out = "FFFFFF"
		}
	}
	if len(out) > maxColour {
		return ""
	}
	return out
}

// switchedOff reports a drawing that is not shown.
func switchedOff(about *node) bool {
	v := about.get("hidden")
	return v == "1" || v == "true"
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return 0
	}
	return n
}

// slidePara is a paragraph of a shape.
type slidePara struct {
	props  *node // a:pPr
	level  int
	text   strings.Builder
	unseen strings.Builder
}

// readSlidePara reads one a:p; ground is the colour behind it, if known.
func readSlidePara(n *node, ground string) *slidePara {
	props := n.child("a:pPr")
	p := &slidePara{props: props, level: min(8, atoi(props.get("lvl"), 0))}
	for _, c := range n.kids {
		switch c.name {
		case "a:r", "a:fld":
			if c.get("type") == "slidenum" {
				continue
			}
			hidden := hiddenRun(c.child("a:rPr"), ground)
			for _, t := range c.kids {
				switch {
				case t.name != "a:t":
				case hidden:
					p.unseen.WriteString(string(t.text) + " ")
				default:
					p.text.Write(t.text)
				}
			}
		case "a:br":
			p.text.WriteByte('\n')
		case "m:t", "a:t":
			p.text.Write(c.text)
		case "mc:Fallback", "a:pPr":
		default: // formulas
			c.each(func(t *node) { p.text.Write(t.text) }, "m:t", "a:t")
		}
	}
	return p
}

// hiddenRun reports text that can't be seen on its background.
func hiddenRun(props *node, ground string) bool {
	fill := props.child("a:solidFill")
	c, size := fillColour(fill), props.get("sz")
	if v := fill.child("a:schemeClr").get("val"); v == "bg1" || v == "lt1" {
		c = white
	}
	return size != "" && number(size) < minPoints*100 ||
		c == "clear" || c != "" && ground != "" && sameColour("#"+c, "#"+ground, "")
}

// frame reads a table; other frames hold their words in parts of their own.
func (x *pptxReader) frame(n *node, s *slide) {
	var rows [][]string
	cells := 0
	n.each(func(tr *node) {
		var row []string
		tr.each(func(tc *node) {
			if cells++; cells > maxCells {
				x.fail(officeHostile(x.name, fmt.Sprintf("a table has more than %d cells", maxCells)))
				return
			}
			row = append(row, x.cell(tc, s))
		}, "a:tc")
		rows = append(rows, row)
	}, "a:tr")
	to := &s.body
	if switchedOff(n.find("p:cNvPr")) {
		to = &s.unseen
	}
	writeTable(to, rows)
}

func (x *pptxReader) cell(tc *node, s *slide) string {
	var b strings.Builder
	tc.each(func(n *node) {
		p := readSlidePara(n, "")
		b.WriteString(p.text.String() + "\n")
		s.unseen.WriteString(p.unseen.String())
	}, "a:p")
	return b.String()
}
