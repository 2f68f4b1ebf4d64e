package study

import "math"

// logisticPenalty is the weight of the squared weights in the fit for
// preferences. It keeps weights finite if the labels are separable.
const logisticPenalty = 0.25

// fitPreference returns non-negative weights, one per column, that minimise
//
//	Σ ln(1 + exp(−z·w)) + ¼ Σ w²
//
// over the rows z: votes, each multiplied by +1 or −1 so that a positive sum
// points to the labelled side. There is no intercept, since sides have no
// meaning. Weights are never negative: a weight below zero bets that a judge is
// wrong, which holds on one kind of item and fails on the next.
//
// The objective is convex and smooth. Each coordinate in turn takes Newton steps,
// cut off at zero, until no weight moves any more.
func fitPreference(rows [][]float64, columns int) []float64 {
	w := make([]float64, columns)
	sums := make([]float64, len(rows)) // z·w per row
	for range 500 {
		moved := 0.0
		for j := range w {
			slope, curve := 2*logisticPenalty*w[j], 2*logisticPenalty
			for i, z := range rows {
				p := 1 / (1 + math.Exp(sums[i]))
				slope -= z[j] * p
				curve += z[j] * z[j] * p * (1 - p)
			}
			step := max(w[j]-slope/curve, 0) - w[j]
			if step == 0 {
				continue
			}
			w[j] += step
			for i, z := range rows {
				sums[i] += step * z[j]
			}
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-9 {
			break
		}
	}
	return w
}
