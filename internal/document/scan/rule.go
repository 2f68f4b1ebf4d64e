package scan

import (
	"math/bits"
)

// find returns where a rule applies to a sentence.
func (r *rule) find(s *sentence) (start, end int, ok bool) {
	for _, with := range r.with {
		if !s.all.meets(with) {
			return 0, 0, false
		}
	}
	for _, it := range r.items {
		if !s.all.meets(it.of) {
			return 0, 0, false
		}
	}
	if s.all.meets(r.without) {
		return 0, 0, false
	}
	for i := range s.hits {
		h := &s.hits[i]
		if !h.classes.meets(r.items[0].of) || r.items[0].lead && !h.clause && !s.before(i, r.lead, 0) || r.kind != Persuasion && !h.clause && s.before(i, r.negated, 2) {
			continue
		}
		if end, ok := r.rest(s, i, 1); ok {
			return int(h.start), end, true
		}
	}
	return 0, 0, false
}

// rest matches the parts from k on after hit i.
func (r *rule) rest(s *sentence, i, k int) (end int, ok bool) {
	last := &s.hits[i]
	if k == len(r.items) {
		return int(last.end), true
	}
	for j := i + 1; j < len(s.hits); j++ {
		h := &s.hits[j]
		if h.from-last.until > r.items[k].gap {
			break
		}
		if h.start < last.end || !h.classes.meets(r.items[k].of) || r.items[k].lead && !h.clause && !s.before(j, r.lead, 0) {
			continue
		}
		if end, ok := r.rest(s, j, k+1); ok {
			return end, true
		}
	}
	return 0, false
}

// before reports a phrase of the classes at most gap words before hit i, in its clause
// if gap is 0.
func (s *sentence) before(i int, of set, gap int32) bool {
	for j := i - 1; j >= 0 && i-j < 12; j-- {
		if h := &s.hits[j]; h.classes.meets(of) && h.end <= s.hits[i].start && s.hits[i].from-h.until <= gap {
			return true
		}
	}
	return false
}

// apply returns the findings of all rules in one sentence, one of each kind.
func (l *lexicon) apply(s *sentence, found func(Kind, int, int)) {
	seen := make([]uint64, len(l.rules)/64+1) // rules that were tried
	done := map[Kind]bool(nil)
	for i := range s.hits {
		h := &s.hits[i]
		for w, rest := range h.classes {
			for ; rest != 0; rest &= rest - 1 {
				c := w<<6 | bits.TrailingZeros64(rest)
				for _, n := range l.byKey[c] {
					r := &l.rules[n]
					if seen[n>>6]&(1<<(n&63)) != 0 || done[r.kind] {
						continue
					}
					seen[n>>6] |= 1 << (n & 63)
					if start, end, ok := r.find(s); ok {
						if done == nil {
							done = map[Kind]bool{}
						}
						done[r.kind] = true
						found(r.kind, start, end)
					}
				}
			}
		}
	}
}
