// Package pyjson reads JSON as a Python web service reads it, and writes it
// back. It owns the differences to encoding/json that clients can see: the
// encodings that are recognised, lone surrogates, NaN and Infinity, numbers of
// any size, the last of duplicate keys, and what counts as not being text at
// all. It knows no HTTP.
package pyjson

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits beyond which a text is refused with ErrUnreadable.
const (
	MaxDepth  = 1000 // arrays and objects inside each other
	MaxDigits = 4300 // of a whole number
)

// ErrUnreadable is the error of bytes that are no text in the encoding that
// they seem to have, and of texts beyond the limits.
var ErrUnreadable = errors.New("the text cannot be read")

// SyntaxError is the error of a text that is no JSON.
type SyntaxError struct {
	Pos     int // in characters, from 0
	Message string
}

func (e *SyntaxError) Error() string { return e.Message + " at character " + strconv.Itoa(e.Pos) }

// Int is a whole number of any size, as decimal digits with an optional minus
// sign.
type Int string

// Object is a JSON object with each key once, in the order of first
// appearance.
type Object struct {
	keys   []string
	values map[string]any
}

// Get returns the value of a key: of duplicates the last.
func (o *Object) Get(key string) (any, bool) {
	v, ok := o.values[key]
	return v, ok
}

// Keys returns the keys in the order of first appearance.
func (o *Object) Keys() []string { return slices.Clone(o.keys) }

// Parse reads one JSON text: nil, bool, string, Int, float64, []any or
// *Object. Strings are UTF-8, but may hold the three-byte forms of lone
// surrogates. An error is ErrUnreadable or a *SyntaxError.
func Parse(data []byte) (any, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	p := parser{s: text}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.space()
	if p.at < len(p.s) {
		return nil, p.fail(p.at, "Extra data")
	}
	return v, nil
}

type parser struct {
	s  string
	at int // byte offset
}

func (p *parser) fail(at int, message string) error {
	n := 0
	for i := 0; i < at; i++ {
		if utf8.RuneStart(p.s[i]) {
			n++
		}
	}
	return &SyntaxError{Pos: n, Message: message}
}

func (p *parser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) next(c byte) bool {
	if p.at < len(p.s) && p.s[p.at] == c {
		p.at++
		return true
	}
	return false
}

// literals are the words of JSON and of Python's dialect of it.
var literals = []struct {
	word  string
	value any
}{
	{"null", nil},
	{"true", true},
	{"false", false},
	{"NaN", math.NaN()},
	{"Infinity", math.Inf(1)},
	{"-Infinity", math.Inf(-1)},
}

func (p *parser) value(depth int) (any, error) {
	if depth > MaxDepth {
		return nil, ErrUnreadable
	}
	switch {
	case p.next('"'):
		return p.str()
	case p.next('['):
		return p.array(depth)
	case p.next('{'):
		return p.object(depth)
	}
	for _, l := range literals {
		if strings.HasPrefix(p.s[p.at:], l.word) {
			p.at += len(l.word)
			return l.value, nil
		}
	}
	return p.number()
}

func (p *parser) array(depth int) (any, error) {
	out := []any{}
	if p.space(); p.next(']') {
		return out, nil
	}
	for {
		p.space()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		if p.space(); p.next(']') {
			return out, nil
		}
		if !p.next(',') {
			return nil, p.fail(p.at, "Expecting ',' delimiter")
		}
	}
}

func (p *parser) object(depth int) (any, error) {
	o := &Object{values: map[string]any{}}
	if p.space(); p.next('}') {
		return o, nil
	}
	for {
		if p.space(); !p.next('"') {
			return nil, p.fail(p.at, "Expecting property name enclosed in double quotes")
		}
		key, err := p.str()
		if err != nil {
			return nil, err
		}
		if p.space(); !p.next(':') {
			return nil, p.fail(p.at, "Expecting ':' delimiter")
		}
		p.space()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if _, again := o.values[key]; !again {
			o.keys = append(o.keys, key)
		}
		o.values[key] = v
		if p.space(); p.next('}') {
			return o, nil
		}
		if !p.next(',') {
			return nil, p.fail(p.at, "Expecting ',' delimiter")
		}
	}
}

func (p *parser) digits() int {
	start := p.at
	for p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '9' {
		p.at++
	}
	return p.at - start
}

// number reads a number as far as it is one: of 01 it takes the 0, of 1.x the 1.
func (p *parser) number() (any, error) {
	start := p.at
	p.next('-')
	whole := 1
	if !p.next('0') {
		if whole = p.digits(); whole == 0 {
			p.at = start
			return nil, p.fail(start, "Expecting value")
		}
	}
	end := p.at
	if p.next('.') && p.digits() > 0 {
		end = p.at
	}
	p.at = end
	if p.next('e') || p.next('E') {
		if !p.next('+') {
			p.next('-')
		}
		if p.digits() > 0 {
			end = p.at
		}
	}
	p.at = end
	text := p.s[start:end]
	if strings.ContainsAny(text, ".eE") {
		f, _ := strconv.ParseFloat(text, 64) // out of range: an infinity, as in Python
		return f, nil
	}
	if whole > MaxDigits {
		return nil, ErrUnreadable
	}
	if text == "-0" {
		text = "0"
	}
	return Int(text), nil
}
