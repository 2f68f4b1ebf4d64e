package document

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

// The work of comparing selectors with elements is bounded, in steps: so many and more per
// byte of the page. Rules for elements after it are not followed.
const (
	minMatching     = 1_000_000
	matchingPerByte = 50
)

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
	if len(vars) == 0 || s.level() >= maxScopes {
		return s
	}
	return &scope{vars: vars, outer: s, depth: s.level() + 1, done: map[string]string{}}
}

func (s *scope) level() int {
	if s == nil {
		return 0
	}
	return s.depth
}

func (s *scope) get(name string) string {
	for ; s != nil; s = s.outer {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return ""
}

var cssVar = lazy.Regexp(`var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\)){0,200}))?\)`)

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
			return cmp.Or(s.get(m[1]), strings.TrimSpace(m[2]), "unknown")
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
				p.skipped = true
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
	if restored := p.sheets.restored; len(restored) > 0 {
		in = &scope{vars: restored, outer: in, done: map[string]string{}, depth: in.level()}
	}
	for _, r := range rules {
		in = in.with(r.style.vars)
	}
	in = in.with(own.vars)
	out := normal
	if len(own.normal)+len(own.important)+len(important) > 0 {
		out = map[string]string{}
		for _, m := range []map[string]string{normal, own.normal, important, own.important} {
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
// bring about, or that a script sets. It is nil if no rule has one. gone reports a style that
// hides all of the element.
func (p *htmlCleaner) revealed(n *html.Node, style map[string]string, gone func(map[string]string) bool) map[string]string {
	hidden := func(style map[string]string) bool { return gone(style) || unseenText(style) }
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
	keys := keysOf(n)
	for _, key := range keys {
		for _, r := range p.sheets.states[key] {
			if p.matching -= len(style); p.matching < 0 || r.sel.PseudoElement() != "" {
				continue
			}
			set := func(word string) bool { return p.scripted(word) && !slices.Contains(keys, "."+word) }
			if !r.live && !slices.ContainsFunc(r.words, set) {
				continue
			}
			out := with(r.style.normal)
			if maps.Copy(out, r.style.important); !hidden(out) {
				return out
			}
		}
	}
	return nil
}

// animation is the look after an animation of the style that ends with it, nil without one.
func (p *htmlCleaner) animation(style map[string]string) map[string]string {
	if fill := style["animation"] + style["animation-fill-mode"]; strings.Contains(style["animation"]+style["animation-iteration-count"], "infinite") || !strings.Contains(fill, "forwards") && !strings.Contains(fill, "both") {
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
