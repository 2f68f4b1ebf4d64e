package stat_test

import (
	"testing"

	"judgement/internal/stat"
)

func TestNoiseNeedsASecondJudge(t *testing.T) {
	scores := make([][]float64, 5000)
	for i := range scores {
		scores[i] = []float64{none, none, none}
		scores[i][i%3] = float64(i % 11)
	}
	if n := stat.NoiseOf(0, stat.Scored{Scores: scores}); n.OK {
		t.Errorf("noise of single scores: %+v", n)
	}
}
