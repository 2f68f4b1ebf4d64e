package stat_test

import (
	"testing"

	"judgement/internal/stat"
)

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
