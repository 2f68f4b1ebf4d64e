package stat

import (
	"math"
	"testing"
)

// fitPairs fits the model of Bradley and Terry alone, without FitStrengths' prior.
func fitPairs(t *testing.T, n, reference int, duels ...Duel) *fittedPairs {
	t.Helper()
	m, err := newPairModel(n, reference, mergeDuels(n, duels)).fit()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func near(t *testing.T, what string, got, want, most float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > most {
		t.Errorf("%s = %.6f, want %.6f ± %g", what, got, want, most)
	}
}

// TestPairsOnCitations: Stigler's citations among statistics journals, as Agresti
// (Categorical Data Analysis) fits them.
func TestPairsOnCitations(t *testing.T) {
	const biometrika, communications, jasa, jrssb = 0, 1, 2, 3
	m := fitPairs(t, 4, biometrika,
		Duel{A: biometrika, B: communications, WinsA: 730, WinsB: 33},
		Duel{A: biometrika, B: jasa, WinsA: 498, WinsB: 320},
		Duel{A: biometrika, B: jrssb, WinsA: 221, WinsB: 284},
		Duel{A: communications, B: jasa, WinsA: 68, WinsB: 813},
		Duel{A: communications, B: jrssb, WinsA: 17, WinsB: 276},
		Duel{A: jrssb, B: jasa, WinsA: 325, WinsB: 142}, // the other way round: order does not matter
	)
	for i, want := range []float64{0, -2.9491, -0.4796, 0.2690} {
		near(t, "log ability", m.at[i], want, 1e-3)
	}
	for i, want := range []float64{0, 0.1025, 0.0606, 0.0708} {
		near(t, "standard error", math.Sqrt(m.covariance.At(i, i)), want, 1e-3)
	}
	if m.tie != 0 {
		t.Errorf("ν = %v", m.tie)
	}
}

func TestPairsWithTies(t *testing.T) {
	// Two things: the closed form is ability ln(30/10), ν = 20/√(30·10).
	m := fitPairs(t, 2, 0, Duel{A: 0, B: 1, WinsA: 10, WinsB: 30, Tie: 20})
	near(t, "log ability", m.at[1], math.Log(3), 1e-9)
	near(t, "ν", m.tie, 20/math.Sqrt(300), 1e-9)
	even := fitPairs(t, 3, 2, Duel{A: 0, B: 1, Tie: 4}, Duel{A: 1, B: 2, WinsA: 1, WinsB: 1, Tie: 3})
	for _, v := range even.at[:3] {
		near(t, "equals", v, 0, 1e-9)
	}
}

// TestStrengthsApproachPairs: with many comparisons the games against the middle of
// the field have no weight.
func TestStrengthsApproachPairs(t *testing.T) {
	duels := []Duel{{A: 0, B: 1, WinsA: 7300, WinsB: 330}, {A: 0, B: 2, WinsA: 4980, WinsB: 3200}, {A: 1, B: 2, WinsA: 680, WinsB: 8130}}
	plain := fitPairs(t, 3, 0, duels...)
	s, err := FitStrengths(3, duels)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		near(t, "difference", s.Value[i]-s.Value[0], plain.at[i], 0.005)
	}
}
