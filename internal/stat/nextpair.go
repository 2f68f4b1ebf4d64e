package stat

import (
	"cmp"

	"gonum.org/v1/gonum/mat"
)

// NextPairs names up to most pairs whose comparison adds most to the order, the best
// first; of equals those of lower places. votes is how many
// comparisons each pair will get. Pairs for which skip is true are left out, and
// within the call each chosen pair counts as compared for those after it.
//
// A pair's worth is the expected gain of the fit's information, ln(1 + votes·w·v),
// with v the variance of the difference and w the information of one comparison:
// most if both are likely to win. (Sequential D-optimal design; Glickman and
// Jensen, J. Stat. Planning and Inference 127, 2005, for paired comparisons.)
func (s *Strengths) NextPairs(most int, votes float64, skip func(i, j int) bool) [][2]int {
	n := len(s.Value)
	cov := mat.NewSymDense(n, nil)
	cov.CopySym(s.cov)
	type candidate struct {
		pair   [2]int
		weight float64
	}
	var left []candidate
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !skip(i, j) {
				left = append(left, candidate{[2]int{i, j}, s.information(i, j)})
			}
		}
	}
	var out [][2]int
	for len(out) < min(most, len(left)) {
		best, gain := -1, 0.0
		for k, c := range left {
			i, j := c.pair[0], c.pair[1]
			if c.weight < 0 {
				continue // chosen already
			}
			if g := c.weight * apartBy(cov, i, j); best < 0 || g > gain*(1+1e-9) {
				best, gain = k, g
			}
		}
		c := left[best]
		left[best].weight = -1
		out = append(out, c.pair)
		learn(cov, c.pair, votes*c.weight)
	}
	return out
}

// information is the information of one comparison about the difference: the variance
// of its score as 1, ½ or 0.
func (s *Strengths) information(i, j int) float64 {
	a, b, tie := s.fit.chances(s.at, Duel{A: i, B: j})
	mean := a + tie/2
	return a*(1-mean)*(1-mean) + b*mean*mean + tie*(0.5-mean)*(0.5-mean)
}

// apartBy is the variance of the difference of two things.
func apartBy(cov *mat.SymDense, i, j int) float64 {
	return cov.At(i, i) + cov.At(j, j) - 2*cov.At(i, j)
}

// learn changes a covariance as if the difference of a pair were measured with
// that much information (Sherman and Morrison).
func learn(cov *mat.SymDense, pair [2]int, information float64) {
	way := mat.NewVecDense(cov.SymmetricDim(), nil)
	for k := range way.Len() {
		way.SetVec(k, cov.At(k, pair[0])-cov.At(k, pair[1]))
	}
	cov.SymRankOne(cov, -information/(1+information*apartBy(cov, pair[0], pair[1])), way)
}

// FirstPairs names the fewest pairs that connect the parts of a field of n things:
// it walks along them and links each to the one before it if they are not connected
// yet. done are the pairs compared already.
func FirstPairs(n int, done [][2]int) [][2]int {
	part := parts(n, done)
	var out [][2]int
	for k := 1; k < n; k++ {
		from, to := part[k], part[k-1]
		if from == to {
			continue
		}
		out = append(out, [2]int{k - 1, k})
		for i := range part {
			if part[i] == from {
				part[i] = to
			}
		}
	}
	return out
}

// Decided reports whether the order is settled: each thing is truly stronger than
// the next below it with at least the given probability, and all are connected.
func (s *Strengths) Decided(sure float64) bool {
	if !s.Connected() {
		return false
	}
	order := indexesBy(len(s.Value), func(a, b int) int { return cmp.Compare(s.Value[b], s.Value[a]) })
	for k := 1; k < len(order); k++ {
		if s.Beats(order[k-1], order[k]) < sure {
			return false
		}
	}
	return true
}
