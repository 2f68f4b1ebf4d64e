package document

import (
	"math"
	"strings"

	"golang.org/x/net/html"
)

// Sizes in pixels that no screen is larger than: an offset that is not relative to the
// screen must be larger to lead out of it.
const (
	widestScreen  = 7680
	highestScreen = 4320
)

// axis is one direction of a page: the properties that place an element in it.
type axis struct {
	from, to, margin, marginEnd string
	screen, largest             float64
	shown                       float64            // what may reach the page and is no letter
	usual                       map[string]float64 // margins that browsers give to elements, at most
}

var (
	across = axis{"left", "right", "margin-left", "margin-right", screenWidth, widestScreen, 12, map[string]float64{"blockquote": 40, "figure": 40, "dd": 40}}
	down   = axis{"top", "bottom", "margin-top", "margin-bottom", screenHeight, highestScreen, 0, map[string]float64{
		"p": 22, "h1": 22, "h2": 22, "h3": 22, "h4": 22, "h5": 27, "h6": 27, "ul": 22, "ol": 22, "dl": 22, "menu": 22, "pre": 22, "blockquote": 22, "figure": 22,
	}}
)

// offPage reports an element that is placed outside of the page, or of the screen if it is
// fixed, with all of its text, as far as that is certain: no style sheet is missing, the box
// that it is placed in begins where the page does, and its text is no larger than what is
// left of the page. l is how the element around looks.
func (p *htmlCleaner) offPage(n *html.Node, style map[string]string, l *look) bool {
	position := style["position"]
	dx, dy, ok := translation(style)
	switch {
	case !ok || p.linked || p.skipped || unlikely(style):
		return false
	case position != "absolute" && position != "fixed":
		return false
	}
	fixed := position == "fixed"
	x, y := 0., 0.
	if !fixed {
		x, y = p.origin(l.box)
	} else if p.inMoved(n) {
		return false
	}
	var size *extent
	for _, d := range []struct {
		axis
		at    float64
		moved shift
		long  func(*extent) float64
	}{{across, x, dx, (*extent).width}, {down, y, dy, (*extent).height}} {
		start, ok := d.start(n, style, d.at, fixed || l.box == nil)
		start.a += d.moved.a
		start.b += d.moved.b
		if !ok || start.a > d.shown && !(fixed && start.a >= d.screen) {
			continue
		}
		if size == nil {
			size = p.extent(n, style, l.size)
		}
		long := d.long(size)
		end := shift{start.a, start.b + 1}
		if end.most(long) <= d.shown || fixed && start.least(long) >= d.screenFor(style) {
			return size.plain
		}
	}
	return false
}

// unlikely reports a style under which places are not what they seem.
func unlikely(style map[string]string) bool {
	for _, k := range []string{"animation", "animation-name", "zoom", "scale", "rotate", "writing-mode"} {
		if v := style[k]; v != "" && v != "none" && v != "normal" && v != "horizontal-tb" {
			return true
		}
	}
	return false
}

// shift is a length of which a part depends on the element's own size: a + b·size.
type shift struct{ a, b float64 }

func (s shift) most(size float64) float64  { return max(s.a, s.a+s.b*size) }
func (s shift) least(size float64) float64 { return min(s.a, s.a+s.b*size) }

// start is where an element begins that is placed in a box at a place, before it is moved. ok
// is false if that is not known.
func (d axis) start(n *html.Node, style map[string]string, at float64, page bool) (s shift, ok bool) {
	from, begins := offset(style[d.from], d.screen)
	to, ends := offset(style[d.to], d.screen)
	switch {
	case begins && !ends: // with both it is as large as its box
		if v := style[d.margin]; v != "" {
			from += gap(v)
		} else {
			from += d.usual[n.Data]
		}
		return shift{at + from, 0}, true
	case ends && !begins && page && gap(style[d.marginEnd]) == 0:
		return shift{d.screenFor(style) - to, -1}, true
	}
	return s, false
}

// screenFor is the size of the screen: the one that relative lengths are of, else that of
// the largest one.
func (d axis) screenFor(style map[string]string) float64 {
	if v := style[d.from] + style[d.to]; strings.Contains(v, "%") || strings.Contains(v, "v") {
		return d.screen
	}
	return d.largest
}

// offset reads a side; "auto" is none.
func offset(v string, whole float64) (float64, bool) {
	if v == "" || v == "auto" {
		return 0, false
	}
	n, ok := length(v, rootFont, whole)
	if !ok {
		n = math.NaN()
	}
	return n, true
}

// translation is by how much a style moves its element; ok is false if it does more.
func translation(style map[string]string) (x, y shift, ok bool) {
	move := func(to *shift, v string) {
		if n, percent := strings.CutSuffix(v, "%"); percent {
			share, ok := length(n, 0, 0)
			if !ok {
				share = math.NaN()
			}
			to.b += share / 100
		} else if v != "" {
			n, ok := length(v, rootFont, math.NaN())
			if !ok {
				n = math.NaN()
			}
			to.a += n
		}
	}
	both := strings.Fields(style["translate"])
	rest := style["transform"]
	for _, m := range transforms().FindAllStringSubmatch(rest, 20) {
		args := splitOutside(m[3], ',')
		switch {
		case m[1] == "matrix" && m[2] == "" && len(args) == 6 && strings.Join(args[:4], " ") == "1 0 0 1":
			args = args[4:]
		case m[1] != "translate":
			return x, y, false
		}
		if m[2] == "y" {
			args = []string{"0", args[0]}
		}
		move(&x, args[0])
		if len(args) > 1 {
			move(&y, args[1])
		}
		rest = strings.Replace(rest, m[0], "", 1)
	}
	if len(both) > 0 && both[0] != "none" {
		move(&x, both[0])
		if len(both) > 1 {
			move(&y, both[1])
		}
	}
	rest = strings.TrimSpace(rest)
	return x, y, rest == "" || rest == "none"
}

// inMoved reports an element around which another one makes a box for fixed ones.
func (p *htmlCleaner) inMoved(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		for _, k := range []string{"transform", "translate", "filter", "perspective", "contain", "will-change"} {
			if v := p.styles[n][k]; v != "" && v != "none" {
				return true
			}
		}
	}
	return false
}

// origin is where a box begins on the page, NaN if that is not known. It is known of boxes
// that are placed from its corner, and of blocks in each other; y only if nothing is before.
func (p *htmlCleaner) origin(box *html.Node) (x, y float64) {
	if box == nil {
		return 0, 0
	}
	style := p.styles[box]
	if style["position"] == "absolute" || style["position"] == "fixed" {
		if dx, dy, ok := translation(style); !ok || dx != (shift{}) || dy != (shift{}) || unlikely(style) {
			return math.NaN(), math.NaN()
		}
		if style["position"] == "absolute" {
			x, y = p.origin(p.boxOf(box))
		}
		left, hasLeft := across.start(box, style, x, false)
		top, hasTop := down.start(box, style, y, false)
		if !hasLeft {
			left.a = math.NaN()
		}
		if !hasTop {
			top.a = math.NaN()
		}
		return left.a, top.a
	}
	x, y = 8, 32 // what browsers leave around a body, and above a paragraph
	for n := box; n != nil && n.Type == html.ElementNode; n = n.Parent {
		s := p.styles[n]
		if !flows(n, s) {
			return math.NaN(), math.NaN()
		}
		if !leading(n) {
			y = math.NaN()
		}
		x += gap(s["margin-left"]) + gap(s["padding-left"])
		y += gap(s["margin-top"]) + gap(s["padding-top"])
	}
	return x, y
}

// boxOf is the box that an element is placed in, nil for the page.
func (p *htmlCleaner) boxOf(n *html.Node) *html.Node {
	for n = n.Parent; n != nil; n = n.Parent {
		if placed(p.styles[n]) {
			return n
		}
	}
	return nil
}

// gap reads a margin or a padding, NaN if it is not a length.
func gap(v string) float64 {
	if v == "" {
		return 0
	}
	n, ok := length(v, rootFont, screenWidth)
	if !ok {
		return math.NaN()
	}
	return n
}

// leading reports an element that nothing on the page is before, except what is not shown.
func leading(n *html.Node) bool {
	for c := n.PrevSibling; c != nil; c = c.PrevSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return false
		case c.Type == html.ElementNode && c.Data != "head" && c.Data != "style" && c.Data != "script" && c.Data != "link" && c.Data != "meta" && c.Data != "title":
			return false
		}
	}
	return true
}

// flows reports a block that is where the one around it begins.
func flows(n *html.Node, style map[string]string) bool {
	switch n.Data {
	case "html", "body", "div", "main", "section", "article", "header", "p":
	default:
		return false
	}
	for _, k := range []string{"display", "float", "transform", "translate", "top", "left", "right", "bottom", "rotate", "scale", "direction"} {
		if v := style[k]; v != "" && v != "none" && v != "block" && v != "auto" && v != "ltr" {
			return false
		}
	}
	return style["position"] != "absolute" && style["position"] != "fixed" && attrOf(n, "dir") != "rtl"
}
