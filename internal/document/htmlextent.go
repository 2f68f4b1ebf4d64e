package document

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// maxSized bounds the elements that are looked at to tell how large others are.
const maxSized = 1_000_000

// extent is how large the text of an element can be, in pixels.
type extent struct {
	wide, high float64
	plain      bool // nothing in it is placed, sized or a picture
}

func (e *extent) width() float64  { return e.wide }
func (e *extent) height() float64 { return e.high }

const (
	lineHigh   = 1.6 // of the size of the font
	narrowText = 320 // pixels that a box without a width has at least
	indent     = 40  // pixels before the text of a list or a quote
)

// extent estimates the size of an element from its text; font is the size of that around.
func (p *htmlCleaner) extent(n *html.Node, style map[string]string, font float64) *extent {
	e := &extent{plain: true}
	line, lines, indents, ink := lineHigh, 1., 1., 0.
	size := fontOf(style, font)
	room := narrowText * 1.
	if w, ok := length(style["width"], rootFont, screenWidth); ok {
		room = max(1, w)
	}
	for c := range n.Descendants() {
		if p.sized++; p.sized > maxSized {
			e.plain = false
			return e
		}
		switch {
		case c.Type == html.TextNode:
			ink += inkOf(c.Data)
			lines += float64(strings.Count(c.Data, "\n"))
		case c.Type == html.ElementNode:
			s := p.styles[c]
			e.plain = e.plain && !picture(c) && !moves(s)
			size = max(size, fontOf(s, size))
			line = max(line, lineOf(s, size))
			switch c.Data {
			case "span", "a", "b", "i", "em", "strong", "code", "u", "s", "small", "sub", "sup", "mark", "font", "wbr":
			case "h1", "h2", "h3", "big":
				size = max(size, 2*font)
				lines += 2
			default:
				lines += 2
				indents++
			}
		}
	}
	line = max(line, lineOf(style, size))
	ink *= size
	e.wide, e.high = ink+indents*indent, (lines+math.Ceil(ink/room))*line*size
	if style["width"] != "" {
		e.wide = gap(style["width"])
	}
	if h := style["height"] + style["min-height"]; h != "" {
		e.high = max(e.high, gap(style["height"]), gap(style["min-height"]))
	}
	e.wide += gap(style["padding-left"]) * 2
	e.high += gap(style["padding-top"]) + gap(style["padding-bottom"])
	return e
}

// moves reports a style that gives an element in another one a place or a size.
func moves(style map[string]string) bool {
	for _, k := range []string{"position", "transform", "translate", "float", "flex", "flex-grow", "width", "height", "min-width", "min-height", "margin-top", "margin-left", "margin-right", "padding-left", "padding-top", "padding-bottom"} {
		if v := style[k]; v != "" && v != "static" && v != "none" && v != "auto" && v != "0" && v != "0px" {
			return true
		}
	}
	return unlikely(style)
}

// fontOf is the size of the font in an element, or that around it.
func fontOf(style map[string]string, around float64) float64 {
	if n, ok := length(style["font-size"], around, around); ok && style["font-size"] != "" {
		return n
	}
	return around
}

// lineOf is the height of lines by a style, in sizes of the font.
func lineOf(style map[string]string, font float64) float64 {
	n, ok := length(style["line-height"], font, font)
	switch {
	case !ok:
		return 0
	case n > 5 && font > 0: // else it has no unit
		return n / font
	}
	return n
}

// inkOf is about how wide a text is on one line, in sizes of its font, and no less.
func inkOf(text string) (n float64) {
	for _, r := range text {
		switch {
		case r >= 0x1100:
			n++
		case unicode.IsUpper(r) || strings.ContainsRune("mw@%—", r):
			n += 0.85
		case slices.Contains([]rune{' ', '\n', '\t', 'i', 'l', 't', 'f', 'j', '.', ','}, r):
			n += 0.35
		default:
			n += 0.6
		}
	}
	return n
}
