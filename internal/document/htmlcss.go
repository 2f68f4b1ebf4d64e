package document

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

var (
	cssCustom  = lazy.Regexp(`(--[\w-]+)\s*:\s*([^;{}"]{1,80})`)
	cssVar     = lazy.Regexp(`var\(\s*(--[\w-]+)\s*(?:,([^()]{0,80}))?\)`)
	cssGround  = lazy.Regexp(`(?i)background(?:-color|-image)?\s*:\s*([^;{}]{1,120})`)
	cssComment = lazy.Regexp(`(?s)/\*.*?\*/`)
	cssRule    = lazy.Regexp(`([^{}]*)\{([^{}]*)\}`)
	cssSimple  = lazy.Regexp(`^[a-z0-9]*(?:[.#][\w-]+)?$`)
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

// sheet notes the simple selectors that hide their elements; rules for other
// media are taken alike, selectors with a structure are not followed.
func (p *htmlCleaner) sheet(css, ground string) {
	for _, m := range cssRule().FindAllStringSubmatch(cssComment().ReplaceAllString(css, ""), 2000) {
		if !hiddenStyle(p.resolve(m[2]), "", "", ground) {
			continue
		}
		for sel := range strings.SplitSeq(m[1], ",") {
			sel = strings.TrimSpace(sel)
			if sel != "" && cssSimple().MatchString(strings.ToLower(sel)) {
				p.hidden[sel] = true
			}
		}
	}
}
