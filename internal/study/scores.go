package study

import "math"

// scorePenalty is the ridge penalty of the fit for scores, in labelled items: so
// many items would have to say the opposite to cancel a weight.
const scorePenalty = 10.0

// scoreFit predicts a person's score from the judges' scores:
//
//	base + Σ weight · (score − mean) / sd
//
// with a mean and a standard deviation per judge, which are its shift and scale.
type scoreFit struct {
	base     float64
	mean, sd []float64
	weight   []float64
}

// fitScores fits non-negative weights by ridge regression. A judge that gives all
// items one score gets the weight 0. A missing score (NaN) counts as the mean of
// the judge's standardised peers on that item.
func fitScores(x [][]float64, y []float64) scoreFit {
	n, k := float64(len(y)), len(x[0])
	f := scoreFit{mean: make([]float64, k), sd: make([]float64, k), weight: make([]float64, k)}
	for _, v := range y {
		f.base += v / n
	}
	for j := range k {
		f.mean[j], f.sd[j] = meanSD(present(x, j))
	}
	rows, left := make([][]float64, len(x)), make([]float64, len(x))
	for i := range x {
		rows[i], left[i] = f.standard(x[i]), y[i]-f.base
	}
	for range 1000 {
		moved := 0.0
		for j, w := range f.weight {
			up, down := 0.0, scorePenalty
			for i, r := range rows {
				up += r[j] * (left[i] + w*r[j])
				down += r[j] * r[j]
			}
			step := max(up/down, 0) - w
			f.weight[j] += step
			for i, r := range rows {
				left[i] -= step * r[j]
			}
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-10 {
			break
		}
	}
	return f
}

// standard returns an item's standardised scores; missing ones are filled.
func (f scoreFit) standard(x []float64) []float64 {
	out, sum, n := make([]float64, len(x)), 0.0, 0.0
	for j, v := range x {
		if out[j] = 0; f.sd[j] > 1e-9 {
			out[j] = (v - f.mean[j]) / f.sd[j]
		}
		if !math.IsNaN(out[j]) {
			sum += out[j]
			n++
		}
	}
	for j, v := range out {
		if math.IsNaN(v) {
			out[j] = sum / max(n, 1)
		}
	}
	return out
}

func (f scoreFit) predict(x []float64) float64 {
	v := f.base
	for j, s := range f.standard(x) {
		v += f.weight[j] * s
	}
	return v
}

// present returns the values of a column that there are.
func present(x [][]float64, j int) []float64 {
	out := make([]float64, 0, len(x))
	for _, row := range x {
		if !math.IsNaN(row[j]) {
			out = append(out, row[j])
		}
	}
	return out
}

// column returns a judge's values of some items.
func column(x [][]float64, items []int, j int) []float64 {
	out := make([]float64, len(items))
	for n, i := range items {
		out[n] = x[i][j]
	}
	return out
}

// meanSD returns the mean and the standard deviation (n) of values.
func meanSD(v []float64) (mean, sd float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		sd += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(sd)
}
