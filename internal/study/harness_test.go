package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
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
