package document

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// plainPage is the colour of a page that nothing was painted on.
const plainPage = "#ffffff"

// htmlCleaner takes out of a page what a reader does not see.
type htmlCleaner struct {
	found    *findings
	title    string
	linked   bool // there are style sheets that are not in the page
	sheets   sheets
	shared   map[string]declarations // of rules: see merged
	matching int                     // steps of comparing that are left
	scripts  map[string]bool         // words in scripts

	styles map[*html.Node]map[string]string
	order  map[*html.Node]int  // of elements in the page
	filled map[*html.Node]bool // with a picture or a colour somewhere in it; nil is the page
	fronts map[*html.Node]bool // with an opaque element right in it
	opened map[string]bool     // ids of elements that a button opens
	layers map[*html.Node][]layer
	hidden strings.Builder // text that was left out of the element under way
}

// anyScript is in htmlCleaner.scripts if a script is not in the page.
const anyScript = "\x00"

// layer is a box that was placed over or under the content of another one.
type layer struct {
	rank
	node   *html.Node // nil for a box that a style sheet made
	opaque bool       // hides all that it is over
}

// rank is what decides which of two boxes is in front.
type rank struct{ z, order int }

func (r rank) before(o rank) bool { return r.z > o.z || r.z == o.z && r.order > o.order }

// flow is a rank of what was not placed: behind all that was, but for a negative z.
var flow = rank{0, -1}

// veil is an opaque layer over the element under way.
type veil struct {
	layer
	text rank // of the foremost box around the element, in the layer's box
}

// look is how an element looks, and what those in it have from it.
type look struct {
	gone, unseen bool // with all in it; only its own text
	dark         bool // by a style that elements in it may undo
	fg, ground   colour
	sure, known  bool    // the colours fg, ground
	size         float64 // of the font, in pixels
	opacity      float64
	blend        string
	shadow       []colour
	dim          bool // a colour was painted since the last box with an order of its own
	covers       []veil
	box          *html.Node // the last one that was placed, nil for the page
}

// clean takes out of a page what is not seen.
func (p *htmlCleaner) clean(root *html.Node) {
	p.styles, p.order = map[*html.Node]map[string]string{}, map[*html.Node]int{}
	p.filled, p.fronts, p.layers = map[*html.Node]bool{}, map[*html.Node]bool{}, map[*html.Node][]layer{}
	p.shared = map[string]declarations{}
	p.measure(root, nil, nil, 0)
	page := look{fg: blackColour, sure: !p.linked, size: rootFont, opacity: 1, known: true}
	page.ground, _ = parseColour(plainPage)
	p.lay(nil, &page)
	p.walk(root, page)
}

// measure notes the styles of elements and where they were placed; box is the last one
// that was placed.
func (p *htmlCleaner) measure(n, box *html.Node, in *scope, depth int) {
	for c := range n.ChildNodes() {
		if c.Type != html.ElementNode {
			continue
		}
		plain, before, after := p.match(c, depth)
		style, inner := p.styleOf(plain, declared(attrOf(c, "style")), in)
		if len(style) > 0 {
			p.styles[c] = style
		}
		p.order[c] = len(p.order)
		inside := box
		if placed(style) {
			inside = c
		}
		if style["position"] == "absolute" || style["position"] == "fixed" {
			p.layer(c, box, style)
		}
		p.fill(c, style)
		p.measure(c, inside, inner, depth+1)
		for _, rules := range [][]*rule{before, after} {
			if len(rules) == 0 {
				continue
			}
			if box, _ := p.styleOf(rules, declarations{}, inner); box["content"] != "" && box["content"] != "none" && box["content"] != "normal" {
				p.made(inside, box, len(p.order))
			}
		}
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
	if c, ok := parseColour(bg); ok && c.over(whiteColour).near(whiteColour) {
		return
	}
	p.filled[nil] = true
	if style["position"] == "" && !picture(n) {
		p.fronts[n.Parent] = true
	}
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
	if opaque || strings.TrimSpace(nodeText(n)) == "" && !small(style) {
		p.layers[box] = append(p.layers[box], layer{rank{zIndex(style), p.order[n]}, n, opaque})
	}
}

// made notes a box that a style sheet makes before or after the content of an element.
func (p *htmlCleaner) made(box *html.Node, style map[string]string, order int) {
	if style["position"] != "absolute" && style["position"] != "fixed" || box == nil || small(style) {
		return
	}
	bg := cmp.Or(style["background-image"], style["background-color"], style["background"])
	if bg == "" || hiddenBox(style) {
		return
	}
	p.layers[box] = append(p.layers[box], layer{rank{zIndex(style), order}, nil, fills(style, p.styles[box]) && solid(style, bg, nil)})
}

// small reports a box that is too small to be behind a text.
func small(style map[string]string) bool {
	for _, side := range []string{"width", "height"} {
		if n, ok := length(style[side], rootFont, screenWidth); ok && n < 40 {
			return true
		}
	}
	return hiddenBox(style)
}

// fills reports a style that fills the box around its element, whose style is given.
func fills(style, around map[string]string) bool {
	if p := style["position"]; p != "absolute" && p != "fixed" {
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

// walk takes out what is not seen in n, which looks like l.
func (p *htmlCleaner) walk(n *html.Node, l look) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode:
			if machineComment(c.Data) {
				p.found.unseen(c.Data)
			} else {
				p.found.leftOut(HiddenText, c.Data)
			}
			n.RemoveChild(c)
		case c.Type == html.TextNode && l.unseen:
			p.hidden.WriteString(c.Data + " ")
			n.RemoveChild(c)
		case c.Type == html.ElementNode && p.dropped(c):
			n.RemoveChild(c)
		case c.Type == html.ElementNode:
			p.element(c, l)
		}
		c = next
	}
}

// element takes out what is not seen in an element. Hidden text is reported once for the
// outermost element whose text it is.
func (p *htmlCleaner) element(n *html.Node, around look) {
	l := p.look(n, around)
	p.attributes(n)
	if l.gone {
		p.found.leftOut(HiddenText, nodeText(n))
		n.Parent.RemoveChild(n)
		return
	}
	p.walk(n, l)
	if l.unseen && !around.unseen {
		p.found.leftOut(HiddenText, p.hidden.String())
		p.hidden.Reset()
	}
	if l.unseen && emptied(n) && n.Data != "td" && n.Data != "th" && n.Data != "body" && !voidElements[n.Data] {
		n.Parent.RemoveChild(n)
	}
}

// emptied reports an element in which there is nothing but space.
func emptied(n *html.Node) bool {
	for c := range n.ChildNodes() {
		if c.Type != html.TextNode || strings.TrimSpace(c.Data) != "" {
			return false
		}
	}
	return true
}

// look works out how an element looks from how the one around it does.
func (p *htmlCleaner) look(n *html.Node, l look) look {
	style := p.styles[n]
	root := n.Data == "html" || n.Data == "body"
	if hiddenBox(style) || unseenText(style) {
		if shown := p.revealed(n, style); shown != nil {
			style = shown
		}
	} else if end := p.animation(style); end != nil {
		l.gone = hiddenBox(end)
	}
	l.gone = l.gone || !root && (hiddenAttribute(n.Attr) || hiddenBox(style) || p.closed(n))
	if l.gone {
		return l
	}
	for _, k := range []string{"visibility", "letter-spacing"} {
		if style[k] != "" && !root {
			l.dark = unseenText(style)
		}
	}
	if part, ok := length(style["opacity"], rootFont, 1); ok && !root {
		l.opacity *= max(0, min(1, part))
	}
	if size := style["font-size"]; size != "" && size != "inherit" {
		var ok bool
		if l.size, ok = length(size, l.size, l.size); !ok {
			l.size = rootFont
		}
	}
	p.place(n, style, &l)
	p.paint(n, style, &l)
	p.overlay(n, &l)
	covered := slices.ContainsFunc(l.covers, func(c veil) bool { return c.before(c.text) })
	l.unseen = l.dark || covered || l.size < tinyPixels || l.faint()
	return l
}

// closed reports an element that is shown only when something opens it, which nothing on
// the page does.
func (p *htmlCleaner) closed(n *html.Node) bool {
	return (hasAttr(n, "popover") || n.Data == "dialog" && !hasAttr(n, "open")) && len(p.scripts) == 0 && !p.opened[attrOf(n, "id")]
}

// ordered reports a style that gives the elements in it an order of their own.
func ordered(style map[string]string) bool {
	for _, k := range []string{"transform", "filter", "mix-blend-mode", "clip-path", "mask", "mask-image", "will-change"} {
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
	if zIndex(style) < 0 && placed(style) && (l.dim || style["position"] == "absolute" && p.fronts[n.Parent]) {
		l.opacity = 0 // behind an opaque box
	}
	if own {
		l.dim = false
	}
	if shifted(style) && p.filled[l.box] {
		l.known = false
	}
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

// named reports an element that a style sheet outside of the page may be for.
func named(n *html.Node) bool { return attrOf(n, "class") != "" || attrOf(n, "id") != "" }

// usual are the colours of elements that browsers give them.
var usual = map[string]map[string]string{
	"mark":     {"color": "black", "background": "yellow"},
	"button":   {"color": "black", "background": "#efefef"},
	"textarea": {"color": "black", "background": "white"},
	"a":        {"color": "#0000ee"},
}

// paint takes in the colours of an element.
func (p *htmlCleaner) paint(n *html.Node, style map[string]string, l *look) {
	if p.linked && named(n) {
		l.known, l.sure = false, false
	}
	if strings.HasPrefix(style["color-scheme"], "dark") && (n.Data == "html" || n.Data == "body") {
		l.fg, l.ground = whiteColour, colour{18, 18, 18, 1}
	}
	text := cmp.Or(style["-webkit-text-fill-color"], style["color"], attrOf(n, "color"), attrOf(n, "text"), usual[n.Data]["color"])
	switch text {
	case "", "inherit", "unset", "revert", "currentcolor":
	case "initial":
		l.fg, l.sure = blackColour, true
	default:
		l.fg, l.sure = parseColour(text)
	}
	if v := style["text-shadow"] + style["-webkit-text-stroke"]; v != "" {
		l.shadow = coloursIn(v)
	}
	l.blend = cmp.Or(style["mix-blend-mode"], l.blend)
	c, known := l.fg, l.sure
	switch bg := cmp.Or(background(n, style), usual[n.Data]["background"]); bg {
	case "", "none", "transparent", "inherit", "initial", "unset":
		return
	case "currentcolor":
	default:
		c, known = backColour(bg)
	}
	switch {
	case strings.Contains(style["background-clip"]+style["-webkit-background-clip"]+style["background"], "text"):
		if l.sure && l.fg.a < 0.05 { // the background is seen in the letters
			l.fg, l.sure = c, known
		}
		return
	case !known:
		l.known = false
	case c.a >= 0.95:
		l.ground, l.known = c, true
		l.dim = !ordered(style) && n.Data != "body" && n.Data != "html"
	default:
		l.ground = c.over(l.ground)
	}
}

// backColour is the colour of a background; ok is false if it has none or several.
func backColour(bg string) (c colour, ok bool) {
	if strings.Contains(bg, "gradient(") {
		return evenColour(bg)
	}
	found := coloursIn(bg)
	if strings.Contains(bg, "url(") || len(found) != 1 {
		return colour{}, false
	}
	return found[0], true
}

// faint reports text that can't be told from what it is on.
func (l *look) faint() bool {
	if l.opacity < 0.05 {
		return true
	}
	seen := func(c colour) bool {
		c.a *= l.opacity
		return c.a >= 0.05 && !(l.known && c.blended(l.blend, l.ground).near(l.ground))
	}
	return l.sure && !seen(l.fg) && !slices.ContainsFunc(l.shadow, seen)
}
