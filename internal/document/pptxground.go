package document

// ground is the colour of a slide's background: its own, that of its layout or master,
// white if none of them has one, as in the theme of a new presentation. It is empty
// for a picture and for a colour of the theme.
func (x *pptxReader) ground(root *node, rels []relation) string {
	pages := []*node{root}
	for _, kind := range []string{"slideLayout", "slideMaster"} {
		var next []relation
		for _, r := range rels {
			if r.kind == kind && r.target != "" {
				pages, next = append(pages, x.tree(r.target)), x.relations(r.target)
			}
		}
		rels = next
	}
	for i, page := range pages {
		if page == nil {
			continue
		}
		if i > 0 && backed(page) {
			return ""
		}
		if bg := page.find("p:bg"); bg != nil {
			return groundOfSlide(bg)
		}
		if m := page.find("p:clrMap"); m != nil && m.get("bg1") != "lt1" {
			return ""
		}
	}
	for _, theme := range x.related(rels, "theme") { // that of the master
		if c := fillColour(theme.find("a:lt1")); c != "" {
			return c
		}
	}
	return white
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

// covered reports a shape that lies wholly under a later one: a rectangle with a fill
// that lets nothing through.
func covered(n *node, later []*node) bool {
	left, top, right, bottom, ok := n.place()
	if !ok {
		return false
	}
	for _, c := range later {
		props := c.find("p:spPr")
		fill := props.child("a:solidFill")
		if c.name != "p:sp" || fill == nil || fill.find("a:alpha") != nil || props.child("a:prstGeom").get("prst") != "rect" || switchedOff(c.find("p:cNvPr")) {
			continue
		}
		if l, t, r, b, ok := c.place(); ok && l <= left && t <= top && r >= right && b >= bottom {
			return true
		}
	}
	return false
}

// place returns the sides of a shape in EMU; ok is false if it has no place of its own
// or is turned.
func (n *node) place() (left, top, right, bottom float64, ok bool) {
	xfrm := n.find("p:spPr").child("a:xfrm")
	at, size := xfrm.child("a:off"), xfrm.child("a:ext")
	left, top = number(at.get("x")), number(at.get("y"))
	return left, top, left + number(size.get("cx")), top + number(size.get("cy")), at != nil && size != nil && number(xfrm.get("rot")) == 0
}
