package scan

import (
	"slices"
)

// find returns where a rule applies to a sentence.
func (r *rule) find(s *sentence) (start, end int, ok bool) {
	for i := range r.with {
		if !s.all.meets(&r.with[i]) {
			return 0, 0, false
		}
	}
	for i := range r.items {
		if !s.all.meets(&r.items[i].of) {
			return 0, 0, false
		}
	}
	if s.all.meets(&r.without) {
		return 0, 0, false
	}
	for i := range s.hits {
		h := &s.hits[i]
		if !h.classes.meets(&r.items[0].of) || r.kind != Persuasion && !h.clause && s.before(i, &r.negated, 2) {
			continue
		}
		if end, ok := r.rest(s, i, 1); ok {
			return r.span(s, int(h.start), end)
		}
	}
	return 0, 0, false
}

// span widens the place of a rule of one part to the first phrase of each class beside it.
func (r *rule) span(s *sentence, start, end int) (int, int, bool) {
	if len(r.items) > 1 {
		return start, end, true
	}
	for k := range r.with {
		if i := slices.IndexFunc(s.hits, func(h hit) bool { return h.classes.meets(&r.with[k]) }); i >= 0 {
			start, end = min(start, int(s.hits[i].start)), max(end, int(s.hits[i].end))
		}
	}
	return start, end, true
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
		if h.start < last.end || !h.classes.meets(&r.items[k].of) {
			continue
		}
		if end, ok := r.rest(s, j, k+1); ok {
			return end, true
		}
	}
	return 0, false
}

// before reports a phrase of the classes at most gap words before hit i.
func (s *sentence) before(i int, of *set, gap int32) bool {
	for j := i - 1; j >= 0 && i-j < 12; j-- {
		if h := &s.hits[j]; h.classes.meets(of) && h.end <= s.hits[i].start && s.hits[i].from-h.until <= gap {
			return true
		}
	}
	return false
}

// apply returns the findings of all rules in one sentence, one of each kind.
func (l *lexicon) apply(s *sentence, found func(*rule, int, int)) {
	var seen [maxRules / 64]uint64 // rules that were tried
	var done []Kind
	for i := range s.hits {
		for _, n := range s.hits[i].rules {
			if seen[n>>6]&(1<<(n&63)) != 0 {
				continue
			}
			seen[n>>6] |= 1 << (n & 63)
			r := &l.rules[n]
			if slices.Contains(done, r.kind) {
				continue
			}
			if start, end, ok := r.find(s); ok {
				if !r.weak {
					done = append(done, r.kind)
				}
				found(r, start, end)
			}
		}
	}
}
