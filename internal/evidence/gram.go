package evidence

import "slices"

// grams is the set of a quote's three-character grams as hashes: it may hold
// too many, never too few.
type grams [1 << 12]uint64

func newGrams(s string) *grams {
	var g grams
	var h gramHash
	for _, r := range s {
		if k, ok := h.next(r); ok {
			g[k>>6] |= 1 << (k & 63)
		}
	}
	return &g
}

func (g *grams) has(k uint32) bool { return g[k>>6]&(1<<(k&63)) != 0 }

// gramHash rolls over the last three characters.
type gramHash struct {
	a, b rune
	n    int
}

func (h *gramHash) next(r rune) (uint32, bool) {
	x := uint64(h.a)<<42 ^ uint64(h.b)<<21 ^ uint64(r)
	h.a, h.b = h.b, r
	h.n++
	return uint32((x * 0x9E3779B97F4A7C15) >> 46), h.n >= 3
}

// gramWindows cuts a text into overlapping windows of twice width characters,
// so that every match of up to width characters lies whole in one of them, and
// returns those with at least need grams of the set, at most maxWindows: the
// richest ones, in order of the text.
func gramWindows(t string, set *grams, width, need int) [][2]int {
	type block struct{ from, to, hits int }
	var blocks []block
	var h gramHash
	cur := block{}
	count := 0
	for i, r := range t {
		if count == width {
			cur.to = i
			blocks = append(blocks, cur)
			cur, count = block{from: i}, 0
		}
		if k, ok := h.next(r); ok && set.has(k) {
			cur.hits++
		}
		count++
	}
	cur.to = len(t)
	blocks = append(blocks, cur)
	var found []block
	for i, b := range blocks {
		w := b
		if i+1 < len(blocks) {
			w.to = blocks[i+1].to
			w.hits += blocks[i+1].hits
		}
		if w.hits >= need {
			found = append(found, w)
		}
	}
	slices.SortStableFunc(found, func(a, b block) int { return b.hits - a.hits })
	found = found[:min(len(found), maxWindows)]
	slices.SortFunc(found, func(a, b block) int { return a.from - b.from })
	out := make([][2]int, len(found))
	for i, b := range found {
		out[i] = [2]int{b.from, b.to}
	}
	return out
}
