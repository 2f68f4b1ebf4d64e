package document

import (
	"cmp"
	"encoding/hex"
	"math"
	"strconv"
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

// hiddenElement reports whether attributes hide their element, which is on a ground.
func hiddenElement(attrs []html.Attribute, ground string) bool {
	for _, a := range attrs {
		if a.Key == "hidden" && !strings.EqualFold(a.Val, "until-found") {
			return true
		}
	}
	return hiddenStyle(attribute(attrs, "style"), attribute(attrs, "color"), attribute(attrs, "bgcolor"), ground)
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
	if zeroScale(props["opacity"]) {
		return true
	}
	switch {
	case props["display"] == "none", props["visibility"] == "hidden", props["visibility"] == "collapse":
		return true
	case tinyFont(cmp.Or(props["font-size"], shorthandSize(props["font"]))), zeroScale(props["zoom"]), zeroScale(props["scale"]):
		return true
	case props["overflow"] == "hidden" && (zeroLength(props["height"]) || zeroLength(props["max-height"]) || zeroLength(props["width"])):
		return true
	case strings.HasPrefix(props["clip"], "rect(0") && (props["position"] == "absolute" || props["position"] == "fixed"):
		return true
	case props["clip-path"] == "inset(50%)", props["clip-path"] == "inset(100%)", strings.HasPrefix(props["clip-path"], "circle(0"):
		return true
	case movedAway(props["transform"]), props["filter"] == "opacity(0)", props["filter"] == "opacity(0%)", props["content-visibility"] == "hidden":
		return true
	case farAway(props["text-indent"]), farAway(props["margin-left"]), farAway(props["margin-top"]):
		return true
	}
	if p := props["position"]; p == "absolute" || p == "fixed" || p == "relative" {
		inset, _, _ := strings.Cut(props["inset"], " ")
		for _, offset := range []string{inset, props["left"], props["top"], props["right"], props["bottom"]} {
			if farAway(offset) {
				return true
			}
		}
	}
	color = cmp.Or(props["-webkit-text-fill-color"], props["color"], color)
	for _, k := range []string{"background-color", "background"} {
		if c := props[k]; c != "" && !strings.Contains(c, "url(") {
			background = c
		}
	}
	return sameColour(color, background, ground)
}

// sameColour reports text that a reader can't see on its ground.
func sameColour(color, background, ground string) bool {
	if color == "" {
		return false
	}
	fg, ok := parseColour(color)
	if !ok {
		return false
	}
	if fg.a < 0.05 {
		return true
	}
	if bg, ok := parseColour(background); ok && bg.a >= 0.5 {
		return fg.near(bg)
	}
	if background != "" && background != "transparent" && background != "none" {
		return false // a ground that is not known
	}
	bg, ok := parseColour(ground)
	return ok && fg.near(bg)
}

// calculated is a calculation of one length, or of a length times nothing.
var calculated = lazy.Regexp(`calc\(\s*(?:(0)\s*\*[^()]*|[^()*]*\*\s*(0)|([-+.\w%]+))\s*\)`)

// parseStyle splits declarations; names and values are lower case, without
// '!important' and comments.
func parseStyle(style string) map[string]string {
	if style == "" {
		return nil
	}
	props := map[string]string{}
	for decl := range strings.SplitSeq(strings.ToLower(style), ";") {
		k, v, ok := strings.Cut(decl, ":")
		if ok {
			v = strings.ReplaceAll(strings.ReplaceAll(v, "!important", ""), "! important", "")
			props[strings.TrimSpace(k)] = calculated().ReplaceAllString(strings.TrimSpace(v), "$1$2$3")
		}
	}
	return props
}

// zeroLength reports a length of a pixel or point at most.
func zeroLength(v string) bool {
	n, ok := pixels(v)
	return ok && n >= 0 && n < 1.1
}

// tinyPixels is the size below which a font can't be read.
const tinyPixels = 3.5

// tinyFont reports a font size that can't be read; relative sizes are taken of 16 pixels.
func tinyFont(v string) bool {
	m := lengthForm().FindStringSubmatch(v)
	if m == nil {
		return false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	per, known := map[string]float64{
		"": 1, "px": 1, "pt": 4. / 3, "pc": 16, "em": 16, "rem": 16, "%": 0.16, "ex": 8, "ch": 8, "vw": 10, "vh": 10, "vmin": 10, "vmax": 10,
		"mm": 3.78, "cm": 37.8, "q": 0.945, "in": 96,
	}[m[2]]
	return err == nil && known && n >= 0 && n*per < tinyPixels
}

var fontSize = lazy.Regexp(`(?:^|\s)([0-9.]+(?:px|pt|pc|r?em|%|mm|cm|in|ex|ch|vw|vh))(?:/|\s|$)`)

// shorthandSize is the size in a value of "font", empty if it has none.
func shorthandSize(v string) string {
	if m := fontSize().FindStringSubmatch(v); m != nil {
		return m[1]
	}
	return ""
}

// zeroScale reports a factor, as a number or in percent, that leaves next to nothing.
func zeroScale(v string) bool {
	number, percent := strings.CutSuffix(strings.TrimSpace(v), "%")
	n, err := strconv.ParseFloat(number, 64)
	if percent {
		n /= 100
	}
	return err == nil && n < 0.05
}

var (
	moveForm  = lazy.Regexp(`translate[xy3d]*\(\s*([^,()]+)(?:,\s*([^,()]+))?`)
	scaleForm = lazy.Regexp(`scale[xy3d]*\(\s*([^,()]+)`)
)

// movedAway reports a transformation that moves its element off the screen or shrinks it
// to nothing.
func movedAway(v string) bool {
	if m := moveForm().FindStringSubmatch(v); m != nil && (farAway(m[1]) || farAway(m[2])) {
		return true
	}
	m := scaleForm().FindStringSubmatch(v)
	return m != nil && zeroScale(m[1])
}

// farAway reports an offset that moves text off any screen.
func farAway(v string) bool {
	n, ok := pixels(v)
	return ok && (n <= -999 || n >= 20000)
}

var lengthForm = lazy.Regexp(`^([-+.0-9]+)\s*(.*)$`)

// pixels is about how long a CSS length is.
func pixels(v string) (float64, bool) {
	m := lengthForm().FindStringSubmatch(v)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	switch m[2] {
	case "", "px", "pt":
	case "%", "vw", "vh":
		n *= 10
	default: // em and rem; others are not shorter
		n *= 16
	}
	return n, err == nil
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

// colour is red, green, blue of 0 to 255 and opacity of 0 to 1.
type colour struct{ r, g, b, a float64 }

// near reports colours that look alike to a reader.
func (c colour) near(d colour) bool {
	return math.Abs(c.r-d.r) <= 16 && math.Abs(c.g-d.g) <= 16 && math.Abs(c.b-d.b) <= 16
}

// colourNames are those that hide text in practice, and some that do not.
var colourNames = map[string]colour{
	"white": {255, 255, 255, 1}, "black": {0, 0, 0, 1}, "transparent": {},
	"snow": {248, 248, 248, 1}, "ghostwhite": {248, 248, 248, 1}, "whitesmoke": {248, 248, 248, 1}, "ivory": {248, 248, 248, 1},
	"floralwhite": {248, 248, 248, 1}, "mintcream": {248, 248, 248, 1}, "azure": {248, 248, 248, 1}, "canvas": {255, 255, 255, 1},
	"aliceblue": {244, 248, 252, 1}, "seashell": {252, 246, 240, 1}, "lavenderblush": {252, 244, 246, 1}, "honeydew": {244, 252, 244, 1},
	"red": {255, 0, 0, 1}, "blue": {0, 0, 255, 1}, "yellow": {255, 255, 0, 1}, "gray": {128, 128, 128, 1}, "grey": {128, 128, 128, 1},
}

// parseColour knows the forms that hide text in practice: #rgb, #rrggbb, rgb(),
// rgba(), and some names.
func parseColour(s string) (colour, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if c, ok := colourNames[s]; ok {
		return c, true
	}
	if digits, ok := strings.CutPrefix(s, "#"); ok {
		return hexColour(digits)
	}
	i := strings.IndexByte(s, '(')
	if i > 0 && strings.HasPrefix(s, "hsl") {
		return paleHSL(s[i+1:])
	}
	if i <= 0 || !strings.HasPrefix(s, "rgb") || !strings.HasSuffix(s, ")") {
		return colour{}, false
	}
	parts := strings.FieldsFunc(s[i+1:len(s)-1], func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(parts) < 3 || len(parts) > 4 {
		return colour{}, false
	}
	v := [4]float64{0, 0, 0, 1}
	for j, p := range parts {
		number, percent := strings.CutSuffix(p, "%")
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return colour{}, false
		}
		if percent {
			n /= 100
			if j < 3 {
				n *= 255
			}
		}
		v[j] = n
	}
	return colour{v[0], v[1], v[2], v[3]}, true
}

// paleHSL reads what follows hsl( for white, black and what is nearly so; for other
// lightness ok is false.
func paleHSL(s string) (c colour, ok bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '/' || r == ')' })
	if len(parts) < 3 {
		return colour{}, false
	}
	light, err := strconv.ParseFloat(strings.TrimSuffix(parts[2], "%"), 64)
	if err != nil || light > 3 && light < 97 {
		return colour{}, false
	}
	v := 255 * light / 100
	return colour{v, v, v, 1}, true
}

var anyDigit = lazy.Regexp(`.`)

// hexColour reads the digits of #rgb, #rgba, #rrggbb or #rrggbbaa.
func hexColour(digits string) (colour, bool) {
	if len(digits) <= 4 {
		digits = anyDigit().ReplaceAllString(digits, "$0$0")
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	v, err := hex.DecodeString(digits)
	if err != nil || len(v) != 4 {
		return colour{}, false
	}
	return colour{float64(v[0]), float64(v[1]), float64(v[2]), float64(v[3]) / 255}, true
}
