package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// KendallTauB is the rank correlation of two variables with ties: −1 to 1. The
// interval is the delete-one jackknife's with Student's t, held to −1 and 1; N
// and Clusters are the number of pairs. (Kendall 1945; Newson 2006 for the
// jackknife.) ok is false below three pairs and where a variable is constant,
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
	out.Mean = total / math.Sqrt(ux*uy)
	pseudo, mean := make([]float64, n), 0.0
	for i := range n {
		vx, vy := ux-2*tx[i], uy-2*ty[i]
		if vx == 0 || vy == 0 {
			return out, false
		}
		without := (total - 2*s[i]) / math.Sqrt(vx*vy)
		pseudo[i] = float64(n)*out.Mean - float64(n-1)*without
		mean += pseudo[i] / float64(n)
	}
	squares := 0.0
	for _, v := range pseudo {
		squares += (v - mean) * (v - mean)
	}
	out.SE = math.Sqrt(squares / float64(n-1) / float64(n))
	half := out.SE * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile(0.5+level/2)
	out.Low, out.High = max(-1, out.Mean-half), min(1, out.Mean+half)
	return out, true
}

// signSums returns, for each pair, the sum of sign(xᵢ−xⱼ)·sign(yᵢ−yⱼ) over all
// others, and how many others differ from it in x and in y.
func signSums(x, y []float64) (s, tx, ty []float64) {
	n := len(x)
	s = make([]float64, n)
	tx, _ = ties(x)
	ty, rank := ties(y)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compare(x[a], x[b]) })
	for range 2 { // those below in x, then those above
		seen := make(counts, n+1)
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

// ties returns how many other values differ from each, and the dense rank of
// each from 0.
func ties(v []float64) (differ []float64, rank []int) {
	n := len(v)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compare(v[a], v[b]) })
	differ, rank = make([]float64, n), make([]int, n)
	dense := 0
	for i := 0; i < n; dense++ {
		j := i
		for j < n && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			differ[order[k]], rank[order[k]] = float64(n-(j-i)), dense
		}
		i = j
	}
	return differ, rank
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// counts is a Fenwick tree over ranks.
type counts []int

func (c counts) add(rank int) {
	for i := rank + 1; i < len(c); i += i & -i {
		c[i]++
	}
}

// sum returns how many of the added ranks are below rank.
func (c counts) sum(rank int) int {
	n := 0
	for i := rank; i > 0; i -= i & -i {
		n += c[i]
	}
	return n
}
