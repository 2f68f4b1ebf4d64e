package api

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"judgement/internal/fault"
)

// value is one JSON value as requests need it: nil, bool, string, json.Number, or
// json.RawMessage for everything else. That is the text of an array, of an
// object, or of a string that isn't Unicode; arrays and objects above maxInput
// have no text, since nothing reads them.
type value struct{ v any }

// UnmarshalJSON implements json.Unmarshaler.
func (to *value) UnmarshalJSON(text []byte) error {
	switch text[0] {
	case 'n':
		to.v = nil
	case 't', 'f':
		to.v = text[0] == 't'
	case '{', '[':
		to.v = json.RawMessage(nil)
		if len(text) <= maxInput {
			to.v = json.RawMessage(bytes.Clone(text))
		}
	case '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		if to.v = s; lostSurrogate(text, s) {
			to.v = json.RawMessage(bytes.Clone(text))
		}
	default:
		to.v = json.Number(text)
	}
	return nil
}

// isText reports whether a value is a JSON string, Unicode or not.
func isText(v any) bool {
	raw, ok := v.(json.RawMessage)
	_, plain := v.(string)
	return plain || ok && len(raw) > 0 && raw[0] == '"'
}

// lostSurrogate reports whether s has a replacement character that text does not
// have: encoding/json puts one in the place of half a surrogate pair.
func lostSurrogate(text []byte, s string) bool {
	n := strings.Count(s, "\ufffd")
	return n > 0 && n > bytes.Count(text, []byte("\ufffd"))+bytes.Count(bytes.ToLower(text), []byte(`\ufffd`))
}

// readObject decodes the JSON object of a request's body and gives member each of
// its members in order, until that returns false. One value at a time is in
// memory. The body is always read to its end. The error is fault.BodyUnreadable,
// fault.BodyTooLarge or invalid.
func readObject(contentType string, body io.Reader, member func(name string, v any) bool) error {
	in := &failingReader{r: transform.NewReader(body, encoding.UTF8Validator)}
	err := decodeObject(contentType, bufio.NewReader(in), member)
	_, _ = io.Copy(io.Discard, in) // in keeps the error
	if in.err != nil {
		return bodyError(in.err)
	}
	return err
}

// failingReader keeps the error of its reader: a JSON decoder doesn't tell a body
// that breaks off from JSON that does.
type failingReader struct {
	r   io.Reader
	err error
}

func (f *failingReader) Read(b []byte) (int, error) {
	n, err := f.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

func decodeObject(contentType string, in *bufio.Reader, member func(name string, v any) bool) error {
	switch start, _ := in.Peek(4); {
	case len(start) == 0:
		return invalid{missingBody()}
	case !isJSON(contentType):
		text, _ := io.ReadAll(io.LimitReader(in, maxInput+1)) // a longer one is not repeated
		return invalid{noObject(string(text))}
	case len(start) == 4 && (start[0] == 0 || start[1] == 0):
		return fault.BodyUnreadable // UTF-16 or UTF-32
	case bytes.HasPrefix(start, []byte("\ufeff")):
		_, _ = in.Discard(len("\ufeff"))
	}
	dec := json.NewDecoder(in)
	if firstByte(in) != '{' {
		var v value
		if err := dec.Decode(&v); err != nil {
			return malformed(dec, err)
		}
		switch err := atEnd(dec); {
		case err != nil:
			return err
		case v.v == nil:
			return invalid{missingBody()}
		}
		return invalid{noObject(v.v)}
	}
	if _, err := dec.Token(); err != nil {
		return malformed(dec, err)
	}
	for {
		token, err := dec.Token()
		if err != nil {
			return malformed(dec, err)
		}
		name, isName := token.(string)
		if !isName { // the closing brace
			return atEnd(dec)
		}
		var v value
		if err := dec.Decode(&v); err != nil {
			return malformed(dec, err)
		}
		if !member(name, v.v) {
			return nil
		}
	}
}

// firstByte skips white space and returns the byte after it, 0 at the end.
func firstByte(in *bufio.Reader) byte {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return 0
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			_ = in.UnreadByte()
			return c
		}
	}
}

// atEnd refuses what follows the one JSON value.
func atEnd(dec *json.Decoder) error {
	_, err := dec.Token()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return malformed(dec, cmp.Or(err, errors.New("more data after the value")))
}

func malformed(dec *json.Decoder, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return invalid{{
		Type: "json_invalid", Loc: []any{"body", dec.InputOffset()}, Msg: "JSON decode error",
		Input: json.RawMessage("{}"), Ctx: map[string]any{"error": err.Error()},
	}}
}

func noObject(v any) problem {
	return newProblem("model_attributes_type", "Input should be a valid dictionary or object to extract fields from", v)
}
