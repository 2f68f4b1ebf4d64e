package document

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// rule is one way in which a text speaks to the judge. A hit counts unless veto
// matches the words right before it or check says no.
type rule struct {
	kind  WarningKind
	hit   *regexp.Regexp
	veto  *regexp.Regexp // on up to vetoBytes before the hit; may be nil
	check func(text string, hit []int) bool
}

const (
	vetoBytes   = 60
	maxFindings = 200 // hits of one rule that are looked at
)

// scanText finds planted commands, scores, replies and fences. Start and End are
// offsets into text. Regular expressions here run in linear time.
func scanText(text string) []Warning {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	f := fold(text)
	var out []Warning
	for _, r := range rules() {
		for _, hit := range r.hit.FindAllStringSubmatchIndex(f.text, maxFindings) {
			if hit[0] == hit[1] || r.veto != nil && r.veto.MatchString(before(f.text, hit[0])) || r.check != nil && !r.check(f.text, hit) {
				continue
			}
			start, end := f.span(hit[0], hit[1])
			if overlaps(out, r.kind, start, end) {
				continue
			}
			out = append(out, Warning{Kind: r.kind, Excerpt: excerpt(text[start:sentenceEnd(text, end)]), Start: start, End: end, Count: 1})
		}
	}
	return out
}

// before is the text of one line up to at, at most vetoBytes of it.
func before(text string, at int) string {
	from := max(0, at-vetoBytes)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	s := text[from:at]
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return s
}

// sentenceEnd extends a hit to the end of its sentence, for the excerpt.
func sentenceEnd(text string, at int) int {
	for i, r := range text[at:min(len(text), at+120)] {
		if r == '\n' || r == '。' || r == '！' || r == utf8.RuneError {
			return at + i
		}
	}
	return min(len(text), at+strings.LastIndexAny(text[at:min(len(text), at+120)]+" ", " "))
}

// overlaps reports whether a finding of the kind covers part of the place.
func overlaps(list []Warning, kind WarningKind, start, end int) bool {
	for _, w := range list {
		if w.Kind == kind && start < w.End && w.Start < end {
			return true
		}
	}
	return false
}

// fullMarks checks a score 'n/m' in the first two groups: only n = m is a
// planted score, any other is a plain number.
func fullMarks(text string, hit []int) bool {
	if len(hit) < 6 || hit[2] < 0 || hit[4] < 0 {
		return true
	}
	return text[hit[2]:hit[3]] == text[hit[4]:hit[5]]
}

// textFollows checks that the document goes on after its alleged end.
func textFollows(text string, hit []int) bool {
	return utf8.RuneCountInString(strings.TrimSpace(text[hit[1]:])) >= 12
}
