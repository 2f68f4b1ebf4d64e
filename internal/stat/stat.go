package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
)

// Brier is the quadratic score of one forecast probability p (0 to 1): the
// squared distance to what happened. 0 is best, 1 worst. (Brier 1950, in the
// form for two outcomes.)
func Brier(p float64, happened bool) float64 {
	d := p - indicator(happened)
	return d * d
}

// LogFloor is the least distance of a forecast from 0 and 1 in LogLoss. Without
// it one forecast of 0 that came true would make every mean infinite.
const LogFloor = 0.01

// LogLoss is the logarithmic score of one forecast in natural units: −ln of the
// probability given to what happened, held to LogFloor. 0.01005 is best, 4.605
// worst.
func LogLoss(p float64, happened bool) float64 {
	p = min(max(p, LogFloor), 1-LogFloor)
	if !happened {
		p = 1 - p
	}
	return -math.Log(p)
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Interval is a mean with its confidence interval.
type Interval struct {
	Mean     float64
	SE       float64 // standard error
	Low      float64
	High     float64
	N        int
	Clusters int
}

// ClusterMean returns the mean of values with a two-sided confidence interval
// at a level such as 0.95, if values of one cluster may depend on each other
// in any way: the sandwich variance with the factor G/(G−1) and Student's t
// with G−1 degrees of freedom for G clusters. (Liang and Zeger 1986; Cameron
// and Miller 2015.) ok is false below two clusters: no spread is known then.
// Both slices have one entry for each value.
func ClusterMean(values []float64, clusters []int, level float64) (out Interval, ok bool) {
	out.N = len(values)
	if out.N == 0 {
		return out, false
	}
	out.Mean = gonum.Mean(values, nil)
	order := indexesBy(len(values), func(a, b int) int { return clusters[a] - clusters[b] })
	squares := 0.0
	for i := 0; i < len(order); {
		sum, first := 0.0, clusters[order[i]]
		for ; i < len(order) && clusters[order[i]] == first; i++ {
			sum += values[order[i]] - out.Mean
		}
		squares += sum * sum
		out.Clusters++
	}
	if out.Clusters < 2 {
		return out, false
	}
	g := float64(out.Clusters)
	out.SE = math.Sqrt(g/(g-1)*squares) / float64(out.N)
	half := out.SE * studentT(out.Clusters-1, level)
	out.Low, out.High = out.Mean-half, out.Mean+half
	return out, true
}
