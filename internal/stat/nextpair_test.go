package stat_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/stat"
)

func TestFirstPairsConnect(t *testing.T) {
	for name, tc := range map[string]struct {
		n          int
		done, want [][2]int
	}{
		"from nothing":     {4, nil, [][2]int{{0, 1}, {1, 2}, {2, 3}}},
		"two parts":        {4, [][2]int{{0, 3}, {1, 2}}, [][2]int{{0, 1}}},
		"connected":        {4, [][2]int{{0, 3}, {1, 3}, {2, 1}}, nil},
		"one":              {1, nil, nil},
		"a new one joined": {4, [][2]int{{0, 1}, {0, 2}}, [][2]int{{2, 3}}},
	} {
		got := stat.FirstPairs(tc.n, tc.done)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestNextPairs(t *testing.T) {
	// 0 beats 1 clearly, 2 and 3 have met 1 once each: their order is open.
	s := fit(t, 4, stat.Duel{A: 0, B: 1, WinsA: 9, WinsB: 1}, stat.Duel{A: 1, B: 2, WinsA: 1}, stat.Duel{A: 1, B: 3, WinsA: 1})
	all := func(int, int) bool { return false }
	next := s.NextPairs(99, 2, all)
	if len(next) != 6 || next[0] != [2]int{2, 3} {
		t.Errorf("next pairs: %v", next)
	}
	if again := s.NextPairs(99, 2, all); !cmp.Equal(next, again) {
		t.Errorf("other pairs for the same fit: %v", again)
	}
	none := s.NextPairs(99, 2, func(i, j int) bool { return i == 2 || j == 2 })
	if slices.ContainsFunc(none, func(p [2]int) bool { return p[0] == 2 || p[1] == 2 }) || len(none) != 3 {
		t.Errorf("pairs that were to be skipped: %v", none)
	}
}

// TestChosenPairsBeatRandomOnes: with the same number of comparisons, pairs chosen
// where they tell most give an order nearer to the truth than random ones.
func TestChosenPairsBeatRandomOnes(t *testing.T) {
	const seeds = 60
	for _, tc := range []struct{ n, per int }{{12, 2}, {24, 2}, {24, 3}} {
		better, chosen, random := 0, 0.0, 0.0
		right, sure, inside, all := 0, 0, 0, 0
		for seed := range uint64(seeds) {
			a, s, truth := comparing(seed, tc.n, 3, tc.per*tc.n, true)
			b, _, _ := comparing(seed, tc.n, 3, tc.per*tc.n, false)
			if a > b {
				better++
			}
			chosen, random = chosen+a/seeds, random+b/seeds
			draws, err := s.Draw(1000, seed)
			if err != nil {
				t.Fatal(err)
			}
			for i := range truth {
				rank := 1
				for j := range truth {
					if truth[j] > truth[i] {
						rank++
					}
					if p := s.Beats(i, j); i != j && p >= 0.95 {
						if sure++; truth[i] > truth[j] {
							right++
						}
					}
				}
				low, high := draws.Interval(i, 0.9)
				if all++; low <= rank && rank <= high {
					inside++
				}
			}
		}
		t.Logf("%d things, %d pairs: τ %.3f chosen, %.3f random, better in %d of %d; sure and right %.3f; rank intervals hold %.3f",
			tc.n, tc.n*tc.per, chosen, random, better, seeds, float64(right)/float64(sure), float64(inside)/float64(all))
		if chosen < random+0.015 || 2*better <= seeds {
			t.Errorf("chosen pairs are no better: τ %.3f against %.3f, in %d of %d", chosen, random, better, seeds)
		}
		if float64(right) < 0.95*float64(sure) {
			t.Errorf("of %d orders said to be sure %d are right", sure, right)
		}
		if float64(inside) < 0.85*float64(all) {
			t.Errorf("rank intervals of 90 %% hold %d of %d true ranks", inside, all)
		}
	}
}
