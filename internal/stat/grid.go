package stat

import "math"

// steps are the distances of scores that people and models use, from coarse to
// fine.
var steps = [...]float64{100, 50, 25, 20, 10, 5, 2.5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01}

// Grid returns the coarsest usual step, at most that large, of which all scores
// are multiples; 0 if they lie on none, and without a score other than 0.
// Missing scores don't count.
func Grid(scores []float64, most float64) float64 {
	for _, step := range steps {
		if step <= most && onGrid(scores, step) {
			return step
		}
	}
	return 0
}

func onGrid(scores []float64, step float64) bool {
	found := false
	for _, v := range scores {
		if missing(v) {
			continue
		}
		n := v / step
		if math.Abs(n-math.Round(n)) > 1e-6 {
			return false
		}
		found = found || v != 0
	}
	return found
}

// rounded returns the variance that scores on a grid have in common, given the
// variance that they have apart. Judges who round what they think to a grid
// round alike if they think alike: that error does not show in their
// disagreement, and no number of judges averages it out. It is step²/12 if
// they never differ and vanishes if their own spread reaches half a step:
// of a spread σ before rounding the common part is
// Σ step²/(2π²k²)·exp(−4π²k²σ²/step²) over k = 1, 2, …, and the part that shows
// is σ² + step²/12 less that. (Widrow and Kollár, Quantization Noise, 2008.)
func rounded(step, apart float64) float64 {
	if step <= 0 {
		return 0
	}
	apart = max(0, apart) / (step * step)
	low, high := 0.0, 1.0 // of σ in steps; what shows grows with it
	for range 40 {
		mid := (low + high) / 2
		if mid*mid+1.0/12-common(mid) < apart {
			low = mid
		} else {
			high = mid
		}
	}
	return step * step * common((low+high)/2)
}

// common is the common part for a spread in steps, in steps².
func common(spread float64) float64 {
	if spread < 1e-3 {
		return 1.0 / 12 // the sum's limit, which it nears slowly
	}
	sum := 0.0
	for k := 1.0; ; k++ {
		part := math.Exp(-4*math.Pi*math.Pi*k*k*spread*spread) / (2 * math.Pi * math.Pi * k * k)
		sum += part
		if part < 1e-9 || k > 1000 {
			return sum
		}
	}
}
