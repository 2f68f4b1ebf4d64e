package report_test

import (
	"slices"
	"testing"

	"judgement/panel"
	"judgement/report"
)

func TestTrimmed(t *testing.T) {
	points := func(texts ...string) (out []panel.Points) {
		for _, s := range texts {
			out = append(out, panel.MustPoints(s))
		}
		return out
	}
	for _, tt := range []struct {
		name            string
		values, weights []panel.Points
		trim            int
		want            string
	}{
		{"plain mean", points("1", "2", "6"), nil, 0, "3"},
		{"without the ends", points("9", "1", "2", "3", "0"), nil, 1, "2"},
		{"weights of what is left", points("0", "1", "4", "9"), points("5", "1", "2", "5"), 1, "3"},
		{"zero weights count as one", points("1", "3"), points("0", "0"), 0, "2"},
		{"nothing left", points("1", "2"), nil, 1, ""},
		{"nothing at all", nil, nil, 0, ""},
	} {
		got, ok := report.Trimmed(tt.values, tt.weights, tt.trim)
		if ok != (tt.want != "") || ok && got.String() != tt.want {
			t.Errorf("%s: %s, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	p := panel.PointsOf
	totals := []panel.Points{p(5), p(9), p(5), p(5), p(1)}
	first := []panel.Points{p(1), p(0), p(2), p(1), p(0)}
	got := report.Places(totals, first)
	want := []report.Place{{Index: 1, Rank: 1}, {Index: 2, Rank: 2}, {Index: 0, Rank: 3, Tied: true}, {Index: 3, Rank: 3, Tied: true}, {Index: 4, Rank: 5}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := report.Places(nil); len(got) != 0 {
		t.Errorf("places of nothing: %v", got)
	}
}

func TestRound(t *testing.T) {
	for in, want := range map[string]string{"1.005": "1.01", "1.0049": "1", "-1.005": "-1.01", "156.65": "156.65"} {
		if got := report.Round(panel.MustPoints(in), 2); !got.Equal(panel.MustPoints(want)) {
			t.Errorf("%s rounded is %s, want %s", in, got, want)
		}
	}
}
