package report

import (
	"slices"
	"testing"

	"judgement/panel"
)

func TestLetter(t *testing.T) {
	for _, tt := range []struct{ total, max, want string }{
		{"100", "100", "S"},
		{"95", "100", "S"},
		{"94.999999999999", "100", "A"},
		{"85", "100", "A"},
		{"84.96", "100", "B"},
		{"84.999999", "100", "B"},
		{"70", "100", "B"},
		{"69.995", "100", "C"},
		{"55", "100", "C"},
		{"54.999", "100", "D"},
		{"0", "100", "D"},
		{"17", "20", "A"},
		{"6.3", "7.5", "B"},
		{"6.375", "7.5", "A"},
		{"1", "0", ""},
		{"0", "-1", ""},
	} {
		if got := Letter(panel.MustPoints(tt.total), panel.MustPoints(tt.max)); got != tt.want {
			t.Errorf("Letter(%s, %s) = %q, want %q", tt.total, tt.max, got, tt.want)
		}
	}
}

func TestShownBeforeRounding(t *testing.T) {
	total := panel.MustPoints("84.96")
	if got := total.String() + Letter(total, panel.PointsOf(100)); got != "84.96B" {
		t.Errorf("got %s, want 84.96B", got)
	}
	third := panel.PointsOf(255).Quo(panel.PointsOf(3)) // exactly 85
	if got := Letter(third, panel.PointsOf(100)); got != "A" {
		t.Errorf("255/3 of 100 is %s, want A", got)
	}
	if got := Letter(panel.PointsOf(254).Quo(panel.PointsOf(3)), panel.PointsOf(100)); got != "B" {
		t.Errorf("254/3 of 100 is %s, want B", got)
	}
}

func TestBandOf(t *testing.T) {
	for _, tt := range []struct {
		score, max string
		want       Band
	}{
		{"0", "10", BandMustFix},
		{"5.9999999", "10", BandMustFix},
		{"6", "10", BandSuggestion},
		{"7.99999999", "10", BandSuggestion},
		{"8", "10", BandSound},
		{"10", "10", BandSound},
		{"1.8", "3", BandSuggestion},
		{"1.79", "3", BandMustFix},
		{"2.4", "3", BandSound},
	} {
		if got := BandOf(panel.MustPoints(tt.score), panel.MustPoints(tt.max)); got != tt.want {
			t.Errorf("BandOf(%s, %s) = %d, want %d", tt.score, tt.max, got, tt.want)
		}
	}
	third := panel.PointsOf(1).Quo(panel.PointsOf(3))
	if got := BandOf(third.Mul(panel.MustPoints("0.6")), third); got != BandSuggestion {
		t.Errorf("60%% of a third is band %d, want %d", got, BandSuggestion)
	}
}

// TestShown: a shown number never contradicts its grade or band.
func TestShown(t *testing.T) {
	third := panel.PointsOf(1).Quo(panel.PointsOf(3))
	for _, tt := range []struct {
		score, max      panel.Points
		points, percent string
	}{
		{panel.MustPoints("94.995"), panel.PointsOf(100), "94.995", "94.995"}, // A, not S
		{panel.MustPoints("59.999"), panel.PointsOf(100), "59.999", "59.999"}, // must fix
		{panel.MustPoints("94.99999999"), panel.PointsOf(100), "94.99999999", "94.99999999"},
		{panel.MustPoints("95"), panel.PointsOf(100), "95", "95"},
		{panel.MustPoints("84.96"), panel.PointsOf(100), "84.96", "84.96"},
		{panel.MustPoints("28.3305"), panel.MustPoints("33.33"), "28.331", "85"}, // 28.33 would be B
		{panel.PointsOf(13), panel.PointsOf(3).Mul(panel.PointsOf(7)), "13", "61.9"},
		{panel.PointsOf(2).Add(third), panel.PointsOf(20), "2.33", "11.67"},
	} {
		if got := Shown(tt.score, tt.max); got != tt.points {
			t.Errorf("Shown(%s, %s) = %s, want %s", tt.score.Decimal(12), tt.max, got, tt.points)
		}
		if got := ShownPercent(tt.score, tt.max); got != tt.percent {
			t.Errorf("ShownPercent(%s, %s) = %s, want %s", tt.score.Decimal(12), tt.max, got, tt.percent)
		}
	}
	if got := Shown(panel.MustPoints("72.496"), panel.PointsOf(100), panel.MustPoints("72.5")); got != "72.496" {
		t.Errorf("below a limit of 72.5: %s", got)
	}
}

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
		got, ok := Trimmed(tt.values, tt.weights, tt.trim)
		if ok != (tt.want != "") || ok && got.String() != tt.want {
			t.Errorf("%s: %s, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	p := panel.PointsOf
	totals := []panel.Points{p(5), p(9), p(5), p(5), p(1)}
	first := []panel.Points{p(1), p(0), p(2), p(1), p(0)}
	got := Places(totals, first)
	want := []Place{{Index: 1, Rank: 1}, {Index: 2, Rank: 2}, {Index: 0, Rank: 3, Tied: true}, {Index: 3, Rank: 3, Tied: true}, {Index: 4, Rank: 5}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := Places(nil); len(got) != 0 {
		t.Errorf("places of nothing: %v", got)
	}
}

func TestRound(t *testing.T) {
	for in, want := range map[string]string{"1.005": "1.01", "1.0049": "1", "-1.005": "-1.01", "156.65": "156.65"} {
		if got := Round(panel.MustPoints(in), 2); !got.Equal(panel.MustPoints(want)) {
			t.Errorf("%s rounded is %s, want %s", in, got, want)
		}
	}
}
