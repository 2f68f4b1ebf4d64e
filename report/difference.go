package report

import (
	"strings"

	"judgement/panel"
)

// Difference writes a difference of points with its sign and at most two decimals.
func Difference(d panel.Points) string {
	text := d.Decimal(2)
	switch {
	case d.Sign() > 0:
		return "+" + text
	case d.Sign() < 0:
		return "−" + strings.TrimPrefix(text, "-")
	}
	return "±0"
}

// CompareFixes says which of the old must-fix items are gone, which are still open, and which
// are new. Two items are the same if they are on one lens and share most of their
// words: models word one finding differently each time. An item of the newer version
// is taken once.
func CompareFixes(then, now []Remark) (gone, open, fresh []Remark) {
	taken := make([]bool, len(now))
	for _, old := range then {
		best, most := -1, sameFix
		for i, n := range now {
			if s := likeness(old, n); !taken[i] && s >= most {
				best, most = i, s
			}
		}
		if best < 0 {
			gone = append(gone, old)
			continue
		}
		taken[best] = true
		open = append(open, now[best])
	}
	for i, n := range now {
		if !taken[i] {
			fresh = append(fresh, n)
		}
	}
	return gone, open, fresh
}

// sameFix is the likeness from which two items are the same.
const sameFix = 0.4

// likeness is the share of words that two items have in common (Jaccard), 0 if they
// are on different lenses.
func likeness(a, b Remark) float64 {
	if a.Lens != b.Lens {
		return 0
	}
	if a.Text == b.Text {
		return 1
	}
	one, two := wordsIn(a.Text), wordsIn(b.Text)
	both := 0
	for w := range one {
		if two[w] {
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(one)+len(two)-both)
}

// wordsIn returns the words of a text; of Chinese, which has no spaces, the pairs of
// characters.
func wordsIn(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()\"'，。；：！？（）“”、", r) }) {
		runes := []rune(w)
		if runes[0] < 0x2e80 {
			out[w] = true
			continue
		}
		for i := 0; i+1 < len(runes); i++ {
			out[string(runes[i:i+2])] = true
		}
	}
	return out
}
