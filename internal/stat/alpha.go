package stat

import (
	"cmp"
	"slices"
)

// Scale is the scale of measurement of an Alpha.
type Scale int

// The scales.
const (
	Nominal       Scale = iota // same or not
	Ordinal                    // by rank
	IntervalScale              // by squared difference
)

// Alpha is Krippendorff's α of a matrix of scores: 1 for full agreement, 0 for
// what chance alone gives, below 0 for less. Units with fewer than two scores do
// not count. The interval leaves out one unit at a time. It needs NeedAlpha
// units and two different scores. (Krippendorff, Computing Krippendorff's
// alpha-reliability, 2011. His ordinal metric is the squared difference of
// mid-ranks.)
func Alpha(scores [][]float64, scale Scale) Estimate { return AlphaBy(scores, nil, scale) }

// AlphaBy is Alpha where units hang together in clusters, such as the dimensions
// of one submission: the interval leaves out one cluster at a time, and N counts
// clusters. clusters has one number a unit; nil puts each unit by itself.
func AlphaBy(scores [][]float64, clusters []int, scale Scale) Estimate {
	units, counts := pairable(scores, clusters, scale)
	e := Estimate{N: len(units), Need: NeedAlpha}
	if len(units) < NeedAlpha {
		return e
	}
	var all moments
	observed := 0.0
	for _, u := range units {
		all = all.plus(u.moments, 1)
		observed += u.observed
	}
	value, ok := alphaOf(observed, all, squaresOf(counts), scale)
	if !ok {
		return e
	}
	out, ok := jackknife(value, len(units), -1, 1, func(i int) (float64, bool) {
		u := units[i]
		squares := 0.0
		if scale == Nominal {
			squares = squaresOf(counts) - withoutSquares(counts, u.values)
		}
		return alphaOf(observed-u.observed, all.plus(u.moments, -1), squares, scale)
	})
	if !ok {
		return e
	}
	out.Need = NeedAlpha
	return out
}

// moments are count, sum and sum of squares.
type moments struct{ n, sum, squares float64 }

func (m moments) plus(o moments, sign float64) moments {
	return moments{m.n + sign*o.n, m.sum + sign*o.sum, m.squares + sign*o.squares}
}

// unit is one thing with two scores or more, or a cluster of such things.
type unit struct {
	moments
	cluster  int
	values   []float64
	observed float64 // disagreement of its ordered pairs ÷ (scores − 1)
}

// pairable returns the clusters of units that count, their values centred (or as mid-ranks),
// and how often each value stands in them.
func pairable(scores [][]float64, clusters []int, scale Scale) ([]unit, map[float64]float64) {
	var units []unit
	counts := map[float64]float64{}
	total, n := 0.0, 0.0
	for i, row := range scores {
		u := unit{cluster: i}
		if clusters != nil {
			u.cluster = clusters[i]
		}
		for _, v := range row {
			if !missing(v) {
				u.values = append(u.values, v)
			}
		}
		if len(u.values) < 2 {
			continue
		}
		for _, v := range u.values {
			counts[v]++
			total, n = total+v, n+1
		}
		units = append(units, u)
	}
	place := func(v float64) float64 { return v - total/n }
	if scale == Ordinal {
		ranks := midRanks(counts)
		place = func(v float64) float64 { return ranks[v] - (n+1)/2 }
	}
	for i := range units {
		units[i].measure(scale, place)
	}
	return merged(units), counts
}

// merged adds up the units of each cluster, by cluster.
func merged(units []unit) []unit {
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(a.cluster, b.cluster) })
	var out []unit
	for _, u := range units {
		if n := len(out); n > 0 && out[n-1].cluster == u.cluster {
			last := &out[n-1]
			last.moments = last.plus(u.moments, 1)
			last.observed += u.observed
			last.values = append(last.values, u.values...)
			continue
		}
		out = append(out, u)
	}
	return out
}

func (u *unit) measure(scale Scale, place func(float64) float64) {
	own := map[float64]float64{}
	for _, v := range u.values {
		own[v]++
		p := place(v)
		u.n, u.sum, u.squares = u.n+1, u.sum+p, u.squares+p*p
	}
	if scale == Nominal {
		u.observed = (u.n*u.n - squaresOf(own)) / (u.n - 1)
		return
	}
	u.observed = max(0, 2*u.n*u.squares-2*u.sum*u.sum) / (u.n - 1)
}

// alphaOf is 1 − observed ÷ expected disagreement; false where nothing differs.
func alphaOf(observed float64, all moments, squares float64, scale Scale) (float64, bool) {
	expected := all.n*all.n - squares
	if scale != Nominal {
		expected = 2*all.n*all.squares - 2*all.sum*all.sum
	}
	if all.n < 2 || expected <= 1e-12*max(1, all.n*all.squares) {
		return 0, false
	}
	return 1 - (all.n-1)*observed/expected, true
}

func squaresOf(counts map[float64]float64) float64 {
	sum := 0.0 // of whole numbers: their order changes nothing
	for _, c := range counts {
		sum += c * c
	}
	return sum
}

// withoutSquares is how much the sum of squared counts falls without values.
func withoutSquares(counts map[float64]float64, values []float64) float64 {
	own := map[float64]float64{}
	for _, v := range values {
		own[v]++
	}
	fall := 0.0
	for v, c := range own {
		fall += c * (2*counts[v] - c)
	}
	return fall
}

func midRanks(counts map[float64]float64) map[float64]float64 {
	values := make([]float64, 0, len(counts))
	for v := range counts {
		values = append(values, v)
	}
	slices.Sort(values)
	ranks, below := make(map[float64]float64, len(values)), 0.0
	for _, v := range values {
		ranks[v] = below + (counts[v]+1)/2
		below += counts[v]
	}
	return ranks
}
