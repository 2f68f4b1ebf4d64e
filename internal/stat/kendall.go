package stat

import (
	"cmp"
	"math"
	"slices"
)

// KendallTauB is the rank correlation of two variables with ties: −1 to 1. The
// interval is the delete-one jackknife's with Student's t, held to −1 and 1; N
// and Clusters are the number of pairs. (Kendall 1945; Newson 2006 for the
// jackknife.) ok is false below three pairs and if a variable is constant,
// with or without one of the pairs. It takes O(n log n).
func KendallTauB(x, y []float64, level float64) (out Interval, ok bool) {
	n := len(x)
	out.N, out.Clusters = n, n
	if n < 3 {
		return out, false
	}
	s, tx, ty := signSums(x, y)
	var total, ux, uy float64 // over ordered pairs
	for i := range n {
		total, ux, uy = total+s[i], ux+tx[i], uy+ty[i]
	}
	if ux == 0 || uy == 0 {
		return out, false
	}
	tau := total / math.Sqrt(ux*uy)
	se, ok := jackknifeError(tau, n, func(i int) (float64, bool) {
		vx, vy := ux-2*tx[i], uy-2*ty[i]
		return (total - 2*s[i]) / math.Sqrt(vx*vy), vx > 0 && vy > 0
	})
	if !ok {
		return out, false
	}
	half := se * studentT(n-1, level)
	out.Mean, out.SE, out.Low, out.High = tau, se, max(-1, tau-half), min(1, tau+half)
	return out, true
}

// signSums returns, for each pair, the sum of sign(xᵢ−xⱼ)·sign(yᵢ−yⱼ) over all
// others, and how many others differ from it in x and in y.
func signSums(x, y []float64) (s, tx, ty []float64) {
	n := len(x)
	s = make([]float64, n)
	order, tx, _ := ties(x)
	_, ty, rank := ties(y)
	for range 2 { // those below in x, then those above
		seen := make(fenwick, n+1)
		for i := 0; i < n; {
			j := i
			for ; j < n && x[order[j]] == x[order[i]]; j++ {
				k := rank[order[j]]
				below, upTo := seen.sum(k), seen.sum(k+1)
				s[order[j]] += float64(below - (i - upTo))
			}
			for ; i < j; i++ {
				seen.add(rank[order[i]])
			}
		}
		slices.Reverse(order)
		for i := range s {
			s[i] = -s[i] // what lies above counts the other way round
		}
	}
	return s, tx, ty
}

// ties returns the indexes of values in their order, how many other values differ
// from each, and the dense rank of each from 0.
func ties(v []float64) (order []int, differ []float64, rank []int) {
	n := len(v)
	order = indexesBy(n, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	differ, rank = make([]float64, n), make([]int, n)
	dense := 0
	for i := 0; i < n; dense++ {
		j := i
		for j < n && v[order[j]] == v[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			differ[k], rank[k] = float64(n-(j-i)), dense
		}
		i = j
	}
	return order, differ, rank
}

// fenwick is a Fenwick tree of counts over ranks.
type fenwick []int

func (c fenwick) add(rank int) {
	for i := rank + 1; i < len(c); i += i & -i {
		c[i]++
	}
}

// sum returns how many of the added ranks are below rank.
func (c fenwick) sum(rank int) int {
	n := 0
	for i := rank; i > 0; i -= i & -i {
		n += c[i]
	}
	return n
}
