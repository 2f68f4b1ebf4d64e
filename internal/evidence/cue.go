package evidence

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// cue is a phrase that changes what a quote says; rule is nil for a phrase that only
// looks like one.
type cue struct {
	text string
	rule *scopeRule
	rank int // of its rule
}

// cues are by their first word or first ideograph, the longest first.
type cues map[string][]cue

// hit is a cue in a text, at [from, to).
type hit struct {
	cue
	from, to int
}

var (
	cuesBefore = sync.OnceValue(func() cues { return scopeCues(before) })
	cuesAfter  = sync.OnceValue(func() cues { return scopeCues(after) })
	cuesAbove  = sync.OnceValue(func() cues { return scopeCues(above) })
	cuesBack   = sync.OnceValue(retractions)
)

func scopeCues(s side) cues {
	out := cues{}
	for i := range scopeRules {
		if r := &scopeRules[i]; r.side == s {
			out.add(r.cues, r, i)
			out.add(r.except, nil, i)
		}
	}
	return out.sorted()
}

func retractions() cues {
	out := cues{}
	out.add(retraction, &scopeRule{side: after, effect: refuse}, 0)
	return out.sorted()
}

func (c cues) sorted() cues {
	for _, list := range c {
		slices.SortStableFunc(list, func(a, b cue) int {
			if len(a.text) != len(b.text) || (a.rule == nil) == (b.rule == nil) {
				return len(b.text) - len(a.text)
			}
			if a.rule == nil {
				return 1 // a cue before the phrase that is none
			}
			return -1
		})
	}
	return c
}

func (c cues) add(list string, rule *scopeRule, rank int) {
	for text := range strings.SplitSeq(list, ",") {
		for _, t := range inflected(strings.Join(strings.Fields(text), " ")) {
			if key := cueKey(t); key != "" {
				c[key] = append(c[key], cue{t, rule, rank})
			}
		}
	}
}

// inflected returns the forms of a cue: "claim//s that" is "claim that" and "claims that".
func inflected(text string) []string {
	out := []string{""}
	for word := range strings.FieldsSeq(text) {
		forms := strings.Split(word, "/")
		if len(forms) > 1 {
			for i := range forms[1:] {
				forms[i+1] = forms[0] + forms[i+1]
			}
			forms = forms[1:]
		}
		var next []string
		for _, o := range out {
			for _, f := range forms {
				next = append(next, strings.TrimSpace(o+" "+f))
			}
		}
		out = next
	}
	return out
}

// cueKey is the first word of a text in normal form, or its first ideograph.
func cueKey(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if isWordLetter(r) {
		return s[:scanWord(s, 0)]
	}
	return s[:size]
}

// find returns the cues of a text in normal form, in its order.
func (c cues) find(s string) []hit {
	var out []hit
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if isWordLetter(r) {
			size = scanWord(s, i) - i
		} else if !isHan(r) {
			i += size
			continue
		}
		longest := ""
		for _, cue := range c[s[i:i+size]] {
			if len(cue.text) < len(longest) {
				break
			}
			if !strings.HasPrefix(s[i:], cue.text) || isWordLetter(lastRune(cue.text)) && isWordLetter(firstRune(s[i+len(cue.text):])) {
				continue
			}
			if cue.rule == nil {
				if longest == "" {
					size = len(cue.text)
				}
				break
			}
			longest = cue.text
			if out == nil {
				out = make([]hit, 0, 8)
			}
			out = append(out, hit{cue, i, i + len(cue.text)})
			size = len(cue.text)
		}
		i += size
	}
	return out
}
