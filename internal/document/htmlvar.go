package document

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"judgement/internal/lazy"
)

// Limits of values in each other: elements that have custom properties, and uses of var() and
// env(). Values after them are not known.
const (
	maxScopes = 64
	maxUses   = 100
)

// scope has the custom properties of an element, and leads to those of its parents.
type scope struct {
	vars  [][]map[string]string // the last one that has a name counts
	outer *scope
	depth int
	work  *substitutions
	known map[string]*custom // custom properties that were worked out,
	done  map[string]result  // and values
}

// substitutions is the work of putting values in the place of var() and env().
type substitutions struct {
	left   *int      // steps that may still be taken
	others bool      // a script or a style sheet outside of the page may set custom properties
	busy   []*custom // those that are being worked out, the outermost one first
}

// result is a value without var() and env().
type result struct {
	text string
	err  error
}

// custom is the value of a custom property.
type custom struct {
	result
	busy, loop bool
}

var (
	errMissing = errors.New("custom property without a value")
	errLimit   = errors.New("too many values in each other")
)

func newScope(work *substitutions, vars map[string]string) *scope {
	return (&scope{work: work}).inside(0, []map[string]string{vars})
}

func (s *scope) inside(depth int, vars ...[]map[string]string) *scope {
	in := &scope{vars: vars, outer: s, depth: depth, work: s.work}
	in.forget()
	return in
}

// forget frees the memory of what was worked out.
func (s *scope) forget() { s.known, s.done = map[string]*custom{}, map[string]result{} }

// with is the scope of an element in s that has custom properties by rules and of its own, s
// itself if it has none.
func (s *scope) with(rules varsOf, own declarations) *scope {
	if len(rules.normal)+len(rules.important)+len(own.vars)+len(own.importantVars) == 0 || s.depth >= maxScopes {
		return s
	}
	return s.inside(s.depth+1, rules.normal, []map[string]string{own.vars}, rules.important, []map[string]string{own.importantVars})
}

// varsOf are the custom properties of rules, by their weight.
type varsOf struct{ normal, important []map[string]string }

func (v *varsOf) add(d *declarations) {
	if len(d.vars) > 0 {
		v.normal = append(v.normal, d.vars)
	}
	if len(d.importantVars) > 0 {
		v.important = append(v.important, d.importantVars)
	}
}

// own is what the element itself declares.
func (s *scope) own(name string) (string, bool) {
	for _, list := range slices.Backward(s.vars) {
		*s.work.left -= len(list)
		for _, vars := range slices.Backward(list) {
			if v, ok := vars[name]; ok {
				return v, true
			}
		}
	}
	return "", false
}

// get is the value of a custom property. It is worked out where it is declared.
func (s *scope) get(name string, depth int) result {
	for ; s != nil; s = s.outer {
		v, ok := s.own(name)
		switch {
		case !ok, v == "inherit", v == "unset", v == "revert", v == "revert-layer":
			continue
		case v == "initial":
			return result{err: errMissing}
		}
		c := s.known[name]
		switch {
		case c == nil:
			c = &custom{busy: true}
			s.known[name] = c
			s.work.busy = append(s.work.busy, c)
			c.result = s.substituted(v, depth+1)
			s.work.busy = s.work.busy[:len(s.work.busy)-1]
			if c.busy = false; c.loop {
				c.result = result{err: errMissing}
			}
		case c.busy:
			*s.work.left -= len(s.work.busy)
			for _, b := range s.work.busy[slices.Index(s.work.busy, c):] {
				b.loop = true
			}
			return result{err: errMissing}
		}
		return c.result
	}
	return result{err: errMissing}
}

var substitution = lazy.Regexp(`\b(var|env)\(`)

// substitutes reports a value with var() or env().
func substitutes(v string) bool { return strings.Contains(v, "var(") || strings.Contains(v, "env(") }

// resolve is a value with others in the place of var() and env().
func (s *scope) resolve(v string) result {
	out, ok := s.done[v]
	if !ok {
		out = s.substituted(v, 0)
		s.done[v] = out
	}
	return out
}

func (s *scope) substituted(v string, depth int) result {
	if depth > maxUses {
		return result{err: errLimit}
	}
	var out strings.Builder
	for {
		at := substitution().FindStringSubmatchIndex(v)
		if at == nil {
			out.WriteString(v)
			return result{text: out.String()}
		}
		args, rest := closed(v[at[1]:])
		name, fallback, either := strings.Cut(args, ",")
		value := environment(strings.TrimSpace(name))
		if v[at[2]:at[3]] == "var" {
			value = s.get(strings.TrimSpace(name), depth)
		}
		if errors.Is(value.err, errMissing) && either {
			value = s.substituted(strings.TrimSpace(fallback), depth+1)
		}
		if value.err != nil {
			return value
		}
		out.WriteString(v[:at[0]] + value.text)
		if *s.work.left -= len(v) - len(rest) + len(value.text); *s.work.left < 0 || out.Len() > maxStyle {
			return result{err: errLimit}
		}
		v = rest
	}
}

// closed splits a value behind a bracket where that is closed, which it is at the latest at
// the end.
func closed(v string) (inside, rest string) {
	depth := 1
	for i := range len(v) {
		switch v[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return v[:i], v[i+1:]
		}
	}
	return v, ""
}

// environment is the value of a variable of the browser, on a screen of a computer.
func environment(name string) result {
	for _, inset := range []string{"safe-area-inset-", "safe-area-max-inset-", "keyboard-inset-"} {
		if strings.HasPrefix(name, inset) {
			return result{text: "0px"}
		}
	}
	return result{err: errMissing}
}

// resolved is a style with values in the place of var() and env(). A property that has none then
// is as if it were not declared, or unknown if something outside of the page may give it one.
func (s *scope) resolved(style map[string]string) map[string]string {
	var out map[string]string
	for k, v := range style {
		if !substitutes(v) {
			continue
		}
		if out == nil {
			out = maps.Clone(style)
		}
		shorthand, value, _ := strings.Cut(v, ":")
		if shorthands[shorthand] == nil {
			value = v
		}
		r := s.resolve(value)
		to := map[string]string{k: r.text}
		if shorthands[shorthand] != nil {
			to = map[string]string{}
			declare(to, shorthand, r.text)
		}
		switch text, ok := to[k]; {
		case errors.Is(r.err, errLimit), r.err != nil && s.work.others:
			out[k] = "unknown"
		case ok && r.err == nil:
			out[k] = text
		case k == "color":
			out[k] = "inherit"
		default:
			delete(out, k)
		}
	}
	if out == nil {
		return style
	}
	return out
}
