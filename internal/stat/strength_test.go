package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"judgement/internal/stat"
)

func fit(t *testing.T, n int, duels ...stat.Duel) *stat.Strengths {
	t.Helper()
	s, err := stat.FitStrengths(n, duels)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range s.Value {
		if math.IsNaN(v) || math.IsInf(v, 0) || math.IsNaN(s.SE[i]) || s.SE[i] <= 0 {
			t.Fatalf("strength %d is %v ± %v", i, v, s.SE[i])
		}
	}
	return s
}

func TestStrengthsOfExtremes(t *testing.T) {
	one := fit(t, 1)
	within(t, "alone", one.Value[0], 0, 1e-12)
	// Half a win and half a loss at even odds are information of a quarter.
	within(t, "its error", one.SE[0], 2, 1e-9)

	sweep := fit(t, 3, stat.Duel{A: 0, B: 1, WinsA: 5}, stat.Duel{A: 1, B: 2, WinsA: 5}, stat.Duel{A: 0, B: 2, WinsA: 5})
	if !(sweep.Value[0] > 1 && sweep.Value[2] < -1) || math.Abs(sweep.Value[1]) > 1e-9 {
		t.Errorf("who won everything and who lost everything: %v", sweep.Value)
	}
	within(t, "symmetric", sweep.Value[0], -sweep.Value[2], 1e-9)
	if p := sweep.Beats(0, 2); p < 0.95 || p >= 1 {
		t.Errorf("the first beats the last with %v", p)
	}

	ties := fit(t, 4, stat.Duel{A: 0, B: 1, Tie: 6}, stat.Duel{A: 1, B: 2, Tie: 6}, stat.Duel{A: 2, B: 3, Tie: 6})
	for i, v := range ties.Value {
		within(t, "all ties", v, 0, 1e-9)
		within(t, "equals", ties.Beats(i, (i+1)%4), 0.5, 1e-9)
	}
	if ties.Tie < 2 || math.IsInf(ties.Tie, 0) {
		t.Errorf("ν of ties only: %v", ties.Tie)
	}

	apart := fit(t, 4, stat.Duel{A: 0, B: 2, WinsA: 3}, stat.Duel{A: 1, B: 3, WinsB: 3})
	if apart.Connected() || !slices.Equal(apart.Part, []int{0, 1, 0, 1}) {
		t.Errorf("two islands: parts %v", apart.Part)
	}
	if !sweep.Connected() || apart.Decided(0.5) {
		t.Error("an order across islands is decided")
	}
	if clear := fit(t, 2, stat.Duel{A: 0, B: 1, WinsA: 30}); !clear.Decided(0.95) || clear.Decided(1) {
		t.Error("30 wins of 30 settle the order of two, though never for certain")
	}
	if _, err := stat.FitStrengths(0, nil); err == nil {
		t.Error("strengths of nothing")
	}
}

// TestJudgesWhoGoTogether: five judges who always say the same are little more
// than one, and the standard errors say so.
func TestJudgesWhoGoTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var together, apart []stat.Duel
	for i := range 8 {
		for j := i + 1; j < 8; j++ {
			d, e := stat.Duel{A: i, B: j}, stat.Duel{A: i, B: j}
			win := rng.Float64() < 1/(1+math.Exp(0.3*float64(i-j)))
			for range 5 {
				if win {
					d.WinsA++
				} else {
					d.WinsB++
				}
				if rng.Float64() < 1/(1+math.Exp(0.3*float64(i-j))) {
					e.WinsA++
				} else {
					e.WinsB++
				}
			}
			together, apart = append(together, d), append(apart, e)
		}
	}
	if s := fit(t, 8, together...); s.Dispersion < 3 {
		t.Errorf("judges who go together: dispersion %.2f", s.Dispersion)
	}
	if s := fit(t, 8, apart...); s.Dispersion > 1.6 {
		t.Errorf("independent judges: dispersion %.2f", s.Dispersion)
	}
}

func TestStrengthDraws(t *testing.T) {
	s := fit(t, 3, stat.Duel{A: 0, B: 1, WinsA: 40, WinsB: 2}, stat.Duel{A: 1, B: 2, WinsA: 3, WinsB: 2})
	d, err := s.Draw(4000, 1)
	if err != nil {
		t.Fatal(err)
	}
	if low, high := d.Interval(0, 0.9); low != 1 || high > 2 {
		t.Errorf("the clear first stands from %d to %d", low, high)
	}
	if low, high := d.Interval(2, 0.9); low > 2 || high != 3 {
		t.Errorf("the last stands from %d to %d", low, high)
	}
	within(t, "drawn as computed", d.Beats(1, 2), s.Beats(1, 2), 0.03)
}

// comparing simulates a competition of n things: judges who share some of their
// errors, favour the first place and call close pairs even. next says what to
// compare, given what was.
func comparing(seed uint64, n, judges, pairs int, adaptive bool) (tau float64, s *stat.Strengths, truth []float64) {
	rng := rand.New(rand.NewPCG(seed, 11))
	truth = make([]float64, n)
	for i := range truth {
		truth[i] = 1.5 * rng.NormFloat64()
	}
	var duels []stat.Duel
	done := map[[2]int]bool{}
	ask := func(p [2]int) {
		d := stat.Duel{A: p[0], B: p[1]}
		shared := 0.5 * rng.NormFloat64()
		for range judges {
			own := truth[p[0]] - truth[p[1]] + shared + 0.7*rng.NormFloat64()
			for _, place := range []float64{0.4, -0.4} {
				switch x := own + place + 0.7*math.Log(1/rng.Float64()-1); {
				case x > 0.4:
					d.WinsA += 0.5
				case x < -0.4:
					d.WinsB += 0.5
				default:
					d.Tie += 0.5
				}
			}
		}
		duels, done[p] = append(duels, d), true
	}
	if adaptive {
		for _, p := range stat.FirstPairs(n, nil) {
			ask(p)
		}
	}
	for len(done) < pairs {
		if !adaptive {
			a, b := rng.IntN(n), rng.IntN(n)
			if p := [2]int{min(a, b), max(a, b)}; a != b && !done[p] {
				ask(p)
			}
			continue
		}
		s, err := stat.FitStrengths(n, duels)
		if err != nil {
			return math.NaN(), nil, nil
		}
		for _, p := range s.NextPairs(min(n/2, pairs-len(done)), float64(judges), func(i, j int) bool { return done[[2]int{i, j}] }) {
			ask(p)
		}
	}
	s, err := stat.FitStrengths(n, duels)
	if err != nil {
		return math.NaN(), nil, nil
	}
	out, _ := stat.KendallTauB(s.Value, truth, 0.9)
	return out.Mean, s, truth
}

func BenchmarkStrengths(b *testing.B) {
	const n = 200
	rng := rand.New(rand.NewPCG(1, 2))
	var duels []stat.Duel
	for k := range 3 * n {
		i := k % n
		j := (i + 1 + rng.IntN(n-1)) % n
		duels = append(duels, stat.Duel{A: i, B: j, WinsA: float64(rng.IntN(5)), WinsB: float64(rng.IntN(5)), Tie: 1})
	}
	for b.Loop() {
		s, err := stat.FitStrengths(n, duels)
		if err != nil {
			b.Fatal(err)
		}
		s.NextPairs(n/2, 5, func(int, int) bool { return false })
	}
}

// TestStrengthsAlwaysSettle: whatever was compared, there are finite strengths, and
// equal records have equal ones.
func TestStrengthsAlwaysSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	for range 400 {
		n := 1 + rng.IntN(12)
		var duels []stat.Duel
		for range rng.IntN(30) {
			d := stat.Duel{A: rng.IntN(n), B: rng.IntN(n)}
			for _, c := range []*float64{&d.WinsA, &d.WinsB, &d.Tie} {
				switch rng.IntN(4) {
				case 0:
					*c = float64(rng.IntN(4)) / 2
				case 1:
					*c = math.Pow(10, float64(rng.IntN(7)-2))
				}
			}
			duels = append(duels, d)
		}
		s := fit(t, n, duels...)
		d, err := s.Draw(50, 1)
		if err != nil {
			t.Fatalf("%d things, %+v: %v", n, duels, err)
		}
		for i := range n {
			if low, high := d.Interval(i, 0.9); low < 1 || high > n || low > high {
				t.Errorf("ranks %d to %d of %d", low, high, n)
			}
			if p := s.Beats(i, (i+1)%n); math.IsNaN(p) || p < 0 || p > 1 {
				t.Errorf("beats with %v", p)
			}
		}
		if next := s.NextPairs(99, 1, func(int, int) bool { return false }); len(next) != n*(n-1)/2 && len(next) != 99 {
			t.Errorf("%d pairs of %d things", len(next), n)
		}
	}
}
