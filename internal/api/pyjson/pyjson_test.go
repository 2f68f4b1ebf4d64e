package pyjson

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	tests := []struct{ in, want string }{
		{" null ", "null"},
		{"[true,\tfalse\r\n]", "[true,false]"},
		{`"a\"\\\/\b\f\n\r\té"`, `"a\"\\/\u0008\u000c\u000a\u000d\u0009é"`},
		{`"\ud83d\ude00 \ud83d x \ude00 \ud83d\u0041"`, `"😀 \ud83d x \ude00 \ud83dA"`},
		{`{"a":1,"b":[],"a":{}}`, `{"a":{},"b":[]}`},
		{"[0,-0,12345678901234567890123,1.0,2.50,-0.0,1e15,1e16,0.0001,0.00001]", "[0,0,12345678901234567890123,1.0,2.5,-0.0,1000000000000000.0,1e+16,0.0001,1e-05]"},
		{"\xef\xbb\xbf[1]", "[1]"},
		{"[\x001\x00]\x00", "[1]"},
		{"\x00[\x001\x00]", "[1]"},
		{"\xff\xfe\"\x00\x3d\xd8\x00\xde\"\x00", `"😀"`},
		{"\xfe\xff\x00\"\xd8\x3d\x00\"", `"\ud83d"`},
		{"\x00\x00\x00[\x00\x00\x00]", "[]"},
		{"[\x00\x00\x00]\x00\x00\x00", "[]"},
		{"\xff\xfe\x00\x00[\x00\x00\x00]\x00\x00\x00", "[]"},
		{"\x00\x00\xfe\xff\x00\x00\x00[\x00\x00\x00]", "[]"},
		{"\"\xed\xa0\x80\"", `"\ud800"`},
		{strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)},
	}
	for _, test := range tests {
		v, err := Parse([]byte(test.in))
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if got, err := Append(nil, v); err != nil || string(got) != test.want {
			t.Errorf("Parse(%q) = %s, %v; want %s", test.in, got, err, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		in, want string
		pos      int
	}{
		{"", "Expecting value", 0},
		{"é", "Expecting value", 0},
		{"[1,]", "Expecting value", 3},
		{`["é" 1]`, "Expecting ',' delimiter", 5},
		{"01", "Extra data", 1},
		{"1.", "Extra data", 1},
		{"1e", "Extra data", 1},
		{"-", "Expecting value", 0},
		{`{1:2}`, "Expecting property name enclosed in double quotes", 1},
		{`{"a":1,}`, "Expecting property name enclosed in double quotes", 7},
		{`{"a" 1}`, "Expecting ':' delimiter", 5},
		{`{"a":1 "b"}`, "Expecting ',' delimiter", 7},
		{"\"a\tb\"", "Invalid control character at", 2},
		{`"a`, "Unterminated string starting at", 0},
		{`"a\`, "Unterminated string starting at", 0},
		{`"\x"`, `Invalid \escape`, 1},
		{`"\u12g4"`, `Invalid \uXXXX escape`, 3},
		{`"\u12`, `Invalid \uXXXX escape`, 3},
		{`"\ud83d\u12"`, `Invalid \uXXXX escape`, 9},
		{"nul", "Expecting value", 0},
	}
	for _, test := range tests {
		_, err := Parse([]byte(test.in))
		var se *SyntaxError
		if !errors.As(err, &se) || se.Message != test.want || se.Pos != test.pos {
			t.Errorf("Parse(%q): %v; want %s at character %d", test.in, err, test.want, test.pos)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, in := range []string{
		"\xff", "\"\xc3\"", "\"\xe2\x82\"", "\xed\xa0", "\x00[\x00]\x00", "\x00\x00\x00[\x00", "\x00\x11\x00\x00\x00\x00\x00", "\x00\x00\xfe\xff\x00\x11\x00\x00",
		strings.Repeat("[", MaxDepth+2), strings.Repeat(`{"":`, MaxDepth+2), strings.Repeat("1", MaxDigits+1), "-" + strings.Repeat("1", MaxDigits+1),
	} {
		if _, err := Parse([]byte(in)); !errors.Is(err, ErrUnreadable) {
			t.Errorf("Parse(%.20q): %v; want ErrUnreadable", in, err)
		}
	}
}

func TestNoNumber(t *testing.T) {
	for _, in := range []string{"NaN", "[Infinity]", `{"a":-Infinity}`, "1e400"} {
		v, err := Parse([]byte(in))
		if err != nil {
			t.Errorf("Parse(%q): %v", in, err)
		}
		if _, err := Append(nil, v); !errors.Is(err, ErrNoNumber) {
			t.Errorf("Append of %q: %v; want ErrNoNumber", in, err)
		}
	}
}

// FuzzParse: what encoding/json takes as UTF-8 is read alike, and what is read
// can be written and read again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"dry_run": "on", "case_id": null}`, `["\ud83d\ude00", 1.5e-9]`, "\xff\xfe[\x00]\x00", "NaN", "\"\xed\xa0\x80\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil {
			var se *SyntaxError
			if errors.As(err, &se) && utf8.Valid(data) && json.Valid(data) && len(data) > 3 && data[0] != 0 {
				t.Fatalf("valid JSON refused: %v", err)
			}
			return
		}
		out, err := Append(nil, v)
		if errors.Is(err, ErrNoNumber) {
			return
		}
		if err != nil || !json.Valid(out) || !utf8.Valid(out) {
			t.Fatalf("written as %q, %v", out, err)
		}
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("cannot be read again: %q: %v", out, err)
		}
		if twice, err := Append(nil, again); err != nil || string(twice) != string(out) {
			t.Fatalf("read again as %q, first %q", twice, out)
		}
	})
}
