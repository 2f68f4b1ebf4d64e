package stat_test

import (
	"testing"

	"judgement/internal/stat"
)

func TestDiffering(t *testing.T) {
	for name, tc := range map[string]struct {
		scores [][]float64
		want   int
	}{
		"alike":             {[][]float64{{1, 1}, {5, 5}, {7, 7}}, 0},
		"lenient":           {[][]float64{{1, 2}, {5, 6}, {7, 8}, {7.1, 8.1}}, 0},
		"one":               {[][]float64{{1, 2}, {5, 6}, {7, 9}, {3, 4}}, 1},
		"one that is alike": {[][]float64{{1, 2}, {5, 6}, {7, 7}, {3, 4}}, 1},
		"half":              {[][]float64{{1, 1}, {5, 5}, {7, 8}, {3, 4}}, 2},
		"all":               {[][]float64{{1, 2}, {5, 7}, {7, 10}}, 3},
		"two":               {[][]float64{{1, 2}, {5, 7}}, 2},
		"met once":          {[][]float64{{1, 1, none}, {none, 5, 6}, {5, none, 5}}, 1},
		"single scores":     {[][]float64{{1, none}, {none, 2}}, 0},
		"nobody":            {[][]float64{{none, none}}, 0},
	} {
		if got := stat.NoiseOf(0, stat.Scored{Scores: tc.scores}).Differing; got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
	for things, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 3, 100: 3} {
		if got := stat.NeedDiffering(things); got != want {
			t.Errorf("of %d things they must differ on %d, want %d", things, got, want)
		}
	}
}
