package document

import (
	"maps"
	"strconv"
	"strings"
	"sync"

	"judgement/internal/lazy"
)

// fourSides gives the one to four values of a shorthand to top, right, bottom and left.
func fourSides(v []string) []string {
	switch len(v) {
	case 1:
		return append(v, v[0], v[0], v[0])
	case 2:
		return append(v, v...)
	case 3:
		return append(v, v[1])
	}
	return v
}

var (
	cssEscape  = lazy.Regexp(`\\(?:([0-9a-f]{1,6})[ \t\n]?|(.))`)
	cssComment = lazy.Regexp(`(?s)/\*.*?(?:\*/|\z)`)
)

// maxStyle bounds a value of a style in bytes.
const maxStyle = 4096

// parseStyle reads declarations; names and values are lower case. Those with '!important'
// come last.
func parseStyle(style string) map[string]string {
	d := declared(style)
	if d.important != nil {
		maps.Copy(d.normal, d.important)
	}
	return d.normal
}

// declarations are those of a rule or of an inline style.
type declarations struct {
	normal, important map[string]string
	vars              map[string]string // custom properties
}

// looks are the properties that are read; all others are left out.
var looks = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, k := range strings.Fields(`display visibility opacity filter zoom scale translate rotate transform overflow overflow-x overflow-y
		height min-height max-height width min-width max-width block-size inline-size max-block-size max-inline-size line-height text-indent letter-spacing word-spacing text-overflow flex flex-grow
		clip clip-path -webkit-clip-path mask mask-image -webkit-mask -webkit-mask-image position top right bottom left float z-index
		margin-left margin-top margin-right margin-bottom margin-inline-start margin-block-start padding-left padding-top padding-bottom color background background-color background-image
		background-clip -webkit-background-clip -webkit-text-fill-color -webkit-text-stroke text-shadow font-size mix-blend-mode isolation
		will-change content content-visibility animation animation-name animation-fill-mode pointer-events color-scheme grid-area grid-row animation-iteration-count contain perspective writing-mode direction
		initial-value inherits`) { // the last line is of @property
		out[k] = true
	}
	return out
})

// declared reads the declarations of a style.
func declared(style string) (d declarations) {
	if style == "" {
		return d
	}
	d.normal = map[string]string{}
	style = strings.ToLower(cssComment().ReplaceAllString(style, ""))
	for _, decl := range splitOutside(style, ';') {
		k, v, ok := strings.Cut(decl, ":")
		k, v = unescaped(strings.TrimSpace(k)), unescaped(strings.TrimSpace(v))
		switch {
		case !ok || len(v) > maxStyle:
		case strings.HasPrefix(k, "--"):
			if d.vars == nil {
				d.vars = map[string]string{}
			}
			if len(d.vars) < maxVars && len(v) <= maxVar {
				d.vars[k] = v
			}
		default:
			to := d.normal
			if i := strings.LastIndexByte(v, '!'); i >= 0 && strings.TrimSpace(v[i+1:]) == "important" {
				v = strings.TrimSpace(v[:i])
				if d.important == nil {
					d.important = map[string]string{}
				}
				to = d.important
			}
			declare(to, k, v)
		}
	}
	return d
}

// unescaped puts characters in the place of escapes, with which a style may be written
// to look like another one.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return cssEscape().ReplaceAllStringFunc(s, func(e string) string {
		if n, err := strconv.ParseInt(strings.TrimSpace(e[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return e[1:]
	})
}

// declare sets a property, and those that it is short for.
func declare(to map[string]string, k, v string) {
	switch k {
	case "background":
		to["background-color"], to["background-image"] = "", ""
	case "font":
		k, v = "font-size", shorthandSize(v)
	case "all":
		to["background"] = "transparent"
		k, v = "color", "initial"
	case "inset-inline-start", "inset-inline-end", "inset-block-start", "inset-block-end":
		k = map[string]string{"inset-inline-start": "left", "inset-inline-end": "right", "inset-block-start": "top", "inset-block-end": "bottom"}[k]
	case "inset", "margin":
		prefix := ""
		if k == "margin" {
			prefix = "margin-"
		}
		side := fourSides(strings.Fields(v))
		if strings.Contains(v, "(") {
			side = fourSides([]string{v})
		}
		if len(side) == 4 {
			to[prefix+"top"], to[prefix+"right"], to[prefix+"bottom"], to[prefix+"left"] = side[0], side[1], side[2], side[3]
		}
		return
	case "padding":
		if side := fourSides(strings.Fields(v)); len(side) == 4 {
			to["padding-top"], to["padding-bottom"], to["padding-left"] = side[0], side[2], side[3]
		}
		return
	}
	if looks()[k] {
		to[k] = v
	}
}

var fontSize = lazy.Regexp(`(?:^|\s)(0+(?:\.0+)?|[0-9.]+(?:e[-+]?[0-9]+)?(?:px|pt|pc|r?em|%|mm|cm|in|ex|ch|vw|vh)|(?:calc|min|max|clamp)\(.*\))(?:/|\s|$)`)

// shorthandSize is the size in a value of "font", empty if it has none.
func shorthandSize(v string) string {
	if m := fontSize().FindStringSubmatch(v); m != nil {
		return m[1]
	}
	return ""
}
