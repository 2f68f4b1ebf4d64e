package offline

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"judgement/internal/llm"
)

// view is how one criterion came out.
type view struct {
	topic int        // an aspect, or −1
	share float64    // of the maximum, 0 to 1
	count int        // sentences that count for it
	hits  []sentence // the best of them, the best first
}

// saturate maps a count onto 0..1: half at the given count.
func saturate(n, half float64) float64 { return n / (n + half) }

// ground is how much of the document is checkable, 0 to 1: how many solid
// sentences there are, their share, less for praise, repetition and lists.
func (m *measures) ground() float64 {
	all := m.counted + m.lists + m.again
	if all == 0 {
		return 0
	}
	share := float64(m.solid) / float64(all)
	volume := 1 - math.Exp(-float64(m.solid)/5)
	hype := float64(m.praise) / float64(all)
	stuffed := float64(m.lists+m.again) / float64(all)
	g := volume * math.Min(1, share/0.5) / (1 + 0.8*hype)
	if m.variety < 0.75 {
		g *= math.Max(0, m.variety/0.75)
	}
	return g * (1 - stuffed)
}

// form is how the text is laid out, 0 to 1: it is prose in paragraphs of sane
// length, under headings, in varied words.
func (m *measures) form() float64 {
	all := m.counted + m.lists + m.again
	if all == 0 || m.paras == 0 {
		return 0
	}
	prose := float64(m.counted) / float64(all)
	f := 0.4 * math.Min(1, float64(m.headings)/4)
	f += 0.3 * (1 - float64(m.longParas)/float64(m.paras))
	f += 0.3 * math.Min(1, float64(m.counted)/12)
	return f * prose * prose
}

// figured is whether sentences hold any figures at all, solid or not, 0 to 1:
// what sets a weak proposal apart from one that says nothing.
func (m *measures) figured() float64 {
	n := 0
	for _, s := range m.sentences {
		if !s.list && !s.again && s.words >= 5 && s.numbers > 0 {
			n++
		}
	}
	return saturate(float64(n), 3)
}

// judge scores a document on one criterion.
func (m *measures) judge(c llm.Criterion) view {
	v := view{topic: topic(c.ID, c.Text)}
	terms := termsOf(c.Text)
	type scored struct {
		sentence
		points float64
	}
	var found []scored
	for _, s := range m.sentences {
		if !s.solid() {
			continue
		}
		p := 0.2
		if v.topic >= 0 {
			p += math.Min(2, float64(s.marks[v.topic]))
		}
		p += 0.3*math.Min(3, float64(s.numbers)) + 0.3*math.Min(2, float64(s.marks[measured])) + 0.5*coverage(s.text, terms)
		if v.topic < 0 || v.topic == clarity || s.marks[v.topic] > 0 {
			found = append(found, scored{s, p})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.points, a.points) })
	v.count = len(found)
	sum := 0.0
	for i, s := range found {
		if i < 12 {
			sum += math.Min(s.points, 3)
		}
		if i < 40 {
			v.hits = append(v.hits, s.sentence)
		}
	}
	g, f := m.ground(), m.form()
	on := saturate(sum, 4)
	if v.topic == clarity {
		on = f
	}
	v.share = 0.02 + 0.10*m.figured() + 0.40*g + 0.37*on*(0.25+0.75*g) + 0.12*f*math.Min(1, 0.15+g)
	v.share = math.Max(0, math.Min(0.97, v.share))
	return v
}

// termsOf lists the telling words of a criterion: words of five letters and
// more, pairs of ideographs.
func termsOf(text string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(w string) {
		if !seen[w] && len(out) < 40 {
			seen[w] = true
			out = append(out, w)
		}
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), notWord) {
		if len(w) >= 5 {
			add(w)
		}
	}
	for pair := range hanPairs(text) {
		add(pair)
	}
	return out
}

// coverage is how many of the terms a sentence holds, at most 2.
func coverage(text string, terms []string) float64 {
	n := 0
	lower := strings.ToLower(text)
	for _, t := range terms {
		if strings.Contains(lower, t) {
			n++
		}
	}
	return math.Min(2, float64(n))
}
