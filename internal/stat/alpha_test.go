package stat_test

import (
	"testing"

	"judgement/internal/stat"
)

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
		want   float64
	}{
		{"three coders", threeCoders, 0.811},
		{"four observers", fourObservers, 0.849},
	} {
		got := stat.Alpha(tt.scores, nil)
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
	a, b := stat.Alpha(fourObservers, nil), stat.Alpha(moved, nil)
	within(t, "α of shifted scores", b.Value, a.Value, 1e-6)
	within(t, "its low end", b.Low, a.Low, 1e-6)
}
