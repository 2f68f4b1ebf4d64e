package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"judgement/internal/fault"
)

// Bounds of an answer about a bad request.
const (
	maxInput    = 1 << 10 // bytes of the longest input that a problem repeats
	maxProblems = 100
	maxName     = 100 // bytes that an answer repeats of an unknown field's name
)

// problem is one entry of HTTPValidationError.
type problem struct {
	Type  string          `json:"type"`
	Loc   []any           `json:"loc"`
	Msg   string          `json:"msg"`
	Input json.RawMessage `json:"input,omitempty"`
	Ctx   map[string]any  `json:"ctx,omitempty"`
}

// invalid is the error of a request that fails validation.
type invalid []problem

func (p invalid) Error() string { return "the request fails validation: " + p[0].Msg }

// newProblem describes what is wrong with the JSON of a value. A long value, and one
// that most clients can't decode, such as 1e400, is left out; none is null.
func newProblem(kind, message string, input json.RawMessage, loc ...any) problem {
	if input == nil {
		input = json.RawMessage("null")
	}
	if f, err := strconv.ParseFloat(string(input), 64); err == nil && !isWhole(input) {
		input = encode(f)
	}
	if len(input) > maxInput || json.Unmarshal(input, new(any)) != nil {
		input = nil
	}
	return problem{Type: kind, Loc: loc, Msg: message, Input: input}
}

// valueError is the error of a value that the type of the value does not show.
func valueError(message string, input any, loc ...any) invalid {
	p := newProblem("value_error", "Value error, "+message, encode(input), loc...)
	p.Ctx = map[string]any{"error": map[string]any{}}
	return invalid{p}
}

// fields are the JSON values that a client sent, by name, and what is wrong with them.
type fields struct {
	in     string // the part of the request: body, query or header
	values map[string]json.RawMessage
	bad    invalid
}

// reject notes what is wrong with a field; beyond maxProblems it is not kept. ctx is
// empty or a key and its value.
func (f *fields) reject(name, kind, message string, ctx ...any) {
	p := newProblem(kind, message, f.values[name], f.in, name)
	if len(ctx) == 2 {
		p.Ctx = map[string]any{ctx[0].(string): ctx[1]}
	}
	f.add(p)
}

// refuse rejects the value of a field, whose type is right.
func (f *fields) refuse(name, message string) {
	f.add(valueError(message, f.values[name], f.in, name)...)
}

func (f *fields) add(problems ...problem) {
	f.bad = append(f.bad, problems...)
	f.bad = f.bad[:min(len(f.bad), maxProblems)]
}

// err is the error of the problems, nil if there are none.
func (f *fields) err() error {
	if len(f.bad) == 0 {
		return nil
	}
	return f.bad
}

func (f *fields) has(name string) bool { return f.values[name] != nil }

// text returns a field that must be a text, and whether it is a text.
func (f *fields) text(name string) (string, bool) {
	raw := f.values[name]
	if raw == nil {
		return "", false
	}
	s, ok := decodeText(raw)
	switch {
	case raw[0] != '"':
		f.reject(name, "string_type", "Input should be a valid string")
	case !ok:
		f.reject(name, "string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string")
	}
	return s, ok
}

// decodeText returns the text of a JSON value, false if it is no text of Unicode:
// encoding/json puts a replacement character in the place of half a surrogate pair.
func decodeText(raw json.RawMessage) (s string, ok bool) {
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	n := strings.Count(s, "\ufffd")
	return s, n == 0 || n <= bytes.Count(raw, []byte("\ufffd"))+bytes.Count(bytes.ToLower(raw), []byte(`\ufffd`))
}

// words are the texts that count as booleans, in any letter case.
var words = map[string]bool{
	"true": true, "1": true, "on": true, "t": true, "y": true, "yes": true,
	"false": false, "0": false, "off": false, "f": false, "n": false, "no": false,
}

// boolean reads what counts as a boolean: true, 1, 1.0 and words, without trimming.
func (f *fields) boolean(name string) bool {
	raw := f.values[name]
	text, isText := decodeText(raw)
	if !isText {
		text = string(raw)
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	whole := n == math.Trunc(n) && math.Abs(n) < math.MaxInt64
	if isWhole(raw) {
		_, err = strconv.ParseInt(string(raw), 10, 64)
		whole = true
	}
	value, known := words[asciiLower(text)]
	switch {
	case known:
		return value
	case err == nil && (n == 0 || n == 1):
		return n == 1
	case raw[0] == '"', err == nil && whole:
		f.reject(name, "bool_parsing", "Input should be a valid boolean, unable to interpret input")
	default:
		f.reject(name, "bool_type", "Input should be a valid boolean")
	}
	return false
}

// isWhole reports whether a number is written without fraction and exponent.
func isWhole(raw []byte) bool { return !bytes.ContainsAny(raw, ".eE") }

// asciiLower lowers ASCII letters only: ſ is no s, and K no k.
func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

var wholeText = regexp.MustCompile(`^[+-]?[0-9]+$`)

// number reads a whole number, also 3.0 and the text of one; 0 if there is none.
func (f *fields) number(name string, least, most float64) int {
	raw := f.values[name]
	if raw == nil {
		return 0
	}
	text, isText := decodeText(raw)
	text = strings.TrimSpace(text)
	if !isText {
		text = string(raw)
	}
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case isText && !wholeText.MatchString(text):
		f.reject(name, "int_parsing", "Input should be a valid integer, unable to parse string as an integer")
	case errors.Is(err, strconv.ErrSyntax):
		f.reject(name, "int_type", "Input should be a valid integer")
	case err != nil && !isWhole([]byte(text)):
		f.reject(name, "finite_number", "Input should be a finite number")
	case n != math.Trunc(n):
		f.reject(name, "int_from_float", "Input should be a valid integer, got a number with a fractional part")
	case n < least:
		f.reject(name, "greater_than_equal", "Input should be greater than or equal to "+strconv.Itoa(int(least)), "ge", least)
	case n > most:
		f.reject(name, "less_than_equal", "Input should be less than or equal to "+strconv.Itoa(int(most)), "le", most)
	default:
		return int(n)
	}
	return 0
}

// readBody reads a request's body up to a limit in bytes. A body that breaks off is
// fault.BodyUnreadable.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		// Not a byte is read of what is announced as too much.
		w.Header().Set("Connection", "close")
		return nil, fault.BodyTooLarge
	}
	return readSized(http.MaxBytesReader(w, r.Body, limit), r.ContentLength)
}

// readSized reads all. A large body would otherwise be in memory several times.
func readSized(from io.Reader, length int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, max(length, 0)+bytes.MinRead))
	_, err := b.ReadFrom(from)
	return b.Bytes(), bodyError(err)
}

// bodyError is the error of a body that cannot be read to its end.
func bodyError(err error) error {
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return fault.BodyTooLarge
	}
	return fault.New(fault.BodyUnreadable, err)
}

// isJSON reports whether a content type is application/json or application/…+json,
// in any letter case and with any parameters.
func isJSON(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	kind, sub, _ := strings.Cut(strings.ToLower(strings.TrimSpace(media)), "/")
	return kind == "application" && !strings.Contains(sub, "/") && (sub == "json" || strings.HasSuffix(sub, "+json"))
}

// readObject gives member each member of a JSON object in order, until it returns
// false. The error is fault.BodyUnreadable or invalid.
func readObject(contentType string, body []byte, member func(name string, v json.RawMessage) bool) error {
	switch {
	case len(body) == 0:
		return missingBody()
	case !utf8.Valid(body), len(body) > 1 && (body[0] == 0 || body[1] == 0): // UTF-16 or UTF-32
		return fault.BodyUnreadable
	case !isJSON(contentType):
		return noObject(encode(string(body[:min(len(body), maxInput+1)])))
	}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	dec := json.NewDecoder(bytes.NewReader(body))
	var err error
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		err = readMembers(dec, member)
	} else {
		err = readOther(dec)
	}
	if bad := invalid(nil); err == nil || errors.As(err, &bad) {
		return err
	}
	return malformed(dec, err)
}

func readMembers(dec *json.Decoder, member func(name string, v json.RawMessage) bool) error {
	_, err := dec.Token() // the opening brace
	for err == nil && dec.More() {
		var name json.Token
		var v json.RawMessage
		if name, err = dec.Token(); err == nil {
			err = dec.Decode(&v)
		}
		if err == nil && !member(name.(string), v) {
			return nil
		}
	}
	if err == nil {
		_, err = dec.Token() // the closing brace
	}
	if err != nil {
		return err
	}
	return atEnd(dec)
}

// readOther reads a value that is no object. All of them are invalid.
func readOther(dec *json.Decoder) error {
	var v json.RawMessage
	if err := dec.Decode(&v); err != nil {
		return err
	}
	if err := atEnd(dec); err != nil {
		return err
	}
	if string(v) == "null" {
		return missingBody()
	}
	return noObject(v)
}

func missingBody() invalid { return invalid{newProblem("missing", "Field required", nil, "body")} }

// atEnd refuses what follows the one JSON value.
func atEnd(dec *json.Decoder) error {
	switch _, err := dec.Token(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return errors.New("more data after the value")
}

func malformed(dec *json.Decoder, err error) invalid {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	p := newProblem("json_invalid", "JSON decode error", json.RawMessage("{}"), "body", dec.InputOffset())
	p.Ctx = map[string]any{"error": err.Error()}
	return invalid{p}
}

func noObject(v json.RawMessage) invalid {
	return invalid{newProblem("model_attributes_type", "Input should be a valid dictionary or object to extract fields from", v, "body")}
}
