package evidence

import (
	"slices"
	"unicode/utf8"
)

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
func (p *pattern) search(text string, limit int, fromStart bool) (best, end int) {
	best = limit
	pv, mv := slices.Clone(p.none), slices.Clone(p.none)
	for b := range pv {
		pv[b] = ^uint64(0)
	}
	score, carry := p.m, 0
	if fromStart {
		best, carry = min(best, score), 1
	}
	for i, r := range text {
		var eq []uint64
		if r < utf8.RuneSelf {
			eq = p.ascii[r]
		} else {
			eq = p.mask(r)
		}
		hin := carry
		for b := range pv {
			top := uint64(1) << 63
			if b == len(pv)-1 {
				top = 1 << ((max(p.m, 1) - 1) % 64)
			}
			hin = advance(&pv[b], &mv[b], eq[b], hin, top)
		}
		score += hin
		if score < best || fromStart && score == best {
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
