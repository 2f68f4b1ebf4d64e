package stat

import (
	"cmp"
	"slices"
)

// Alpha is Krippendorff's α of a matrix of scores on the interval scale: 1 for full
// agreement, 0 for what chance alone gives, below 0 for less. Units with fewer than
// two scores do not count. The interval leaves out one cluster of units at a time,
// such as the dimensions of one submission, and N counts clusters. clusters has one
// number per unit; nil makes each unit a cluster. It needs NeedAlpha clusters and
// two different scores. (Krippendorff, Computing Krippendorff's alpha-reliability,
// 2011.)
func Alpha(scores [][]float64, clusters []int) Estimate {
	units := pairable(scores, clusters)
	var all unit
	for _, u := range units {
		all = all.plus(u, 1)
	}
	value, ok := all.alpha()
	if len(units) < NeedAlpha || !ok {
		return Estimate{N: len(units), Need: NeedAlpha}
	}
	return jackknife(value, len(units), NeedAlpha, func(i int) (float64, bool) { return all.plus(units[i], -1).alpha() })
}

// unit is one thing with two scores or more, or a cluster of such things.
type unit struct {
	cluster         int
	n, sum, squares float64 // of the centred scores
	observed        float64 // disagreement of its ordered pairs ÷ (scores − 1)
}

func (u unit) plus(o unit, sign float64) unit {
	return unit{u.cluster, u.n + sign*o.n, u.sum + sign*o.sum, u.squares + sign*o.squares, u.observed + sign*o.observed}
}

// alpha is 1 − observed ÷ expected disagreement; false if nothing differs.
func (u unit) alpha() (float64, bool) {
	expected := 2*u.n*u.squares - 2*u.sum*u.sum
	if u.n < 2 || expected <= 1e-12*max(1, u.n*u.squares) {
		return 0, false
	}
	return 1 - (u.n-1)*u.observed/expected, true
}

// pairable returns the clusters of units that count, in order.
func pairable(scores [][]float64, clusters []int) []unit {
	var units []unit
	centre := 0.0 // any does; one of the scores keeps the sums small
	for i, row := range scores {
		if given(row) < 2 {
			continue
		}
		u := unit{cluster: i}
		if clusters != nil {
			u.cluster = clusters[i]
		}
		for _, v := range row {
			if !missing(v) {
				if len(units) == 0 && u.n == 0 {
					centre = v
				}
				d := v - centre
				u.n, u.sum, u.squares = u.n+1, u.sum+d, u.squares+d*d
			}
		}
		u.observed = max(0, 2*u.n*u.squares-2*u.sum*u.sum) / (u.n - 1)
		units = append(units, u)
	}
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(a.cluster, b.cluster) })
	var out []unit
	for _, u := range units {
		if n := len(out); n > 0 && out[n-1].cluster == u.cluster {
			out[n-1] = out[n-1].plus(u, 1)
			continue
		}
		out = append(out, u)
	}
	return out
}
