package document

import (
	"cmp"
	"strconv"
	"strings"
)

// wordStyle is a named style; what it does not set comes from the style it is
// based on.
type wordStyle struct {
	based string
	level int // heading level, 0 for none
	look  map[string]*node
	list  string
	depth int

	ground string // its paragraphs are shaded in this colour
	shaded bool   // it shades cells of its tables
}

// runLook is what decides whether a reader sees a run.
type runLook struct {
	vanish bool
	narrow bool    // squeezed to next to no width
	color  string  // RRGGBB, "" for automatic
	size   float64 // points, 0 if unknown
	gap    float64 // between characters, in points
	ground string  // its own shading or highlight, "" for none
}

// wordFont is the size of writing in points that nothing else is said of.
const wordFont = 10

// maxColour bounds a colour as it is written, in bytes.
const maxColour = 64

// hidden reports a run that is not shown, too small, or in its ground's colour.
func (l runLook) hidden(ground string) bool {
	if l.vanish || l.narrow || l.size > 0 && l.size < MinPoints || l.gap < maxTight*cmp.Or(l.size, wordFont) {
		return true
	}
	ground = cmp.Or(l.ground, ground)
	return l.color != "" && ground != "" && len(l.color)+len(ground) <= 2*maxColour && sameColour("#"+l.color, "#"+ground, "")
}

// properties are the elements right below one such as w:rPr by name, the first of
// each.
func properties(n *node) map[string]*node {
	props := map[string]*node{}
	for _, c := range n.children() {
		if props[c.name] == nil {
			props[c.name] = c
		}
	}
	return props
}

// with lays what the properties of a run set over a look.
func (l runLook) with(props map[string]*node) runLook {
	if vanish, special := props["w:vanish"], props["w:specVanish"]; vanish != nil || special != nil {
		l.vanish = vanish.on() || special.on()
	}
	if width := props["w:w"]; width != nil {
		l.narrow = atoi(strings.TrimSuffix(width.get("val"), "%"), 100) < MinShape*100
	}
	if gap := props["w:spacing"]; gap != nil {
		l.gap = number(gap.get("val")) / twips
	}
	if color := props["w:color"]; color != nil {
		l.color = inkColour(color)
	}
	if n, err := strconv.ParseFloat(props["w:sz"].get("val"), 64); err == nil {
		l.size = n / 2 // half points
	}
	if shd := props["w:shd"]; shd != nil {
		l.ground = shading(shd, "")
	}
	if marker := props["w:highlight"]; marker != nil {
		l.ground = highlight(marker.get("val"))
	}
	return l
}

// inkColour is RRGGBB of w:color; theme backgrounds count as white.
func inkColour(n *node) string {
	theme, color := n.get("themeColor"), n.get("val")
	switch {
	case (theme == "background1" || theme == "light1") && n.get("themeShade") == "":
		return "FFFFFF"
	case color == "auto":
		return ""
	}
	return color
}

// shading is the colour of w:shd, or what was there before.
func shading(n *node, before string) string {
	color, fill := n.get("color"), n.get("fill")
	switch {
	case n.get("val") == "solid" && color != "" && color != "auto":
		return color
	case n.get("themeFill") != "" && fill == "":
		return "?" // a ground that is not known
	case fill == "" || fill == "auto":
		return before
	}
	return fill
}

// highlight maps the named marker colours; those that hide no text are unknown.
func highlight(name string) string {
	switch name {
	case "white":
		return "FFFFFF"
	case "black":
		return "000000"
	case "yellow":
		return "FFFF00"
	case "none", "":
		return ""
	}
	return "?"
}

// readStyles reads styles and document defaults.
func (x *docxReader) readStyles(n *node) {
	x.base = x.base.with(properties(n.child("w:docDefaults", "w:rPrDefault", "w:rPr")))
	for _, d := range n.kids {
		if d.name != "w:style" {
			continue
		}
		para := d.child("w:pPr")
		s := &wordStyle{
			based: d.child("w:basedOn").get("val"),
			look:  properties(d.child("w:rPr")),
			list:  para.child("w:numPr", "w:numId").get("val"),
			depth: min(8, para.child("w:numPr", "w:ilvl").number(0)),

			ground: shading(para.child("w:shd"), ""),
			shaded: d.get("type") == "table" && d.find("w:shd") != nil,
		}
		name := strings.ToLower(d.child("w:name").get("val"))
		if n, ok := strings.CutPrefix(name, "heading "); ok {
			s.level = min(6, atoi(n, 0))
		} else if name == "title" {
			s.level = 1
		}
		if n := para.child("w:outlineLvl").number(9); n < 6 && s.level == 0 {
			s.level = n + 1
		}
		x.styles[d.get("styleId")] = s
		if d.get("default") == "1" && d.get("type") == "paragraph" {
			x.styles[""] = s
		}
	}
}

// maxStyleChain bounds styles based on styles, which may be a circle.
const maxStyleChain = 20

// styleLook lays a style, and those it is based on, over a look.
func (x *docxReader) styleLook(id string, look runLook, depth int) runLook {
	s := x.styles[id]
	if s == nil || depth > maxStyleChain {
		return look
	}
	if s.based != "" {
		look = x.styleLook(s.based, look, depth+1)
	}
	return look.with(s.look)
}

// applyStyle gives a paragraph its style's look, heading level and list.
func (x *docxReader) applyStyle(p *paragraph, id string) {
	p.look = x.styleLook(id, x.base, 0)
	p.level, p.list, p.depth = 0, "", 0
	ground := ""
	defer func() { p.ground = cmp.Or(ground, p.ground) }()
	for n := 0; n < maxStyleChain; n++ {
		s := x.styles[id]
		if s == nil {
			return
		}
		if p.level == 0 {
			p.level = s.level
		}
		ground = cmp.Or(ground, s.ground)
		if p.list == "" && s.list != "" {
			p.list, p.depth = s.list, s.depth
		}
		if s.based == "" || id == "" {
			return
		}
		id = s.based
	}
}
