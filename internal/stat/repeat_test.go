package stat

import (
	"math"
	"testing"
)

var testCuts = []float64{0.55, 0.70, 0.85, 0.95}

func TestLeads(t *testing.T) {
	for _, c := range []struct {
		sums []float64
		k    int
		want bool
	}{
		{[]float64{8, 7, 7, 3}, 1, false},         // 1 point at one sample
		{[]float64{7, 9, 7, 3}, 1, true},          // 2 points
		{[]float64{16, 14, 3, 3}, 2, true},        // 2/√2 = 1.41
		{[]float64{20, 20, 3, 3}, 4, false},       // a tie
		{[]float64{22.5, 20, 3, 3}, 4, true},      // 2.5/2 is exactly the threshold
		{[]float64{9}, 1, false}, {nil, 0, false}, // nothing to lead
	} {
		if got := Leads(c.sums, c.k, LeadThreshold); got != c.want {
			t.Errorf("Leads(%v, %d) = %v", c.sums, c.k, got)
		}
	}
}

func TestExpectedComparisons(t *testing.T) {
	for most, want := range map[int]float64{1: 1, 2: 2, 8: 2.93, 5: 2.465} {
		if got := ExpectedComparisons(most); math.Abs(got-want) > 1e-9 {
			t.Errorf("of %d: %v, want %v", most, got, want)
		}
	}
}

func TestSettled(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		most   int
		want   bool
	}{
		{"one says nothing", []float64{0.2}, 8, false},
		{"none", nil, 8, false},
		{"far from every cut", []float64{0.77, 0.78}, 8, true},
		{"at a cut", []float64{0.85, 0.85, 0.85}, 8, false},
		{"spread wide", []float64{0.60, 0.95}, 8, false},
		{"the last repeats can't reach the cut", []float64{0.1, 0.9, 0.1, 0.9, 0.1, 0.1, 0.1}, 8, true},
		{"all are there", []float64{0.85, 0.85}, 2, true},
	} {
		if got := Settled(c.values, c.most, RepeatSD, testCuts); got != c.want {
			low, high := Predicted(c.values, c.most, RepeatSD)
			t.Errorf("%s: %v, interval %.3f to %.3f", c.name, got, low, high)
		}
	}
}

// TestPredictedByHand: k = 2 of N = 8, mean 0.75, Σ(x−mean)² = 0.005, so that
// s² = (4·0.0025 + 0.005)/5 = 0.003.
func TestPredictedByHand(t *testing.T) {
	low, high := Predicted([]float64{0.70, 0.80}, 8, 0.05)
	half := 1.959964 * math.Sqrt(0.003*6/16)
	if math.Abs(low-(0.75-half)) > 1e-12 || math.Abs(high-(0.75+half)) > 1e-12 {
		t.Errorf("%v to %v, want 0.75 ± %v", low, high, half)
	}
}

func TestClasses(t *testing.T) {
	d := 0.05 * math.Sqrt(1.5) // of totals 0.70, 0.75, 0.80
	s, ok := MeanOfJudges(0.75, []float64{-d, 0, d}, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}, 0.39)
	// s² = (4·0.01 + 0.005)/6, times 1/3 + 0.39/0.61
	if want := math.Sqrt(0.045 / 6 * (1.0/3 + 0.39/0.61)); !ok || math.Abs(s.SE-want) > 1e-12 || s.DF != 6 {
		t.Errorf("%+v, want SE %v", s, want)
	}
	p, sum := s.Classes(testCuts), 0.0
	for _, v := range p {
		sum += v
	}
	if len(p) != 5 || math.Abs(sum-1) > 1e-12 || p[2] < p[1] || p[2] < p[3] || p[1] < p[0] || p[3] < p[4] {
		t.Errorf("classes %v", p)
	}
	// Repeats of one judge have no shared part.
	if r, _ := MeanOfRepeats(0.75, []float64{0.7, 0.8}); r.SE > s.SE {
		t.Errorf("repeats %+v are less sure than judges %+v", r, s)
	}
	if _, ok := MeanOfJudges(0.75, []float64{0}, []float64{1}, 0.39); ok {
		t.Error("one judge has no spread")
	}
}
