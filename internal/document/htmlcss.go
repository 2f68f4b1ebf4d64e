package document

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

var (
	cssCustom  = lazy.Regexp(`(--[\w-]+)\s*:\s*([^;{}"]{1,80})`)
	cssVar     = lazy.Regexp(`var\(\s*(--[\w-]+)\s*(?:,([^()]{0,80}))?\)`)
	cssGround  = lazy.Regexp(`(?i)background(?:-color|-image)?\s*:\s*([^;{}]{1,120})`)
	cssComment = lazy.Regexp(`(?s)/\*.*?\*/`)
	cssRule    = lazy.Regexp(`([^{}]*)\{([^{}]*)\}`)
	cssPlain   = lazy.Regexp(`^(?:[^\s>+~:*\[]|\[[^\]]*\])+(?:(?:\s*>\s*|\s+)(?:[^\s>+~:*\[]|\[[^\]]*\])+)?$`)
)

// plainPage is the colour of a page that nothing was painted on.
const plainPage = "#ffffff"

// maxStyle bounds a style in bytes into which custom properties are put.
const maxStyle = 4096

// sheetGround is the colour behind all text of a page: white, if the style sheets paint
// nothing else. It is empty if they do.
func (p *htmlCleaner) sheetGround(css string) string {
	if p.painted {
		return ""
	}
	white, _ := parseColour(plainPage)
	for _, m := range cssGround().FindAllStringSubmatch(css, 2000) {
		value := strings.TrimSpace(p.resolve(m[1]))
		c, ok := parseColour(value)
		if value != "none" && value != "transparent" && (!ok || !c.near(white)) {
			return ""
		}
	}
	return plainPage
}

// custom notes the custom properties of a style sheet or a style attribute. One that is
// set twice has its first value.
func (p *htmlCleaner) custom(css string) {
	if !strings.Contains(css, "--") {
		return
	}
	for _, m := range cssCustom().FindAllStringSubmatch(strings.ToLower(css), 200) {
		if _, ok := p.vars[m[1]]; !ok && len(p.vars) < 1000 {
			p.vars[m[1]] = strings.TrimSpace(m[2])
		}
	}
}

// resolve puts the values of custom properties into a style.
func (p *htmlCleaner) resolve(style string) string {
	for range 4 { // a property may use another one
		if len(style) > maxStyle || !strings.Contains(style, "var(") {
			break
		}
		style = cssVar().ReplaceAllStringFunc(style, func(use string) string {
			m := cssVar().FindStringSubmatch(use)
			return cmp.Or(p.vars[strings.ToLower(m[1])], strings.TrimSpace(m[2]))
		})
	}
	return style
}

// resolved is the attributes with custom properties put into the style.
func (p *htmlCleaner) resolved(attrs []html.Attribute) []html.Attribute {
	i := slices.IndexFunc(attrs, func(a html.Attribute) bool { return a.Key == "style" && strings.Contains(a.Val, "var(") })
	if i < 0 {
		return attrs
	}
	attrs = slices.Clone(attrs)
	attrs[i].Val = p.resolve(attrs[i].Val)
	return attrs
}

// covered takes out the text of a positioned box that a later element fills with an opaque
// ground.
func (p *htmlCleaner) covered(n *html.Node) {
	box := parseStyle(p.resolve(attrOf(n, "style")))
	if box["position"] == "" || box["position"] == "static" {
		return
	}
	for c := n.LastChild; c != nil; c = c.PrevSibling {
		if c.Type != html.ElementNode || !fillsBox(parseStyle(p.resolve(attrOf(c, "style")))) {
			continue
		}
		for c.PrevSibling != nil {
			under := c.PrevSibling
			text := under.Data
			if under.Type != html.TextNode {
				text = nodeText(under)
			}
			p.found.leftOut(HiddenText, text)
			n.RemoveChild(under)
		}
		return
	}
}

// fillsBox reports a style that fills the box around its element, on an opaque ground.
func fillsBox(props map[string]string) bool {
	if p := props["position"]; p != "absolute" && p != "fixed" || zIndex(props) < 0 || props["opacity"] != "" {
		return false
	}
	zero := func(side string) bool {
		n, ok := pixels(props[side])
		return ok && n == 0
	}
	whole := func(size string) bool {
		n, err := strconv.ParseFloat(strings.TrimSuffix(props[size], "%"), 64)
		return err == nil && n >= 100 && strings.HasSuffix(props[size], "%")
	}
	if !zero("inset") && (!zero("top") || !zero("left") || !whole("width") && !zero("right") || !whole("height") && !zero("bottom")) {
		return false
	}
	c, ok := parseColour(cmp.Or(props["background-color"], props["background"]))
	return ok && c.a > 0.95
}

func zIndex(props map[string]string) int {
	n, _ := strconv.Atoi(props["z-index"])
	return n
}

// Limits of selectors, each of which is compared with every element.
const (
	maxSelectors = 300
	maxSelector  = 200 // bytes
)

// sheet notes the selectors that hide their elements; rules for other media are taken
// alike. Selectors of more than one element in another, or with pseudo-classes, are not
// followed.
func (p *htmlCleaner) sheet(css, ground string) {
	for _, m := range cssRule().FindAllStringSubmatch(cssComment().ReplaceAllString(css, ""), 2000) {
		if !hiddenStyle(p.resolve(m[2]), "", "", ground) {
			continue
		}
		for text := range strings.SplitSeq(m[1], ",") {
			text = strings.TrimSpace(text)
			if len(text) > maxSelector || len(p.hidden) >= maxSelectors || !cssPlain().MatchString(text) {
				continue
			}
			if sel, err := cascadia.Parse(text); err == nil {
				p.hidden = append(p.hidden, sel)
			}
		}
	}
}
