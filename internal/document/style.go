package document

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

// voidElements have no content and no end tag.
var voidElements = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "source": true, "track": true, "wbr": true,
}

// implied elements end by themselves at the next block.
var implied = map[string]bool{"p": true, "li": true, "td": true, "th": true, "tr": true, "dt": true, "dd": true, "option": true}

// hidesContent reports whether a browser shows nothing of an element.
func hidesContent(t tag) bool {
	switch t.name {
	case "script", "style", "template", "title", "head", "noscript", "iframe", "object", "meta", "link", "input", "datalist":
		return true
	}
	return hiddenElement(t.attrs, "#ffffff")
}

// hiddenElement reports whether attributes hide their element, which is on a ground. It is
// for single tags: see htmlseen.go for pages.
func hiddenElement(attrs []html.Attribute, ground string) bool {
	return hiddenAttribute(attrs) || hiddenStyle(attribute(attrs, "style"), attribute(attrs, "color"), attribute(attrs, "bgcolor"), ground)
}

// hiddenAttribute reports the attribute hidden.
func hiddenAttribute(attrs []html.Attribute) bool {
	return slices.ContainsFunc(attrs, func(a html.Attribute) bool {
		return a.Key == "hidden" && !strings.EqualFold(a.Val, "until-found")
	})
}

// attribute returns an attribute's value, empty if it is not there.
func attribute(attrs []html.Attribute, key string) string {
	for _, a := range attrs {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// hiddenStyle reports whether an inline style keeps its element from sight:
// not displayed, no size, off the page, or text in the colour of its ground.
// color and background are the attributes' values, ground is what the element
// is on.
func hiddenStyle(style, color, background, ground string) bool {
	props := parseStyle(style)
	if hiddenBox(props) || unseenText(props) || tinyFont(props["font-size"], rootFont) {
		return true
	}
	color = cmp.Or(props["-webkit-text-fill-color"], props["color"], color)
	background = cmp.Or(props["background-color"], props["background"], background)
	return sameColour(color, background, ground)
}

// rootFont is the size of text in pixels that nothing else is said of.
const rootFont = 16

// unseenText reports a style that is for the text in an element and may be undone for
// elements in it.
func unseenText(props map[string]string) bool {
	font, ok := length(props["font-size"], rootFont, rootFont)
	if !ok {
		font = rootFont
	}
	if s, ok := shapeOf(props); ok && !s.legible(font) {
		return true
	}
	return darkened(props) || tight(props["letter-spacing"], font) || heaped(props["word-spacing"], font) || blurred(props["filter"], font)
}

func darkened(props map[string]string) bool {
	return props["visibility"] == "hidden" || props["visibility"] == "collapse"
}

// tight reports a space between letters that sets them over each other.
func tight(gap string, font float64) bool {
	n, ok := length(gap, font, font)
	return ok && n < maxTight*font
}

// heaped reports a space between words that sets them over each other.
func heaped(gap string, font float64) bool {
	n, ok := length(gap, font, font)
	return ok && n < -2*font
}

var filters = lazy.Regexp(`(blur|contrast)\(\s*([^()]+)\)`)

// blurred reports a filter that leaves no letters.
func blurred(filter string, font float64) bool {
	for _, m := range filters().FindAllStringSubmatch(filter, 20) {
		n, ok := length(m[2], font, 1)
		if ok && (m[1] == "blur" && n >= font/2 || m[1] == "contrast" && n < 0.05) {
			return true
		}
	}
	return false
}

// hiddenBox reports a style that keeps an element with all that is in it from sight.
func hiddenBox(props map[string]string) bool {
	if len(props) == 0 {
		return false
	}
	switch {
	case props["display"] == "none", props["content-visibility"] == "hidden":
		return true
	case transparentBox(props), flatBox(props), clippedAway(props), movedAway(props):
		return true
	}
	return false
}

var (
	opacityForm = lazy.Regexp(`opacity\(\s*([^()]+)\)`)
	transforms  = lazy.Regexp(`(translate|scale|rotate|skew|matrix)([xyz]|3d)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)`)
)

// transparentBox reports an element without opacity.
func transparentBox(props map[string]string) bool {
	if zeroScale(props["opacity"]) {
		return true
	}
	if m := opacityForm().FindStringSubmatch(props["filter"]); m != nil && zeroScale(m[1]) {
		return true
	}
	mask := cmp.Or(props["mask-image"], props["mask"], props["-webkit-mask-image"], props["-webkit-mask"])
	c, ok := evenColour(mask)
	return ok && c.a < 0.05
}

// flatBox reports an element that has no height or width, or shows nothing of it.
func flatBox(props map[string]string) bool {
	if zeroScale(props["zoom"]) {
		return true
	}
	for scale := range strings.FieldsSeq(props["scale"]) {
		if zeroScale(scale) {
			return true
		}
	}
	if props["text-overflow"] == "ellipsis" || props["flex"] != "" || props["flex-grow"] != "" { // they get room from the box around
		return false
	}
	clips := false
	for _, k := range []string{"overflow", "overflow-x", "overflow-y"} {
		clips = clips || strings.Contains(props[k], "hidden") || strings.Contains(props[k], "clip")
	}
	if !clips {
		return false
	}
	flat := func(k string) bool {
		n, ok := length(props[k], rootFont, screenWidth)
		return ok && n >= 0 && (n == 0 || n < 1.5 && k != "line-height") // which may have no unit
	}
	if slices.ContainsFunc([]string{"width", "max-width", "inline-size", "max-inline-size"}, flat) {
		return true
	}
	if slices.ContainsFunc([]string{"height", "max-height", "block-size", "max-block-size", "line-height"}, flat) {
		return zeroLength(props["padding-top"]) && zeroLength(props["padding-bottom"]) // else the text is seen in there
	}
	indent, ok := length(props["text-indent"], rootFont, screenWidth)
	return ok && indent >= screenWidth
}

// zeroLength reports a length that is not there or no more than a pixel.
func zeroLength(v string) bool {
	n, ok := length(v, rootFont, screenWidth)
	return !ok || n < 1.5
}

// clippedAway reports an element of which a clip leaves nothing.
func clippedAway(props map[string]string) bool {
	if name, args, _ := strings.Cut(props["clip"], "("); name == "rect" && !strings.Contains(args, "auto") && (props["position"] == "absolute" || props["position"] == "fixed") {
		side := lengths(strings.FieldsFunc(strings.TrimSuffix(args, ")"), func(r rune) bool { return r == ',' || r == ' ' }), 0)
		if len(side) == 4 && (side[2]-side[0] < 2 || side[1]-side[3] < 2) {
			return true
		}
	}
	name, args, ok := strings.Cut(cmp.Or(props["clip-path"], props["-webkit-clip-path"]), "(")
	if !ok {
		return false
	}
	args, _, _ = strings.Cut(strings.TrimSuffix(args, ")"), " at ")
	args, _, _ = strings.Cut(args, " round ")
	switch name {
	case "inset":
		side := fourSides(strings.Fields(args))
		v := lengths(side, 100)
		if len(v) == 4 && max(v[0]+v[2]-highestScreen, v[1]+v[3]-widestScreen) >= 0 {
			return true
		}
		return len(v) == 4 && (strings.HasSuffix(side[0], "%") && v[0]+v[2] >= 100 || strings.HasSuffix(side[1], "%") && v[1]+v[3] >= 100)
	case "circle", "ellipse":
		v := lengths(strings.Fields(args), 100)
		return len(v) > 0 && min(v[0], v[len(v)-1]) < 1
	case "polygon":
		return noArea(args)
	}
	return false
}

// noArea reports a polygon whose points are all on one vertical or horizontal line.
func noArea(points string) bool {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range strings.Split(points, ",") {
		v := lengths(strings.Fields(p), 100)
		if len(v) != 2 {
			return false
		}
		left, right, top, bottom = min(left, v[0]), max(right, v[0]), min(top, v[1]), max(bottom, v[1])
	}
	return right-left < 1 || bottom-top < 1
}

// lengths reads lengths; it has none if one of them can't be read.
func lengths(values []string, whole float64) []float64 {
	var out []float64
	for _, v := range values {
		n, ok := length(v, rootFont, whole)
		if !ok {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// transformedAway reports a transformation that moves its element off the screen, or shrinks
// it to nothing.
func transformedAway(props map[string]string) bool {
	for _, m := range transforms().FindAllStringSubmatch(props["transform"], 20) {
		args := splitOutside(m[3], ',')
		switch m[1] {
		case "translate":
			x, y := args[0], ""
			if m[2] == "y" {
				x, y = "", args[0]
			} else if len(args) > 1 {
				y = args[1]
			}
			if farAway(x) && !beside(props, x, "left", "right") || farAway(y) && !beside(props, y, "top", "bottom") {
				return true
			}
		case "scale":
			if zeroScale(args[0]) || len(args) > 1 && zeroScale(args[1]) {
				return true
			}
		case "matrix":
			if m[2] == "" && len(args) == 6 && (zeroScale(args[0]) && zeroScale(args[1]) || farAway(args[4]) || farAway(args[5])) {
				return true
			}
		}
	}
	return false
}

// beside reports a box that is placed from a side and moved by about its own size, as labels
// beside another box are: see offPage for where it is then.
func beside(props map[string]string, move, from, to string) bool {
	n, ok := length(strings.TrimSuffix(move, "%"), rootFont, 0)
	free := props["position"] == "absolute" || props["position"] == "fixed"
	return ok && strings.HasSuffix(move, "%") && n > -200 && free && props[from]+props[to] != ""
}

// movedAway reports an element that is off the screen, or shrunk or turned to nothing.
func movedAway(props map[string]string) bool {
	if transformedAway(props) {
		return true
	}
	moves := strings.Fields(props["translate"])
	centred := strings.HasSuffix(props["left"], "%") || props["float"] != "" // a margin may lead back from there
	for _, k := range []string{"margin-left", "margin-top", "margin-right"} {
		n, ok := length(props[k], rootFont, 1000)
		if ok && (n <= -2000 || n >= 20_000 || n < -500 && !centred) {
			return true
		}
	}
	if farAway(props["text-indent"]) {
		return true
	}
	if n, ok := length(props["text-indent"], rootFont, screenWidth); ok && n <= -300 {
		if pad, _ := length(props["padding-left"], rootFont, screenWidth); pad+n < 0 {
			return true
		}
	}
	if p := props["position"]; p == "absolute" || p == "fixed" || p == "relative" {
		moves = append(moves, props["left"], props["top"], props["right"], props["bottom"])
		if outside(props, "left", "width", "right") || outside(props, "top", "height", "bottom") {
			return true
		}
	}
	return slices.ContainsFunc(moves, farAway)
}

// outside reports a box of a known size before the edge of the screen that it is placed from.
func outside(props map[string]string, from, size, to string) bool {
	long, ok := length(props[size], rootFont, 0)
	if !ok || long <= 0 || props["position"] != "fixed" {
		return false
	}
	before := func(side string) bool {
		at, ok := length(props[side], rootFont, 0)
		return ok && at < 0 && at+long <= 0
	}
	return before(from) || before(to)
}

// What counts as readable at least, in all formats.
const (
	MinPoints = 3.   // size of writing, and height of a line
	MinShape  = 0.35 // of the height of letters that is left of their width, or the other way round
	minPixels = 4.   // MinPoints in pixels
	maxTight  = -0.4 // space between letters, in sizes of the font
)

// tinyFont reports a font size that can't be read; parent is what em and percent are of.
func tinyFont(v string, parent float64) bool {
	n, ok := length(v, parent, parent)
	return ok && n >= 0 && n < minPixels
}

// zeroScale reports a factor, as a number or in percent, that leaves next to nothing.
func zeroScale(v string) bool {
	n, ok := length(strings.TrimSpace(v), rootFont, 1)
	return ok && math.Abs(n) < 0.05
}

// farAway reports an offset that moves text off any screen.
func farAway(v string) bool {
	n, ok := length(v, rootFont, 1000)
	return ok && (n <= -999 || n >= 20000)
}

// scriptURL reports a link that runs code instead of leading somewhere.
func scriptURL(url string) bool {
	var b strings.Builder
	for _, r := range url {
		if r > ' ' && invisible(r) == "" {
			b.WriteRune(r)
		}
		if b.Len() > 32 {
			break
		}
	}
	u := strings.ToLower(b.String())
	for _, p := range []string{"javascript:", "vbscript:", "data:text/html", "data:image/svg", "data:application"} {
		if strings.HasPrefix(u, p) {
			return true
		}
	}
	return false
}
