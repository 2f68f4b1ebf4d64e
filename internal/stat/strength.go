package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/distuv"
)

// Strengths are what paired comparisons say about things, also if some won or lost
// everything or not all were compared. Values are natural logarithms
// of odds against the middle of the field.
type Strengths struct {
	Value []float64
	SE    []float64 // standard errors, Dispersion in them
	// Tie is Davidson's ν: 0 without ties, 2 if equals tie as often as not.
	Tie float64
	// Dispersion is by how much the comparisons of a pair go together more than
	// those of independent judges would, as a factor of the variances, at least 1.
	Dispersion float64
	// Part numbers the parts of the field between which nothing was compared, from
	// 0, by the first thing in each; there is one part if all is connected.
	Part []int

	duels []Duel // merged
	cov   *mat.SymDense
	fit   *pairModel
	at    []float64
}

// FitStrengths fits n things by maximum likelihood, ties by Davidson's extension, and
// gives each also half a win and half a loss against a thing in the middle of the
// field. So every strength is finite, and one that was never compared is in the
// middle, with a large error. (Bradley and Terry 1952; Davidson, JASA 65, 1970. The
// prior is the one of chess ratings; Chen and Smith, Sankhyā 1984, have it as a game
// against an average opponent.) n is at least 1.
func FitStrengths(n int, duels []Duel) (*Strengths, error) {
	if n < 1 {
		return nil, fmt.Errorf("strengths of %d things: at least one is needed", n)
	}
	merged := mergeDuels(n, duels)
	all := slices.Clone(merged)
	for i := range n {
		all = append(all, Duel{A: i, B: n, WinsA: 0.5, WinsB: 0.5})
	}
	m := newPairModel(n+1, n, all)
	fitted, err := m.fit()
	if err != nil {
		return nil, fmt.Errorf("strengths of %d things: %w", n, err)
	}
	pairs := make([][2]int, len(merged))
	for i, d := range merged {
		pairs[i] = [2]int{d.A, d.B}
	}
	s := &Strengths{
		Value: fitted.at[:n:n], SE: make([]float64, n), Tie: fitted.tie, Dispersion: 1,
		Part: parts(n, pairs), duels: merged, fit: m, at: fitted.at,
	}
	s.Dispersion = s.dispersion()
	s.cov = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.cov.SetSym(i, j, s.Dispersion*fitted.covariance.At(i, j))
		}
		s.SE[i] = math.Sqrt(max(0, s.cov.At(i, i)))
	}
	return s, nil
}

// parts numbers the connected parts of n things by the pairs that link them, from 0,
// by the first thing in each.
func parts(n int, pairs [][2]int) []int {
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, p := range pairs {
		a, b := find(p[0]), find(p[1])
		root[max(a, b)] = min(a, b)
	}
	out, count := make([]int, n), 0
	for i := range out {
		if r := find(i); r < i {
			out[i] = out[r]
			continue
		}
		out[i] = count
		count++
	}
	return out
}

// Connected reports whether all things can be compared, if only through others.
func (s *Strengths) Connected() bool { return slices.Max(s.Part) == 0 }

// Beats returns the probability that one thing is truly stronger than another.
func (s *Strengths) Beats(i, j int) float64 {
	sd := math.Sqrt(max(0, apartBy(s.cov, i, j)))
	if sd == 0 {
		return 0.5
	}
	return distuv.UnitNormal.CDF((s.Value[i] - s.Value[j]) / sd)
}

// needDispersion is how many pairs beyond what the fit uses up are needed before
// anything is said of dispersion.
const needDispersion = 5

// dispersion compares how far the pairs' scores (wins less losses) lie from what
// the fit foretells with how far independent comparisons would: the ratio of the
// sums over all pairs, which no single surprise can blow up. (A quasi-likelihood
// factor: McCullagh and Nelder, Generalized Linear Models, ch. 4.5.)
func (s *Strengths) dispersion() float64 {
	free := len(s.duels) - (len(s.Value) - 1)
	if free < needDispersion {
		return 1
	}
	far, usual := 0.0, 0.0
	for _, d := range s.duels {
		a, b, _ := s.fit.chances(s.at, d)
		n := d.WinsA + d.WinsB + d.Tie
		off := d.WinsA - d.WinsB - n*(a-b)
		far, usual = far+off*off, usual+n*(a+b-(a-b)*(a-b))
	}
	if usual <= 0 {
		return 1
	}
	return max(1, far/usual*float64(len(s.duels))/float64(free))
}

// Draw draws n times what the true strengths may be, by their covariance. The
// same seed gives the same draws.
func (s *Strengths) Draw(n int, seed uint64) (*Draws, error) {
	normal, ok := distmv.NewNormal(s.Value, s.cov, rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	if !ok {
		return nil, fmt.Errorf("draw strengths: %w", ErrNoOrder)
	}
	d, x := newDraws(len(s.Value), n), make([]float64, len(s.Value))
	for r := range n {
		for i, v := range normal.Rand(x) {
			d.value[i][r] = float32(v)
		}
	}
	d.places(n)
	return d, nil
}
