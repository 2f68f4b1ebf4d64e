package format

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of every reply. A longer one is refused, a longer quote is cut.
const (
	maxReplyBytes = 256 << 10
	maxQuoteRunes = 2_000
)

// Clean trims what a model wrote, drops control characters and keeps at most n
// characters.
func Clean(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n])) + "…"
}

// Quotes cleans the quotes of a reply, of 2,000 characters at the most, and
// keeps as many as are asked for.
func Quotes(in []string, most int) []string {
	var out []string
	for _, q := range in {
		if q = Clean(q, maxQuoteRunes); q != "" && len(out) < most {
			out = append(out, q)
		}
	}
	return out
}

// Terms counts what a text is about: its lower-case words of so many letters and
// more, and its pairs of neighbouring Han characters.
func Terms(s string, letters int) map[string]int {
	out := map[string]int{}
	var word []rune
	var before rune
	flush := func() {
		if len(word) >= letters {
			out[string(word)]++
		}
		word = word[:0]
	}
	for _, r := range strings.ToLower(s) {
		if unicode.Is(unicode.Han, r) {
			flush()
			if before != 0 {
				out[string([]rune{before, r})]++
			}
			before = r
			continue
		}
		before = 0
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word = append(word, r)
			continue
		}
		flush()
	}
	flush()
	return out
}
