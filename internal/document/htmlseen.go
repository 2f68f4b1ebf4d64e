package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// plainPage is the colour of a page that nothing was painted on.
const plainPage = "#ffffff"

// htmlCleaner takes out of a page what a reader does not see.
type htmlCleaner struct {
	found    *findings
	title    string
	linked   bool // there are style sheets that are not in the page
	skipped  bool // rules were not followed, because that is too much work
	sheets   sheets
	shared   map[string]merged // of rules: see merged
	matching int               // steps that are left of comparing, and of putting values in the place of var()
	scripts  map[string]bool   // words in scripts

	styles   map[*html.Node]map[string]string
	declared map[*html.Node]map[string]string // the styles before values were put in the place of var(),
	scopes   map[*html.Node]*scope            // and the custom properties for it
	order    map[*html.Node]int               // of elements in the page
	filled   map[*html.Node]bool              // with a picture or a colour somewhere in it; nil is the page
	fronts   map[*html.Node]bool              // with an opaque element right in it
	worded   map[*html.Node]bool              // with text somewhere in it
	under    map[*html.Node]bool              // in a cell of a grid that a later element fills
	opened   map[string]bool                  // ids of elements that a button opens
	layers   map[*html.Node][]layer
	hidden   strings.Builder // text that was left out of the element under way
	sized    int             // elements that were looked at to tell how large others are
}

// anyScript is in htmlCleaner.scripts if a script is not in the page.
const anyScript = "\x00"

// look is how an element looks, and what those in it have from it.
type look struct {
	gone, unseen bool // with all in it; only its own text
	blurred      bool
	dark, tight  bool // visibility; letter-spacing and the like: styles that elements in it may undo
	fg, ground   colour
	sure, known  bool    // the colours fg, ground
	size, rem    float64 // of the font and that of the page, in pixels
	shape        shape
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
	p.shared, p.under = map[string]merged{}, map[*html.Node]bool{}
	p.declared, p.scopes = map[*html.Node]map[string]string{}, map[*html.Node]*scope{}
	work := &substitutions{left: &p.matching, others: p.linked || len(p.scripts) > 0}
	p.measure(root, nil, newScope(work, p.sheets.initial), 0)
	p.skipped = p.skipped || p.matching < 0
	page := look{fg: blackColour, sure: !p.linked, size: rootFont, rem: rootFont, shape: upright, opacity: 1, known: !p.linked}
	page.ground, _ = parseColour(plainPage)
	p.lay(nil, &page)
	p.walk(root, page)
}

// walk takes out what is not seen in n, which looks like l.
func (p *htmlCleaner) walk(n *html.Node, l look) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode:
			p.found.comment(c.Data)
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
	aloud := l.gone && p.readAloud(n)
	p.attributes(n)
	if l.gone {
		if aloud {
			p.found.unseen(nodeText(n))
		} else {
			p.found.leftOut(HiddenText, nodeText(n))
		}
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

// aloudClasses are for text that screen readers read to people who don't see the page.
var aloudClasses = []string{
	"sr-only", "sr_only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only",
	"screenreader-only", "a11y-hidden", "u-visually-hidden", "usa-sr-only", "govuk-visually-hidden", "cdk-visually-hidden",
}

// readAloud reports an element that is left out and has a class of text for screen readers,
// which read what has a place on the page.
func (p *htmlCleaner) readAloud(n *html.Node) bool {
	style := p.styles[n]
	return slices.ContainsFunc(strings.Fields(attrOf(n, "class")), func(c string) bool { return slices.Contains(aloudClasses, strings.ToLower(c)) }) &&
		style["display"] != "none" && !darkened(style) && !hiddenAttribute(n.Attr) && attrOf(n, "aria-hidden") != "true"
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
	around := l
	gone := func(style map[string]string) bool {
		return hiddenBox(style) || p.offPage(n, style, &around) || p.clippedOut(n, style) || !p.linked && turnedAway(style, p.styles[n.Parent])
	}
	if gone(style) || unseenText(style) {
		if shown := p.revealed(n, style, gone); shown != nil {
			style = shown
		} else if p.driven(n) {
			style = nil
		}
	} else if end := p.animation(n, style); end != nil {
		l.gone = hiddenBox(end)
	}
	l.gone = l.gone || !root && (hiddenAttribute(n.Attr) || gone(style) || p.closed(n))
	if l.gone {
		return l
	}
	if v := style["visibility"]; v != "" && v != "inherit" && !root {
		l.dark = darkened(style)
	}
	if part, ok := length(style["opacity"], rootFont, 1); ok && !root {
		l.opacity *= max(0, min(1, part))
	}
	if size := style["font-size"]; size != "" && size != "inherit" {
		var ok bool
		if l.size, ok = length(size, l.size, l.size); !ok {
			l.size = rootFont
		} else if strings.HasSuffix(size, "rem") {
			l.size *= l.rem / rootFont
		}
	}
	if n.Data == "html" {
		l.rem = l.size
	}
	if gap := style["letter-spacing"]; gap != "" {
		l.tight = tight(gap, l.size)
	}
	if v := style["word-spacing"]; v != "" {
		l.tight = l.tight || heaped(v, l.size)
	}
	l.blurred = l.blurred || blurred(style["filter"], l.size)
	if s, ok := shapeOf(style); ok {
		l.shape = s.in(l.shape)
	}
	p.place(n, style, &l)
	p.paint(n, style, &l)
	p.overlay(n, &l)
	covered := slices.ContainsFunc(l.covers, func(c veil) bool { return c.before(c.text) })
	l.unseen = l.dark || l.tight || l.blurred || covered || !l.shape.legible(l.size) || l.faint()
	return l
}

// driven reports an element whose id or class a script of the page names: it may show it.
func (p *htmlCleaner) driven(n *html.Node) bool {
	id := attrOf(n, "id")
	return id != "" && p.scripts[id] || slices.ContainsFunc(strings.Fields(attrOf(n, "class")), func(c string) bool { return p.scripts[c] })
}

// closed reports an element that is shown only when something opens it, which nothing on
// the page does, or in browsers without ruby.
func (p *htmlCleaner) closed(n *html.Node) bool {
	if n.Data == "rp" { // with more than a bracket
		return p.styles[n]["display"] == "" && strings.ContainsFunc(nodeText(n), unicode.IsLetter)
	}
	return (hasAttr(n, "popover") || n.Data == "dialog" && !hasAttr(n, "open")) && len(p.scripts) == 0 && !p.opened[attrOf(n, "id")]
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
	if p.skipped || p.linked && named(n) {
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
		l.fg, l.sure = parseColour(l.current(text))
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
		c, known = backColour(l.current(bg))
	}
	switch {
	case slices.Contains(strings.Fields(style["background-clip"]+" "+style["-webkit-background-clip"]+" "+style["background"]), "text"):
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

// current puts the colour of the text, if it is certain, in the place of its name in a value.
func (l *look) current(v string) string {
	if !l.sure || !strings.Contains(v, "currentcolor") {
		return v
	}
	return strings.ReplaceAll(v, "currentcolor", l.fg.css())
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
