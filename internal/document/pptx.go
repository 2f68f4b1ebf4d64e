package document

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// pptxReader turns the slides of a PowerPoint file into Markdown.
type pptxReader struct {
	*ooxml
	width, height float64            // of a slide in EMU, 0 if unknown
	designs       map[string]*design // of layouts and masters, by part
	pictures      map[string]bool    // if they are opaque, by part
	pixels        int                // of the pictures that were looked at
	defaults      *node              // style of text that has no other
}

// slide is one slide, or its notes, under way.
type slide struct {
	title  string
	body   strings.Builder
	unseen []string // texts that do not show, of a shape or of runs next to each other

	design   *design // nil for notes
	back     fill    // of the slide
	defaults *node   // style of text that has no other
	still    bool    // nothing moves, so what covers a text stays there

	compared int // how often a shape was compared with a cover
}

// readPPTX reads the slides in the order of the presentation.
func (o *ooxml) readPPTX(main string, root *node) *content {
	size := root.find("p:sldSz")
	x := &pptxReader{
		ooxml: o, width: number(size.get("cx")), height: number(size.get("cy")),
		designs: map[string]*design{}, pictures: map[string]bool{}, defaults: root.find("p:defaultTextStyle"),
	}
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
	s.design, s.defaults, s.still = x.designOf(rels, "slideLayout", "slideMaster"), x.defaults, root.find("p:timing") == nil
	if m := root.find("a:overrideClrMapping"); m != nil {
		own := *s.design
		own.colours = maps.Clone(own.colours)
		own.mapColours(m)
		s.design = &own
	}
	s.back = s.design.back
	if bg := root.find("p:bg"); bg != nil {
		s.back = s.design.background(bg)
	}
	x.shapes(root, rels, s)
	for _, extra := range append(x.related(rels, "diagramData"), x.related(rels, "chart")...) {
		extra.each(func(p *node) {
			if t := strings.TrimSpace(readSlidePara(p, nil).text.String()); t != "" {
				s.body.WriteString("- " + t + "\n")
			}
		}, "a:p")
		s.body.WriteString("\n")
	}
	for _, part := range x.related(rels, "notesSlide") {
		notes := &slide{}
		x.shapes(part, nil, notes)
		if t := strings.TrimSpace(notes.title + notes.body.String()); t != "" {
			x.found.leftOut(SpeakerNotes, fmt.Sprintf("slide %d: %s", n, t))
		}
	}
	for _, comments := range x.related(rels, "comments") {
		comments.each(func(n *node) { x.found.unseen(n.characters()) }, "p:text", "a:t")
	}
	x.found.leftOutOf(HiddenText, 0, fmt.Sprintf("slide %d: ", n), s.unseen)
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

// shapes reads the shapes below n, which is a slide or notes.
func (x *pptxReader) shapes(n *node, rels []relation, s *slide) {
	items := s.design.items(n, scale{1, 1, 0, 0}, false)
	var later []cover // in front of a shape
	var before []painted
	if s.design != nil && s.still {
		later = x.covers(s.design, items, rels)
	}
	for i, it := range items {
		for len(later) > 0 && later[0].order <= i {
			later = later[1:]
		}
		if x.full(s.body.Len()) {
			return
		}
		hidden := it.off || s.design != nil && (x.outside(it) || it.placed && s.covered(it.at, later))
		if it.n.name == "p:graphicFrame" {
			x.frame(it, s, before, hidden)
		} else {
			x.shape(it, s, before, hidden)
		}
		if s.design != nil {
			before = append(before, s.design.paint(items[i:i+1])...)
		}
	}
}

// shape writes the paragraphs of a text shape onto the slide.
func (x *pptxReader) shape(it item, s *slide, before []painted, hidden bool) {
	about := it.n.find("p:cNvPr")
	x.found.unseen(about.get("descr") + "\n" + about.get("title"))
	var paras []*slidePara
	var look *textLook
	if s.design != nil {
		look = s.texts(it, before)
	}
	it.n.each(func(body *node) {
		for _, p := range body.kids {
			if p.name == "a:p" {
				paras = append(paras, readSlidePara(p, look))
			}
		}
		clip := body.child("a:bodyPr").get("vertOverflow")
		hidden = hidden || it.placed && it.at.bottom-it.at.top < MinPoints*emuPerPoint && (clip == "clip" || clip == "ellipsis")
	}, "p:txBody")
	kind := "-"
	if ph := it.n.find("p:ph"); ph != nil {
		kind = ph.get("type")
	}
	list := false
	switch kind {
	case "sldNum", "dt", "ftr", "hdr", "sldImg":
		return
	case "body", "obj", "":
		list = len(paras) > 1
	}
	text := s.write(paras, list, hidden)
	if (kind == "title" || kind == "ctrTitle") && s.title == "" {
		s.title = strings.Join(strings.Fields(strings.ReplaceAll(text, "- ", " ")), " ")
	} else if text != "" {
		s.body.WriteString(strings.TrimRight(text, "\n") + "\n\n")
	}
}

// emuPerPoint is how long a point is in English metric units.
const emuPerPoint = 12_700

// write returns the visible text of paragraphs as Markdown, and keeps the rest.
func (s *slide) write(paras []*slidePara, list, hidden bool) string {
	var b, shape strings.Builder
	var count [9]int
	for _, p := range paras {
		s.unseen = append(s.unseen, strings.Split(p.unseen.String(), "\n")...)
		t := strings.TrimSpace(p.text.String())
		switch {
		case t == "":
		case hidden:
			shape.WriteString(t + "\n")
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
	if shape.Len() > 0 {
		s.unseen = append(s.unseen, shape.String())
	}
	return b.String()
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
	unseen strings.Builder // a line for runs next to each other
}

// readSlidePara reads one a:p; look is how its text looks, nil if that is not known.
func readSlidePara(n *node, look *textLook) *slidePara {
	props := n.child("a:pPr")
	p := &slidePara{props: props, level: min(8, atoi(props.get("lvl"), 0))}
	shown := -1 // how long the visible text was after the last hidden run
	for _, c := range n.kids {
		switch c.name {
		case "a:r", "a:fld":
			if c.get("type") == "slidenum" {
				continue
			}
			hidden := look.hides(c.child("a:rPr"), p.level)
			for _, t := range c.kids {
				switch {
				case t.name != "a:t":
				case !hidden:
					p.text.Write(t.text)
				default:
					if shown != p.text.Len() {
						p.unseen.WriteByte('\n')
					}
					p.unseen.Write(t.text)
					shown = p.text.Len()
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

// frame reads a table; other frames hold their words in parts of their own.
func (x *pptxReader) frame(it item, s *slide, before []painted, hidden bool) {
	var rows [][]string
	cells := 0
	under := fill{}
	if s.design != nil && noTableStyle(it.n) {
		under.colour, under.known = s.below(it, before)
	}
	it.n.each(func(tr *node) {
		var row []string
		tr.each(func(tc *node) {
			if cells++; cells > maxCells {
				x.fail(officeHostile(x.name, fmt.Sprintf("a table has more than %d cells", maxCells)))
				return
			}
			row = append(row, x.cell(tc, s, under))
		}, "a:tc")
		rows = append(rows, row)
	}, "a:tr")
	if !hidden {
		writeTable(&s.body, rows)
		return
	}
	var unseen strings.Builder
	writeTable(&unseen, rows)
	s.unseen = append(s.unseen, unseen.String())
}

// noTableStyle reports a table whose cells have no fill but their own.
func noTableStyle(frame *node) bool {
	style := frame.find("a:tableStyleId")
	if style == nil {
		return true
	}
	switch strings.TrimSpace(string(style.text)) {
	case "", "{2D5ABB26-0587-4C30-8999-92F81FD0307C}", "{5940675A-B579-460E-94D1-54222C63F5DA}": // "No Style", without and with a grid
		return true
	}
	return false
}

// cell reads a cell of a table; under is what is seen through it if it has no fill.
func (x *pptxReader) cell(tc *node, s *slide, under fill) string {
	var b strings.Builder
	var look *textLook
	if s.design != nil {
		look = &textLook{design: s.design, ground: under.colour, known: under.known, scale: 1}
		if f := s.design.fill(tc.child("a:tcPr"), nil); f.filled {
			look.ground, look.known = f.colour, f.known && f.a >= 0.95
		}
	}
	tc.each(func(n *node) {
		p := readSlidePara(n, look)
		b.WriteString(p.text.String() + "\n")
		s.unseen = append(s.unseen, strings.Split(p.unseen.String(), "\n")...)
	}, "a:p")
	return b.String()
}
