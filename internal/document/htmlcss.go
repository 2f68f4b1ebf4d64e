package document

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

// Limits of style sheets. Rules after them are not read.
const (
	maxSelectors = 20_000
	maxSelector  = 300 // bytes
	maxBranches  = 64  // selectors of one rule
	maxNested    = 32  // blocks in each other
	maxVars      = 300 // custom properties of one rule
	maxVar       = 200 // bytes of one
)

// The work of comparing selectors with elements is bounded, in steps: so many and more per
// byte of the page. Rules for elements after it are not followed.
const (
	minMatching     = 1_000_000
	matchingPerByte = 50
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

	nodes, widest int                // elements of the page; most of them right in one
	kids          map[*html.Node]int // how many are right in one
}

var (
	cssToken = lazy.Regexp(`(?s)/\*.*?(?:\*/|\z)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|url\([^)"'{}]*|[{};]`)
	cssVar   = lazy.Regexp(`var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\)){0,200}))?\)`)
)

// block is a rule of a style sheet under way.
type block struct {
	selectors []string // nil outside of all rules
	frames    string   // name of the keyframes that it is in
	skip      bool
	text      strings.Builder
}

// read reads a style sheet with its nested rules.
func (s *sheets) read(css string) {
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
	case "layer", "scope":
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
		for _, other := range []string{"print", "speech", "scheme: dark", "scheme:dark", "reduce)", "hover: none", "hover:none", "coarse", "portrait", "forced-colors", "contrast"} {
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
	if b.skip || strings.TrimSpace(text) == "" || b.selectors == nil && b.frames == "" {
		return
	}
	style := declared(text)
	if b.frames != "" {
		if s.frames[b.frames] == nil {
			s.frames[b.frames] = map[string]string{}
		}
		maps.Copy(s.frames[b.frames], style.normal)
		return
	}
	if len(style.normal)+len(style.important)+len(style.vars) == 0 {
		return
	}
	for _, sel := range b.selectors {
		for _, one := range alternatives(sel) {
			s.addRule(one, &style)
		}
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

func (s *sheets) addRule(text string, style *declarations) {
	if s.count++; s.count > maxSelectors || notCSS().MatchString(text) {
		return
	}
	live := pseudoState().MatchString(text)
	sel, err := cascadia.ParseWithPseudoElement(pseudoOld().ReplaceAllString(text, "$1::$2"))
	if err != nil { // what it does to its elements is not known, unless it is about a state
		if sel, err = cascadia.Parse(strings.TrimSpace(pseudoAny().ReplaceAllString(text, ""))); err != nil || strings.Contains(text, "::") {
			return
		}
		if live {
			sel = never{sel}
		} else {
			style = unknownLook(style)
		}
	}
	text = cssEscaped().ReplaceAllStringFunc(text, func(e string) string { return string(escapes + rune(e[1])) })
	plain := bracketed().ReplaceAllString(text, "")
	parts := combinator().Split(strings.TrimSpace(plain), -1)
	last := parts[len(parts)-1]
	r := &rule{sel: sel, style: style, order: s.count, live: live}
	r.deep, r.beside, r.within = len(parts)-1, strings.Count(plain, "~"), strings.Contains(text, ":has")
	if at := pseudoSlow().FindStringIndex(text); at != nil {
		r.beside++
		r.wide = strings.ContainsAny(strings.TrimSpace(cssAttr().ReplaceAllString(text[at[1]:], "")), " >+~")
	}
	for _, m := range stateWord().FindAllStringSubmatch(text, 20) {
		r.words = append(r.words, plainName(m[1]))
	}
	keys := keyForm().FindAllString(last, 8)
	for _, k := range keys {
		k = plainName(k)
		s.states[k] = append(s.states[k], r)
	}
	key := cmp.Or(strings.ToLower(last), "*")
	if len(keys) > 0 {
		key = plainName(keys[0])
	} else {
		s.states[key] = append(s.states[key], r)
	}
	s.rules[key] = append(s.rules[key], r)
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

// keysOf lists the keys under which the rules for n are.
func keysOf(n *html.Node) []string {
	keys := []string{"*", n.Data}
	if id := attrOf(n, "id"); id != "" {
		keys = append(keys, "#"+id)
	}
	for class := range strings.FieldsSeq(attrOf(n, "class")) {
		if len(keys) < 40 {
			keys = append(keys, "."+class)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// scope has the custom properties of an element, and leads to those of its parents.
type scope struct {
	vars  map[string]string
	outer *scope
	depth int
	done  map[string]string // values that were resolved in it
}

// maxScopes bounds elements in each other that have custom properties.
const maxScopes = 64

func (s *scope) with(vars map[string]string) *scope {
	if len(vars) == 0 || s != nil && s.depth >= maxScopes {
		return s
	}
	in := &scope{vars: vars, outer: s, depth: 1, done: map[string]string{}}
	if s != nil {
		in.depth += s.depth
	}
	return in
}

func (s *scope) get(name string) string {
	for ; s != nil; s = s.outer {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return ""
}

// resolve puts the values of custom properties into a value.
func (s *scope) resolve(v string) string {
	if s == nil {
		s = &scope{done: map[string]string{}}
	}
	if out, ok := s.done[v]; ok {
		return out
	}
	from := v
	for range 4 { // a property may use another one
		if len(v) > maxStyle || !strings.Contains(v, "var(") {
			break
		}
		v = cssVar().ReplaceAllStringFunc(v, func(use string) string {
			m := cssVar().FindStringSubmatch(use)
			return cmp.Or(s.get(m[1]), strings.TrimSpace(m[2]))
		})
	}
	s.done[from] = v
	return v
}

// match lists the rules for an element, and for the boxes before and after its content.
func (p *htmlCleaner) match(n *html.Node, depth int) (plain, before, after []*rule) {
	for _, key := range keysOf(n) {
		for _, r := range p.sheets.rules[key] {
			cost := r.cost(n, depth, &p.sheets)
			if cost > p.matching {
				continue
			}
			if p.matching -= cost; !r.sel.Match(n) {
				continue
			}
			switch r.sel.PseudoElement() {
			case "":
				plain = append(plain, r)
			case "before":
				before = append(before, r)
			case "after":
				after = append(after, r)
			}
		}
	}
	return plain, before, after
}

// merged is the declarations of rules, by their weight. Rules of many elements share one map.
func (p *htmlCleaner) merged(rules []*rule) (normal, important map[string]string) {
	if len(rules) == 0 {
		return nil, nil
	}
	slices.SortFunc(rules, func(a, b *rule) int {
		x, y := a.sel.Specificity(), b.sel.Specificity()
		switch {
		case x.Less(y):
			return -1
		case y.Less(x):
			return 1
		}
		return a.order - b.order
	})
	var id []byte
	for _, r := range rules {
		id = append(strconv.AppendInt(id, int64(r.order), 36), ' ')
	}
	if m, ok := p.shared[string(id)]; ok {
		return m.normal, m.important
	}
	m := declarations{normal: map[string]string{}, important: map[string]string{}}
	for _, r := range rules {
		maps.Copy(m.normal, r.style.normal)
		maps.Copy(m.important, r.style.important)
	}
	p.shared[string(id)] = m
	return m.normal, m.important
}

// styleOf is the style of an element by its rules and its own declarations, and the
// custom properties that hold in it.
func (p *htmlCleaner) styleOf(rules []*rule, own declarations, in *scope) (map[string]string, *scope) {
	normal, important := p.merged(rules)
	for _, r := range rules {
		in = in.with(r.style.vars)
	}
	in = in.with(own.vars)
	out := normal
	if len(own.normal)+len(own.important)+len(important) > 0 {
		out = maps.Clone(normal)
		if out == nil {
			out = map[string]string{}
		}
		for _, m := range []map[string]string{own.normal, important, own.important} {
			maps.Copy(out, m)
		}
	}
	return resolved(out, in), in
}

// resolved is a style with custom properties put in.
func resolved(style map[string]string, in *scope) map[string]string {
	var out map[string]string
	for k, v := range style {
		if strings.Contains(v, "var(") {
			if out == nil {
				out = maps.Clone(style)
			}
			out[k] = in.resolve(v)
		}
	}
	if out == nil {
		return style
	}
	return out
}

// revealed is the style of a hidden element in a state that shows it: one that a reader can
// bring about, or that a script sets. It is nil if no rule has one.
func (p *htmlCleaner) revealed(n *html.Node, style map[string]string) map[string]string {
	hidden := func(style map[string]string) bool { return hiddenBox(style) || unseenText(style) }
	with := func(more map[string]string) map[string]string {
		out := maps.Clone(style)
		maps.Copy(out, more)
		return out
	}
	if end := p.animation(style); end != nil {
		if out := with(end); !hidden(out) {
			return out
		}
	}
	for _, key := range keysOf(n) {
		for _, r := range p.sheets.states[key] {
			if p.matching--; p.matching < 0 || r.sel.PseudoElement() != "" {
				continue
			}
			if !r.live && !slices.ContainsFunc(r.words, func(w string) bool { return p.scripted(w) && !slices.Contains(keysOf(n), "."+w) }) {
				continue
			}
			if r.live || !r.sel.Match(n) {
				more := maps.Clone(r.style.normal)
				maps.Copy(more, r.style.important)
				if out := with(more); !hidden(out) {
					return out
				}
			}
		}
	}
	return nil
}

// animation is the look after an animation of the style that ends with it, nil without one.
func (p *htmlCleaner) animation(style map[string]string) map[string]string {
	if !strings.Contains(style["animation"]+style["animation-fill-mode"], "forwards") && !strings.Contains(style["animation"]+style["animation-fill-mode"], "both") {
		return nil
	}
	for name := range strings.FieldsFuncSeq(style["animation"]+" "+style["animation-name"], func(r rune) bool { return r == ' ' || r == ',' }) {
		if frames := p.sheets.frames[name]; frames != nil {
			return frames
		}
	}
	return nil
}

// scripted reports a word that a script of the page names, or may name.
func (p *htmlCleaner) scripted(word string) bool {
	return p.scripts[word] || p.scripts[anyScript]
}
