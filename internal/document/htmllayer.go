package document

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// layer is a box that was placed over or under the content of another one.
type layer struct {
	rank
	node   *html.Node // nil for a box that a style sheet made
	opaque bool       // hides all that it is over
}

// rank is what decides which of two boxes is in front.
type rank struct{ z, order int }

func (r rank) before(o rank) bool { return r.z > o.z || r.z == o.z && r.order > o.order }

// flow is the rank of what was not placed. It is behind all that was placed, except what has a negative z-index.
var flow = rank{0, -1}

// veil is an opaque layer over the element under way.
type veil struct {
	layer
	text rank // of the foremost box around the element, in the layer's box
}

// measure notes the styles of elements and where they were placed; box is the last one
// that was placed.
func (p *htmlCleaner) measure(n, box *html.Node, in *scope, depth int) {
	cells := map[string][]*html.Node{} // of a grid
	for c := range n.ChildNodes() {
		if c.Type != html.ElementNode {
			continue
		}
		plain, before, after := p.match(c, depth)
		unresolved, inner := p.styleOf(plain, declared(attrOf(c, "style")), in)
		style := inner.resolved(unresolved)
		if len(style) > 0 {
			p.styles[c], p.declared[c], p.scopes[c] = style, unresolved, inner
		}
		p.order[c] = len(p.order)
		inside := box
		if placed(style) {
			inside = c
		}
		if style["position"] == "absolute" || style["position"] == "fixed" {
			p.layer(c, box, style)
		}
		if cell := style["grid-area"]; cell != "" && !strings.HasPrefix(cell, "span") && !strings.HasPrefix(cell, "auto") && strings.Contains(p.styles[n]["display"], "grid") {
			p.stack(c, style, cells[cell])
			cells[cell] = append(cells[cell], c)
		}
		p.fill(c, style)
		p.measure(c, inside, inner, depth+1)
		p.made(before, inside, inner, p.order[c])
		p.made(after, inside, inner, len(p.order))
		if inner != in {
			inner.forget()
		}
	}
}

// maxStacked bounds elements in one cell of a grid that are compared with a later one.
const maxStacked = 100

// stack notes which elements of a cell of a grid are under a later one, n, that fills it.
func (p *htmlCleaner) stack(n *html.Node, style map[string]string, before []*html.Node) {
	if style["width"]+style["height"] != "" || !solid(style, background(n, style), n) {
		return
	}
	for _, c := range slices.Backward(before[max(0, len(before)-maxStacked):]) {
		if p.under[c] {
			return // so are those before it
		}
		p.under[c] = zIndex(p.styles[c]) <= zIndex(style)
	}
}

// placed reports a style whose element is what absolute places in it are counted from.
func placed(style map[string]string) bool {
	position := style["position"]
	return position != "" && position != "static" || style["transform"] != "" && style["transform"] != "none"
}

// fill notes an element that paints something, for all around it.
func (p *htmlCleaner) fill(n *html.Node, style map[string]string) {
	bg := background(n, style)
	if !picture(n) && (bg == "" || bg == "none" || bg == "transparent" || bg == "inherit") {
		return
	}
	c, ok := parseColour(bg)
	if ok && c.a >= 0.95 && style["position"] == "" {
		p.fronts[n.Parent] = true
	}
	if ok && c.over(whiteColour).near(whiteColour) {
		return
	}
	p.filled[nil] = true
	for n = n.Parent; n != nil && !p.filled[n]; n = n.Parent {
		p.filled[n] = true
	}
}

func picture(n *html.Node) bool {
	switch n.Data {
	case "img", "video", "canvas", "iframe", "svg", "object", "embed":
		return true
	}
	return false
}

// background is what is painted behind the content of an element.
func background(n *html.Node, style map[string]string) string {
	image := style["background-image"]
	if image != "" && image != "none" {
		return image + " " + style["background-color"]
	}
	if attrOf(n, "background") != "" {
		return "url()"
	}
	return cmp.Or(style["background-color"], style["background"], attrOf(n, "bgcolor"))
}

// layer notes a box that was placed in another one, if it has no text of its own.
func (p *htmlCleaner) layer(n, box *html.Node, style map[string]string) {
	opaque := fills(style, p.styles[box]) && solid(style, background(n, style), n)
	if style["position"] == "fixed" {
		box = nil
	}
	if box == nil { // a script may take away a screen that is there while a page loads
		opaque = opaque && style["position"] == "fixed" && len(p.scripts) == 0
	}
	if opaque || !p.worded[n] && !small(style) {
		p.layers[box] = append(p.layers[box], layer{rank{zIndex(style), p.order[n]}, n, opaque})
	}
}

// made notes a box that rules make before or after the content of an element.
func (p *htmlCleaner) made(rules []*rule, box *html.Node, in *scope, order int) {
	style, own := p.styleOf(rules, declarations{}, in)
	style = own.resolved(style)
	bg := cmp.Or(style["background-image"], style["background-color"], style["background"])
	switch {
	case style["content"] == "", style["content"] == "none", style["content"] == "normal", bg == "", small(style):
		return
	case style["position"] == "fixed":
		box = nil
	case style["position"] != "absolute":
		return
	}
	opaque := box != nil && fills(style, p.styles[box]) && solid(style, bg, nil)
	p.layers[box] = append(p.layers[box], layer{rank{zIndex(style), order}, nil, opaque})
}

// small reports a box that is too small to be behind a text.
func small(style map[string]string) bool {
	for _, side := range []string{"width", "height"} {
		if n, ok := length(style[side], rootFont, screenWidth); ok && n < 12 {
			return true
		}
	}
	return hiddenBox(style)
}

// fills reports a style that fills the box around its element, whose style is given.
func fills(style, around map[string]string) bool {
	if p := style["position"]; p != "absolute" && p != "fixed" || style["margin-left"] == "auto" {
		return false
	}
	edge := func(side string) bool {
		n, ok := length(style[side], rootFont, screenWidth)
		return ok && n <= 1
	}
	whole := func(size string) bool {
		n, ok := length(style[size], rootFont, 1000)
		need, known := length(around[size], rootFont, 1000)
		return ok && (n >= 1000 || known && !strings.HasSuffix(style[size], "%") && n >= need)
	}
	return edge("top") && edge("left") && (whole("width") || edge("right")) && (whole("height") || edge("bottom")) ||
		whole("width") && whole("height") && (edge("top") || edge("bottom")) && (edge("left") || edge("right"))
}

// solid reports a style whose element lets nothing through.
func solid(style map[string]string, bg string, n *html.Node) bool {
	for _, k := range []string{"opacity", "transform", "filter", "mix-blend-mode", "clip-path", "mask", "mask-image", "animation", "animation-name"} {
		if v := style[k]; v != "" && v != "none" && v != "1" && v != "normal" {
			return false
		}
	}
	if zIndex(style) < 0 || hiddenBox(style) || unseenText(style) {
		return false
	}
	if n != nil && (n.Data == "img" || n.Data == "video" || n.Data == "iframe") {
		return style["pointer-events"] != "none" && !strings.HasSuffix(strings.ToLower(attrOf(n, "src")), ".svg")
	}
	if strings.Contains(bg, "url(") {
		return strings.Contains(bg, ".jpg") || strings.Contains(bg, ".jpeg") || strings.Contains(bg, "data:image/jpeg")
	}
	colours := coloursIn(bg)
	return len(colours) > 0 && !slices.ContainsFunc(colours, func(c colour) bool { return c.a < 0.95 })
}

func zIndex(style map[string]string) int {
	n, _ := strconv.Atoi(style["z-index"])
	return n
}

// ordered reports a style that gives the elements in it an order of their own.
func ordered(style map[string]string) bool {
	for _, k := range []string{"transform", "filter", "mix-blend-mode", "clip-path", "mask", "mask-image", "will-change", "contain", "perspective"} {
		if v := style[k]; v != "" && v != "none" && v != "normal" && v != "auto" {
			return true
		}
	}
	z := style["z-index"] != "" && style["z-index"] != "auto"
	return z || style["isolation"] == "isolate" || style["opacity"] != "" && style["opacity"] != "1" || style["position"] == "fixed"
}

// place takes in where an element is: in front of or behind others.
func (p *htmlCleaner) place(n *html.Node, style map[string]string, l *look) {
	l.covers = slices.DeleteFunc(slices.Clone(l.covers), func(c veil) bool { return c.node == n })
	own := ordered(style)
	if own || placed(style) || p.linked && named(n) {
		at := rank{zIndex(style), p.order[n]}
		for i, c := range l.covers {
			if at.before(c.text) {
				l.covers[i].text = at
			}
		}
	}
	if zIndex(style) < 0 && placed(style) && (l.dim || style["position"] == "absolute" && p.fronts[n.Parent] && unmoved(style)) {
		l.opacity = 0 // behind an opaque box
	}
	if p.under[n] || p.behind(n, style, l) {
		l.opacity = 0
	}
	if own {
		l.dim = false
	}
	if shifted(style) && p.filled[l.box] {
		l.known = false
	}
}

// unmoved reports a style that leaves an element at the edge of its box, or where it would be.
func unmoved(style map[string]string) bool {
	return !slices.ContainsFunc([]string{"top", "right", "bottom", "left"}, func(side string) bool {
		n, ok := length(style[side], rootFont, screenWidth)
		return ok && math.Abs(n) > 1
	})
}

// shifted reports an element that may be over something else than the content before it.
func shifted(style map[string]string) bool {
	switch style["position"] {
	case "absolute", "fixed", "sticky":
		return true
	}
	if style["grid-area"] != "" || style["grid-row"] != "" || strings.Contains(style["transform"], "translate") {
		return true
	}
	for _, k := range []string{"margin-top", "margin-left", "margin-right", "top", "left", "bottom", "right"} {
		if n, ok := length(style[k], rootFont, 1000); ok && n <= -20 {
			return true
		}
	}
	return false
}

// overlay takes in the boxes that were placed in an element.
func (p *htmlCleaner) overlay(n *html.Node, l *look) {
	if !placed(p.styles[n]) {
		return
	}
	l.box = n
	p.lay(n, l)
}

// maxCovers bounds covers in boxes in each other.
const maxCovers = 8

// lay takes in the layers of a box, the page's if it is nil.
func (p *htmlCleaner) lay(box *html.Node, l *look) {
	var front *veil
	for _, layer := range p.layers[box] {
		if layer.opaque && (front == nil || layer.before(front.rank)) {
			front = &veil{layer, flow}
		}
		l.known = false
	}
	if front != nil && len(l.covers) < maxCovers {
		l.covers = append(l.covers, *front)
	}
}
