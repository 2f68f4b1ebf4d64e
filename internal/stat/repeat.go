package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// LeadThreshold is the lead at which a comparison is settled, times the root of the
// samples: in points of scores from 1 to 10, and in votes, of which the winner has 1. It
// is the smallest of 0.25, 0.5, …, 8 that loses at most 0.3 points of accuracy on one
// half of recorded scores, pooled over 18 conditions, for scores and for the votes that
// they give alike; bench/recorded measures it on the other half.
const LeadThreshold = 1.25

// Leads reports whether the leader of things that were sampled k times each is settled:
// the difference of the two highest means times √k is at least the threshold. Sums are
// those of the samples, in points of the threshold's scale.
func Leads(sums []float64, k int, threshold float64) bool {
	if k < 1 || len(sums) < 2 {
		return false
	}
	first, second := math.Inf(-1), math.Inf(-1)
	for _, s := range sums {
		if s > first {
			first, second = s, first
		} else {
			second = max(second, s)
		}
	}
	return (first-second)/math.Sqrt(float64(k)) >= threshold-1e-9
}

// The rule by which repeats stop. RepeatSD is the expected standard deviation of one
// judge's repeats as a share of the scale: the smallest whole percentage with which
// 99 % of recorded scores, on one half of them, keep the class of eight samples;
// bench/recorded measures it on the other half. It counts as priorRepeats degrees of
// freedom beside the repeats that there are.
const (
	RepeatSD     = 0.05
	priorRepeats = 4
	repeatZ      = 1.959964 // an interval of 95 %
)

// LeastRepeats is the least number of repeats that say anything of their spread.
const LeastRepeats = 2

// ExpectedRepeats is how many of the repeats the rule is expected to need: the recorded
// scores of bench/recorded need 3.18 of 8 on average. Beyond LeastRepeats it grows in
// proportion.
func ExpectedRepeats(most int) float64 {
	if most <= LeastRepeats {
		return float64(most)
	}
	return LeastRepeats + float64(most-LeastRepeats)*(3.18-LeastRepeats)/(8-LeastRepeats)
}

// ExpectedComparisons is how often a pair is expected to be compared until the lead of
// votes is settled: the recorded scores of bench/recorded need 2.93 of 8 on average.
func ExpectedComparisons(most int) float64 {
	if most <= LeastRepeats {
		return float64(most)
	}
	return LeastRepeats + float64(most-LeastRepeats)*(2.93-LeastRepeats)/(8-LeastRepeats)
}

// Predicted returns the interval of 95 % for the mean after most repeats, if values are
// the first ones, each as a share of the scale from 0 to 1: mean ± z·s·√((N−k)/(N·k)).
// Their standard deviation is drawn towards sd. The interval is cut to what the
// remaining repeats can reach. No values give the whole scale.
func Predicted(values []float64, most int, sd float64) (low, high float64) {
	k, n := float64(len(values)), float64(most)
	if k == 0 {
		return 0, 1
	}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	mean := sum / k
	if k >= n {
		return mean, mean
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	variance := (priorRepeats*sd*sd + squares) / (priorRepeats + k - 1)
	half := repeatZ * math.Sqrt(variance*(n-k)/(n*k))
	return max(mean-half, sum/n), min(mean+half, (sum+n-k)/n)
}

// Settled reports whether more repeats, up to most, would hardly change the class of
// the mean: at least LeastRepeats are there, and the interval of Predicted is in one class.
// Cuts are where classes begin, as shares of the scale.
func Settled(values []float64, most int, sd float64, cuts []float64) bool {
	if len(values) < LeastRepeats {
		return false
	}
	low, high := Predicted(values, most, sd)
	return classOf(low, cuts) == classOf(high, cuts)
}

// classOf is how many cuts a value has reached.
func classOf(v float64, cuts []float64) (class int) {
	for _, c := range cuts {
		if v >= c-1e-9 {
			class++
		}
	}
	return class
}

// JudgeSD is the expected standard deviation of judges' totals for one thing, as a share
// of the maximum. Recorded judges have 0.13 (six reviewers of 250 papers) and 0.09
// (three models on single answers). It counts as priorJudges degrees of freedom.
const (
	JudgeSD     = 0.10
	priorJudges = 4
)

// Sampled is a mean with its standard error and the degrees of freedom of that.
type Sampled struct {
	Mean, SE float64
	DF       int
}

// MeanOfJudges is a mean with the noise of judges. Deviations are how far each is from
// the mean, times √(J/(J−1)) for J judges. Parts are the judges' parts in the mean; their
// sum is 1. Errors correlate by correlation, from 0 to below 1: the part that all judges
// share does not show in their disagreement, and adds ρ/(1−ρ) times the variance of one
// judge, as in NoiseOf. ok is false below two judges.
func MeanOfJudges(mean float64, deviations, parts []float64, correlation float64) (s Sampled, ok bool) {
	n := float64(len(deviations))
	if n < 2 {
		return s, false
	}
	squares, alone := 0.0, 0.0
	for _, d := range deviations {
		squares += d * d * (n - 1) / n
	}
	for _, p := range parts {
		alone += p * p
	}
	variance := (priorJudges*JudgeSD*JudgeSD + squares) / (priorJudges + n - 1)
	return Sampled{Mean: mean, SE: math.Sqrt(variance * (alone + correlation/(1-correlation))), DF: priorJudges + len(deviations) - 1}, true
}

// MeanOfRepeats is the mean with the noise of the repeats alone, whose totals are shares
// of the maximum: what judges get wrong every time does not show. ok is false below two
// repeats.
func MeanOfRepeats(mean float64, totals []float64) (s Sampled, ok bool) {
	n := float64(len(totals))
	if n < 2 {
		return s, false
	}
	sum, squares := 0.0, 0.0
	for _, t := range totals {
		sum += t
	}
	for _, t := range totals {
		squares += (t - sum/n) * (t - sum/n)
	}
	variance := (priorRepeats*RepeatSD*RepeatSD + squares) / (priorRepeats + n - 1)
	return Sampled{Mean: mean, SE: math.Sqrt(variance / n), DF: priorRepeats + len(totals) - 1}, true
}

// Classes are the probabilities of the classes that cuts make of the scale, lowest
// first: those of Student's t around the mean. They sum to 1.
func (s Sampled) Classes(cuts []float64) []float64 {
	t := distuv.StudentsT{Mu: s.Mean, Sigma: s.SE, Nu: float64(s.DF)}
	out, below := make([]float64, 0, len(cuts)+1), 0.0
	for _, c := range slices.Sorted(slices.Values(cuts)) {
		p := t.CDF(c)
		out, below = append(out, p-below), p
	}
	return append(out, 1-below)
}
