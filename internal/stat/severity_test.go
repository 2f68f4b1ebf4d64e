package stat_test

import (
	"math"
	"testing"

	"judgement/internal/stat"
)

// TestSeverityBeatsPlainMeans: harsh and lenient judges, each seeing some of the
// things. A seed is a season of competitions, whose mean τ counts.
func TestSeverityBeatsPlainMeans(t *testing.T) {
	better, seeds := 0, rounds(t, 40)
	var plainSum, correctedSum float64
	for seed := range seeds {
		plain, corrected := 0.0, 0.0
		for k, c := range []contest{
			{things: 40, judges: 8, each: 3, harsh: 1, noise: .5},
			{things: 30, judges: 6, each: 2, harsh: .7, noise: .5},
			{things: 60, judges: 12, each: 3, harsh: 1.5, noise: .8},
			{things: 25, judges: 5, each: 3, harsh: .8, noise: .4},
		} {
			truth, scores := c.draw(uint64(100*seed + k))
			means := make([]float64, len(scores))
			for i, row := range scores {
				for _, v := range row {
					if !math.IsNaN(v) {
						means[i] += v / float64(c.each)
					}
				}
			}
			plain += tau(means, truth) / 4
			corrected += tau(stat.FitSeverity(scores).Quality, truth) / 4
		}
		if corrected > plain {
			better++
		}
		plainSum, correctedSum = plainSum+plain/float64(seeds), correctedSum+corrected/float64(seeds)
	}
	t.Logf("mean τ to the truth: %.3f plain, %.3f corrected; better in %d of %d seeds", plainSum, correctedSum, better, seeds)
	if float64(better) < 0.95*float64(seeds) {
		t.Errorf("the correction is better in %d of %d seeds, want 95 %%", better, seeds)
	}
}

func TestSeverityFindsTheModel(t *testing.T) {
	leniency := []float64{2, -1, 0, -1}
	var scores [][]float64
	for i := range 40 {
		row := []float64{none, none, none, none}
		for _, j := range []int{i % 4, (i + 1) % 4} {
			row[j] = float64(i%7) + leniency[j]
		}
		scores = append(scores, row)
	}
	m := stat.FitSeverity(scores)
	for j, want := range leniency {
		within(t, "leniency", m.Leniency[j], want, 1e-6)
	}
	for i, q := range m.Quality {
		within(t, "quality", q, float64(i%7), 1e-6)
	}
	if !m.Connected() || m.DF != 80-40-4+1 {
		t.Errorf("%d components, %d degrees of freedom", m.Components, m.DF)
	}
	islands := stat.FitSeverity([][]float64{{1, 2, none, none}, {2, 3, none, none}, {none, none, 5, 4}, {none, none, 6, 6}})
	if islands.Connected() || islands.Components != 2 {
		t.Errorf("two islands: %d components", islands.Components)
	}
}
