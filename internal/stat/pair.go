package stat

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Duel is what the comparisons of two things came to.
type Duel struct {
	A, B              int     // places from 0, A ≠ B
	WinsA, WinsB, Tie float64 // counts, not below 0
}

// ErrNoOrder says that comparisons give no finite strengths.
var ErrNoOrder = errors.New("the comparisons give no finite strengths")

// mergeDuels adds up the duels of each pair, in order of places.
func mergeDuels(n int, duels []Duel) []Duel {
	grid := map[[2]int]Duel{}
	for _, d := range duels {
		if d.A > d.B {
			d = Duel{d.B, d.A, d.WinsB, d.WinsA, d.Tie}
		}
		if d.A < 0 || d.B >= n || d.A == d.B {
			continue
		}
		g := grid[[2]int{d.A, d.B}]
		grid[[2]int{d.A, d.B}] = Duel{d.A, d.B, g.WinsA + d.WinsA, g.WinsB + d.WinsB, g.Tie + d.Tie}
	}
	var out []Duel
	for a := range n {
		for b := a + 1; b < n; b++ {
			if d, ok := grid[[2]int{a, b}]; ok && d.WinsA+d.WinsB+d.Tie > 0 {
				out = append(out, d)
			}
		}
	}
	return out
}

// pairModel is the model of Bradley and Terry: A beats B by odds of
// exp(ability[A] − ability[B]), with Davidson's parameter ν for ties.
type pairModel struct {
	n, reference int // the reference's ability is 0
	duels        []Duel
	ties         bool
}

func newPairModel(n, reference int, duels []Duel) *pairModel {
	ties := slices.ContainsFunc(duels, func(d Duel) bool { return d.Tie > 0 })
	return &pairModel{n: n, reference: reference, duels: duels, ties: ties}
}

// fittedPairs is a pairModel's maximum of likelihood.
type fittedPairs struct {
	at         []float64     // the abilities as natural logarithms, then ln ν
	tie        float64       // ν: 0 without ties, 2 if equals tie as often as not
	covariance *mat.SymDense // of the abilities; the reference's are 0
}

// chances returns the probabilities that A wins, B wins, neither.
func (m *pairModel) chances(x []float64, d Duel) (a, b, tie float64) {
	half := (x[d.A] - x[d.B]) / 2
	top := math.Abs(half)
	a, b = math.Exp(half-top), math.Exp(-half-top)
	if m.ties {
		tie = math.Exp(x[m.n] - top)
	}
	sum := a + b + tie
	return a / sum, b / sum, tie / sum
}

// fit maximises the likelihood by Newton's method with halved steps. The last
// parameter is ln ν.
func (m *pairModel) fit() (*fittedPairs, error) {
	x := make([]float64, m.n+1)
	free := m.free()
	at := m.logLikelihood(x)
	var info mat.Cholesky
	for range 200 {
		gradient, hessian := m.slope(x, free)
		if !info.Factorize(hessian) {
			return nil, ErrNoOrder
		}
		var step mat.VecDense
		if err := info.SolveVecTo(&step, gradient); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoOrder, err)
		}
		size := mat.Norm(&step, math.Inf(1))
		gain := 0.0
		for scale := 1.0; scale > 1e-9; scale /= 2 {
			next := slices.Clone(x)
			for k, p := range free {
				next[p] += scale * step.AtVec(k)
			}
			if l := m.logLikelihood(next); l >= at {
				x, gain, at = next, l-at, l
				break
			}
		}
		// Below some size steps change nothing that numbers of this length can show.
		if size < 1e-10 || gain == 0 {
			return m.result(x, free, &info)
		}
	}
	return nil, fmt.Errorf("%w: the fit did not settle", ErrNoOrder)
}

func (m *pairModel) free() []int {
	var out []int
	for i := range m.n {
		if i != m.reference {
			out = append(out, i)
		}
	}
	if m.ties {
		out = append(out, m.n)
	}
	return out
}

func (m *pairModel) logLikelihood(x []float64) float64 {
	sum := 0.0
	for _, d := range m.duels {
		a, b, tie := m.chances(x, d)
		for _, t := range [...][2]float64{{d.WinsA, a}, {d.WinsB, b}, {d.Tie, tie}} {
			if t[0] > 0 {
				sum += t[0] * math.Log(t[1])
			}
		}
	}
	return sum
}

// slope returns the gradient and the information of the free parameters. The
// model is log-linear: what a win gives to the parameters is their covariance.
func (m *pairModel) slope(x []float64, free []int) (*mat.VecDense, *mat.SymDense) {
	place := make([]int, m.n+1)
	for i := range place {
		place[i] = -1
	}
	for k, p := range free {
		place[p] = k
	}
	g, h := mat.NewVecDense(len(free), nil), mat.NewSymDense(len(free), nil)
	for _, d := range m.duels {
		a, b, tie := m.chances(x, d)
		count := d.WinsA + d.WinsB + d.Tie
		ends := [3]int{place[d.A], place[d.B], place[m.n]}
		// Sufficient statistics of the three ends, by parameter.
		parts := [3][3]float64{{1, 0, .5}, {0, 1, .5}, {0, 0, 1}}
		p, seen := [3]float64{a, b, tie}, [3]float64{d.WinsA, d.WinsB, d.Tie}
		var mean [3]float64
		for r := range parts {
			for e := range p {
				mean[r] += p[e] * parts[r][e]
			}
		}
		for r, i := range ends {
			if i < 0 {
				continue
			}
			for e := range p {
				g.SetVec(i, g.AtVec(i)+seen[e]*parts[r][e]-count*p[e]*parts[r][e])
			}
			for s, j := range ends {
				if j < i {
					continue
				}
				c := -mean[r] * mean[s]
				for e := range p {
					c += p[e] * parts[r][e] * parts[s][e]
				}
				h.SetSym(i, j, h.At(i, j)+count*c)
			}
		}
	}
	return g, h
}

func (m *pairModel) result(x []float64, free []int, info *mat.Cholesky) (*fittedPairs, error) {
	out := &fittedPairs{at: x, covariance: mat.NewSymDense(m.n, nil)}
	if m.ties {
		out.tie = math.Exp(x[m.n])
	}
	var inverse mat.SymDense
	if err := info.InverseTo(&inverse); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoOrder, err)
	}
	for k, p := range free {
		for l, q := range free[:k+1] {
			if p < m.n && q < m.n {
				out.covariance.SetSym(p, q, inverse.At(k, l))
			}
		}
	}
	return out, nil
}
