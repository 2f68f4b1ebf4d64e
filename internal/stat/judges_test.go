package stat_test

import (
	"math"
	"testing"

	"judgement/internal/stat"
)

var none = stat.Missing()

func within(t *testing.T, what string, got, want, most float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > most {
		t.Errorf("%s = %.6f, want %.6f ± %g", what, got, want, most)
	}
}

func TestLeniencyAndConsistency(t *testing.T) {
	var scores [][]float64
	for i := range 12 {
		q := float64(i)
		scores = append(scores, []float64{q + 3, q, -q, 5})
	}
	l, c := stat.Leniency(scores), stat.Consistency(scores)
	within(t, "leniency of the first", l[0].Value, 8.5-5.0/3, 1e-9)
	if !l[3].Enough || c[3].Enough {
		t.Errorf("a judge who gave everyone the same: %+v %+v", l[3], c[3])
	}
	within(t, "consistency of the contrary", c[2].Value, -1, 1e-9)
	alone := stat.Leniency([][]float64{{1}, {2}, {3}, {4}, {5}, {6}})
	if alone[0].Enough || alone[0].N != 0 {
		t.Errorf("a judge without others: %+v", alone[0])
	}
}

func TestMeanCorrelation(t *testing.T) {
	var apart, same, constant [][]float64
	for i := range 16 {
		bit := func(n int) float64 { return float64(i >> n & 1) }
		apart = append(apart, []float64{bit(0), bit(1), bit(2)})
		same = append(same, []float64{bit(0), bit(0), bit(0)})
		constant = append(constant, []float64{bit(0), 5, bit(0)})
	}
	within(t, "independent judges", stat.MeanCorrelation(apart).Value, 0, 1e-9)
	within(t, "copies of one judge", stat.MeanCorrelation(same).Value, 1, 1e-9)
	// A judge who gave everyone the same says nothing, and hides nothing of the others.
	c := stat.MeanCorrelation(constant)
	within(t, "two judges beside a constant one", c.Value, 1, 1e-9)
	if !c.Enough {
		t.Errorf("a constant judge hides the others: %+v", c)
	}
	nearly := constant
	nearly[3] = []float64{1, 4, 1}
	if n := stat.MeanCorrelation(nearly); !n.Enough || n.Low > n.Value || n.High < n.Value {
		t.Errorf("a judge who is constant except for one: %+v", n)
	}
}

// TestNothingIsNeverNaN holds every statistic to a number or "not enough" on
// degenerate matrices.
func TestNothingIsNeverNaN(t *testing.T) {
	constant := make([][]float64, 20)
	single := make([][]float64, 20)
	gaps := make([][]float64, 20)
	huge := make([][]float64, 20)
	for i := range constant {
		constant[i] = []float64{5, 5, 5}
		single[i] = []float64{none, none, none}
		single[i][i%3] = float64(i)
		gaps[i] = []float64{none, math.Inf(1), none}
		huge[i] = []float64{1e300 * float64(i), -1e300, 1e-300}
	}
	for name, scores := range map[string][][]float64{
		"nothing": nil, "empty rows": {{}, {}}, "one row": {{1, 2, 3}}, "constant": constant, "one judge each": single, "no numbers": gaps, "huge": huge,
	} {
		all := []stat.Estimate{stat.Alpha(scores, nil), stat.MeanCorrelation(scores)}
		all = append(append(all, stat.Leniency(scores)...), stat.Consistency(scores)...)
		for _, e := range all {
			for _, v := range []float64{e.Value, e.Low, e.High} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %+v", name, e)
				}
			}
			if e.Need == 0 || e.Enough && e.N < e.Need {
				t.Errorf("%s: needs %d, has %d, enough: %v", name, e.Need, e.N, e.Enough)
			}
		}
		m := stat.FitSeverity(scores)
		for _, v := range append(append([]float64{m.Variance}, m.Leniency...), m.Quality...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: severity %v", name, v)
			}
		}
	}
}
