package study

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"judgement/internal/fault"
)

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
