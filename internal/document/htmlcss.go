package document

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

// Limits of style sheets. Rules after them are not read.
const (
	maxSelectors = 20_000
	maxSelector  = 300  // bytes
	maxBranches  = 64   // selectors of one rule
	maxNested    = 32   // blocks in each other
	maxVars      = 3000 // custom properties of one rule
	maxVar       = 1000 // bytes of one
)

// rule is a selector of a style sheet with its declarations.
type rule struct {
	sel   cascadia.Sel
	style *declarations
	order int
	words []string // classes, ids and values of attributes in the selector
	live  bool     // for a state that a reader can bring about, such as :hover

	// What comparing costs: how many elements around one, before one and in one are looked at.
	deep, beside int
	wide, within bool
}

// cost is the steps that comparing an element may take.
func (r *rule) cost(n *html.Node, depth int, s *sheets) int {
	steps := 1 + len(r.style.normal)
	for range min(r.deep, 6) {
		steps *= depth + 1
	}
	for range min(r.beside, 4) {
		if r.wide {
			steps *= s.widest
		} else {
			steps *= 1 + s.kids[n.Parent]
		}
	}
	if r.within {
		steps *= s.nodes
	}
	return steps
}

// sheets are the rules of a page's style sheets, by the class, id or name that their
// elements must have; those under "*" may be for any.
type sheets struct {
	rules  map[string][]*rule
	states map[string][]*rule           // for states, by class or id: see revealed
	frames map[string]map[string]string // last declarations of @keyframes
	count  int

	initial  map[string]string // values of @property for the page,
	restored map[string]string // and for each element, which does not take that of its parents

	nodes, widest int                // elements of the page; most of them right in one
	kids          map[*html.Node]int // how many are right in one
}

var cssToken = lazy.Regexp(`(?s)/\*.*?(?:\*/|\z)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|url\([^)"'{}]*|[{};]`)

// block is a rule of a style sheet under way.
type block struct {
	selectors []string // nil outside of all rules
	frames    string   // name of the keyframes that it is in
	property  string   // the custom property that it declares
	skip      bool
	text      strings.Builder
}

// read reads a style sheet with its nested rules.
func (s *sheets) read(css string) {
	css = strings.NewReplacer("<!--", "", "-->", "").Replace(css) // marks for browsers that know no style sheets
	open := []*block{{}}
	var text strings.Builder
	at := 0
	for _, loc := range cssToken().FindAllStringIndex(css, -1) {
		text.WriteString(css[at:loc[0]])
		token := css[loc[0]:loc[1]]
		at = loc[1]
		top := open[len(open)-1]
		switch {
		case strings.HasPrefix(token, "/*"):
		case token == "{":
			open = append(open, top.inner(strings.TrimSpace(text.String()), len(open)))
			text.Reset()
		case token == ";":
			top.text.WriteString(text.String() + ";")
			text.Reset()
		case token == "}":
			top.text.WriteString(text.String())
			text.Reset()
			if len(open) > 1 {
				open = open[:len(open)-1]
				s.add(top)
			}
		default:
			text.WriteString(token)
		}
	}
	open[len(open)-1].text.WriteString(text.String() + css[at:])
	for _, b := range slices.Backward(open) {
		s.add(b)
	}
}

// inner opens a block in b.
func (b *block) inner(head string, depth int) *block {
	in := &block{selectors: b.selectors, frames: b.frames, skip: b.skip || depth > maxNested}
	if !strings.HasPrefix(head, "@") {
		in.skip = in.skip || b.frames != "" && head != "to" && !strings.Contains(head, "100%")
		if b.frames == "" && !in.skip {
			in.selectors = nested(b.selectors, head)
		}
		return in
	}
	name, rest, _ := strings.Cut(strings.ToLower(head[1:]), " ")
	switch name {
	case "media", "container":
		in.skip = in.skip || !mediaApplies(rest)
	case "supports":
		in.skip = in.skip || strings.HasPrefix(strings.TrimSpace(rest), "not")
	case "layer":
	case "scope":
		root, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(head[len("@scope"):]), "("), ")")
		in.selectors = nested(b.selectors, root)
	case "property":
		in.property = strings.TrimSpace(head[len("@property"):])
	case "keyframes", "-webkit-keyframes":
		in.frames = strings.TrimSpace(rest)
	default:
		in.skip = true
	}
	return in
}

// nested lists the selectors of a rule in a rule with other ones.
func nested(parents []string, head string) []string {
	if parents == nil {
		parents = []string{""}
	}
	out := []string{}
	for _, child := range splitOutside(head, ',') {
		for _, parent := range parents {
			sel := strings.ReplaceAll(child, "&", parent)
			if sel == child && parent != "" {
				sel = parent + " " + child
			}
			if sel = strings.TrimSpace(sel); sel != "" && len(sel) <= maxSelector && len(out) < maxBranches {
				out = append(out, sel)
			}
		}
	}
	return out
}

var mediaSize = lazy.Regexp(`(min|max)-(?:device-)?(width|height)\s*:\s*([^()]+)`)

// mediaApplies reports a media query that holds for a large screen in light colours.
func mediaApplies(query string) bool {
	for _, q := range splitOutside(query, ',') {
		no := strings.HasPrefix(q, "not ") || strings.HasPrefix(q, "not(")
		holds := true
		for _, other := range []string{"print", "speech", "<", ">", "aspect-ratio", "handheld", "display-mode", "scripting", "scheme: dark", "scheme:dark", "reduce)", "hover: none", "hover:none", "coarse", "portrait", "forced-colors", "contrast"} {
			holds = holds && !strings.Contains(q, other)
		}
		for _, m := range mediaSize().FindAllStringSubmatch(q, 10) {
			size, ok := length(strings.TrimSpace(m[3]), rootFont, 0)
			screen := map[string]float64{"width": screenWidth, "height": screenHeight}[m[2]]
			holds = holds && (!ok || (m[1] == "min") == (size <= screen))
		}
		if holds != no {
			return true
		}
	}
	return false
}

var (
	pseudoList  = lazy.Regexp(`:(?:is|where|matches|-webkit-any|-moz-any)\(([^()]*)\)`)
	pseudoOld   = lazy.Regexp(`([^:]):(before|after)$`)
	pseudoAny   = lazy.Regexp(`:+[a-z-]+(?:\((?:[^()]|\([^()]*\))*\))?`)
	pseudoState = lazy.Regexp(`:(?:hover|focus|active|target|checked|focus-within|focus-visible|popover-open)\b|\[open\]`)
	notState    = lazy.Regexp(`:not\((?::|\[|\.(?:show|active|open|opened|in|selected|visible|current|is-[\w-]+)\))`)
	pseudoSlow  = lazy.Regexp(`:(?:nth-|last-|first-|only-|empty)`)
	notCSS      = lazy.Regexp(`:(?:contains|matches|haschild|input)`)
	cssAttr     = lazy.Regexp(`\[[^\]]*\]|\([^()]*\)`)
	bracketed   = lazy.Regexp(`\[[^\]]*\]|\([^()]*\)|:+[a-z-]+`)
	combinator  = lazy.Regexp(`\s*[>+~]\s*|\s+`)
	keyForm     = lazy.Regexp(`[.#](?:[\w-]|[^\x00-\x7f])+`)
	stateWord   = lazy.Regexp(`[.#=\[]["']?((?:[\w-]|[^\x00-\x7f])+)`)
)

// add takes up the rules of a block that has ended.
func (s *sheets) add(b *block) {
	text := b.text.String()
	if b.skip || strings.TrimSpace(text) == "" || b.selectors == nil && b.frames == "" && b.property == "" {
		return
	}
	style := declared(text)
	if b.property != "" {
		s.register(b.property, style.normal)
		return
	}
	if b.frames != "" {
		if s.frames[b.frames] == nil {
			s.frames[b.frames] = map[string]string{}
		}
		maps.Copy(s.frames[b.frames], style.normal)
		return
	}
	if style.empty() {
		return
	}
	for _, sel := range b.selectors {
		for _, one := range alternatives(sel) {
			s.addRule(one, &style)
		}
	}
}

// register takes up the initial value of a custom property.
func (s *sheets) register(name string, style map[string]string) {
	value := style["initial-value"]
	if value == "" || len(value) > maxVar || len(s.initial)+len(s.restored) >= maxVars {
		return
	}
	delete(s.initial, name)
	delete(s.restored, name)
	if style["inherits"] == "false" {
		s.restored[name] = value
	} else {
		s.initial[name] = value
	}
}

// alternatives writes out lists such as :is(a, b), which cascadia does not know.
func alternatives(sel string) []string {
	out := []string{sel}
	for range 4 {
		var next []string
		for _, one := range out {
			loc := pseudoList().FindStringSubmatchIndex(one)
			if loc == nil {
				next = append(next, one)
				continue
			}
			for _, in := range splitOutside(one[loc[2]:loc[3]], ',') {
				if len(next) < maxBranches {
					next = append(next, one[:loc[0]]+in+one[loc[1]:])
				}
			}
		}
		out = next
	}
	return out
}

// addRule notes a rule under the class, id or name that its elements must have.
func (s *sheets) addRule(text string, style *declarations) {
	if s.count++; s.count > maxSelectors {
		return
	}
	r := parseRule(text, style)
	if r == nil {
		return
	}
	r.order = s.count
	text = cssEscaped().ReplaceAllStringFunc(text, func(e string) string { return string(escapes + rune(e[1])) })
	plain := bracketed().ReplaceAllString(text, "")
	parts := combinator().Split(strings.TrimSpace(plain), -1)
	r.deep, r.beside, r.within = len(parts)-1, strings.Count(plain, "~"), strings.Contains(text, ":has")
	if at := pseudoSlow().FindStringIndex(text); at != nil {
		r.beside++
		r.wide = strings.ContainsAny(strings.TrimSpace(cssAttr().ReplaceAllString(text[at[1]:], "")), " >+~")
	}
	for _, m := range stateWord().FindAllStringSubmatch(text, 20) {
		r.words = append(r.words, plainName(m[1]))
	}
	last := parts[len(parts)-1]
	keys := keyForm().FindAllString(last, 8)
	if len(keys) == 0 {
		keys = []string{cmp.Or(strings.ToLower(last), "*")}
	}
	for i, k := range keys {
		k = plainName(k)
		s.states[k] = append(s.states[k], r)
		if i == 0 {
			s.rules[k] = append(s.rules[k], r)
		}
	}
}

// parseRule reads a selector, nil if it is of no use. What a selector that cascadia does not
// know does to its elements is not certain; if it is about a state, it does nothing yet.
func parseRule(text string, style *declarations) *rule {
	if notCSS().MatchString(text) {
		return nil
	}
	live := pseudoState().MatchString(text)
	if notState().MatchString(text) && hiddenBox(style.normal) { // a reader can bring about the other state
		return nil
	}
	sel, err := cascadia.ParseWithPseudoElement(pseudoOld().ReplaceAllString(text, "$1::$2"))
	switch {
	case err == nil:
		return &rule{sel: sel, style: style, live: live}
	case strings.Contains(text, "::"):
		return nil
	}
	sel, err = cascadia.Parse(strings.TrimSpace(pseudoAny().ReplaceAllString(text, "")))
	switch {
	case err != nil:
		return nil
	case live:
		return &rule{sel: never{sel}, style: style, live: true}
	}
	return &rule{sel: sel, style: unknownLook(style)}
}

// escapes is where the escaped characters of a selector are put, so that no pattern takes
// them for the ones with a meaning.
const escapes = 0xE000

var cssEscaped = lazy.Regexp(`\\[ -/:-@\[-~]`)

// plainName is a name with its escaped characters as they are.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= escapes && r < escapes+128 {
			return r - escapes
		}
		return r
	}, s)
}

// never is a selector that matches nothing.
type never struct{ cascadia.Sel }

func (never) Match(*html.Node) bool { return false }

// unknownLook has the colours of a style whose elements are not certain.
func unknownLook(style *declarations) *declarations {
	out := &declarations{normal: map[string]string{}}
	for _, k := range []string{"color", "background", "background-color", "background-image"} {
		if style.normal[k]+style.important[k] != "" {
			out.normal[k] = "unknown"
		}
	}
	return out
}
