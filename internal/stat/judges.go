package stat

import "math"

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
	n := float64(len(d))
	for _, v := range d {
		e.Value += v / n
	}
	squares := 0.0
	for _, v := range d {
		squares += (v - e.Value) * (v - e.Value)
	}
	half := studentHalf(len(d)-1) * math.Sqrt(squares/(n-1)/n)
	e.Low, e.High, e.Enough = e.Value-half, e.Value+half, true
	return e
}

// Consistency is the correlation of each judge with the mean of the others over
// the units that they share: 1 where the judge orders and spaces them alike. It
// needs NeedCorrelation units and a judge who didn't give everyone the same.
func Consistency(scores [][]float64) []Estimate {
	out := make([]Estimate, columns(scores))
	for j := range out {
		var points [][2]float64
		for _, row := range scores {
			if own, others, ok := apart(row, j); ok {
				points = append(points, [2]float64{own, others})
			}
		}
		e := Estimate{N: len(points), Need: NeedCorrelation}
		if len(points) >= NeedCorrelation {
			var all pairSums
			for _, p := range points {
				all = all.plus(p[0], p[1], 1)
			}
			if r, ok := all.correlation(); ok {
				got, ok := jackknife(r, len(points), -1, 1, func(i int) (float64, bool) {
					return all.plus(points[i][0], points[i][1], -1).correlation()
				})
				if ok {
					e = got
					e.Need = NeedCorrelation
				}
			}
		}
		out[j] = e
	}
	return out
}

// Votes says what a panel's votes are worth.
type Votes struct {
	Correlation Estimate // mean over pairs of judges
	Effective   Estimate // Kish's number: judges ÷ (1 + (judges − 1) × correlation)
}

// EffectiveJudges returns the mean correlation of judges' errors and the number
// of independent judges that the panel is worth, from 1 to its size. errors are
// scores less the truth. Where no truth is known and plain scores are given, what
// judges rightly agree on counts as shared error too, and the number is the least
// that the panel may be worth. It needs two judges and NeedCorrelation units that
// all of the judges scored. (Kish, Survey Sampling, 1965.)
func EffectiveJudges(errors [][]float64) Votes {
	full := complete(errors)
	k := columns(errors)
	none := Estimate{N: len(full), Need: NeedCorrelation}
	if k < 2 || len(full) < NeedCorrelation {
		return Votes{none, none}
	}
	sums := pairTable(full, k)
	mean := func(row []float64) (float64, bool) { return meanCorrelation(sums, row, k) }
	r, ok := mean(nil)
	if !ok {
		return Votes{none, none}
	}
	kish := func(r float64) float64 {
		return min(float64(k), max(1, float64(k)/(1+float64(k-1)*max(0, r))))
	}
	c, ok := jackknife(r, len(full), -1, 1, func(i int) (float64, bool) { return mean(full[i]) })
	if !ok {
		return Votes{none, none}
	}
	c.Need = NeedCorrelation
	e := Estimate{Value: kish(c.Value), Low: kish(c.High), High: kish(c.Low), N: c.N, Need: c.Need, Enough: true}
	return Votes{c, e}
}

// OneJudge compares the panel with the best of its judges: Gain is by how much
// the mean of the others foretells a judge who is left out better (in
// correlation) than the best single judge does. Best is that judge's column.
type OneJudge struct {
	Gain Estimate
	Best int // −1 where unknown
}

// WouldOneDo returns whether one judge would have done as well as the panel. It
// needs three judges and NeedCorrelation units that all of them scored.
func WouldOneDo(scores [][]float64) OneJudge {
	full, k := complete(scores), columns(scores)
	none := OneJudge{Gain: Estimate{N: len(full), Need: NeedCorrelation}, Best: -1}
	if k < 3 || len(full) < NeedCorrelation {
		return none
	}
	rows := make([][]float64, len(full))
	for i, row := range full {
		rows[i] = append([]float64(nil), row...)
		for j := range k {
			_, others, _ := apart(row, j)
			rows[i] = append(rows[i], others)
		}
	}
	sums := pairTable(rows, 2*k)
	gain, best, ok := panelGain(sums, nil, k)
	if !ok {
		return none
	}
	e, ok := jackknife(gain, len(rows), -2, 2, func(i int) (float64, bool) {
		g, _, ok := panelGain(sums, rows[i], k)
		return g, ok
	})
	if !ok {
		return none
	}
	e.Need = NeedCorrelation
	return OneJudge{e, best}
}

// panelGain is the mean correlation of each judge with the others' mean, less
// the best judge's mean correlation with each other one. Rows of sums hold the
// judges and then the means without each of them; without is a row to leave out.
func panelGain(sums [][]pairSums, without []float64, k int) (gain float64, best int, ok bool) {
	panel, top := 0.0, math.Inf(-1)
	for j := range k {
		r, ok := between(sums, without, j, k+j)
		if !ok {
			return 0, 0, false
		}
		panel += r / float64(k)
		single := 0.0
		for h := range k {
			if h == j {
				continue
			}
			r, ok := between(sums, without, min(j, h), max(j, h))
			if !ok {
				return 0, 0, false
			}
			single += r / float64(k-1)
		}
		if single > top {
			top, best = single, j
		}
	}
	return panel - top, best, true
}

func meanCorrelation(sums [][]pairSums, without []float64, k int) (float64, bool) {
	total := 0.0
	for a := range k {
		for b := a + 1; b < k; b++ {
			r, ok := between(sums, without, a, b)
			if !ok {
				return 0, false
			}
			total += r
		}
	}
	return total / float64(k*(k-1)/2), true
}

func between(sums [][]pairSums, without []float64, a, b int) (float64, bool) {
	s := sums[a][b]
	if without != nil {
		s = s.plus(without[a], without[b], -1)
	}
	return s.correlation()
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

// correlation is Pearson's; false where a side is constant.
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
