package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"judgement/internal/stat"
)

// sheets are the scores of a simulated competition over several dimensions, whose
// judges round what they think to a grid.
type sheets struct {
	name          string
	things        int
	judges, each  int
	dimensions    int
	step          float64
	harsh, noise  float64 // of judges, before rounding
	apart, common float64 // standard deviations of the truth: of each dimension, and of all together
}

// draw returns the true totals, the totals of the means and the dimensions.
func (s sheets) draw(seed uint64) (truth, totals []float64, dimensions []stat.Scored) {
	r := rand.New(rand.NewPCG(seed, 11))
	truth, totals = make([]float64, s.things), make([]float64, s.things)
	lenient, level := make([]float64, s.judges), make([]float64, s.things)
	for j := range lenient {
		lenient[j] = s.harsh * r.NormFloat64()
	}
	seen := make([][]int, s.things)
	for i := range level {
		level[i], seen[i] = 5+s.common*r.NormFloat64(), r.Perm(s.judges)[:s.each]
	}
	for range s.dimensions {
		d := stat.Scored{Scale: 10, Step: s.step}
		for i := range s.things {
			q := level[i] + s.apart*r.NormFloat64()
			truth[i] += q
			row := make([]float64, s.judges)
			for j := range row {
				row[j] = none
			}
			for _, j := range seen[i] {
				row[j] = s.step * math.Round((q+lenient[j]+s.noise*r.NormFloat64())/s.step)
			}
			d.Scores = append(d.Scores, row)
		}
		for i, q := range stat.FitSeverity(d.Scores).Quality {
			totals[i] += q
		}
		dimensions = append(dimensions, d)
	}
	return truth, totals, dimensions
}

// rounded are pinned: from judges who all but agree, so that the grid hides nearly
// all of their errors, to judges whose own errors are as large as a step.
var rounded = []sheets{
	{name: "all but alike", things: 20, judges: 5, each: 5, dimensions: 6, step: 1, noise: .02, apart: .6, common: .3},
	{name: "nearly alike", things: 20, judges: 5, each: 5, dimensions: 6, step: 1, noise: .1, apart: .6, common: .3},
	{name: "a quarter step", things: 20, judges: 5, each: 5, dimensions: 6, step: 1, noise: .25, apart: .6, common: .3},
	{name: "half a step", things: 20, judges: 5, each: 5, dimensions: 6, step: 1, noise: .5, apart: .6, common: .3},
	{name: "a step", things: 20, judges: 5, each: 5, dimensions: 6, step: 1, noise: 1, apart: .6, common: .3},
	{name: "half points", things: 30, judges: 3, each: 3, dimensions: 8, step: .5, harsh: .2, noise: .05, apart: .3, common: .2},
	{name: "lenient judges", things: 30, judges: 4, each: 4, dimensions: 6, step: 1, harsh: .5, noise: .1, apart: .6, common: .5},
	{name: "incomplete", things: 40, judges: 8, each: 3, dimensions: 6, step: 1, harsh: .2, noise: .1, apart: .6, common: .3},
}

// TestRankIntervalsOfRoundedScores: intervals of nominally 90 % also hold the true
// rank where judges agree because they round alike. Without what the grid hides
// they held three in five of the ranks of judges who are all but alike.
func TestRankIntervalsOfRoundedScores(t *testing.T) {
	for k, s := range rounded {
		held, bare, all, width := 0, 0, 0, 0.0
		for round := range rounds(t, 20) {
			truth, totals, dimensions := s.draw(uint64(1000*k + round))
			noise := stat.NoiseOf(0, dimensions...)
			if noise.Differing < stat.NeedDiffering(s.things) {
				continue // nobody says how sure the order is
			}
			draws := stat.DrawRanks(totals, noise, 400, 1)
			for d := range dimensions {
				dimensions[d].Step = 0
			}
			blind := stat.DrawRanks(totals, stat.NoiseOf(0, dimensions...), 400, 1)
			for i, rank := range ranksOf(truth) {
				low, high := draws.Interval(i, stat.Level)
				all++
				width += float64(high-low+1) / float64(s.things)
				if low <= rank && rank <= high {
					held++
				}
				if low, high := blind.Interval(i, stat.Level); low <= rank && rank <= high {
					bare++
				}
			}
		}
		share := float64(held) / float64(all)
		t.Logf("%-15s %2d things %d judges: %.1f %% covered, mean width %.1f %% of the places; %.1f %% without the grid", s.name, s.things, s.judges, 100*share, 100*width/float64(all), 100*float64(bare)/float64(all))
		if share < 0.88 {
			t.Errorf("%s: %.3f of the intervals hold the true rank, want 0.88", s.name, share)
		}
		if share > 0.999 {
			t.Errorf("%s: intervals that always hold say nothing", s.name)
		}
	}
}

// TestCertaintyGrowsWithEvidence: judges who agree on all but a few scores give no
// certainty. The more scores they differ on, by no more, the surer the order.
func TestCertaintyGrowsWithEvidence(t *testing.T) {
	const things, judges = 20, 5
	last := 0.0
	for disputes := 1; disputes <= 16; disputes++ {
		scores := make([][]float64, things)
		means := make([]float64, things)
		for i := range scores {
			scores[i] = make([]float64, judges)
			for j := range scores[i] {
				scores[i][j] = float64(i / 2)
				if i < disputes && j == i%judges {
					scores[i][j]++
				}
				means[i] += scores[i][j] / judges
			}
		}
		noise := stat.NoiseOf(0, stat.Scored{Scores: scores, Step: 1})
		if noise.Differing != disputes {
			t.Errorf("judges differ on %d things, want %d", noise.Differing, disputes)
		}
		if noise.DF < disputes || noise.DF > 4*disputes {
			t.Errorf("%d scores that differ are worth %d degrees of freedom", disputes, noise.DF)
		}
		// The last two pairs of things are a point apart, and nobody differs on them.
		p := stat.DrawRanks(means, noise, 20000, 1).Beats(19, 17)
		if disputes == 1 && p > 0.95 {
			t.Errorf("one score that differs makes a point certain: %.3f", p)
		}
		if p < last-0.004 { // the draws' own error
			t.Errorf("%d scores that differ: %.3f, surer with fewer: %.3f", disputes, p, last)
		}
		last = max(last, p)
	}
	if last < 0.97 {
		t.Errorf("sixteen scores that differ: %.3f", last)
	}
}

func TestGrid(t *testing.T) {
	for name, tc := range map[string]struct {
		scores []float64
		most   float64
		want   float64
	}{
		"whole":           {[]float64{7, 8, none, 3}, 5, 1},
		"halves":          {[]float64{7.5, 8, 3}, 5, 0.5},
		"tenths":          {[]float64{7.1, 8.3, 0.7}, 5, 0.1},
		"quarters":        {[]float64{7.25, 8}, 5, 0.25},
		"hundredths":      {[]float64{7.01, 8}, 5, 0.01},
		"fives":           {[]float64{75, 80, 0}, 50, 5},
		"no more than":    {[]float64{75, 80, 0}, 2, 1},
		"finer than any":  {[]float64{1.0 / 3, 2}, 5, 0},
		"nothing but 0":   {[]float64{0, 0}, 5, 0},
		"none":            {[]float64{none}, 5, 0},
		"greater than it": {[]float64{1}, 0.001, 0},
	} {
		if got := stat.Grid(tc.scores, tc.most); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
