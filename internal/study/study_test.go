package study

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"judgement/internal/fault"
)

// people draws a set whose truth is known: n items, one person, and judges that
// choose the better candidate with the given chances, in both orders.
func people(n int, seed uint64, kind string, chances ...float64) *Set {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &Set{Kind: Preferences, Scale: PreferenceScale}
	for i := range n {
		item, label := fmt.Sprintf("%s-%04d", kind, i), First
		if r.IntN(2) == 1 {
			label = Second
		}
		s.Labels = append(s.Labels, Label{Item: item, Person: "p", Value: label})
		for j, p := range chances {
			for _, order := range []string{Given, Swapped} {
				v := label
				if r.Float64() > p {
					v = -label
				}
				s.Verdicts = append(s.Verdicts, Verdict{Item: item, Type: kind, Judge: fmt.Sprintf("j%d", j), Order: order, Value: v})
			}
		}
	}
	if err := s.Normalise(); err != nil {
		panic(err)
	}
	return s
}

func near(t *testing.T, what string, got, want, most float64) {
	t.Helper()
	if math.Abs(got-want) > most {
		t.Errorf("%s: got %.4f, want %.4f ± %.4f", what, got, want, most)
	}
}

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

// scored draws scores of known quality: a person's score with noise per judge,
// and an error that the judges share.
func scored(n int, seed uint64, shared float64, noise ...float64) *Set {
	r := rand.New(rand.NewPCG(seed, 2))
	s := &Set{Kind: Scores, Scale: ScoreScale}
	for i := range n {
		item, truth, common := fmt.Sprintf("k%04d", i), 5+2*r.NormFloat64(), shared*r.NormFloat64()
		s.Labels = append(s.Labels, Label{Item: item, Person: "p", Value: truth})
		for j, sd := range noise {
			s.Verdicts = append(s.Verdicts, Verdict{Item: item, Judge: fmt.Sprintf("j%d", j), Value: truth + common + sd*r.NormFloat64()})
		}
	}
	if err := s.Normalise(); err != nil {
		panic(err)
	}
	return s
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

// TestAlignWritesAndRefuses: weights help if one judge is much better than the
// others, and the program refuses if nothing is to be gained.
func TestAlignWritesAndRefuses(t *testing.T) {
	wrote, refused, draws := 0, 0, 40
	for seed := range uint64(draws) {
		if _, err := people(60, seed, "a", 0.9, 0.4, 0.4, 0.5).Align(); err == nil {
			wrote++
		}
		_, err := people(60, seed, "a", 0.7, 0.7, 0.7).Align()
		if errors.As(err, new(*RefusedError)) {
			refused++
		}
	}
	if wrote < draws*9/10 || refused < draws*9/10 {
		t.Errorf("of %d: wrote %d where weights help, refused %d where they do not", draws, wrote, refused)
	}
}

// TestAlignedWeightsAreNeverNegative: a judge that is wrong more often than right
// gets no weight, and the alignment does not collapse on another kind of item.
func TestAlignedWeightsAreNeverNegative(t *testing.T) {
	a, err := people(400, 7, "a", 0.9, 0.2, 0.5).Align()
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range a.Lenses[0].Judges {
		if j.Weight < 0 {
			t.Errorf("judge %s has the weight %g", j.Judge, j.Weight)
		}
	}
	if w := a.Lenses[0].Judges[1].Weight; w != 0 {
		t.Errorf("a judge that is mostly wrong has the weight %g", w)
	}
}

// TestAlignRefusesIfATypeLoses: a gain on most items that is a loss on one type.
func TestAlignRefusesIfATypeLoses(t *testing.T) {
	s := people(600, 8, "a", 0.95, 0.3, 0.3)
	b := people(80, 9, "b", 0.2, 0.95, 0.95)
	s.Verdicts, s.Labels = append(s.Verdicts, b.Verdicts...), append(s.Labels, b.Labels...)
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Align()
	var refused *RefusedError
	if !errors.As(err, &refused) || len(refused.Types) != 1 || refused.Types[0].Type != "b" {
		t.Errorf("got %v", err)
	}
}

// TestAlignScores: a judge with another zero and another unit, and two that only
// add noise.
func TestAlignScores(t *testing.T) {
	s := scored(300, 10, 0, 0.3, 3, 3)
	for i, v := range s.Verdicts {
		if v.Judge == "j0" {
			s.Verdicts[i].Value = 2*v.Value + 7
		}
	}
	a, err := s.Align()
	if err != nil {
		t.Fatal(err)
	}
	if g := a.Gain; g.Aligned > 0.4 || g.Plain < 3 {
		t.Errorf("gain %+v", g)
	}
	near(t, "aligned", a.Lenses[0].Value([]float64{2*5 + 7, 5, 5}), 5, 0.3)
}

// TestAlignWithoutWeights: a fit that follows no judge is a constant, and is refused
// however far the plain panel is off.
func TestAlignWithoutWeights(t *testing.T) {
	s := &Set{Kind: Scores, Scale: ScoreScale}
	r := rand.New(rand.NewPCG(11, 11))
	for i := range 60 {
		item, x := fmt.Sprintf("k%02d", i), r.NormFloat64()
		s.Labels = append(s.Labels, Label{Item: item, Person: "p", Value: 8 - 0.5*x + 0.1*r.NormFloat64()})
		for j := range 3 {
			s.Verdicts = append(s.Verdicts, Verdict{Item: item, Judge: fmt.Sprint(j), Value: 2 + x + 0.1*r.NormFloat64()})
		}
	}
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Align()
	if !errors.Is(err, fault.NoGain) || !strings.Contains(err.Error(), "one score for all items") {
		t.Errorf("an inverse panel: %v", err)
	}
	// One lens that follows its judges, and one that does not: only the first is aligned.
	good := scored(60, 12, 0, 0.3, 3, 3)
	for i := range good.Verdicts {
		good.Verdicts[i].Lens, good.Verdicts[i].Value = "good", good.Verdicts[i].Value+6
	}
	for i := range good.Labels {
		good.Labels[i].Lens = "good"
	}
	s.Verdicts, s.Labels = append(s.Verdicts, good.Verdicts...), append(s.Labels, good.Labels...)
	if err := s.Normalise(); err != nil {
		t.Fatal(err)
	}
	a, err := s.Align()
	if err != nil || len(a.Lenses) != 1 || a.Lenses[0].Lens != "good" || len(a.Left) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestEnough: how many labels are enough is a rough number above those that there are,
// or none if these would do.
func TestEnough(t *testing.T) {
	held := func(n int, gain float64) (out []heldOut) {
		for i := range n {
			out = append(out, heldOut{item: fmt.Sprint(i), plain: -1, aligned: -1 + gain + float64(i%2*2-1)*0.3})
		}
		return out
	}
	for _, tt := range []struct {
		n           int
		gain        float64
		least, most int
		words       string
	}{{250, 0.031, 260, 260, "about 260"}, {20, 0.05, 100, 120, "might be enough"}, {250, -0.01, 0, 0, "more labels alone will not help"}, {20, -0.01, 100, 130, "if there is one"}} {
		g := gainOf(held(tt.n, tt.gain), false)
		if text := (&RefusedError{Gain: g}).Error(); g.Enough < tt.least || g.Enough > tt.most || !strings.Contains(text, tt.words) {
			t.Errorf("%d labels, gain %v: %d, %s", tt.n, tt.gain, g.Enough, text)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	s := &Set{Kind: Scores, Scale: ScoreScale}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 10_000 {
		for l := range 6 {
			truth := r.NormFloat64()
			item, lens := fmt.Sprintf("k%05d", i), fmt.Sprintf("lens %d", l)
			s.Labels = append(s.Labels, Label{Item: item, Person: "p", Lens: lens, Value: truth})
			for j := range 10 {
				s.Verdicts = append(s.Verdicts, Verdict{Item: item, Judge: fmt.Sprintf("j%d", j), Lens: lens, Value: truth + r.NormFloat64()})
			}
		}
	}
	if err := s.Normalise(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Measure()
	}
}
