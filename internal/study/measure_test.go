package study

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMeasurePreferences(t *testing.T) {
	s := people(2000, 1, "a", 0.9, 0.7, 0.5)
	l := s.Measure().Lenses[0]
	for j, want := range []float64{0.9, 0.7, 0.5} {
		near(t, l.Judges[j].Name, l.Judges[j].Merit.Value, want, 0.03)
	}
	// Independent errors: three judges count as three.
	near(t, "effective judges", l.Errors[0].Effective, 3, 0.15)
	near(t, "first position", l.Judges[0].First.Value, 0.5, 0.03)
	if l.Panel.Best != "j0" || l.Panel.Difference.Value >= 0 || !l.Panel.Worse {
		t.Errorf("panel %+v", *l.Panel)
	}
	if l.Advice.Judges[2].Do != Drop || l.Advice.Judges[0].Do != Keep {
		t.Errorf("advice %+v, gain %+v", l.Advice.Judges, *l.Advice.Gain)
	}
}

// TestTwins: of two judges that say the same, one is to be replaced.
func TestTwins(t *testing.T) {
	s := scored(80, 5, 1, 1, 1)
	for _, v := range s.Verdicts {
		if v.Judge == "j0" {
			v.Judge = "twin"
			s.Verdicts = append(s.Verdicts, v)
		}
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	for _, a := range s.Measure().Lenses[0].Advice.Judges {
		if want := map[string]Action{"twin": Replace}[a.Name]; a.Do != max(want, Keep) || a.Do == Replace && a.Like != "j0" {
			t.Errorf("%+v", a)
		}
	}
}

// TestPositionBias: a judge that always takes the candidate shown first.
func TestPositionBias(t *testing.T) {
	s := people(100, 2, "a", 0.8)
	for i := range s.Labels {
		for _, order := range []string{Given, Swapped} {
			v := First
			if order == Swapped {
				v = Second
			}
			s.Verdicts = append(s.Verdicts, Verdict{Item: s.Labels[i].Item, Type: "a", Judge: "first", Order: order, Value: v})
		}
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	l := s.Measure().Lenses[0]
	near(t, "first position", l.Judges[0].First.Value, 1, 1e-9)
	near(t, "accuracy", l.Judges[0].Merit.Value, 0.5, 1e-9)
}

func TestMeasureScores(t *testing.T) {
	l := scored(3000, 3, 1, 1, 1, 1).Measure().Lenses[0]
	// Errors have variance 2, of which 1 is shared: correlation ½, effective 3/2.
	near(t, "correlation", l.Errors[0].Correlation, 0.5, 0.03)
	near(t, "effective judges", l.Errors[0].Effective, 1.5, 0.05)
	// The mean absolute error of a normal error of variance v is √(2v/π).
	near(t, "judge's error", l.Judges[0].Merit.Value, math.Sqrt(4/math.Pi), 0.04)
	near(t, "panel's error", l.Panel.Merit.Value, math.Sqrt(2*(1+1.0/3)/math.Pi), 0.04)
	if l.Panel.Worse || l.Panel.Difference.Low <= 0 {
		t.Errorf("the panel is better than its best judge: %+v", *l.Panel.Difference)
	}
}

// TestErrorCorrelation: a shared part of the errors is found on enough labels.
func TestErrorCorrelation(t *testing.T) {
	for _, shared := range []float64{0, 0.5, 1} {
		s := scored(2000, 8, shared, 1, 1, 1)
		r, ok := s.ErrorCorrelation(40)
		if !ok {
			t.Fatal("no correlation")
		}
		near(t, "correlation", r, shared*shared/(1+shared*shared), 0.03)
	}
	if _, ok := scored(39, 8, 1, 1, 1).ErrorCorrelation(40); ok {
		t.Error("a correlation of too few labels")
	}
}

// TestConstantJudge: a judge who gives everything one score has no correlation,
// and takes nobody else's figures away.
func TestConstantJudge(t *testing.T) {
	s := scored(200, 4, 0, 1, 1)
	for _, l := range s.Labels {
		s.Verdicts = append(s.Verdicts, Verdict{Item: l.Item, Judge: "same", Value: 5})
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	l := s.Measure().Lenses[0]
	same := l.Judges[2]
	if same.Rank != nil || same.Others != nil || same.Values != 1 {
		t.Errorf("constant judge %+v", same)
	}
	if l.Judges[0].Rank == nil || l.Judges[0].Others == nil || l.Agree.Judges == nil || len(l.Errors) == 0 {
		t.Errorf("the others lost their figures: %+v", l)
	}
	if e := l.Errors[0]; e.Judges != 2 {
		t.Errorf("the constant judge counts: %+v", e)
	}
}

// TestSparseJudge: a judge that is right on the few items that it judged hides neither
// that the panel is worse than its best judge, nor the advice.
func TestSparseJudge(t *testing.T) {
	s := scored(200, 14, 0, 0.2, 4, 4)
	for _, l := range s.Labels[:7] {
		s.Verdicts = append(s.Verdicts, Verdict{Item: l.Item, Judge: "a-few", Value: l.Value})
	}
	for i := range s.Verdicts { // two judges that err alike
		if v := &s.Verdicts[i]; v.Judge == "j2" {
			v.Value = s.Verdicts[i-1].Value
		}
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	l := s.Measure().Lenses[0]
	if l.Panel.Best != "j0" || l.Panel.Difference == nil || !l.Panel.Worse {
		t.Errorf("panel %+v", *l.Panel)
	}
	if !l.Judges[0].Few || l.Judges[1].Few {
		t.Errorf("judges %+v", l.Judges)
	}
	if e := l.Errors[0]; e.Judges != 3 || e.Effective > 2 {
		t.Errorf("errors %+v", e)
	}
	want := []Action{Unknown, Keep, Drop, Drop}
	for j, a := range l.Advice.Judges {
		if a.Do != want[j] {
			t.Errorf("%s: %s, want %s; gain %+v", a.Name, a.Do, want[j], l.Advice.Gain)
		}
	}
	// Judges that share few items are not compared.
	s = scored(100, 15, 3, 0.01, 0.02)
	half := s.Verdicts[:0]
	for i, v := range s.Verdicts {
		if v.Judge == "j0" || i < 60 || i > 190 {
			half = append(half, v)
		}
	}
	s.Verdicts = half
	for _, a := range s.Measure().Lenses[0].Advice.Judges {
		if a.Do == Replace {
			t.Errorf("%s repeats %s on few common items", a.Name, a.Like)
		}
	}
}

// TestWithoutLabels: nothing is said about worth.
func TestWithoutLabels(t *testing.T) {
	s := scored(100, 5, 0, 1, 1)
	s.Labels = nil
	r := s.Measure()
	l := r.Lenses[0]
	if r.People != 0 || l.Panel != nil || l.Errors != nil || l.Advice != nil || l.Judges[0].Merit != nil {
		t.Errorf("worth is known without labels: %+v", l)
	}
	if l.Agree.Judges == nil || l.Judges[0].Severity == nil {
		t.Errorf("agreement is missing: %+v", l)
	}
}

func TestCeiling(t *testing.T) {
	s := scored(500, 6, 0, 1)
	r := rand.New(rand.NewPCG(6, 6))
	for _, l := range s.Labels[:500] {
		s.Labels = append(s.Labels, Label{Item: l.Item, Person: "q", Value: l.Value + r.NormFloat64()})
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	c := s.Measure().Lenses[0].People
	near(t, "people's difference", c.Merit.Value, math.Sqrt(2/math.Pi), 0.05)
	if c.Pairs != 1000 || c.Items != 500 {
		t.Errorf("%d pairs of %d items", c.Pairs, c.Items)
	}
	// Two people's labels of one item are one difference, seen twice.
	half := 1.96 * math.Sqrt(1-2/math.Pi) / math.Sqrt(500)
	near(t, "half the interval", (c.Merit.High-c.Merit.Low)/2, half, 0.15*half)
}
