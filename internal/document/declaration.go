package document

import (
	"maps"
	"slices"
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
	cssEscape  = lazy.Regexp(`\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|(.))`)
	cssComment = lazy.Regexp(`(?s)/\*.*?(?:\*/|\z)`)
	customName = lazy.Regexp(`--(?:[\w-]|[^\x00-\x7f])+`)
	slash      = lazy.Regexp(`\s*/\s*`)
)

// maxStyle bounds a value of a style in bytes.
const maxStyle = 4096

// parseStyle reads the declarations of an element that nothing is known about but its own
// style; names and values are lower case.
func parseStyle(style string) map[string]string {
	d := declared(style)
	if d.important != nil {
		maps.Copy(d.normal, d.important)
	}
	left := minMatching
	in := newScope(&substitutions{left: &left, others: true}, nil)
	return in.with(varsOf{}, d).resolved(d.normal)
}

// declarations are those of a rule or of an inline style.
type declarations struct {
	normal, important   map[string]string
	vars, importantVars map[string]string // custom properties
}

func (d *declarations) empty() bool {
	return len(d.normal)+len(d.important)+len(d.vars)+len(d.importantVars) == 0
}

// looks are the properties that are read; all others are left out.
var looks = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, k := range strings.Fields(`display visibility opacity filter zoom scale translate rotate transform overflow overflow-x overflow-y
		height min-height max-height width min-width max-width block-size inline-size max-block-size max-inline-size line-height text-indent letter-spacing word-spacing text-overflow flex flex-grow
		clip clip-path -webkit-clip-path mask mask-image -webkit-mask -webkit-mask-image position top right bottom left float z-index
		margin-left margin-top margin-right margin-bottom padding-left padding-top padding-bottom color background background-color background-image
		background-clip -webkit-background-clip -webkit-text-fill-color -webkit-text-stroke text-shadow font-size mix-blend-mode isolation
		will-change content content-visibility animation animation-name animation-fill-mode pointer-events color-scheme grid-area grid-row animation-iteration-count contain perspective writing-mode direction
		backface-visibility transform-style box-sizing
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
	for _, decl := range splitOutside(cssComment().ReplaceAllString(style, ""), ';') {
		k, v, ok := strings.Cut(decl, ":")
		if !ok || len(v) > maxStyle {
			continue
		}
		k, v = lowered(unescaped(strings.TrimSpace(k))), lowered(unescaped(strings.TrimSpace(v)))
		to, vars := &d.normal, &d.vars
		if i := strings.LastIndexByte(v, '!'); i >= 0 && strings.TrimSpace(v[i+1:]) == "important" {
			v = strings.TrimSpace(v[:i])
			to, vars = &d.important, &d.importantVars
		}
		if strings.HasPrefix(k, "--") {
			to = vars
		}
		if *to == nil {
			*to = map[string]string{}
		}
		if to != vars {
			declare(*to, k, v)
		} else if len(*to) < maxVars && len(v) <= maxVar {
			(*to)[k] = v
		}
	}
	return d
}

// lowered is a name or value in lower case, except for names of custom properties.
func lowered(s string) string {
	if !strings.Contains(s, "--") {
		return strings.ToLower(s)
	}
	var b strings.Builder
	at := 0
	for _, loc := range customName().FindAllStringIndex(s, -1) {
		b.WriteString(strings.ToLower(s[at:loc[0]]) + s[loc[0]:loc[1]])
		at = loc[1]
	}
	return b.String() + strings.ToLower(s[at:])
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

// samePlace are properties that are read as others, for text from left to right.
var samePlace = map[string]string{
	"inset-inline-start": "left", "inset-inline-end": "right", "inset-block-start": "top", "inset-block-end": "bottom",
	"margin-inline-start": "margin-left", "margin-inline-end": "margin-right", "margin-block-start": "margin-top", "margin-block-end": "margin-bottom",
	"-webkit-backface-visibility": "backface-visibility", "-webkit-transform-style": "transform-style", "-webkit-box-sizing": "box-sizing",
	"padding-inline-start": "padding-left", "padding-block-start": "padding-top", "padding-block-end": "padding-bottom",
}

// shorthands are properties that set several others.
var shorthands = map[string][]string{
	"font":  {"font-size", "line-height"},
	"inset": {"top", "right", "bottom", "left"}, "inset-block": {"top", "bottom"}, "inset-inline": {"left", "right"},
	"margin":       {"margin-top", "margin-right", "margin-bottom", "margin-left"},
	"margin-block": {"margin-top", "margin-bottom"}, "margin-inline": {"margin-left", "margin-right"},
	"padding":       {"padding-top", "padding-right", "padding-bottom", "padding-left"},
	"padding-block": {"padding-top", "padding-bottom"}, "padding-inline": {"padding-left", "padding-right"},
}

// declare sets a property, and those that it is short for. What a shorthand with var() sets is
// known only later: until then, it is the value of each, after the shorthand's name and a colon.
func declare(to map[string]string, k, v string) {
	switch k {
	case "background":
		to["background-color"], to["background-image"] = "", ""
	case "all":
		to["background"] = "transparent"
		k, v = "color", "initial"
	}
	if same := samePlace[k]; same != "" {
		k = same
	}
	names := shorthands[k]
	if names == nil && looks()[k] {
		to[k] = v
	}
	values := longhands(k, v, len(names))
	for i, name := range names {
		switch {
		case !looks()[name]:
		case substitutes(v):
			to[name] = k + ":" + v
		case values != nil:
			to[name] = values[i]
		}
	}
}

// longhands takes a shorthand's value apart, nil if it can't be.
func longhands(shorthand, v string, n int) []string {
	values := fieldsOf(v)
	switch {
	case n == 0:
		return nil
	case shorthand == "font":
		return fontSizes(v)
	case n == 4:
		values = fourSides(values)
	case len(values) == 1:
		values = append(values, values[0])
	}
	if len(values) != n {
		return nil
	}
	return values
}

// fieldsOf splits a value at spaces outside of brackets.
func fieldsOf(v string) []string {
	if v = strings.Join(strings.Fields(v), " "); v == "" {
		return nil
	}
	return splitOutside(v, ' ')
}

// fontSizes are the size and the height of lines in a value of "font", empty if it has none.
// The size is the last length: numbers before it are the weight.
func fontSizes(v string) []string {
	for _, field := range slices.Backward(fieldsOf(slash().ReplaceAllString(v, "/"))) {
		size := append(splitOutside(field, '/'), "")[:2]
		n, err := strconv.ParseFloat(size[0], 64)
		if _, ok := length(size[0], rootFont, rootFont); ok && (err != nil || n == 0) {
			return size
		}
	}
	return []string{"", ""}
}
