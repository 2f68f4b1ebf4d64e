package panel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Points is an exact number of points: a lens maximum, a score or a sum of
// them. It is an immutable rational, so that sums, means and percentages carry
// no rounding error. The zero value is 0.
//
// Nearly all numbers of a review are small fractions; these are kept in two
// machine words and cost no allocation. big holds the others.
type Points struct {
	num, den int64    // in lowest terms, both below limit; den 0 means 1
	big      *big.Rat // not nil where num and den would be too large
}

// limit bounds the parts of a small fraction, so that the sum of two products
// of them fits into 64 bits.
const limit = 1 << 31

// small reduces num ÷ den, den > 0.
func small(num, den int64) Points {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		a = -a
	}
	num, den = num/a, den/a
	if num <= -limit || num >= limit || den >= limit {
		return Points{big: big.NewRat(num, den)}
	}
	if den == 1 {
		den = 0
	}
	return Points{num: num, den: den}
}

// exact takes over a rational that nobody else changes.
func exact(r *big.Rat) Points {
	if num, den := r.Num(), r.Denom(); num.IsInt64() && den.IsInt64() {
		if n, d := num.Int64(), den.Int64(); n > -limit && n < limit && d < limit {
			return small(n, d)
		}
	}
	return Points{big: r}
}

// parts returns the fraction of a small number, with its real denominator.
func (p Points) parts() (num, den int64) { return p.num, max(p.den, 1) }

// fits reports whether both numbers are small.
func fits(p, q Points) bool { return p.big == nil && q.big == nil }

// PointsOf returns n whole points.
func PointsOf(n int64) Points { return small(n, 1) }

// maxPointsText bounds the text of a number, so that a hostile exponent such as
// 1e999999999 is refused before it is expanded.
const maxPointsText = 40

// ParsePoints reads a decimal number such as "20", "7.5" or "1e2". It refuses
// NaN, infinities, fractions ("1/3"), hexadecimal and exponents beyond ±30.
func ParsePoints(s string) (Points, error) {
	if s == "" || len(s) > maxPointsText {
		return Points{}, fmt.Errorf("%.40q is not a decimal number", s)
	}
	for i, c := range s {
		ok := c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+'
		if !ok {
			return Points{}, fmt.Errorf("%q is not a decimal number", s)
		}
		if c == 'e' || c == 'E' {
			exp := strings.TrimLeft(s[i+1:], "+-0")
			if len(exp) > 2 || len(exp) == 2 && exp > "30" {
				return Points{}, fmt.Errorf("%q has an exponent beyond 30", s)
			}
		}
	}
	if n, err := strconv.ParseInt(s, 10, 32); err == nil {
		return PointsOf(n), nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Points{}, fmt.Errorf("%q is not a decimal number", s)
	}
	return exact(r), nil
}

// MustPoints is ParsePoints for constants and tests; it panics on bad text.
func MustPoints(s string) Points {
	p, err := ParsePoints(s)
	if err != nil {
		panic(err)
	}
	return p
}

// rat returns the value, which nobody may change.
func (p Points) rat() *big.Rat {
	if p.big != nil {
		return p.big
	}
	return big.NewRat(p.parts())
}

// Add returns p + q.
func (p Points) Add(q Points) Points {
	if fits(p, q) {
		a, b := p.parts()
		c, d := q.parts()
		return small(a*d+c*b, b*d)
	}
	return exact(new(big.Rat).Add(p.rat(), q.rat()))
}

// Sub returns p − q.
func (p Points) Sub(q Points) Points {
	if fits(p, q) {
		a, b := p.parts()
		c, d := q.parts()
		return small(a*d-c*b, b*d)
	}
	return exact(new(big.Rat).Sub(p.rat(), q.rat()))
}

// Mul returns p × q.
func (p Points) Mul(q Points) Points {
	if fits(p, q) {
		a, b := p.parts()
		c, d := q.parts()
		return small(a*c, b*d)
	}
	return exact(new(big.Rat).Mul(p.rat(), q.rat()))
}

// Quo returns p ÷ q. It panics when q is zero.
func (p Points) Quo(q Points) Points {
	if fits(p, q) && q.num != 0 {
		a, b := p.parts()
		c, d := q.parts()
		if c < 0 {
			c, d = -c, -d
		}
		return small(a*d, b*c)
	}
	return exact(new(big.Rat).Quo(p.rat(), q.rat()))
}

// Cmp returns −1, 0 or +1 as p is less than, equal to or greater than q.
func (p Points) Cmp(q Points) int { return p.Sub(q).Sign() }

// Equal reports whether p and q are the same number.
func (p Points) Equal(q Points) bool { return p.Cmp(q) == 0 }

// Sign returns −1, 0 or +1.
func (p Points) Sign() int {
	if p.big != nil {
		return p.big.Sign()
	}
	return cmp.Compare(p.num, 0)
}

// Float returns the nearest float64, for statistics and drawing only.
func (p Points) Float() float64 {
	if p.big == nil {
		num, den := p.parts()
		return float64(num) / float64(den) // both are exact, so the quotient is the nearest
	}
	f, _ := p.big.Float64()
	return f
}

// String shows the number with up to two decimals, rounded half up (away from
// zero), without trailing zeros: 85, 84.96, 7.5.
func (p Points) String() string { return p.Decimal(2) }

// Decimal shows the number with up to n decimals, rounded half up (away from
// zero), without trailing zeros and without a negative zero.
func (p Points) Decimal(n int) string {
	s := p.rat().FloatString(n)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// MarshalJSON writes a JSON number: exact when the decimal ends within twelve
// places, else rounded half up to twelve.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.Decimal(12)), nil }

// UnmarshalJSON reads a JSON number. Strings are refused.
func (p *Points) UnmarshalJSON(b []byte) error {
	var n json.Number
	if len(b) > 0 && b[0] == '"' {
		return fmt.Errorf("%s is a string where a number is needed", b)
	}
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	q, err := ParsePoints(n.String())
	if err != nil {
		return err
	}
	*p = q
	return nil
}
