package evidence

import "unicode/utf8"

// pattern is a text prepared for bit-parallel approximate search (Myers 1999,
// in blocks of 64 characters as Hyyrö 2003 describes).
type pattern struct {
	m      int // characters
	blocks int
	ascii  [utf8.RuneSelf]int32 // index into masks, 0 for characters that do not occur
	wide   map[rune]int32
	masks  []uint64 // blocks words per character
	last   uint64   // bit of the last character in the last block
}

func newPattern(s string) *pattern {
	m := utf8.RuneCountInString(s)
	p := &pattern{m: m, blocks: max(1, (m+63)/64), wide: map[rune]int32{}}
	p.masks = make([]uint64, p.blocks) // of characters that do not occur
	p.last = 1 << uint((max(m, 1)-1)&63)
	i := 0
	for _, r := range s {
		k := p.index(r)
		if k == 0 {
			k = int32(len(p.masks))
			p.masks = append(p.masks, make([]uint64, p.blocks)...)
			if r < utf8.RuneSelf {
				p.ascii[r] = k
			} else {
				p.wide[r] = k
			}
		}
		p.masks[int(k)+i/64] |= 1 << uint(i&63)
		i++
	}
	return p
}

func (p *pattern) index(r rune) int32 {
	if r < utf8.RuneSelf {
		return p.ascii[r]
	}
	return p.wide[r]
}

// search finds the place in text where the pattern ends with the fewest
// differences, the first of several, as long as they are below limit. It
// returns limit and 0 if there is none.
func (p *pattern) search(text string, limit int) (distance, end int) {
	return p.run(text, limit, 0)
}

// prefix finds the prefix of text with the fewest differences from the pattern,
// the longest of several.
func (p *pattern) prefix(text string) (distance, end int) {
	return p.run(text, p.m+len(text)+1, 1)
}

// run computes the last row of the distance matrix. carry is what the first row
// grows by per column: 0 lets a match start anywhere, 1 at the start only.
func (p *pattern) run(text string, limit int, carry int) (best, end int) {
	best = limit
	pv, mv := make([]uint64, p.blocks), make([]uint64, p.blocks)
	for b := range pv {
		pv[b] = ^uint64(0)
	}
	score := p.m
	if carry == 1 && score < best {
		best = score
	}
	for i, r := range text {
		k := int(p.index(r))
		hin := carry
		for b := range pv {
			top := uint64(1) << 63
			if b == p.blocks-1 {
				top = p.last
			}
			hin = advance(&pv[b], &mv[b], p.masks[k+b], hin, top)
		}
		score += hin
		if score < best || carry == 1 && score == best {
			_, size := utf8.DecodeRuneInString(text[i:])
			best, end = score, i+size
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
