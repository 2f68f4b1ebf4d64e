package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Interval is a figure with its interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// NoModel says that no language model judged.
	NoModel bool `json:"no_model,omitempty"`
}

// Level is the confidence of the intervals of a study: 95 %.
const Level = 0.95

// normalHalf is the quantile of the normal distribution for Level.
const normalHalf = 1.959964

// Numbers of bootstrap samples: as many as choose mostDraws items in all, within
// these bounds.
const (
	leastResamples = 1_000
	mostResamples  = 10_000
	mostDraws      = 10_000_000
)

// closeTo is the difference below which two sums of votes are a tie.
const closeTo = 1e-9

// agree says how a sum of votes, or a verdict, matches a preference: 1 it does,
// ½ it is a tie, 0 it points to the other side. A label that is a tie is met by
// a tie only.
func agree(vote, label float64) float64 {
	tie := math.Abs(vote) < closeTo
	switch {
	case label == Tie && tie:
		return 1
	case label == Tie:
		return 0
	case tie:
		return 0.5
	case vote*label > 0:
		return 1
	}
	return 0
}

// merit is how well each labelled item was judged, more is better. Its mean over
// items is the figure that is shown: an accuracy, a negative mean absolute error,
// or a rank correlation. NaN: the judge says nothing of the item.
type merit []float64

// judgeMerit is the merit of judge j on some items. A missing preference is
// wrong: who gives no answer is no help. A missing score is left out.
func (t *table) judgeMerit(j int, items []int) merit {
	if t.kind == Preferences {
		out := make(merit, len(items))
		for n, i := range items {
			for o := range t.orders {
				if v := t.votes[o][i][j]; !math.IsNaN(v) {
					out[n] += agree(v, t.label[i]) / float64(len(t.orders))
				}
			}
		}
		return out
	}
	return t.meritOf(column(t.x, items, j), items)
}

// meritOf is the merit of one value per item, such as the panel's.
func (t *table) meritOf(values []float64, items []int) merit {
	out := make(merit, len(items))
	for n, i := range items {
		switch {
		case t.kind == Preferences:
			out[n] = agree(values[n], t.label[i])
		case t.scale == ScoreScale:
			out[n] = -math.Abs(values[n] - t.label[i])
		}
	}
	if t.kind == Scores && t.scale != ScoreScale {
		return t.rankMerit(values, items)
	}
	return out
}

// rankMerit spreads Spearman's correlation over the items: each item's value is
// the correlation plus the influence of the item on it, so that the mean is the
// correlation and the variance of the mean is that of the correlation.
func (t *table) rankMerit(values []float64, items []int) merit {
	out := make(merit, len(items))
	var x, y []float64
	var at []int
	for n, i := range items {
		if out[n] = math.NaN(); !math.IsNaN(values[n]) {
			x, y, at = append(x, values[n]), append(y, t.label[i]), append(at, n)
		}
	}
	u, v, ok := standardRanks(x, y)
	if !ok {
		return out
	}
	r := meanProduct(u, v)
	for n, k := range at {
		out[k] = r + u[n]*v[n] - r/2*(u[n]*u[n]+v[n]*v[n])
	}
	return out
}

// Spearman returns the rank correlation with its interval by Fisher's z, with the
// variance 1.06/(n−3) of Fieller, Hartley and Pearson (1957). ok is false below
// needRank pairs or if one side is constant. Values that are NaN are left out.
func Spearman(x, y []float64) (out Interval, ok bool) { return spearman(x, y, 0) }

// spearman has the interval of so many independent pairs; 0: all of them.
func spearman(x, y []float64, independent int) (out Interval, ok bool) {
	var a, b []float64
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	u, v, ok := standardRanks(a, b)
	if independent == 0 {
		independent = len(a)
	}
	if !ok || independent < needRank {
		return Interval{}, false
	}
	r := meanProduct(u, v)
	z, half := math.Atanh(min(max(r, -1+1e-12), 1-1e-12)), normalHalf*math.Sqrt(1.06/float64(independent-3))
	return Interval{Value: r, Low: math.Tanh(z - half), High: math.Tanh(z + half)}, true
}

// standardRanks returns the mid-ranks of both sides, with mean 0 and standard
// deviation 1.
func standardRanks(x, y []float64) (u, v []float64, ok bool) {
	u, v = midRanks(x), midRanks(y)
	return u, v, standardise(u) && standardise(v)
}

func standardise(v []float64) bool {
	mean, sd := meanSD(v)
	if sd < 1e-12 || len(v) < 3 {
		return false
	}
	for i := range v {
		v[i] = (v[i] - mean) / sd
	}
	return true
}

func meanProduct(u, v []float64) float64 {
	sum := 0.0
	for i := range u {
		sum += u[i] * v[i]
	}
	return sum / float64(len(u))
}

// midRanks returns ranks from 1; equal values share the mean of theirs.
func midRanks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}

// resampler holds bootstrap samples of n items: the same ones for every figure, so
// that two figures of the same items are paired.
type resampler [][]int32

func newResampler(n int) resampler {
	r := rand.New(rand.NewPCG(1, 2))
	out := make(resampler, min(max(mostDraws/n, leastResamples), mostResamples))
	for k := range out {
		out[k] = make([]int32, n)
		for i := range out[k] {
			out[k][i] = r.Int32N(int32(n))
		}
	}
	return out
}

// bootstrap returns the mean of d with its percentile interval over resampled
// items. Values that are NaN are left out; ok is false if there are fewer than
// needLabels others.
func (t *table) bootstrap(d []float64) (out Interval, ok bool) {
	given := there(d)
	if given < needLabels {
		return out, false
	}
	if t.samples[len(d)] == nil {
		t.samples[len(d)] = newResampler(len(d))
	}
	samples := t.samples[len(d)]
	means := make([]float64, 0, len(samples))
	for _, sample := range samples {
		sum, n := resampled(d, sample, given == len(d))
		if n > 0 {
			means = append(means, sum/float64(n))
		}
	}
	slices.Sort(means)
	tail := (1 - Level) / 2
	return Interval{Value: average(d), Low: quantile(means, tail), High: quantile(means, 1-tail)}, true
}

// there counts the values that are not NaN.
func there(d []float64) (n int) {
	for _, v := range d {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}

// resampled is the sum of the values of a sample, and how many there are; whole says
// that none is NaN.
func resampled(d []float64, sample []int32, whole bool) (sum float64, n int) {
	if whole {
		for _, i := range sample {
			sum += d[i]
		}
		return sum, len(sample)
	}
	for _, i := range sample {
		if v := d[i]; !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum, n
}

// quantile of sorted values, between the neighbours.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// less returns a − b per item.
func less(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

// meanCorrelation returns the mean Pearson correlation over all pairs of columns
// that have one, and how many pairs those are. A constant column is left out.
func meanCorrelation(columns [][]float64) (r float64, pairs int) {
	for a := range columns {
		for b := range a {
			if c, ok := correlation(columns[a], columns[b]); ok {
				r, pairs = r+c, pairs+1
			}
		}
	}
	return r / float64(pairs), pairs
}

// correlation is Pearson's over the places where both have a value.
func correlation(x, y []float64) (float64, bool) {
	var u, v []float64
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			u, v = append(u, x[i]), append(v, y[i])
		}
	}
	if !standardise(u) || !standardise(v) {
		return 0, false
	}
	return meanProduct(u, v), true
}

// EffectiveJudges is how many independent judges k judges with a mean correlation
// r of their errors count as: k / (1 + (k − 1)·max(0, r)).
func EffectiveJudges(k int, r float64) float64 {
	return float64(k) / (1 + float64(k-1)*max(0, r))
}

// ErrorCorrelation is how far the judges' errors correlate, over the lenses with at
// least so many labelled items; lenses count by their items. ok is false without any.
func (s *Set) ErrorCorrelation(need int) (r float64, ok bool) {
	sum, n := 0.0, 0.0
	for _, t := range s.tables() {
		items := t.labelled()
		if len(items) < need {
			continue
		}
		if all := t.errors(items); len(all) > 0 {
			k := float64(len(items))
			sum, n = sum+k*all[len(all)-1].Correlation, n+k
		}
	}
	return sum / max(n, 1), n > 0
}
