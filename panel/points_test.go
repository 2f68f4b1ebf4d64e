package panel

import (
	"encoding/json"
	"math"
	"testing"
)

func TestPointsAreExact(t *testing.T) {
	third := PointsOf(1).Quo(PointsOf(3))
	sum := third.Add(third).Add(third)
	if !sum.Equal(PointsOf(1)) || third.Mul(PointsOf(3)).Cmp(PointsOf(1)) != 0 || sum.Sub(PointsOf(1)).Sign() != 0 {
		t.Errorf("three thirds are %s", sum.Decimal(12))
	}
	if f := MustPoints("0.1").Add(MustPoints("0.2")).Float(); f != 0.3 {
		t.Errorf("0.1 + 0.2 is %v", f)
	}
}

// TestZeroValue: the zero value is 0 in every operation and is not changed by one.
func TestZeroValue(t *testing.T) {
	var zero Points
	one := zero.Add(PointsOf(1))
	if !zero.Equal(PointsOf(0)) || zero.Sign() != 0 || zero.String() != "0" || zero.Float() != 0 || !one.Equal(PointsOf(1)) || zero.Mul(one).Sign() != 0 || zero.Sub(one).Sign() != -1 {
		t.Errorf("zero is %s, one more is %s", zero, one)
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string][3]string{ // at 0, 2 and 12 decimals
		"84.955": {"85", "84.96", "84.955"}, "-0.004": {"0", "0", "-0.004"}, "7.50": {"8", "7.5", "7.5"},
		"1e2": {"100", "100", "100"}, "-2.5": {"-3", "-2.5", "-2.5"}, "12345678901234567890.5": {"12345678901234567891", "12345678901234567890.5", "12345678901234567890.5"},
	} {
		p := MustPoints(text)
		if got := [3]string{p.Decimal(0), p.Decimal(2), p.Decimal(12)}; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if s := PointsOf(2).Quo(PointsOf(3)).String(); s != "0.67" {
		t.Errorf("two thirds: %s", s)
	}
}

func TestRounded(t *testing.T) {
	if s := Rounded(2.0/3, 3).Decimal(12); s != "0.667" {
		t.Error(s)
	}
	for _, v := range []float64{math.Inf(1), math.NaN(), 1e60} {
		if p := Rounded(v, 2); p.Sign() != 0 {
			t.Errorf("%v is %s", v, p)
		}
	}
}

func TestParsePointsRefuses(t *testing.T) {
	for _, s := range []string{"", "1/3", "0x10", "NaN", "inf", "1e31", "1e999999999", "1_000", "1..2", "- 1", "12345678901234567890123456789012345678901"} {
		if p, err := ParsePoints(s); err == nil {
			t.Errorf("%q is %s", s, p)
		}
	}
}

func TestPointsAsJSON(t *testing.T) {
	var p Points
	if err := json.Unmarshal([]byte("7.25"), &p); err != nil || !p.Equal(MustPoints("7.25")) {
		t.Error(p, err)
	}
	if b, err := json.Marshal(PointsOf(1).Quo(PointsOf(3))); err != nil || string(b) != "0.333333333333" {
		t.Errorf("%s, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`"7"`), &p); err == nil {
		t.Error("a string was read")
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
