package stat

import "slices"

// Isotonic returns the non-decreasing sequence that is nearest to y by weighted
// squares, found by pooling adjacent violators. Weights are above 0; nil means
// all 1. (Ayer et al. 1955.)
func Isotonic(y, weights []float64) []float64 {
	type block struct {
		sum, weight float64
		n           int
	}
	var blocks []block
	for i, v := range y {
		w := 1.0
		if weights != nil {
			w = weights[i]
		}
		b := block{v * w, w, 1}
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.sum/last.weight < b.sum/b.weight {
				break
			}
			b = block{last.sum + b.sum, last.weight + b.weight, last.n + b.n}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	out := make([]float64, 0, len(y))
	for _, b := range blocks {
		for range b.n {
			out = append(out, b.sum/b.weight)
		}
	}
	return out
}

// Reliability is what forecasts are worth and why: their mean Brier score is
// Miscalibration − Discrimination + Uncertainty. (The CORP approach: Dimitriadis,
// Gneiting and Jordan, PNAS 2021.)
type Reliability struct {
	Score          float64 // mean Brier score
	Miscalibration float64 // ≥ 0; 0 where stated probabilities are the true ones
	Discrimination float64 // ≥ 0; how well what happened is told from what did not
	Uncertainty    float64 // of the base rate: its Brier score
	Steps          []Step  // by probability
}

// Step is a range of forecasts with the rate at which they came true, after
// isotonic regression.
type Step struct {
	Low, High float64 // least and greatest forecast of the step
	Rate      float64 // 0 to 1
	N         int
}

// CORP returns the reliability of forecasts. Both slices have one entry for
// each forecast; without any the result is zero.
func CORP(p []float64, happened []bool) Reliability {
	var out Reliability
	if len(p) == 0 {
		return out
	}
	type group struct{ p, sum, n float64 }
	order := make([]int, len(p))
	base := 0.0
	for i := range order {
		order[i] = i
		base += indicator(happened[i])
	}
	n := float64(len(p))
	base /= n
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	var groups []group // equal forecasts together
	for _, i := range order {
		if len(groups) == 0 || groups[len(groups)-1].p != p[i] {
			groups = append(groups, group{p: p[i]})
		}
		g := &groups[len(groups)-1]
		g.sum += indicator(happened[i])
		g.n++
		out.Score += Brier(p[i], happened[i])
	}
	rates, weights := make([]float64, len(groups)), make([]float64, len(groups))
	for i, g := range groups {
		rates[i], weights[i] = g.sum/g.n, g.n
	}
	recalibrated := 0.0
	for i, rate := range Isotonic(rates, weights) {
		g := groups[i]
		recalibrated += g.sum*(1-rate)*(1-rate) + (g.n-g.sum)*rate*rate
		if k := len(out.Steps); k > 0 && out.Steps[k-1].Rate == rate {
			out.Steps[k-1].High = g.p
			out.Steps[k-1].N += int(g.n)
			continue
		}
		out.Steps = append(out.Steps, Step{Low: g.p, High: g.p, Rate: rate, N: int(g.n)})
	}
	out.Score /= n
	recalibrated /= n
	out.Uncertainty = base * (1 - base)
	out.Miscalibration = out.Score - recalibrated
	out.Discrimination = out.Uncertainty - recalibrated
	return out
}
