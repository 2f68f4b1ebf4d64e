package yamlfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// MaxText is the longest string value, in characters.
const MaxText = 4096

// Map is a mapping of a file, or the lack of one. Its readers return the zero
// value and add a problem to the file when the value has another type; for a
// key that is not there they return the zero value and add none.
type Map struct {
	f       *File
	node    *yaml.Node // the mapping; missing keys are reported at its place
	at      string     // dotted path of the mapping, empty at the top
	entries []entry
}

type entry struct {
	name       string
	key, value *yaml.Node
}

// Map returns the file's top-level mapping, in which the listed keys are valid;
// every key is valid if none is listed.
func (f *File) Map(valid ...string) Map {
	if f.root == nil {
		return Map{f: f}
	}
	return f.mapping(f.root, "", valid)
}

func (f *File) mapping(n *yaml.Node, at string, valid []string) Map {
	m := Map{f: f, node: n, at: at}
	if n.Kind != yaml.MappingNode {
		fix := "write it as \"key: value\" lines"
		if len(valid) > 0 {
			fix += "; valid keys: " + strings.Join(valid, ", ")
		}
		f.at(n, at, fix,
			"%s must be a mapping, not %s", nameOf(at), describe(n))
		return m
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch path := join(at, clip(k.Value)); {
		case k.Kind != yaml.ScalarNode:
			f.at(k, at, "write a plain key", "%s has a key that is %s", nameOf(at), describe(k))
		case len(valid) > 0 && !slices.Contains(valid, k.Value):
			f.at(k, path, Suggest(k.Value, valid), "unknown key %q", clip(k.Value))
		case m.find(k.Value) != nil:
			f.at(k, path, "keep one of them", "duplicate key %q, first on line %d", k.Value, m.find(k.Value).key.Line)
		default:
			m.entries = append(m.entries, entry{k.Value, k, v})
		}
	}
	return m
}

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
	if e == nil || e.value.Kind != yaml.ScalarNode || isNull(e.value) {
		return "", false, false
	}
	return e.value.Value, e.value.ShortTag() == "!!str", true
}

// IsNull reports whether the key is there and its value is null.
func (m Map) IsNull(key string) bool {
	e := m.find(key)
	return e != nil && isNull(e.value)
}

// Require adds a problem for each key that is not there.
func (m Map) Require(keys ...string) {
	if m.node == nil || m.node.Kind != yaml.MappingNode {
		return
	}
	if m.f.required == nil {
		m.f.required = map[string]bool{}
	}
	for _, k := range keys {
		m.f.required[join(m.at, k)] = true
		if !m.Has(k) {
			m.f.at(m.node, join(m.at, k), "add \""+k+": …\"", "%s lacks the key %q", nameOf(m.at), k)
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
	n := cmp.Or(m.node, &yaml.Node{})
	if e := m.find(key); e != nil {
		n = e.value
	}
	return m.f.problem(n, join(m.at, key), fix, format, args...)
}

// scalar returns the key's value when it has the tag.
func (m Map) scalar(key, tag, want, fix string) (*yaml.Node, bool) {
	e := m.find(key)
	if e == nil {
		return nil, false
	}
	return m.f.scalar(e.value, join(m.at, key), tag, want, fix)
}

func (f *File) scalar(n *yaml.Node, at, tag, want, fix string) (*yaml.Node, bool) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == tag {
		return n, true
	}
	if tag == "!!str" && n.Kind == yaml.ScalarNode && !isNull(n) {
		fix = fmt.Sprintf("put it in quotes: %q", clip(n.Value))
	}
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if tag == "!!bool" && n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && n.Style&quoted == 0 {
		fix = "write true or false"
		if oldBool(n.Value) {
			f.at(n, at, fix, "%s must be %s: YAML 1.2 reads %s as text", nameOf(at), want, clip(n.Value))
			return nil, false
		}
	}
	f.at(n, at, fix, "%s must be %s, not %s", nameOf(at), want, describe(n))
	return nil, false
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
	n, ok := m.scalar(key, "!!str", "a string", "write a text")
	if !ok {
		return ""
	}
	return m.f.text(n, join(m.at, key))
}

func (f *File) text(n *yaml.Node, at string) string {
	switch s := n.Value; {
	case strings.TrimSpace(s) == "":
		fix := "write a text, or remove the key"
		if f.required[at] {
			fix = "write a text"
		}
		f.at(n, at, fix, "%s is blank", nameOf(at))
	case len([]rune(s)) > MaxText:
		f.at(n, at, "shorten it", "%s is longer than %d characters", nameOf(at), MaxText)
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }):
		f.at(n, at, "remove it", "%s has a control character", nameOf(at))
	default:
		return s
	}
	return ""
}

// Enum returns one of the valid words.
func (m Map) Enum(key string, valid ...string) string {
	fix := "valid: " + strings.Join(valid, ", ")
	n, ok := m.scalar(key, "!!str", "a word", fix)
	if !ok {
		return ""
	}
	if !slices.Contains(valid, n.Value) {
		m.f.at(n, join(m.at, key), Suggest(n.Value, valid), "%s cannot be %q", nameOf(join(m.at, key)), clip(n.Value))
		return ""
	}
	return n.Value
}

// Bool returns true or false; no other spelling is read.
func (m Map) Bool(key string) bool {
	n, ok := m.scalar(key, "!!bool", "true or false", "write true or false, without quotes")
	return ok && strings.EqualFold(n.Value, "true")
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
	n, at := e.value, join(m.at, key)
	switch tag := n.ShortTag(); {
	case n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float":
		m.f.at(n, at, fix, "%s must be a number, not %s", nameOf(at), describe(n))
	case !numberForm.MatchString(n.Value): // a number to YAML, such as 0x10, .inf or .nan
		m.f.at(n, at, fix, "%s must be a plain decimal number, not %s", nameOf(at), clip(n.Value))
	default:
		return n.Value, true
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
			"%s must be a whole number from %d to %d, not %s", nameOf(join(m.at, key)), low, high, clip(text))
		return 0
	}
	return int(x)
}

// Map returns the mapping under the key, in which the listed keys are valid.
func (m Map) Map(key string, valid ...string) Map {
	e := m.find(key)
	if e == nil {
		return Map{f: m.f}
	}
	return m.f.mapping(e.value, join(m.at, key), valid)
}

// Maps returns the list of mappings under the key, in each of which the listed
// keys are valid.
func (m Map) Maps(key string, valid ...string) []Map {
	var out []Map
	for i, n := range m.list(key) {
		out = append(out, m.f.mapping(n, fmt.Sprintf("%s[%d]", join(m.at, key), i), valid))
	}
	return out
}

// Item is a string of a list, with its place for further problems.
type Item struct {
	Value string
	f     *File
	node  *yaml.Node
	at    string
}

// Problem adds a problem at the item.
func (i Item) Problem(fix, format string, args ...any) { i.f.add(i.ProblemAt(fix, format, args...)) }

// ProblemAt returns, without adding it, a problem at the item.
func (i Item) ProblemAt(fix, format string, args ...any) Problem {
	return i.f.problem(i.node, i.at, fix, format, args...)
}

// Texts returns the list of strings under the key, without those that are no
// valid Text.
func (m Map) Texts(key string) []Item {
	var out []Item
	for i, n := range m.list(key) {
		at := fmt.Sprintf("%s[%d]", join(m.at, key), i)
		if _, ok := m.f.scalar(n, at, "!!str", "a string", "write a text"); !ok {
			continue
		}
		if s := m.f.text(n, at); s != "" {
			out = append(out, Item{s, m.f, n, at})
		}
	}
	return out
}

func (m Map) list(key string) []*yaml.Node {
	e := m.find(key)
	if e == nil {
		return nil
	}
	if e.value.Kind != yaml.SequenceNode {
		m.f.at(e.value, join(m.at, key), "write it as \"- …\" lines, or [] for none", "%s must be a list, not %s", nameOf(join(m.at, key)), describe(e.value))
		return nil
	}
	return e.value.Content
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// describe names what a node is, for people.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch v := clip(n.Value); n.ShortTag() {
	case "!!null":
		return "empty (null)"
	case "!!str":
		return fmt.Sprintf("the text %q", v)
	case "!!bool":
		return "the truth value " + v
	case "!!int", "!!float":
		return "the number " + v
	case "!!timestamp":
		return "the date " + v
	default:
		return fmt.Sprintf("%q", v)
	}
}

// clip shortens a value for a message and drops what a terminal would act on.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '�'
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

func nameOf(at string) string {
	if at == "" {
		return "the file"
	}
	return at
}
