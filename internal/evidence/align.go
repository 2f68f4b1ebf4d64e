package evidence

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Limits of alignment. Below minNear characters a similarity of 0.90 is met by
// chance in up to 3 % of all tries; at 20 characters in none.
const (
	minNear    = 20   // characters, for Near
	minAligned = 12   // characters, for Altered
	nearShare  = 0.90 // similarity, for Near
	foundShare = 0.80 // similarity, for Altered
	fullCost   = 4_000_000
	maxWindows = 24
)

// align finds the span that is most similar to a quote in normal form:
// 1 − Levenshtein distance ÷ length of the quote.
func (x *Index) align(quote string) finding {
	m := utf8.RuneCountInString(quote)
	if m < minAligned {
		return missing
	}
	text, limit := x.folded.Text, int(float64(m)*(1-foundShare))
	pattern, differences, end := newPattern(quote), limit+1, 0
	for _, w := range x.windows(quote, m, limit) {
		if d, n := pattern.search(text[w[0]:w[1]], differences, false); d < differences {
			differences, end = d, w[0]+n
		}
	}
	if end == 0 {
		return missing
	}
	// The start is where the same search ends, backwards from the end.
	from := end
	for n := 0; n < m+differences && from > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	_, length := newPattern(reverse(quote)).search(reverse(text[from:end]), m+end-from+1, true)
	return x.approximate(quote, m, differences, end-length, end)
}

func reverse(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// approximate says what a similar span amounts to.
func (x *Index) approximate(quote string, m, distance, i, j int) finding {
	i, j = x.widen(i, j)
	if i >= j {
		return missing
	}
	s, e := x.span(i, j)
	similarity := 1 - float64(distance)/float64(m)
	if why := guard(quote, x.folded.Text[i:j]); why != "" {
		return finding{status: Altered, start: s, end: e, note: why}
	}
	if similarity < nearShare || m < minNear {
		return missing
	}
	if why, _ := x.border(i, j); why != "" {
		return finding{status: Altered, start: s, end: e, note: why}
	}
	return finding{status: Near, start: s, end: e, note: fmt.Sprintf("similarity %.2f", similarity)}
}

// widen grows a span to the borders of words and numbers, and trims blanks.
func (x *Index) widen(i, j int) (int, int) {
	t := x.folded.Text
	i, j = trimmed(t, i, j)
	if i >= j {
		return i, j
	}
	for i > 0 {
		p, size := utf8.DecodeLastRuneInString(t[:i])
		r, _ := utf8.DecodeRuneInString(t[i:])
		if !joined(p, r) {
			break
		}
		i -= size
	}
	for j < len(t) {
		p, _ := utf8.DecodeLastRuneInString(t[:j])
		r, size := utf8.DecodeRuneInString(t[j:])
		if !joined(p, r) {
			break
		}
		j += size
	}
	return i, j
}

// joined reports whether two neighbours belong to one word or number.
func joined(a, b rune) bool {
	number := func(r rune) bool { return r >= '0' && r <= '9' || isHanNumeral(r) || r == '%' || r == '‰' }
	return isAlnum(a) && isAlnum(b) || number(a) && number(b)
}

// windows returns the parts of the normal form that may hold a match with at
// most limit differences: all of it if that is cheap, else the parts that
// share enough three-character grams with the quote. A match of m characters
// with k differences shares at least m − 2 − 3k of them.
func (x *Index) windows(quote string, m, limit int) [][2]int {
	t := x.folded.Text
	if len(t)*((m+63)/64) <= fullCost {
		return [][2]int{{0, len(t)}}
	}
	need := m - 2 - 3*limit
	return gramWindows(t, newGrams(quote), m+limit, max(need, 1))
}
