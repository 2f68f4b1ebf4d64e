package stat

import "cmp"

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
	Miscalibration float64 // ≥ 0; 0 if stated probabilities are the true ones
	Discrimination float64 // ≥ 0; how well events are separated from non-events
	Uncertainty    float64 // of the base rate: its Brier score
	Steps          []Step  // by probability
}

// Step is a range of forecasts with the rate at which they came true, after
// isotonic regression.
type Step struct {
	Low  float64 `json:"low"`  // least forecast of the step
	High float64 `json:"high"` // greatest
	Rate float64 `json:"rate"` // 0 to 1
	N    int     `json:"n"`
}

// CORP returns the reliability of forecasts. Both slices have one entry for
// each forecast; without any the result is zero.
func CORP(p []float64, happened []bool) Reliability {
	var out Reliability
	if len(p) == 0 {
		return out
	}
	base := 0.0
	order := indexesBy(len(p), func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	var groups []forecastGroup
	for _, i := range order {
		if len(groups) == 0 || groups[len(groups)-1].p != p[i] {
			groups = append(groups, forecastGroup{p: p[i]})
		}
		g := &groups[len(groups)-1]
		g.happened += indicator(happened[i])
		g.n++
		out.Score += Brier(p[i], happened[i])
	}
	for _, h := range happened {
		base += indicator(h)
	}
	n := float64(len(p))
	base /= n
	out.Score /= n
	var recalibrated float64
	out.Steps, recalibrated = recalibrate(groups)
	recalibrated /= n
	out.Uncertainty = base * (1 - base)
	out.Miscalibration = out.Score - recalibrated
	out.Discrimination = out.Uncertainty - recalibrated
	return out
}

// forecastGroup is the forecasts of one probability.
type forecastGroup struct{ p, happened, n float64 }

// recalibrate returns the steps of the rates that isotonic regression gives, and the
// sum of the forecasts' Brier scores at those rates.
func recalibrate(groups []forecastGroup) (steps []Step, score float64) {
	rates, weights := make([]float64, len(groups)), make([]float64, len(groups))
	for i, g := range groups {
		rates[i], weights[i] = g.happened/g.n, g.n
	}
	for i, rate := range Isotonic(rates, weights) {
		g := groups[i]
		score += g.happened*(1-rate)*(1-rate) + (g.n-g.happened)*rate*rate
		if k := len(steps); k > 0 && steps[k-1].Rate == rate {
			steps[k-1].High = g.p
			steps[k-1].N += int(g.n)
			continue
		}
		steps = append(steps, Step{Low: g.p, High: g.p, Rate: rate, N: int(g.n)})
	}
	return steps, score
}
