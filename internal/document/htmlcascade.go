package document

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
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

// merged are the declarations of rules, by their weight. Rules of many elements share them.
type merged struct {
	normal, important map[string]string
	vars              varsOf
}

func (p *htmlCleaner) merged(rules []*rule) merged {
	if len(rules) == 0 {
		return merged{}
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
		return m
	}
	m := merged{normal: map[string]string{}, important: map[string]string{}}
	for _, r := range rules {
		maps.Copy(m.normal, r.style.normal)
		maps.Copy(m.important, r.style.important)
		m.vars.add(r.style)
	}
	p.shared[string(id)] = m
	return m
}

// styleOf is the style of an element by its rules and its own declarations, before values are
// put in the place of var(), and the custom properties that hold in it.
func (p *htmlCleaner) styleOf(rules []*rule, own declarations, in *scope) (map[string]string, *scope) {
	m := p.merged(rules)
	if restored := p.sheets.restored; len(restored) > 0 {
		in = in.inside(in.depth, []map[string]string{restored})
	}
	in = in.with(m.vars, own)
	out := m.normal
	if len(own.normal)+len(own.important)+len(m.important) > 0 {
		out = map[string]string{}
		for _, m := range []map[string]string{m.normal, own.normal, m.important, own.important} {
			maps.Copy(out, m)
		}
	}
	return out, in
}

// revealed is the style of a hidden element in a state that shows it: one that a reader can
// bring about, or that a script sets. It is nil if no rule has one. gone reports a style that
// hides all of the element.
func (p *htmlCleaner) revealed(n *html.Node, style map[string]string, gone func(map[string]string) bool) map[string]string {
	hidden := func(style map[string]string) bool { return gone(style) || unseenText(style) }
	with := func(in *scope, more ...map[string]string) map[string]string {
		out := maps.Clone(p.declared[n])
		for _, m := range more {
			maps.Copy(out, m)
		}
		return in.resolved(out)
	}
	if end := p.animation(n, style); end != nil {
		if out := with(p.scopes[n], end); !hidden(out) {
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
			if out := with(p.scopes[n].with(varsOf{}, *r.style), r.style.normal, r.style.important); !hidden(out) {
				return out
			}
		}
	}
	return nil
}

// animation is the look after an animation of the style that ends with it, nil without one.
func (p *htmlCleaner) animation(n *html.Node, style map[string]string) map[string]string {
	if fill := style["animation"] + style["animation-fill-mode"]; strings.Contains(style["animation"]+style["animation-iteration-count"], "infinite") || !strings.Contains(fill, "forwards") && !strings.Contains(fill, "both") {
		return nil
	}
	for name := range strings.FieldsFuncSeq(style["animation"]+" "+style["animation-name"], func(r rune) bool { return r == ' ' || r == ',' }) {
		if frames := p.sheets.frames[name]; frames != nil {
			return p.scopes[n].resolved(frames)
		}
	}
	return nil
}

// scripted reports a word that a script of the page names, or may name.
func (p *htmlCleaner) scripted(word string) bool {
	return p.scripts[word] || p.scripts[anyScript]
}
