package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"judgement/internal/stat"
)

// The forecasts of the tests. What is expected of them was computed with scipy
// 1.17.1 (kendalltau), scikit-learn 1.9.1 (brier_score_loss, log_loss,
// IsotonicRegression) and statsmodels 0.15.0 (OLS on a constant with
// cov_type="cluster", use_correction, df_correction, use_t).
var (
	forecasts = []float64{.05, .1, .1, .2, .25, .3, .3, .35, .4, .45, .5, .5, .55, .6, .65, .7, .7, .75, .8, .85, .9, .9, .95, 1}
	outcomes  = []bool{
		false, false, true, false, false, true, false, false, true, false, true, false,
		true, false, true, true, false, true, true, false, true, true, true, true,
	}
	cases = []int{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7}
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > 1e-9 {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

func scores(f func(float64, bool) float64) []float64 {
	out := make([]float64, len(forecasts))
	for i := range out {
		out[i] = f(forecasts[i], outcomes[i])
	}
	return out
}

func TestScores(t *testing.T) {
	brier, ok := stat.ClusterMean(scores(stat.Brier), cases, 0.95)
	if !ok || brier.N != 24 || brier.Clusters != 8 {
		t.Errorf("%+v, %v", brier, ok)
	}
	near(t, "Brier score (scikit-learn)", brier.Mean, 0.20010416666666664)
	near(t, "clustered standard error (statsmodels)", brier.SE, 0.03865455023074408)
	near(t, "low of 95 % (statsmodels)", brier.Low, 0.10870067975663783)
	near(t, "high of 95 % (statsmodels)", brier.High, 0.2915076535766956)
	wide, _ := stat.ClusterMean(scores(stat.Brier), cases, 0.99)
	near(t, "low of 99 % (statsmodels)", wide.Low, 0.06483321376758219)
	near(t, "high of 99 % (statsmodels)", wide.High, 0.3353751195657513)
	log, _ := stat.ClusterMean(scores(stat.LogLoss), cases, 0.95)
	near(t, "log loss, forecasts held to 0.01 (scikit-learn)", log.Mean, 0.5853119146711531)
	near(t, "log loss of a sure miss", stat.LogLoss(1, false), -math.Log(0.01))
	near(t, "log loss of a sure hit", stat.LogLoss(0, false), -math.Log(0.99))
}

func TestClusterMeanNeedsTwoClusters(t *testing.T) {
	if got, ok := stat.ClusterMean([]float64{1, 2, 4}, []int{5, 5, 5}, 0.95); ok || got.Mean != 7./3 {
		t.Errorf("one cluster: %+v, %v", got, ok)
	}
	if _, ok := stat.ClusterMean(nil, nil, 0.95); ok {
		t.Error("an interval of nothing")
	}
}

// TestClusterIntervalsCover draws clusters of values that depend on each other:
// the 95 % interval must hold the true mean about 95 times in 100, where one
// that ignores the clusters holds it far less often.
func TestClusterIntervalsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	held, naive := 0, 0
	const rounds = 2000
	for range rounds {
		var values []float64
		var clusters, alone []int
		for c := range 20 {
			shared := rng.NormFloat64()
			for range 5 {
				values = append(values, shared+0.5*rng.NormFloat64())
				clusters = append(clusters, c)
				alone = append(alone, len(alone))
			}
		}
		if i, _ := stat.ClusterMean(values, clusters, 0.95); i.Low <= 0 && 0 <= i.High {
			held++
		}
		if i, _ := stat.ClusterMean(values, alone, 0.95); i.Low <= 0 && 0 <= i.High {
			naive++
		}
	}
	if share := float64(held) / rounds; share < 0.93 || share > 0.97 {
		t.Errorf("clustered intervals hold the mean in %.3f of the rounds", share)
	}
	if share := float64(naive) / rounds; share > 0.8 {
		t.Errorf("intervals without clusters hold it in %.3f of the rounds: the test shows nothing", share)
	}
}

func TestIsotonic(t *testing.T) {
	for _, tt := range []struct {
		name       string
		y, w, want []float64
	}{
		{"empty", nil, nil, nil},
		{"rising", []float64{1, 2, 3}, nil, []float64{1, 2, 3}},
		{"the example of R's isoreg manual page", []float64{1, 0, 4, 3, 3, 5, 4, 2, 0}, nil, []float64{.5, .5, 3, 3, 3, 3, 3, 3, 3}},
		{
			"weights (scikit-learn)",
			[]float64{1, 2, 1.5, .5, 4, 3, 3.5},
			[]float64{1, 2, 1, 3, 1, 1, 2.5},
			[]float64{1, 7. / 6, 7. / 6, 7. / 6, 3.5, 3.5, 3.5},
		},
	} {
		got := stat.Isotonic(tt.y, tt.w)
		if len(got) != len(tt.want) {
			t.Fatalf("%s: %v", tt.name, got)
		}
		for i := range got {
			near(t, tt.name, got[i], tt.want[i])
		}
	}
}

func TestCORP(t *testing.T) {
	r := stat.CORP(forecasts, outcomes)
	near(t, "score", r.Score, 0.20010416666666664)
	near(t, "miscalibration (scikit-learn)", r.Miscalibration, 0.023020833333333296)
	near(t, "discrimination (scikit-learn)", r.Discrimination, 0.07118055555555558)
	near(t, "uncertainty", r.Uncertainty, 0.24826388888888892)
	want := []stat.Step{
		{Low: .05, High: .05, Rate: 0, N: 1},
		{Low: .1, High: .25, Rate: .25, N: 4},
		{Low: .3, High: .35, Rate: 1. / 3, N: 3},
		{Low: .4, High: .6, Rate: .5, N: 6},
		{Low: .65, High: .85, Rate: 2. / 3, N: 6},
		{Low: .9, High: 1, Rate: 1, N: 4},
	}
	if len(r.Steps) != len(want) {
		t.Fatalf("%+v", r.Steps)
	}
	for i, s := range r.Steps {
		if s.Low != want[i].Low || s.High != want[i].High || s.N != want[i].N {
			t.Errorf("step %d: %+v, want %+v", i, s, want[i])
		}
		near(t, "rate (scikit-learn)", s.Rate, want[i].Rate)
	}
	if r := stat.CORP(nil, nil); r.Steps != nil || r.Score != 0 {
		t.Errorf("of nothing: %+v", r)
	}
}

// TestCORPOrderOfTies: what comes first among equal forecasts changes nothing.
func TestCORPOrderOfTies(t *testing.T) {
	a := stat.CORP([]float64{.5, .5, .5, .2}, []bool{true, false, true, false})
	b := stat.CORP([]float64{.2, .5, .5, .5}, []bool{false, false, true, true})
	near(t, "miscalibration", a.Miscalibration, b.Miscalibration)
	if len(a.Steps) != 2 || a.Steps[1] != b.Steps[1] {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestKendallTauB(t *testing.T) {
	x := []float64{12, 2, 1, 12, 2, 5, 7, 7, 3, 9, 11, 4}
	y := []float64{1, 4, 7, 1, 0, 3, 3, 8, 2, 2, 6, 5}
	got, ok := stat.KendallTauB(x, y, 0.95)
	if !ok {
		t.Fatal("no result")
	}
	near(t, "τ-b (scipy)", got.Mean, -0.2063492063492063)
	near(t, "jackknife error (scipy, each pair left out in turn)", got.SE, 0.3170960931122153)
	short, _ := stat.KendallTauB(x[:5], y[:5], 0.95)
	near(t, "the example of scipy's manual page", short.Mean, -0.47140452079103173)
	for _, tt := range [][2][]float64{{{1, 2}, {1, 2}}, {{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {4, 4, 4}}, {{1, 1, 2}, {1, 2, 3}}} {
		if got, ok := stat.KendallTauB(tt[0], tt[1], 0.95); ok {
			t.Errorf("%v: %+v", tt, got)
		}
	}
}

// TestKendallAgainstPairs compares with the definition, pair by pair.
func TestKendallAgainstPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sign := func(d float64) float64 {
		switch {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	}
	for range 300 {
		n := 3 + rng.IntN(30)
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = float64(rng.IntN(8)), float64(rng.IntN(4))
		}
		var s, tx, ty float64
		for i := range n {
			for j := range i {
				a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
				s, tx, ty = s+a*b, tx+a*a, ty+b*b
			}
		}
		if got, ok := stat.KendallTauB(x, y, 0.95); ok {
			near(t, "τ-b", got.Mean, s/math.Sqrt(tx*ty))
		}
	}
}
