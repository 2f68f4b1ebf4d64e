package stat_test

import (
	"errors"
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

// threeCoders and fourObservers are the published examples of Krippendorff's α,
// one row a unit.
var threeCoders = [][]float64{
	{none, 1, none},
	{none, none, none},
	{none, 2, 2},
	{none, 1, 1},
	{none, 3, 3},
	{3, 3, 4},
	{4, 4, 4},
	{1, 3, none},
	{2, none, 2},
	{1, none, 1},
	{1, none, 1},
	{3, none, 3},
	{3, none, 3},
	{none, none, none},
	{3, none, 4},
}

var fourObservers = [][]float64{
	{1, 1, none, 1},
	{2, 2, 3, 2},
	{3, 3, 3, 3},
	{3, 3, 3, 3},
	{2, 2, 2, 2},
	{1, 2, 3, 4},
	{4, 4, 4, 4},
	{1, 1, 2, 1},
	{2, 2, 2, 2},
	{none, 5, 5, 5},
	{none, none, 1, 1},
	{none, 3, none, none},
}

func TestAlphaGivesThePublishedNumbers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scores [][]float64
		scale  stat.Scale
		want   float64
	}{
		{"three coders, nominal", threeCoders, stat.Nominal, 0.691},
		{"three coders, interval", threeCoders, stat.IntervalScale, 0.811},
		{"four observers, nominal", fourObservers, stat.Nominal, 0.743},
		{"four observers, ordinal", fourObservers, stat.Ordinal, 0.815},
		{"four observers, interval", fourObservers, stat.IntervalScale, 0.849},
	} {
		got := stat.Alpha(tt.scores, tt.scale)
		within(t, tt.name, got.Value, tt.want, 0.0005)
		if !got.Enough || got.Low >= got.Value || got.High <= got.Value || got.High > 1 || got.Low < -1 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestAlphaDoesNotChangeWithTheUnitOfMeasurement(t *testing.T) {
	moved := make([][]float64, len(fourObservers))
	for i, row := range fourObservers {
		for _, v := range row {
			moved[i] = append(moved[i], 1e6+v*7)
		}
	}
	for _, scale := range []stat.Scale{stat.Nominal, stat.Ordinal, stat.IntervalScale} {
		a, b := stat.Alpha(fourObservers, scale), stat.Alpha(moved, scale)
		within(t, "α of shifted scores", b.Value, a.Value, 1e-6)
		within(t, "its low end", b.Low, a.Low, 1e-6)
	}
}

// TestBradleyTerryOnCitations: Stigler's citations among statistics journals,
// as Agresti (Categorical Data Analysis) fits them.
func TestBradleyTerryOnCitations(t *testing.T) {
	const biometrika, communications, jasa, jrssb = 0, 1, 2, 3
	duels := []stat.Duel{
		{A: biometrika, B: communications, WinsA: 730, WinsB: 33},
		{A: biometrika, B: jasa, WinsA: 498, WinsB: 320},
		{A: biometrika, B: jrssb, WinsA: 221, WinsB: 284},
		{A: communications, B: jasa, WinsA: 68, WinsB: 813},
		{A: communications, B: jrssb, WinsA: 17, WinsB: 276},
		{A: jrssb, B: jasa, WinsA: 325, WinsB: 142}, // the other way round: order is no matter
	}
	m, err := stat.FitBradleyTerry(4, biometrika, duels)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, -2.9491, -0.4796, 0.2690} {
		within(t, "log ability", m.Ability[i], want, 1e-3)
	}
	for i, want := range []float64{0, 0.1025, 0.0606, 0.0708} {
		within(t, "standard error", m.SE[i], want, 1e-3)
	}
	within(t, "deviance", m.Deviance, 4.293, 1e-3)
	if m.DF != 3 || m.Tie != 0 {
		t.Errorf("%d degrees of freedom, ν = %v", m.DF, m.Tie)
	}
}

func TestBradleyTerryWithTies(t *testing.T) {
	// Two things: the closed form is ability ln(30/10), ν = 20/√(30·10).
	m, err := stat.FitBradleyTerry(2, 0, []stat.Duel{{A: 0, B: 1, WinsA: 10, WinsB: 30, Tie: 20}})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "log ability", m.Ability[1], math.Log(3), 1e-9)
	within(t, "ν", m.Tie, 20/math.Sqrt(300), 1e-9)
	within(t, "deviance of as many parameters as numbers", m.Deviance, 0, 1e-9)
	if m.DF != 0 {
		t.Errorf("%d degrees of freedom", m.DF)
	}
	even, err := stat.FitBradleyTerry(3, 2, []stat.Duel{{A: 0, B: 1, Tie: 4}, {A: 1, B: 2, WinsA: 1, WinsB: 1, Tie: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range even.Ability {
		within(t, "equals", v, 0, 1e-9)
	}
}

func TestBradleyTerrySaysWhereNothingCanBeFitted(t *testing.T) {
	for name, duels := range map[string][]stat.Duel{
		"one lost everything": {{A: 0, B: 1, WinsA: 3, WinsB: 1}, {A: 0, B: 2, WinsA: 2}},
		"two islands":         {{A: 0, B: 1, WinsA: 3, WinsB: 1}},
		"no comparison":       nil,
	} {
		if m, err := stat.FitBradleyTerry(3, 0, duels); !errors.Is(err, stat.ErrNoOrder) {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	if _, err := stat.FitBradleyTerry(1, 0, nil); err == nil {
		t.Error("a model of one thing")
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
		t.Errorf("a judge who is constant but for one: %+v", n)
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
		all := []stat.Estimate{stat.Alpha(scores, stat.Nominal), stat.Alpha(scores, stat.Ordinal), stat.Alpha(scores, stat.IntervalScale)}
		all = append(all, stat.MeanCorrelation(scores))
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
