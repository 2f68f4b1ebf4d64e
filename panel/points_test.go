package panel

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// someRats are fractions of every size: small ones, those around the limit of
// what is kept without big.Rat, and far larger ones.
func someRats(rng *rand.Rand) *big.Rat {
	part := func() int64 {
		switch rng.IntN(4) {
		case 0:
			return rng.Int64N(100)
		case 1:
			return limit - 3 + rng.Int64N(6)
		case 2:
			return rng.Int64N(limit)
		}
		return rng.Int64()
	}
	r := big.NewRat(part(), max(part(), 1))
	if rng.IntN(2) == 0 {
		r.Neg(r)
	}
	return r
}

func same(t *testing.T, what string, got Points, want *big.Rat) {
	t.Helper()
	if got.rat().Cmp(want) != 0 || got != exact(want) && got.big == nil {
		t.Fatalf("%s = %s, want %s", what, got.rat(), want)
	}
}

// TestPointsAgreeWithRat holds every operation to big.Rat's.
func TestPointsAgreeWithRat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		a, b := someRats(rng), someRats(rng)
		p, q := exact(a), exact(b)
		what := fmt.Sprintf("%s, %s: ", a, b)
		same(t, what+"p", p, a)
		same(t, what+"sum", p.Add(q), new(big.Rat).Add(a, b))
		same(t, what+"difference", p.Sub(q), new(big.Rat).Sub(a, b))
		same(t, what+"product", p.Mul(q), new(big.Rat).Mul(a, b))
		if b.Sign() != 0 {
			same(t, what+"quotient", p.Quo(q), new(big.Rat).Quo(a, b))
		}
		if p.Cmp(q) != a.Cmp(b) || p.Sign() != a.Sign() || p.Equal(q) != (a.Cmp(b) == 0) {
			t.Fatalf("%s: compared as %d, signed %d", what, p.Cmp(q), p.Sign())
		}
		if f, _ := a.Float64(); p.Float() != f {
			t.Fatalf("%sfloat %v, want %v", what, p.Float(), f)
		}
		for _, n := range []int{0, 1, 2, 12, 18, 19} {
			want := a.FloatString(n)
			if strings.Contains(want, ".") {
				want = strings.TrimRight(strings.TrimRight(want, "0"), ".")
			}
			if got := p.Decimal(n); got != want && want != "-0" {
				t.Fatalf("%sDecimal(%d) = %s, want %s", what, n, got, want)
			}
		}
	}
}

func TestPointsAllocateNothing(t *testing.T) {
	a, b := MustPoints("7.25"), MustPoints("33.3")
	if n := testing.AllocsPerRun(100, func() {
		if a.Add(b).Mul(a).Sub(b).Quo(PointsOf(6)).Cmp(b) == 0 {
			t.Error("equal")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestQuoByZeroPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	PointsOf(1).Quo(Points{})
}
