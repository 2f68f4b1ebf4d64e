package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
)

// Leniency is by how much each judge scores above (below, if negative) the mean
// of the other judges of the same units, with Student's t over units. It needs
// NeedLeniency units.
func Leniency(scores [][]float64) []Estimate {
	out := make([]Estimate, columns(scores))
	for j := range out {
		var d []float64
		for _, row := range scores {
			if own, others, ok := apart(row, j); ok {
				d = append(d, own-others)
			}
		}
		out[j] = meanOf(d)
	}
	return out
}

// apart returns a judge's score in a row and the mean of the others'.
func apart(row []float64, j int) (own, others float64, ok bool) {
	if j >= len(row) || missing(row[j]) {
		return 0, 0, false
	}
	n := 0.0
	for k, v := range row {
		if k != j && !missing(v) {
			others, n = others+v, n+1
		}
	}
	if n == 0 {
		return 0, 0, false
	}
	return row[j], others / n, true
}

func meanOf(d []float64) Estimate {
	e := Estimate{N: len(d), Need: NeedLeniency}
	if len(d) < NeedLeniency {
		return e
	}
	mean, sd := gonum.MeanStdDev(d, nil)
	half := studentT(len(d)-1, Level) * gonum.StdErr(sd, float64(len(d)))
	e.Value, e.Low, e.High, e.Enough = mean, mean-half, mean+half, true
	return e
}

// Consistency is the correlation of each judge with the mean of the others over
// the units that they share: 1 if the judge orders and spaces them alike. It
// needs NeedCorrelation units and a judge who didn't give everyone the same.
func Consistency(scores [][]float64) []Estimate {
	out := make([]Estimate, columns(scores))
	for j := range out {
		var points [][2]float64
		var all pairSums
		for _, row := range scores {
			if own, others, ok := apart(row, j); ok {
				points = append(points, [2]float64{own, others})
				all = all.plus(own, others, 1)
			}
		}
		r, ok := all.correlation()
		if len(points) < NeedCorrelation || !ok {
			out[j] = Estimate{N: len(points), Need: NeedCorrelation}
			continue
		}
		out[j] = jackknife(r, len(points), NeedCorrelation, func(i int) (float64, bool) {
			return all.plus(points[i][0], points[i][1], -1).correlation()
		})
	}
	return out
}

// MeanCorrelation is the mean correlation of two judges' scores, over the pairs of
// judges whose scores are not all the same: a judge who gave everyone the same
// orders nothing and has no correlation. It says how far judges agree, not
// whether they are right. It needs two such judges and NeedCorrelation units that
// all judges scored.
func MeanCorrelation(scores [][]float64) Estimate {
	full := complete(scores)
	k := columns(scores)
	sums := pairTable(full, k)
	r, ok := meanCorrelation(sums, nil, k)
	if len(full) < NeedCorrelation || !ok {
		return Estimate{N: len(full), Need: NeedCorrelation}
	}
	return jackknife(r, len(full), NeedCorrelation, func(i int) (float64, bool) { return meanCorrelation(sums, full[i], k) })
}

// meanCorrelation is the mean over the pairs that have a correlation; without is a
// row to leave out.
func meanCorrelation(sums [][]pairSums, without []float64, k int) (float64, bool) {
	total, pairs := 0.0, 0.0
	for a := range k {
		for b := a + 1; b < k; b++ {
			s := sums[a][b]
			if without != nil {
				s = s.plus(without[a], without[b], -1)
			}
			if r, ok := s.correlation(); ok {
				total, pairs = total+r, pairs+1
			}
		}
	}
	return total / max(1, pairs), pairs > 0
}

// pairTable returns the sums of every pair of columns a < b.
func pairTable(rows [][]float64, k int) [][]pairSums {
	out := make([][]pairSums, k)
	for a := range out {
		out[a] = make([]pairSums, k)
	}
	for _, row := range rows {
		for a := range k {
			for b := a + 1; b < k; b++ {
				out[a][b] = out[a][b].plus(row[a], row[b], 1)
			}
		}
	}
	return out
}

// pairSums are the sums that a correlation is made of.
type pairSums struct{ n, x, y, xx, yy, xy float64 }

func (s pairSums) plus(x, y, sign float64) pairSums {
	return pairSums{s.n + sign, s.x + sign*x, s.y + sign*y, s.xx + sign*x*x, s.yy + sign*y*y, s.xy + sign*x*y}
}

// correlation is Pearson's; false if a side is constant.
func (s pairSums) correlation() (float64, bool) {
	vx, vy := s.xx-s.x*s.x/s.n, s.yy-s.y*s.y/s.n
	if s.n < 3 || vx <= 1e-10*max(s.xx, 1e-10) || vy <= 1e-10*max(s.yy, 1e-10) {
		return 0, false
	}
	r := (s.xy - s.x*s.y/s.n) / math.Sqrt(vx*vy)
	return min(1, max(-1, r)), finite(r)
}

func columns(scores [][]float64) int {
	k := 0
	for _, row := range scores {
		k = max(k, len(row))
	}
	return k
}

// complete returns the rows without a missing score.
func complete(scores [][]float64) [][]float64 {
	k := columns(scores)
	var out [][]float64
	for _, row := range scores {
		if len(row) == k && given(row) == k {
			out = append(out, row)
		}
	}
	return out
}
