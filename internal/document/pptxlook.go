package document

import (
	"fmt"
	"maps"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// design is what slides have from their layout, which has it from its master and theme.
type design struct {
	above   *design // of the master for a layout, nil for a master
	colours map[string]colour
	back    fill
	shapes  []painted        // that are on every slide
	places  map[string]*node // placeholders by "type" and "#index"
	texts   *node            // p:txStyles of a master
}

// plainDesign is that of a new presentation.
func plainDesign() *design {
	d := &design{colours: map[string]colour{"lt1": whiteColour, "dk1": blackColour, "bg1": whiteColour, "tx1": blackColour}}
	d.back = fill{colour: whiteColour, filled: true, known: true}
	return d
}

// designOf is the design that the first part of a kind gives. Each part is read once,
// since all slides of a presentation may share it.
func (x *pptxReader) designOf(rels []relation, kinds ...string) *design {
	for _, r := range rels {
		if len(kinds) == 0 || r.kind != kinds[0] || r.target == "" {
			continue
		}
		if x.designs[r.target] == nil {
			x.designs[r.target] = plainDesign() // for one that is its own
			x.designs[r.target] = x.readDesign(r.target, kinds[1:])
		}
		return x.designs[r.target]
	}
	return plainDesign()
}

// readDesign reads a layout or a master.
func (x *pptxReader) readDesign(part string, below []string) *design {
	rels := x.relations(part)
	above := x.designOf(rels, below...)
	d := &design{colours: maps.Clone(above.colours), back: above.back, texts: above.texts, places: map[string]*node{}}
	if len(below) > 0 {
		d.above = above
	}
	for _, theme := range x.related(rels, "theme") {
		for _, name := range themeColours {
			if c := d.colour(theme.find("a:" + name)); c.known {
				d.colours[name] = c.colour
			}
		}
	}
	page := x.tree(part)
	if page == nil {
		return d
	}
	if over := page.find("a:overrideClrMapping"); over != nil {
		d.mapColours(over)
	}
	if len(below) == 0 {
		d.mapColours(page.find("p:clrMap"))
		d.back = fill{colour: d.colours["bg1"], filled: true, known: true}
	}
	if bg := page.find("p:bg"); bg != nil {
		d.back = d.background(bg)
	}
	if texts := page.find("p:txStyles"); texts != nil {
		d.texts = texts
	}
	var shown []item
	for _, it := range d.items(page.find("p:spTree"), scale{1, 1, 0, 0}, false) {
		ph := it.n.find("p:ph")
		if ph == nil {
			shown = append(shown, it)
			continue
		}
		d.places[holderType(ph)] = it.n
		if idx := ph.get("idx"); idx != "" && len(below) > 0 {
			d.places["#"+idx] = it.n
		}
	}
	d.shapes = d.paint(shown)
	return d
}

// painted lists the shapes of a level: 1 is the master, 2 the layout.
func (d *design) painted(level int) []painted {
	for ; d != nil; d = d.above {
		if (d.above == nil) == (level == 1) {
			return d.shapes
		}
	}
	return nil
}

func holderType(ph *node) string {
	switch t := ph.get("type"); t {
	case "ctrTitle":
		return "title"
	case "", "obj", "subTitle":
		return "body"
	default:
		return t
	}
}

// holders are the placeholders of layout and master that a shape is in the place of.
func (d *design) holders(n *node) []*node {
	ph := n.find("p:ph")
	if ph == nil {
		return nil
	}
	var out []*node
	for ; d != nil; d = d.above {
		h := d.places["#"+ph.get("idx")]
		if h == nil {
			h = d.places[holderType(ph)]
		}
		if h != nil {
			out = append(out, h)
		}
	}
	return out
}

// themeColours are the names of a theme's colours.
var themeColours = strings.Fields("dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink")

// mapColours gives the names that slides use to the theme's colours.
func (d *design) mapColours(m *node) {
	for _, name := range strings.Fields("bg1 tx1 bg2 tx2") {
		from := m.get(name)
		if from == "" {
			from = map[string]string{"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}[name]
		}
		if c, ok := d.colours[from]; ok {
			d.colours[name] = c
		}
	}
}

// fill is how something is filled.
type fill struct {
	colour
	set    bool // it says how, if only that it is not filled
	filled bool
	known  bool // with one colour
}

// background reads p:bg.
func (d *design) background(bg *node) fill {
	if ref := bg.child("p:bgRef"); ref != nil {
		f := d.colour(ref)
		f.known = f.known && (ref.get("idx") == "" || ref.get("idx") == "1001")
		return f
	}
	return d.fill(bg.child("p:bgPr"), nil)
}

// fill reads a fill from the properties of a shape, or from the reference of its style.
func (d *design) fill(props, style *node) fill {
	for _, c := range props.children() {
		switch c.name {
		case "a:noFill":
			return fill{set: true}
		case "a:solidFill":
			return d.colour(c)
		case "a:gradFill":
			return d.even(c.child("a:gsLst").children())
		case "a:pattFill":
			return d.even([]*node{c.child("a:fgClr"), c.child("a:bgClr")})
		case "a:blipFill", "a:grpFill":
			return fill{set: true, filled: true}
		}
	}
	if idx := style.get("idx"); idx != "" && idx != "0" {
		return d.colour(style)
	}
	return fill{set: style != nil}
}

// even is a fill of several colours; it is known if they are alike.
func (d *design) even(colours []*node) fill {
	var first fill
	for i, n := range colours {
		f := d.colour(n)
		if i == 0 {
			first = f
		}
		first.known = first.known && f.known && f.near(first.colour)
		first.a = min(first.a, f.a)
	}
	first.set, first.filled = true, true
	return first
}

// colour reads the colour in an element.
func (d *design) colour(in *node) fill {
	f := fill{set: true, filled: true}
	f.a = 1
	for _, n := range in.children() {
		if !strings.HasSuffix(n.name, "Clr") {
			continue
		}
		val := n.get("val")
		switch n.name {
		case "a:srgbClr":
			f.colour, f.known = parseColour("#" + val)
		case "a:sysClr":
			if f.colour, f.known = parseColour("#" + n.get("lastClr")); !f.known {
				f.colour, f.known = parseColour(val)
			}
		case "a:prstClr":
			f.colour, f.known = parseColour(presetPrefix.Replace(val))
		case "a:schemeClr":
			f.colour, f.known = d.colours[val]
		case "a:scrgbClr":
			c := colorful.LinearRgb(share(n, "r"), share(n, "g"), share(n, "b")).Clamped()
			f.colour, f.known = colour{c.R * 255, c.G * 255, c.B * 255, 1}, true
		case "a:hslClr":
			f.colour, f.known = fromHSL(number(n.get("hue"))/60_000, share(n, "sat"), share(n, "lum")), true
		}
		f.a = 1
		for _, change := range n.kids {
			f.colour = f.changed(strings.TrimPrefix(change.name, "a:"), share(change, "val"))
		}
	}
	return f
}

// presetPrefix writes the short names of preset colours as CSS has them.
var presetPrefix = strings.NewReplacer("dk", "dark", "lt", "light", "med", "medium")

// share is an attribute in 1000ths of a percent, as a share.
func share(n *node, name string) float64 {
	return number(strings.TrimSuffix(n.get(name), "%")) / 100_000
}

func fromHSL(h, s, l float64) colour {
	c := colorful.Hsl(h, min(1, max(0, s)), min(1, max(0, l))).Clamped()
	return colour{c.R * 255, c.G * 255, c.B * 255, 1}
}

// changed is a colour after one change of DrawingML.
func (c colour) changed(name string, by float64) colour {
	h, s, l := colorful.Color{R: c.r / 255, G: c.g / 255, B: c.b / 255}.Hsl()
	out := c
	switch name {
	case "alpha":
		out.a = by
	case "alphaMod":
		out.a *= by
	case "alphaOff":
		out.a += by
	case "lum":
		out = fromHSL(h, s, by)
	case "lumMod":
		out = fromHSL(h, s, l*by)
	case "lumOff":
		out = fromHSL(h, s, l+by)
	case "sat":
		out = fromHSL(h, by, l)
	case "satMod":
		out = fromHSL(h, s*by, l)
	case "satOff":
		out = fromHSL(h, s+by, l)
	case "shade":
		out = c.mix(blackColour, by, c.a)
	case "tint":
		out = c.mix(whiteColour, by, c.a)
	case "inv":
		out = colour{255 - c.r, 255 - c.g, 255 - c.b, c.a}
	default:
		return c
	}
	if !strings.HasPrefix(name, "alpha") {
		out.a = c.a
	}
	return out
}

// textLook is what the runs of a shape look like, as far as they do not say it.
type textLook struct {
	design *design
	styles []*node // a:lstStyle and the like, the nearest first
	ref    *node   // a:fontRef
	ground colour
	known  bool    // the colour of ground
	scale  float64 // of sizes
}

// texts is the look of the text in an item.
func (s *slide) texts(it item, before []painted) *textLook {
	t := &textLook{design: s.design, ref: it.n.child("p:style", "a:fontRef"), scale: 1}
	t.ground, t.known = s.ground(it, before)
	body := it.n.child("p:txBody")
	if by := body.child("a:bodyPr", "a:normAutofit").get("fontScale"); by != "" {
		t.scale = number(strings.TrimSuffix(by, "%")) / 100_000
		if strings.HasSuffix(by, "%") {
			t.scale *= 1000
		}
	}
	t.styles = append(t.styles, body.child("a:lstStyle"))
	for _, h := range it.holder {
		t.styles = append(t.styles, h.child("p:txBody", "a:lstStyle"))
	}
	if ph := it.n.find("p:ph"); ph != nil {
		kind := map[string]string{"title": "p:titleStyle", "body": "p:bodyStyle"}[holderType(ph)]
		t.styles = append(t.styles, s.design.texts.child(kind))
	} else {
		t.styles = append(t.styles, s.defaults)
	}
	return t
}

// hides reports a run that can't be seen: too small, squeezed, without a fill, or in the
// colour of its ground.
func (t *textLook) hides(props *node, level int) bool {
	if t == nil {
		return false
	}
	size, ink, outline := number(props.get("sz")), t.design.fill(props, nil), t.design.fill(props.child("a:ln"), nil)
	for _, s := range t.styles {
		def := s.child(fmt.Sprintf("a:lvl%dpPr", level+1), "a:defRPr")
		if size == 0 {
			size = number(def.get("sz"))
		}
		if !ink.set {
			ink = t.design.fill(def, nil)
		}
		if !ink.set && s == t.styles[0] && t.ref.children() != nil {
			ink = t.design.colour(t.ref)
		}
	}
	if size == 0 && t.scale < 1 {
		size = 1800 // what PowerPoint takes
	}
	ink.filled = ink.filled || !ink.set // in a colour that is not known
	ground, known := t.ground, t.known
	if mark := props.child("a:highlight"); mark != nil {
		f := t.design.colour(mark)
		ground, known = f.colour, f.known
	}
	seen := func(f fill) bool {
		return f.filled && (!f.known || f.a >= 0.05 && !(known && f.over(ground).near(ground)))
	}
	return size > 0 && size*t.scale < MinPoints*100 || number(props.get("spc")) < max(size, 1000)*maxTight || !seen(ink) && !seen(outline)
}
