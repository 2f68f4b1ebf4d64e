package panel

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Points is an exact number of points: a lens maximum, a score or a sum of
// them. It is an immutable rational, so that sums, means and percentages carry
// no rounding error. The zero value is 0.
type Points struct{ value *big.Rat } // nil: 0

// rat returns the value, which callers must not change.
func (p Points) rat() *big.Rat {
	if p.value == nil {
		return new(big.Rat)
	}
	return p.value
}

// PointsOf returns n whole points.
func PointsOf(n int64) Points { return Points{big.NewRat(n, 1)} }

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
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Points{}, fmt.Errorf("%q is not a decimal number", s)
	}
	return Points{r}, nil
}

// MustPoints is ParsePoints for constants and tests; it panics on bad text.
func MustPoints(s string) Points {
	p, err := ParsePoints(s)
	if err != nil {
		panic(err)
	}
	return p
}

// Rounded returns a number rounded to so many decimals as exact points. What is
// no number, such as an infinity, is 0.
func Rounded(v float64, places int) Points {
	p, err := ParsePoints(strconv.FormatFloat(v, 'f', places, 64))
	if err != nil {
		return Points{}
	}
	return p
}

// Add returns p + q.
func (p Points) Add(q Points) Points { return Points{new(big.Rat).Add(p.rat(), q.rat())} }

// Sub returns p − q.
func (p Points) Sub(q Points) Points { return Points{new(big.Rat).Sub(p.rat(), q.rat())} }

// Mul returns p × q.
func (p Points) Mul(q Points) Points { return Points{new(big.Rat).Mul(p.rat(), q.rat())} }

// Quo returns p ÷ q. It panics when q is zero.
func (p Points) Quo(q Points) Points { return Points{new(big.Rat).Quo(p.rat(), q.rat())} }

// Cmp returns −1, 0 or +1 as p is less than, equal to or greater than q.
func (p Points) Cmp(q Points) int { return p.rat().Cmp(q.rat()) }

// Equal reports whether p and q are the same number.
func (p Points) Equal(q Points) bool { return p.Cmp(q) == 0 }

// Sign returns −1, 0 or +1.
func (p Points) Sign() int { return p.rat().Sign() }

// Float returns the nearest float64, for statistics and drawing only.
func (p Points) Float() float64 {
	f, _ := p.rat().Float64()
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
		return fmt.Errorf("%s is a string, but a number is needed", b)
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
