package document

import "slices"

// ground is the colour of a slide's background: its own, that of its layout or master,
// white if none of them has one, as in the theme of a new presentation. It is empty
// for a picture and for a colour of the theme.
func (x *pptxReader) ground(root *node, rels []relation) string {
	if bg := root.find("p:bg"); bg != nil {
		return groundOfSlide(bg)
	}
	return x.groundBelow(rels, "slideLayout", "slideMaster")
}

// groundBelow is the colour that the first part of a kind gives, or one below it. Each
// part is read once, since all slides of a presentation may share it.
func (x *pptxReader) groundBelow(rels []relation, kinds ...string) string {
	if len(kinds) == 0 { // rels are those of the master
		for _, theme := range x.related(rels, "theme") {
			if c := fillColour(theme.find("a:lt1")); c != "" {
				return c
			}
		}
		return white
	}
	for _, r := range rels {
		if r.kind != kinds[0] || r.target == "" {
			continue
		}
		if _, ok := x.grounds[r.target]; !ok {
			x.grounds[r.target] = x.groundOfPart(r.target, kinds[1:])
		}
		return x.grounds[r.target]
	}
	return white
}

// groundOfPart is the colour of a layout or a master.
func (x *pptxReader) groundOfPart(part string, below []string) string {
	page := x.tree(part)
	if page == nil {
		return x.groundBelow(x.relations(part), below...)
	}
	if backed(page) {
		return ""
	}
	if bg := page.find("p:bg"); bg != nil {
		return groundOfSlide(bg)
	}
	if m := page.find("p:clrMap"); m != nil && m.get("bg1") != "lt1" {
		return ""
	}
	return x.groundBelow(x.relations(part), below...)
}

// white is the background of a new presentation.
const white = "FFFFFF"

// groundOfSlide is the colour of a background element. The first background colour of
// a theme is white unless it was changed.
func groundOfSlide(bg *node) string {
	fill := bg.find("a:solidFill")
	if fill == nil {
		fill = bg.find("p:bgRef")
	}
	if scheme := fill.child("a:schemeClr"); scheme != nil {
		if v := scheme.get("val"); v == "bg1" || v == "lt1" {
			return white
		}
		return ""
	}
	return fillColour(fill)
}

// backed reports shapes with a fill, or pictures, which may be behind a text.
func backed(root *node) bool {
	found := root.find("p:pic") != nil || root.find("p:graphicFrame") != nil
	root.each(func(n *node) { found = found || n.fills() }, "p:spPr")
	root.each(func(n *node) { found = found || n.child("a:fillRef").get("idx") != "0" }, "p:style")
	return found
}

// fills reports a shape that is filled.
func (n *node) fills() bool {
	for _, c := range n.children() {
		switch c.name {
		case "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill":
			return true
		}
	}
	return false
}

// area is the place of a shape in EMU.
type area struct{ left, top, right, bottom float64 }

// cover is a rectangle with a fill that lets nothing through.
type cover struct {
	area
	order int // among the shapes of the slide; later ones are in front
}

// covers lists the rectangles among shapes, in order.
func covers(shapes []*node) []cover {
	var out []cover
	for i, c := range shapes {
		if c.name != "p:sp" {
			continue
		}
		props := c.find("p:spPr")
		fill := props.child("a:solidFill")
		if fill == nil || fill.find("a:alpha") != nil || props.child("a:prstGeom").get("prst") != "rect" || switchedOff(c.find("p:cNvPr")) {
			continue
		}
		if at, ok := c.place(); ok {
			out = append(out, cover{at, i})
		}
	}
	return out
}

// maxCompared bounds how often the shapes of a slide are compared with its covers;
// shapes after that count as not covered.
const maxCompared = 5_000_000

// covered reports a shape that lies wholly under one of the later covers.
func (s *slide) covered(n *node, later []cover) bool {
	at, ok := n.place()
	if s.compared += len(later); !ok || s.compared > maxCompared {
		return false
	}
	return slices.ContainsFunc(later, func(c cover) bool {
		return c.left <= at.left && c.top <= at.top && c.right >= at.right && c.bottom >= at.bottom
	})
}

// place is where a shape is; ok is false if it has no place of its own or is turned.
func (n *node) place() (at area, ok bool) {
	xfrm := n.find("p:spPr").child("a:xfrm")
	off, size := xfrm.child("a:off"), xfrm.child("a:ext")
	left, top := number(off.get("x")), number(off.get("y"))
	at = area{left, top, left + number(size.get("cx")), top + number(size.get("cy"))}
	return at, off != nil && size != nil && number(xfrm.get("rot")) == 0
}
