package document

import (
	"cmp"
	"maps"
	"math"
	"strings"

	"golang.org/x/net/html"
)

// readWidth is how wide text is set on a screen at least, in pixels, as far as nothing is said of it.
const readWidth = "600px"

// pixels reads a length in pixels, 0 if there is none. Others depend on what is around.
func pixels(v string) (float64, bool) {
	if v != "" && v != "0" && !strings.HasSuffix(v, "px") {
		return 0, false
	}
	return length(cmp.Or(v, "0"), 0, 0)
}

// clippedOut reports a box that shows none of its content, as that begins below the edge where
// the box is cut off: by its padding, and the margin of what is first in it.
func (p *htmlCleaner) clippedOut(n *html.Node, style map[string]string) bool {
	high, ok := pixels(cmp.Or(style["height"], style["max-height"]))
	if !ok || high <= 0 || cmp.Or(style["overflow-y"], style["overflow"]) != "hidden" || p.linked || p.skipped || !flows(n, style) {
		return false
	}
	if style["min-height"]+style["flex"]+style["flex-grow"] != "" || strings.Contains(background(n, style), "url(") {
		return false
	}
	above, below := gap(style["padding-top"]), gap(style["padding-bottom"])
	if style["box-sizing"] == "border-box" {
		high = max(high, above+below)
	} else {
		high += above + below
	}
	outside := func(style map[string]string) bool {
		margin, ok := pixels(style["margin-top"])
		return ok && above+margin >= high
	}
	if outside(nil) {
		return p.calm(n, style)
	}
	first := n.FirstChild
	for first != nil && first.Type == html.TextNode && strings.TrimSpace(first.Data) == "" {
		first = first.NextSibling
	}
	if first == nil || first.Type != html.ElementNode {
		return false
	}
	s := p.styles[first]
	return flows(first, s) && outside(s) && p.calm(n, style) && p.revealed(first, s, outside) == nil && !p.driven(first)
}

// calm reports a box in which nothing is led back to where the box begins.
func (p *htmlCleaner) calm(n *html.Node, style map[string]string) bool {
	still := func(s map[string]string) bool {
		for _, v := range s {
			if strings.HasPrefix(v, "-") {
				return false
			}
		}
		position := s["position"] == "" || s["position"] == "static" || s["position"] == "relative" && s["top"]+s["bottom"] == ""
		return position && s["transform"]+s["translate"]+s["float"] == "" && (s["line-height"] == "" || lineOf(s, rootFont) >= 1) && !unlikely(s)
	}
	for c := range n.Descendants() {
		if p.sized++; p.sized > maxSized || !still(p.styles[c]) {
			return false
		}
	}
	return still(style)
}

// behind reports an element that the next one is over: an opaque one that is pulled up over
// it, or placed at its height. l is how the element looks.
func (p *htmlCleaner) behind(n *html.Node, style map[string]string, l *look) bool {
	next := n.NextSibling
	for next != nil && next.Type != html.ElementNode && strings.TrimSpace(next.Data) == "" {
		next = next.NextSibling
	}
	if next == nil || next.Type != html.ElementNode || p.linked || p.skipped || unlikely(style) {
		return false
	}
	over := p.styles[next]
	if !placed(over) || zIndex(style) > zIndex(over) || !solid(over, background(next, over), next) {
		return false
	}
	margin := func(side string) float64 {
		if v := style[side]; v != "" {
			return gap(v)
		}
		return down.usual[n.Data]
	}
	reach := func(over map[string]string) float64 { // how high the element may be
		high, ok := pixels(over["height"])
		up, known := pixels(over["margin-top"])
		across := gap(over["margin-left"]) == 0 && gap(over["margin-right"]) == 0 && over["max-width"] == ""
		if v := over["width"]; !ok || !known || !across || v != "" && v != "auto" && v != "100%" {
			return 0
		}
		if over["position"] == "relative" {
			if style["position"] != "" || !flows(n, style) || !flows(next, over) || !flows(n.Parent, p.styles[n.Parent]) || high < -up {
				return 0
			}
			return -up - margin("margin-bottom")
		}
		top, begins := offset(over["top"], math.NaN())
		at, placed := offset(style["top"], math.NaN())
		edge := func(side string) bool { return over[side] != "" && gap(over[side]) == 0 }
		if over["position"] != "absolute" || style["position"] != "absolute" || !begins || !placed || !edge("left") || over["width"] == "" && !edge("right") ||
			up != 0 || p.worded[next] || len(p.scripts) > 0 || style["transform"]+style["translate"] != "" || top > at+min(0, gap(style["margin-top"])) {
			return 0
		}
		return top + high - at - margin("margin-top")
	}
	if !(reach(over) > 0) { // it may be no number
		return false
	}
	set := map[string]string{"width": readWidth}
	maps.Copy(set, style)
	size := p.extent(n, set, l.size)
	covers := func(over map[string]string) bool { return reach(over) >= size.high-lineHigh*l.size } // which is a line more than there are
	return size.plain && covers(over) && p.revealed(next, over, covers) == nil && !p.driven(next)
}
