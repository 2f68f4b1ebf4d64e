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
