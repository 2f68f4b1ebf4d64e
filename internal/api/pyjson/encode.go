package pyjson

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrNoNumber is the error of a NaN or an infinity, which JSON cannot carry.
var ErrNoNumber = errors.New("the number has no JSON form")

// Append writes a value that Parse has read. Keys keep their order, lone
// surrogates are escaped, floats look as Python prints them. The error is
// ErrNoNumber.
func Append(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendString(b, v), nil
	case Int:
		return append(b, v...), nil
	case float64:
		return appendFloat(b, v)
	case []any:
		return appendList(b, '[', ']', len(v), func(b []byte, i int) ([]byte, error) { return Append(b, v[i]) })
	case *Object:
		return appendList(b, '{', '}', len(v.keys), func(b []byte, i int) ([]byte, error) {
			b = append(appendString(b, v.keys[i]), ':')
			return Append(b, v.values[v.keys[i]])
		})
	}
	return b, fmt.Errorf("a %T is no JSON value", v)
}

func appendList(b []byte, opening, closing byte, n int, item func([]byte, int) ([]byte, error)) ([]byte, error) {
	b = append(b, opening)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = item(b, i); err != nil {
			return b, err
		}
	}
	return append(b, closing), nil
}

// appendFloat writes the shortest digits that read back as f: without an
// exponent from 1e-4 to below 1e16, and always as a fraction.
func appendFloat(b []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return b, ErrNoNumber
	}
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.AppendFloat(b, f, 'e', -1, 64), nil
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return append(b, text...), nil
}

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch lone, ok := surrogate(s); {
		case ok:
			b = fmt.Appendf(b, `\u%04x`, lone)
			n = 3
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, s[:n]...)
		}
		s = s[n:]
	}
	return append(b, '"')
}
