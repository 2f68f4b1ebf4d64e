package scan

import "strings"

// set is a set of classes by their number.
type set [8]uint64

func (s *set) has(c int) bool { return s[c>>6]&(1<<(c&63)) != 0 }
func (s *set) add(c int)      { s[c>>6] |= 1 << (c & 63) }
func (s *set) join(o *set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s *set) meets(o *set) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

// list splits phrases at commas; {a|b} stands for each of its words.
func list(s string) (out []string) {
	for p := range strings.SplitSeq(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, expand(p)...)
		}
	}
	return out
}

func expand(p string) (out []string) {
	before, rest, ok := strings.Cut(p, "{")
	inner, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{strings.TrimSpace(strings.ReplaceAll(p, "  ", " "))}
	}
	for word := range strings.SplitSeq(inner, "|") {
		out = append(out, expand(before+word+after)...)
	}
	return out
}
