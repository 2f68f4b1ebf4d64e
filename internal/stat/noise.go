package stat

import "math"

// Scored is one dimension of a competition: scores by thing and judge.
type Scored struct {
	Scores  [][]float64
	Weights []float64 // of the judges; nil means all 1, one that is not positive counts as 1
	Scale   float64   // the greatest score; 0 means 1. It makes dimensions comparable.
	Step    float64   // of the grid that the scores lie on; 0: none
}

// Noise is how far the totals over all dimensions may lie from what they
// measure.
type Noise struct {
	Variance  []float64 // of each thing's total
	DF        int       // degrees of freedom that it rests on, fewer if few scores hold most of the disagreement
	Differing int       // things on which judges differ otherwise than they always do
	OK        bool      // false: no judge repeats another's work, so nothing is known
	Connected bool      // every dimension's design hangs together
}

// priorDF is the weight of the panel's usual disagreement beside a thing's own,
// in degrees of freedom.
const priorDF = 12

// tiny is a variance in points² that is none.
const tiny = 1e-12

// ErrorCorrelation is the correlation of two judges' errors for one thing that
// boards assume. Scores without a known truth can't show it: what judges get wrong
// alike looks like agreement. 0.39 is the mean over pairs of the six recorded
// language-model judges of LLMBar's 419 labelled items (Zeng et al., 2024), whose
// errors are known.
const ErrorCorrelation = 0.39

// The same for judges of one model, and of one family of models. 0.57 is the mean over
// pairs of six configurations of one model that reviewed 250 ICLR papers (Lu et al.,
// 2024), against the papers' human ratings. Of families no public set with enough pairs
// is known: half way is assumed.
const (
	SameModelCorrelation  = 0.57
	SameFamilyCorrelation = 0.48
)

// MostCorrelation bounds a correlation that was measured: at 1 no board would be
// sure of anything.
const MostCorrelation = 0.9

// NoiseOf estimates the noise of totals, each the sum over dimensions of the
// judges' weighted means. What the additive model leaves over in each dimension
// is noise: a judge's constant leniency is none. A judge's errors may go together
// over dimensions. Errors of different judges for one thing are assumed to
// correlate by correlation, from 0 to below 1: the part that they share does not
// show in their disagreement and no number of judges averages it out. It adds
// J·ρ/(1−ρ) times the noise that shows, J being the number of judges (with
// weights, of equal judges that are worth as much). Each thing's own disagreement
// is pulled towards the panel's usual one. If scores lie on a grid, what rounding
// hides of the judges' errors is added. A dimension in which no judge repeats
// another's work is taken to be as noisy for its scale as the others are.
func NoiseOf(correlation float64, dimensions ...Scored) Noise {
	n := Noise{Connected: true}
	if len(dimensions) == 0 {
		return n
	}
	t := newTotals(dimensions)
	relative, counted := 0.0, 0.0
	var models []*Severity
	for _, d := range dimensions {
		m := FitSeverity(d.Scores)
		models = append(models, m)
		n.Connected = n.Connected && m.Connected()
		n.DF = max(n.DF, m.DF)
		if m.DF > 0 {
			relative, counted = relative+m.Variance/d.scale()/d.scale(), counted+1
		}
	}
	n.Variance = make([]float64, len(t.own))
	if n.OK = n.DF > 0; !n.OK {
		return n
	}
	for k, d := range dimensions {
		if models[k].DF > 0 {
			t.add(d, models[k])
			t.rounding += rounded(d.Step, models[k].Variance)
			continue
		}
		usual := relative / counted * d.scale() * d.scale()
		t.addUnknown(d, usual)
		t.rounding += rounded(d.Step, usual)
	}
	t.variances(n.Variance, counted, correlation)
	squares, kurtosis := t.shape()
	if squares > tiny*float64(len(t.own)) {
		n.Differing = differing(dimensions)
	}
	if kurtosis > 3 {
		n.DF = max(1, int(math.Round(float64(n.DF)*2/(kurtosis-1))))
	}
	return n
}

func (d Scored) scale() float64 {
	if d.Scale > 0 {
		return d.Scale
	}
	return 1
}

// parts returns the judges' shares in the mean of a row.
func (d Scored) parts(i int) []float64 {
	out, all := make([]float64, len(d.Scores[i])), 0.0
	for j, v := range d.Scores[i] {
		if missing(v) {
			continue
		}
		out[j] = 1
		if j < len(d.Weights) && d.Weights[j] > 0 {
			out[j] = d.Weights[j]
		}
		all += out[j]
	}
	for j := range out {
		if out[j] > 0 {
			out[j] /= all
		}
	}
	return out
}

// totals gathers the dimensions' noise by thing.
type totals struct {
	own            [][]float64 // by judge: its error in the total
	met            [][]bool    // by judge: whether it scored beside another
	known, unknown []float64   // variance if errors were independent
	single         []float64   // the same with one judge alone in each dimension
	df             []float64
	rounding       float64 // variance of each total that the scores' grid hides
}

func newTotals(dimensions []Scored) *totals {
	rows := len(dimensions[0].Scores)
	t := &totals{
		own: make([][]float64, rows), met: make([][]bool, rows),
		known: make([]float64, rows), unknown: make([]float64, rows), single: make([]float64, rows), df: make([]float64, rows),
	}
	for i := range t.own {
		for _, d := range dimensions {
			t.own[i] = make([]float64, max(len(t.own[i]), len(d.Scores[i])))
		}
		t.met[i] = make([]bool, len(t.own[i]))
	}
	return t
}

func (t *totals) add(d Scored, m *Severity) {
	stretch := 0.0
	for _, row := range d.Scores {
		stretch += float64(max(0, given(row)-1))
	}
	// Rows have Σ(k−1) degrees of freedom; the judges took the rest.
	stretch /= float64(m.DF)
	for i, row := range d.Scores {
		k, parts := float64(given(row)), d.parts(i)
		for j, v := range row {
			if missing(v) {
				continue
			}
			t.known[i] += parts[j] * parts[j] * m.Variance
			if k > 1 {
				t.met[i][j] = true
				t.own[i][j] += parts[j] * (v - m.Quality[i] - m.Leniency[j]) * math.Sqrt(stretch*k/(k-1))
			}
		}
		t.df[i] += max(0, k-1)
		t.single[i] += m.Variance
	}
}

func (t *totals) addUnknown(d Scored, variance float64) {
	for i := range d.Scores {
		for _, p := range d.parts(i) {
			t.unknown[i] += p * p * variance
		}
		t.single[i] += variance
	}
}

// variances writes each thing's variance, the judges' shared errors in it.
func (t *totals) variances(out []float64, dimensions, correlation float64) {
	own, together, apart := make([]float64, len(out)), 0.0, 0.0
	for i, judges := range t.own {
		for _, v := range judges {
			own[i] += v * v
		}
		together, apart = together+own[i], apart+t.known[i]
	}
	halo := 1.0 // by how much more than independent errors the judges' errors add up
	if apart > 0 {
		halo = together / apart
	}
	for i := range out {
		df := t.df[i] / dimensions
		rest := halo * t.unknown[i]
		apart := (priorDF*(halo*t.known[i]+rest) + df*(own[i]+rest)) / (priorDF + df)
		judges := 1.0
		if v := t.known[i] + t.unknown[i]; v > 0 {
			judges = t.single[i] / v
		}
		out[i] = apart*(1+judges*correlation/(1-correlation)) + t.rounding
	}
}

// shape returns the sum of the judges' squared errors and their kurtosis, which is
// 0 if there are none. If a few scores hold most of the disagreement, an
// estimate of its variance is as uncertain as one from a few scores: of df degrees
// of freedom 2·df/(κ−1) are left, which is df if errors are normal. (Box,
// Biometrika 40, 1953.)
func (t *totals) shape() (squares, kurtosis float64) {
	fourths, n := 0.0, 0.0
	for i, judges := range t.own {
		for j, v := range judges {
			if t.met[i][j] {
				n++
			}
			squares, fourths = squares+v*v, fourths+v*v*v*v
		}
	}
	if squares <= 0 || fourths <= 0 {
		return squares, 0
	}
	return squares, n * (fourths / squares / squares)
}

func given(row []float64) int {
	k := 0
	for _, v := range row {
		if !missing(v) {
			k++
		}
	}
	return k
}
