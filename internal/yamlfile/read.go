package yamlfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxText is the longest string value, in characters.
const MaxText = 4096

// Map is a mapping of a file, or the lack of one. Its readers return the zero
// value and add a problem to the file when the value has another type; for a
// key that is not there they return the zero value and add none.
type Map struct {
	place   // of the mapping; missing keys are reported there
	entries []entry
}

type entry struct {
	name  string
	line  int
	place // of the value
}

// place is a node of a file with its dotted path, empty at the top.
type place struct {
	f    *File
	node *yaml.Node
	at   string
}

// Problem adds a problem at the place.
func (p place) Problem(fix, format string, args ...any) { p.f.add(p.ProblemAt(fix, format, args...)) }

// ProblemAt returns, without adding it, a problem at the place, for rules that span
// several files.
func (p place) ProblemAt(fix, format string, args ...any) Problem {
	n := cmp.Or(p.node, &yaml.Node{})
	return Problem{File: p.f.Name, Line: n.Line, Column: n.Column, Key: p.at, Message: fmt.Sprintf(format, args...), Fix: fix}
}

// name is the place's path, for people.
func (p place) name() string { return cmp.Or(p.at, "the file") }

// Map returns the file's top-level mapping, in which the listed keys are valid;
// every key is valid if none is listed.
func (f *File) Map(valid ...string) Map {
	if f.root == nil {
		return Map{place: place{f: f}}
	}
	return place{f, f.root, ""}.mapping(valid)
}

func (p place) mapping(valid []string) Map {
	m := Map{place: p}
	if p.node.Kind != yaml.MappingNode {
		fix := "write it as \"key: value\" lines"
		if len(valid) > 0 {
			fix += "; valid keys: " + strings.Join(valid, ", ")
		}
		p.Problem(fix, "%s must be a mapping, not %s", p.name(), describe(p.node))
		return m
	}
	for pair := range slices.Chunk(p.node.Content, 2) {
		k := pair[0]
		key, first := place{p.f, k, join(p.at, clip(k.Value))}, m.find(k.Value)
		switch {
		case k.Kind != yaml.ScalarNode:
			place{p.f, k, p.at}.Problem("write a plain key", "%s has a key that is %s", p.name(), describe(k))
		case len(valid) > 0 && !slices.Contains(valid, k.Value):
			key.Problem(Suggest(k.Value, valid), "unknown key %q", clip(k.Value))
		case first != nil:
			key.Problem("keep one of them", "duplicate key %q, first on line %d", k.Value, first.line)
		default:
			m.entries = append(m.entries, entry{k.Value, k.Line, place{p.f, pair[1], join(p.at, k.Value)}})
		}
	}
	return m
}

// find returns what is under the key, nil if it is not there.
func (m Map) find(key string) *entry {
	for i := range m.entries {
		if m.entries[i].name == key {
			return &m.entries[i]
		}
	}
	return nil
}

// Has reports whether the key is in the mapping, with whatever value.
func (m Map) Has(key string) bool { return m.find(key) != nil }

// Keys returns the valid keys of the mapping, in the file's order.
func (m Map) Keys() []string {
	out := make([]string, len(m.entries))
	for i, e := range m.entries {
		out[i] = e.name
	}
	return out
}

// Scalar returns the text of a value that is neither a mapping nor a list nor
// null, and whether YAML reads it as a string. It adds no problem.
func (m Map) Scalar(key string) (text string, isString, ok bool) {
	e := m.find(key)
	if e == nil || e.node.Kind != yaml.ScalarNode || isNull(e.node) {
		return "", false, false
	}
	return e.node.Value, e.node.ShortTag() == "!!str", true
}

// IsNull reports whether the key is there and its value is null.
func (m Map) IsNull(key string) bool {
	e := m.find(key)
	return e != nil && isNull(e.node)
}

// Require adds a problem for each key that is not there.
func (m Map) Require(keys ...string) {
	if m.node == nil || m.node.Kind != yaml.MappingNode {
		return
	}
	for _, k := range keys {
		m.f.required[join(m.at, k)] = true
		if !m.Has(k) {
			m.Problem(k, "add \""+k+": …\"", "%s lacks the key %q", m.name(), k)
		}
	}
}

// Problem adds a problem at the key's value, or at the mapping when the key is
// not there.
func (m Map) Problem(key, fix, format string, args ...any) {
	if m.node != nil {
		m.f.add(m.ProblemAt(key, fix, format, args...))
	}
}

// ProblemAt returns, without adding it, a problem at the key's value, for rules
// that span several files.
func (m Map) ProblemAt(key, fix, format string, args ...any) Problem {
	p := place{m.f, m.node, join(m.at, key)}
	if e := m.find(key); e != nil {
		p = e.place
	}
	return p.ProblemAt(fix, format, args...)
}

// scalar reports whether the key's value has the tag; what it must be is in want.
func (m Map) scalar(key, tag, want, fix string) (place, bool) {
	e := m.find(key)
	if e == nil {
		return place{}, false
	}
	return e.place, e.isScalar(tag, want, fix)
}

func (p place) isScalar(tag, want, fix string) bool {
	n, own, is := p.node, p.node.ShortTag(), ", not "+describe(p.node)
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	switch {
	case n.Kind != yaml.ScalarNode:
	case own == tag:
		return true
	case tag == "!!str" && !isNull(n):
		fix = fmt.Sprintf("put it in quotes: %q", clip(n.Value))
	case tag == "!!bool" && own == "!!str" && n.Style&quoted == 0:
		fix = "write true or false"
		if oldBool(n.Value) {
			is = ": YAML 1.2 reads " + clip(n.Value) + " as text"
		}
	}
	p.Problem(fix, "%s must be %s%s", p.name(), want, is)
	return false
}

// oldBool reports a word that YAML 1.1 took for a truth value.
func oldBool(word string) bool {
	switch strings.ToLower(word) {
	case "yes", "no", "on", "off", "y", "n":
		return true
	}
	return false
}

// Text returns a string that is not blank, has at most MaxText characters and
// no control characters but line breaks and tabs.
func (m Map) Text(key string) string {
	if e := m.find(key); e != nil {
		return e.text()
	}
	return ""
}

func (p place) text() string {
	if !p.isScalar("!!str", "a string", "write a text") {
		return ""
	}
	switch s := p.node.Value; {
	case strings.TrimSpace(s) == "":
		fix := "write a text, or remove the key"
		if p.f.required[p.at] {
			fix = "write a text"
		}
		p.Problem(fix, "%s is blank", p.name())
	case utf8.RuneCountInString(s) > MaxText:
		p.Problem("shorten it", "%s is longer than %d characters", p.name(), MaxText)
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }):
		p.Problem("remove it", "%s has a control character", p.name())
	default:
		return s
	}
	return ""
}

// Enum returns one of the valid words.
func (m Map) Enum(key string, valid ...string) string {
	p, ok := m.scalar(key, "!!str", "a word", "valid: "+strings.Join(valid, ", "))
	if !ok {
		return ""
	}
	word := p.node.Value
	if !slices.Contains(valid, word) {
		p.Problem(Suggest(word, valid), "%s cannot be %q", p.name(), clip(word))
		return ""
	}
	return word
}

// Bool returns true or false; no other spelling is read.
func (m Map) Bool(key string) bool {
	p, ok := m.scalar(key, "!!bool", "true or false", "write true or false, without quotes")
	return ok && strings.EqualFold(p.node.Value, "true")
}

var numberForm = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// Number returns the text of a decimal number as it is in the file, such as
// 20, 7.5 or 1e2.
func (m Map) Number(key string) (string, bool) {
	return m.number(key, "write a plain decimal number without quotes, such as 20 or 7.5")
}

func (m Map) number(key, fix string) (string, bool) {
	e := m.find(key)
	if e == nil {
		return "", false
	}
	switch tag := e.node.ShortTag(); {
	case e.node.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float":
		e.Problem(fix, "%s must be a number, not %s", e.place.name(), describe(e.node))
	case !numberForm.MatchString(e.node.Value): // a number to YAML, such as 0x10, .inf or .nan
		e.Problem(fix, "%s must be a plain decimal number, not %s", e.place.name(), clip(e.node.Value))
	default:
		return e.node.Value, true
	}
	return "", false
}

// Int returns a whole number from low to high.
func (m Map) Int(key string, low, high int) int {
	whole := fmt.Sprintf("write a whole number from %d to %d", low, high)
	text, ok := m.number(key, whole+", without quotes")
	if !ok {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != float64(int64(x)) || x < float64(low) || x > float64(high) {
		m.Problem(key, whole,
			"%s must be a whole number from %d to %d, not %s", join(m.at, key), low, high, clip(text))
		return 0
	}
	return int(x)
}

// Map returns the mapping under the key, in which the listed keys are valid.
func (m Map) Map(key string, valid ...string) Map {
	e := m.find(key)
	if e == nil {
		return Map{place: place{f: m.f}}
	}
	return e.mapping(valid)
}

// Maps returns the list of mappings under the key, in each of which the listed
// keys are valid.
func (m Map) Maps(key string, valid ...string) []Map {
	var out []Map
	for _, p := range m.list(key) {
		out = append(out, p.mapping(valid))
	}
	return out
}

// Item is a string of a list, with its place for further problems.
type Item struct {
	Value string
	place
}

// Texts returns the list of strings under the key, without those that are no
// valid Text.
func (m Map) Texts(key string) []Item {
	var out []Item
	for _, p := range m.list(key) {
		if s := p.text(); s != "" {
			out = append(out, Item{s, p})
		}
	}
	return out
}

func (m Map) list(key string) []place {
	e := m.find(key)
	if e == nil {
		return nil
	}
	if e.node.Kind != yaml.SequenceNode {
		e.Problem("write it as \"- …\" lines, or [] for none", "%s must be a list, not %s", e.at, describe(e.node))
		return nil
	}
	out := make([]place, len(e.node.Content))
	for i, n := range e.node.Content {
		out[i] = place{m.f, n, fmt.Sprintf("%s[%d]", e.at, i)}
	}
	return out
}
