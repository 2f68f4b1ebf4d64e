package stat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Draws are possible true values of things that were measured with noise.
type Draws struct {
	value [][]float32 // by thing, then by draw
	rank  [][]int32
}

// DrawRanks draws n times what the true values may be, given measured ones. The
// measured values are first pulled together as their noise asks for (the best of
// many was also lucky), then scattered by what remains; the spread of the true
// values and the noise are drawn too, each from its own distribution. The same
// seed gives the same draws. (Parametric bootstrap with empirical Bayes: Laird
// and Louis, Empirical Bayes ranking methods, 1989.)
func DrawRanks(values []float64, noise Noise, n int, seed uint64) *Draws {
	d := newDraws(len(values), n)
	mean, spread, usual := gonum.Mean(values, nil), 0.0, gonum.Mean(noise.Variance, nil)
	if len(values) > 1 {
		spread = gonum.Variance(values, nil)
	}
	src := rand.NewPCG(seed, 0x9e3779b97f4a7c15)
	rng := rand.New(src)
	chiNoise := distuv.ChiSquared{K: float64(max(1, noise.DF)), Src: src}
	chiSpread := distuv.ChiSquared{K: float64(max(1, len(values)-1)), Src: src}
	for r := range n {
		inflate := float64(max(1, noise.DF)) / math.Max(chiNoise.Rand(), 1e-6)
		around := spread * float64(max(1, len(values)-1)) / math.Max(chiSpread.Rand(), 1e-6)
		// What the noise alone would spread is no difference between things.
		between := math.Max(around-inflate*usual, 0.05*inflate*usual)
		for i, v := range values {
			own := inflate * noise.Variance[i]
			keep := 1.0
			if own > 0 {
				keep = between / (between + own)
			}
			d.value[i][r] = float32(mean + keep*(v-mean) + math.Sqrt(keep*own)*rng.NormFloat64())
		}
	}
	d.places(n)
	return d
}

// newDraws makes room for n draws of so many things.
func newDraws(things, n int) *Draws {
	d := &Draws{value: make([][]float32, things), rank: make([][]int32, things)}
	for i := range d.value {
		d.value[i], d.rank[i] = make([]float32, n), make([]int32, n)
	}
	return d
}

// places ranks the values of each draw.
func (d *Draws) places(n int) {
	type drawn struct {
		v float32
		i int32
	}
	order := make([]drawn, len(d.value))
	for r := range n {
		for i := range d.value {
			order[i] = drawn{d.value[i][r], int32(i)}
		}
		slices.SortFunc(order, func(a, b drawn) int {
			if a.v != b.v {
				return cmp.Compare(b.v, a.v)
			}
			// Equals take turns, so that no place is theirs by accident.
			turn := int32(r % len(order))
			return cmp.Compare((a.i+turn)%int32(len(order)), (b.i+turn)%int32(len(order)))
		})
		for at, o := range order {
			d.rank[o.i][r] = int32(at + 1)
		}
	}
}

// Interval returns the ranks, from 1 for the best, between which the thing lies
// with the given probability.
func (d *Draws) Interval(i int, level float64) (low, high int) {
	ranks := slices.Clone(d.rank[i])
	slices.Sort(ranks)
	cut := int(math.Floor(float64(len(ranks)) * (1 - level) / 2))
	return int(ranks[cut]), int(ranks[len(ranks)-1-cut])
}

// Beats returns the probability that one thing is truly better than another.
func (d *Draws) Beats(i, j int) float64 {
	wins := 0.0
	for r, v := range d.value[i] {
		switch {
		case v > d.value[j][r]:
			wins++
		case v == d.value[j][r]:
			wins += 0.5
		}
	}
	return wins / float64(len(d.value[i]))
}

// Close puts things, named in the order of their ranks, into groups within which
// the order is too close to call: a thing joins the group above it unless the
// group's first beats it with at least the given probability. The result has
// each place's group, from 1.
func (d *Draws) Close(order []int, sure float64) []int {
	out, first, group := make([]int, len(order)), 0, 0
	for at, i := range order {
		if at == 0 || d.Beats(order[first], i) >= sure {
			first = at
			group++
		}
		out[at] = group
	}
	return out
}
