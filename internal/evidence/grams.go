package evidence

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// searched is a text in which many quotes are looked for.
type searched struct {
	text  string
	grams func() *grams
}

func newSearched(text string) searched {
	return searched{text, sync.OnceValue(func() *grams { return newGrams(text) })}
}

// minIndexed is the least of a text that is searched with its grams, in bytes, and maxShare the share of
// the text that the places of the rarest gram of a quote may be.
const (
	minIndexed = 8000
	maxShare   = 64
)

// places are the places of a quote that lie within [lo, hi) of the text.
func (t searched) places(quote string, lo, hi int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if quote == "" {
			return
		}
		if hi-lo >= minIndexed {
			if list, at := t.grams().rarest(quote); at > 0 && len(list) < len(t.text)/maxShare {
				n, _ := slices.BinarySearch(list, int32(lo+at))
				for _, p := range list[n:] {
					s := int(p) - at
					if s+len(quote) > hi || strings.HasPrefix(t.text[s:], quote) && !yield(s) {
						return
					}
				}
				return
			}
		}
		_, size := utf8.DecodeRuneInString(quote)
		for lo < hi {
			k := strings.Index(t.text[lo:hi], quote)
			if k < 0 || !yield(lo+k) {
				return
			}
			lo += k + size
		}
	}
}

// grams are the three-character grams of a text: places has where the last characters of those of each hash
// are, in order, and starts where these places start.
type grams struct {
	starts []int32
	places []int32
}

// gramBits are the bits of a hash.
const gramBits = 16

func newGrams(t string) *grams {
	g := &grams{starts: make([]int32, 1<<gramBits+1)}
	var h gramHash
	for _, r := range t {
		if k, ok := h.next(r); ok {
			g.starts[k+1]++
		}
	}
	for k := range g.starts[1:] {
		g.starts[k+1] += g.starts[k]
	}
	g.places = make([]int32, g.starts[1<<gramBits])
	next := slices.Clone(g.starts)
	h = gramHash{}
	for i, r := range t {
		if k, ok := h.next(r); ok {
			g.places[next[k]] = int32(i)
			next[k]++
		}
	}
	return g
}

func (g *grams) of(hash uint32) []int32 { return g.places[g.starts[hash]:g.starts[hash+1]] }

// rarest returns the places of the gram of a quote that has the fewest, and where its last character is in the quote;
// 0 if the quote has no gram.
func (g *grams) rarest(quote string) (places []int32, at int) {
	var h gramHash
	for i, r := range quote {
		if k, ok := h.next(r); ok {
			if list := g.of(k); at == 0 || len(list) < len(places) {
				places, at = list, i
			}
		}
	}
	return places, at
}

// gramHash rolls over the last three characters.
type gramHash struct {
	a, b rune
	n    int
}

func (h *gramHash) next(r rune) (uint32, bool) {
	x := uint64(h.a)<<42 ^ uint64(h.b)<<21 ^ uint64(r)
	h.a, h.b = h.b, r
	h.n++
	return uint32((x * 0x9E3779B97F4A7C15) >> (64 - gramBits)), h.n >= 3
}

// window is a part of a text, with how many grams of a quote it has.
type window struct{ from, to, hits int }

// windows cuts the text into overlapping windows of twice width bytes, so that every match of
// up to width bytes lies whole in one of them, and returns those with at least need grams of
// the quote, at most "most", the richest ones first.
func (t searched) windows(quote string, width, need, most int) []window {
	hits := make([]int, len(t.text)/width+2)
	seen := map[uint32]bool{}
	var h gramHash
	for _, r := range quote {
		if k, ok := h.next(r); ok && !seen[k] {
			seen[k] = true
			for _, p := range t.grams().of(k) {
				hits[int(p)/width]++
			}
		}
	}
	count := make([]int, 2*width+1) // of windows with so many hits
	for b := range hits[1:] {
		count[min(hits[b]+hits[b+1], 2*width)]++
	}
	least, left := 2*width, most // the fewest hits of a window that is looked at, and how many of these
	for ; least >= need && count[least] < left; least-- {
		left -= count[least]
	}
	var out []window
	for b := range hits[1:] {
		n := hits[b] + hits[b+1]
		if n < need || n < least || n == least && left == 0 {
			continue
		}
		if n == least {
			left--
		}
		out = append(out, window{t.runeStart(b * width), t.runeStart((b + 2) * width), n})
	}
	slices.SortStableFunc(out, func(a, b window) int { return b.hits - a.hits })
	return out
}

// runeStart is where the character that byte i of the text is part of starts, the end of the text behind it.
func (t searched) runeStart(i int) int {
	if i >= len(t.text) {
		return len(t.text)
	}
	for i > 0 && !utf8.RuneStart(t.text[i]) {
		i--
	}
	return i
}
