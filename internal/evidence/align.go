package evidence

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Limits of alignment. Below minNear characters a similarity of 0.90 is met by
// chance in up to 3 % of all tries; at 20 characters in none.
const (
	minNear    = 20        // characters, for Near
	minAligned = 12        // characters, for Altered; an ideograph counts two
	nearShare  = 0.90      // similarity, for Near
	foundShare = 0.80      // similarity, for Altered
	fullCost   = 20_000    // blocks of a search in the whole text
	maxCost    = 1_000_000 // blocks of a search in windows, about 5 ms
	maxWindows = 24
)

// align finds the span that is most similar to a quote in normal form:
// 1 − Levenshtein distance ÷ length of the quote.
func (x *Index) align(quote string) finding {
	m := utf8.RuneCountInString(quote)
	if m+countHan(quote) < minAligned {
		return missing
	}
	text, limit := x.folded.Text, int(float64(m)*(1-foundShare))
	pattern, differences, end := newPattern(quote), limit+1, 0
	for _, w := range x.windows(quote, m, limit) {
		if w.hits < sharedGrams(m, differences-1) {
			break
		}
		if d, n := pattern.search(text[w.from:w.to], differences, false); d < differences {
			differences, end = d, w.from+n
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
	_, length := newPattern(reverse(quote)).search(reverse(text[from:end]), differences+1, true)
	return x.approximate(quote, m, differences, end-length, end)
}

func countHan(s string) (n int) {
	for _, r := range s {
		if isHan(r) {
			n++
		}
	}
	return n
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
	if why := guard(quote, x.folded.Text[i:j]); why != nil {
		return finding{status: Altered, start: s, end: e, note: why}
	}
	if similarity < nearShare || m < minNear {
		return missing
	}
	if refused, why := x.border(i, j); refused != "" {
		return finding{status: refused, start: s, end: e, note: why, similar: true}
	}
	return finding{status: Near, start: s, end: e, note: Found("similarity {}", fmt.Sprintf("%.2f", similarity))}
}

// maxWord bounds how far a span is grown, in bytes.
const maxWord = 200

// widen grows a span to the borders of words and numbers, and trims blanks.
func (x *Index) widen(i, j int) (int, int) {
	t := x.folded.Text
	i, j = trimmed(t, i, j)
	if i >= j {
		return i, j
	}
	low, high := max(0, i-maxWord), min(len(t), j+maxWord)
	for i > low && joined(lastRune(t[:i]), firstRune(t[i:])) {
		i -= utf8.RuneLen(lastRune(t[:i]))
	}
	for j < high && joined(lastRune(t[:j]), firstRune(t[j:])) {
		j += utf8.RuneLen(firstRune(t[j:]))
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
// share enough three-character grams with the quote.
func (x *Index) windows(quote string, m, limit int) []window {
	t := x.folded.Text
	if len(t)*((m+63)/64) <= fullCost {
		return []window{{0, len(t), m}}
	}
	width := len(quote) + limit*utf8.UTFMax
	most := min(maxWindows, max(2, maxCost/(2*width*((m+63)/64))))
	return x.form.windows(quote, width, max(sharedGrams(m, limit), 1), most)
}

// sharedGrams is how many three-character grams a match of m characters with so many differences has at least.
func sharedGrams(m, differences int) int { return m - 2 - 3*differences }

// pattern is a text prepared for bit-parallel approximate search (Myers 1999,
// in blocks of 64 characters as Hyyrö 2003 describes).
type pattern struct {
	m     int               // characters
	masks map[rune][]uint64 // where each character occurs
	none  []uint64          // for characters that do not
	ascii [utf8.RuneSelf][]uint64
}

func newPattern(s string) *pattern {
	m := utf8.RuneCountInString(s)
	p := &pattern{m: m, masks: map[rune][]uint64{}, none: make([]uint64, max(1, (m+63)/64))}
	for i, r := range []rune(s) {
		if p.masks[r] == nil {
			p.masks[r] = slices.Clone(p.none)
		}
		p.masks[r][i/64] |= 1 << (i % 64)
	}
	for c := range p.ascii {
		p.ascii[c] = p.mask(rune(c))
	}
	return p
}

func (p *pattern) mask(r rune) []uint64 {
	if m, ok := p.masks[r]; ok {
		return m
	}
	return p.none
}

// search finds the place in text where the pattern ends with the fewest
// differences, as long as they are below limit: the first of several. If the match
// is to start where text does, it is the last of several. It returns limit and 0 if
// there is none.
//
// Only the blocks down to the last one that may hold fewer differences are computed.
func (p *pattern) search(text string, limit int, fromStart bool) (best, end int) {
	best = limit
	pv, mv, scores := slices.Clone(p.none), slices.Clone(p.none), make([]int, len(p.none))
	last := len(pv) - 1
	height := func(b int) int { // in characters
		if b == last {
			return (max(p.m, 1)-1)%64 + 1
		}
		return 64
	}
	step := func(b int, eq uint64, hin int) int {
		hout := advance(&pv[b], &mv[b], eq, hin, 1<<(height(b)-1))
		scores[b] += hout
		return hout
	}
	carry := 0
	if fromStart {
		best, carry = min(best, p.m), 1
	}
	low := min(last, max(0, best-1)/64) // the last block that is computed
	for b := range low + 1 {
		pv[b], scores[b] = ^uint64(0), b*64+height(b)
	}
	for i, r := range text {
		var eq []uint64
		if r < utf8.RuneSelf {
			eq = p.ascii[r]
		} else {
			eq = p.mask(r)
		}
		hin := carry
		for b := range low + 1 {
			hin = step(b, eq[b], hin)
		}
		if low < last && scores[low]-hin <= best && (hin < 0 || eq[low+1]&1 == 1) {
			low++
			pv[low], mv[low], scores[low] = ^uint64(0), 0, scores[low-1]-hin+height(low)
			step(low, eq[low], hin)
		}
		for low > 0 && scores[low] >= best+height(low) {
			low--
		}
		if score := scores[low]; low == last && (score < best || fromStart && score == best) {
			best, end = score, i+utf8.RuneLen(r)
		}
	}
	return best, end
}

// advance computes one block of a column and returns the difference that
// leaves it at its lowest row.
func advance(pv, mv *uint64, eq uint64, hin int, top uint64) int {
	p, m := *pv, *mv
	xv := eq | m
	if hin < 0 {
		eq |= 1
	}
	xh := (((eq & p) + p) ^ p) | eq
	ph := m | ^(xh | p)
	mh := p & xh
	hout := 0
	if ph&top != 0 {
		hout = 1
	} else if mh&top != 0 {
		hout = -1
	}
	ph, mh = ph<<1, mh<<1
	if hin < 0 {
		mh |= 1
	} else if hin > 0 {
		ph |= 1
	}
	*pv = mh | ^(xv | ph)
	*mv = ph & xv
	return hout
}
