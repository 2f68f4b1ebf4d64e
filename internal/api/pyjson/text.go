package pyjson

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode turns bytes into UTF-8 text, with lone surrogates in their three-byte
// form. The encoding is told by a byte order mark, else by where the zero bytes
// of the first characters are.
func decode(b []byte) (string, error) {
	unit, order, skip := encoding(b)
	b = b[skip:]
	switch unit {
	case 1:
		if !validWithSurrogates(b) {
			return "", ErrUnreadable
		}
		return string(b), nil
	case 2:
		return decode16(b, order)
	}
	return decode32(b, order)
}

// encoding returns the size of a code unit in bytes, their order, and the
// length of the byte order mark.
func encoding(b []byte) (unit int, order binary.ByteOrder, skip int) {
	little, big := binary.LittleEndian, binary.BigEndian
	switch {
	case bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		return 4, big, 4
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")):
		return 4, little, 4
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return 2, big, 2
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return 2, little, 2
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return 1, big, 3
	case len(b) >= 4 && b[0] == 0 && b[1] == 0:
		return 4, big, 0
	case (len(b) >= 4 || len(b) == 2) && b[0] == 0:
		return 2, big, 0
	case len(b) >= 4 && b[1] == 0 && b[2] == 0 && b[3] == 0:
		return 4, little, 0
	case (len(b) >= 4 || len(b) == 2) && b[1] == 0:
		return 2, little, 0
	}
	return 1, big, 0
}

// validWithSurrogates is utf8.Valid that lets the three-byte forms of
// surrogates pass.
func validWithSurrogates(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n < 2 {
			if _, ok := surrogate(b); !ok {
				return false
			}
			n = 3
		}
		b = b[n:]
	}
	return true
}

// surrogate reads the three-byte form of a surrogate.
func surrogate[T string | []byte](b T) (rune, bool) {
	if len(b) < 3 || b[0] != 0xed || b[1] < 0xa0 || b[1] > 0xbf || b[2] < 0x80 || b[2] > 0xbf {
		return 0, false
	}
	return 0xd000 | rune(b[1]&0x3f)<<6 | rune(b[2]&0x3f), true
}

// appendRune is utf8.AppendRune that keeps surrogates.
func appendRune(b []byte, r rune) []byte {
	if r >= 0xd800 && r < 0xe000 {
		return append(b, 0xed, 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(b, r)
}

func decode16(b []byte, order binary.ByteOrder) (string, error) {
	if len(b)%2 != 0 {
		return "", ErrUnreadable
	}
	var out []byte
	for i := 0; i < len(b); i += 2 {
		r := rune(order.Uint16(b[i:]))
		if utf16.IsSurrogate(r) && i+4 <= len(b) {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(b[i+2:]))); pair != utf8.RuneError {
				r = pair
				i += 2
			}
		}
		out = appendRune(out, r)
	}
	return string(out), nil
}

func decode32(b []byte, order binary.ByteOrder) (string, error) {
	if len(b)%4 != 0 {
		return "", ErrUnreadable
	}
	var out []byte
	for i := 0; i < len(b); i += 4 {
		r := order.Uint32(b[i:])
		if r > utf8.MaxRune {
			return "", ErrUnreadable
		}
		out = appendRune(out, rune(r))
	}
	return string(out), nil
}

// str reads a string whose opening quote is behind.
func (p *parser) str() (string, error) {
	start := p.at - 1
	if end := strings.IndexAny(p.s[p.at:], "\"\\"); end >= 0 && p.s[p.at+end] == '"' {
		if bad := strings.IndexFunc(p.s[p.at:p.at+end], func(r rune) bool { return r < ' ' }); bad < 0 {
			text := p.s[p.at : p.at+end]
			p.at += end + 1
			return text, nil
		}
	}
	var out []byte
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == '"':
			p.at++
			return string(out), nil
		case c < ' ':
			return "", p.fail(p.at, "Invalid control character at")
		case c != '\\':
			out = append(out, c)
			p.at++
		default:
			r, err := p.escape(start)
			if err != nil {
				return "", err
			}
			out = appendRune(out, r)
		}
	}
	return "", p.fail(start, "Unterminated string starting at")
}

// escape reads one escape sequence, or the two of a surrogate pair.
func (p *parser) escape(start int) (rune, error) {
	from := p.at
	p.at++
	if p.at == len(p.s) {
		return 0, p.fail(start, "Unterminated string starting at")
	}
	c := p.s[p.at]
	p.at++
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return 0, p.fail(from, `Invalid \escape`)
	}
	r, ok := p.hex()
	if !ok {
		return 0, p.fail(p.at, `Invalid \uXXXX escape`)
	}
	if r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(p.s[p.at:], `\u`) {
		back := p.at
		p.at += 2
		low, ok := p.hex()
		if !ok {
			return 0, p.fail(p.at, `Invalid \uXXXX escape`)
		}
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, nil
		}
		p.at = back
	}
	return r, nil
}

// hex reads four hexadecimal digits.
func (p *parser) hex() (rune, bool) {
	if len(p.s)-p.at < 4 {
		return 0, false
	}
	for _, c := range []byte(p.s[p.at : p.at+4]) {
		if strings.IndexByte("0123456789abcdefABCDEF", c) < 0 {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(p.s[p.at:p.at+4], 16, 32)
	p.at += 4
	return rune(n), err == nil
}
