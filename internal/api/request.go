package api

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
)

// maxInput is the length in bytes of the longest input that a validation error
// repeats.
const maxInput = 1 << 10

// problem is one entry of HTTPValidationError.
type problem struct {
	Type  string          `json:"type"`
	Loc   []any           `json:"loc"`
	Msg   string          `json:"msg"`
	Input json.RawMessage `json:"input,omitempty"`
	Ctx   map[string]any  `json:"ctx,omitempty"`
}

// invalid is the error of a request body that fails validation.
type invalid []problem

func (p invalid) Error() string { return "the request body fails validation: " + p[0].Msg }

// parseAttribution reads an AttributionRunRequest: lax booleans, unknown fields
// ignored, the last of duplicate keys. An error is fault.BodyUnreadable or invalid.
func parseAttribution(contentType string, body []byte) (AttributionRequest, error) {
	req := AttributionRequest{DryRun: true}
	fields := map[string]any{}
	err := readObject(contentType, bytes.NewReader(body), func(name string, v any) bool {
		if name == "dry_run" || name == "case_id" {
			fields[name] = v
		}
		return true
	})
	if err != nil {
		return req, err
	}
	var bad invalid
	if v, ok := fields["dry_run"]; ok {
		var message string
		if req.DryRun, message = laxBool(v); message != "" {
			bad = append(bad, boolFault(message, v, "dry_run"))
		}
	}
	if v := fields["case_id"]; v != nil {
		id, p := textValue(v, "case_id")
		if p.Type != "" {
			bad = append(bad, p)
		}
		req.CaseID = &id
	}
	if bad != nil {
		return req, bad
	}
	return req, nil
}

// isJSON reports whether a content type is application/json or application/…+json,
// in any letter case and with any parameters.
func isJSON(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	kind, sub, _ := strings.Cut(strings.ToLower(strings.TrimSpace(media)), "/")
	return kind == "application" && !strings.Contains(sub, "/") && (sub == "json" || strings.HasSuffix(sub, "+json"))
}

func missingBody() problem { return newProblem("missing", "Field required", nil) }

// newProblem describes what is wrong with a value of the body. A long value is left
// out.
func newProblem(kind, message string, input any, loc ...any) problem {
	return problem{Type: kind, Loc: append([]any{"body"}, loc...), Msg: message, Input: repeated(input)}
}

// repeated returns the JSON of a value that a client sent: valid UTF-8, whatever
// the client's bytes were. It is nil for values above maxInput and for numbers
// that most clients can't decode, such as 1e400.
func repeated(v any) json.RawMessage {
	switch v := v.(type) {
	case string:
		if len(v) > maxInput {
			return nil
		}
	case json.RawMessage:
		if len(v) == 0 {
			return nil
		}
	}
	if n, ok := v.(json.Number); ok && !isWhole(n) {
		f, err := n.Float64()
		if err != nil {
			return nil
		}
		v = f
	}
	b := encode(v)
	if len(b) > maxInput || json.Unmarshal(b, new(any)) != nil {
		return nil
	}
	return b
}

// textValue returns a value that must be a text. The problem's type is empty on
// success.
func textValue(v any, name string) (string, problem) {
	if s, ok := v.(string); ok {
		return s, problem{}
	}
	if isText(v) {
		return "", newProblem("string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string", v, name)
	}
	return "", newProblem("string_type", "Input should be a valid string", v, name)
}

func boolFault(message string, v any, name string) problem {
	kind := "bool_parsing"
	if message == notBool {
		kind = "bool_type"
	}
	return newProblem(kind, message, v, name)
}

const (
	notBool      = "Input should be a valid boolean"
	notBoolValue = "Input should be a valid boolean, unable to interpret input"
)

// laxBool reads what stands for a boolean: true, 1, 1.0 and the words for it, in
// any letter case, without trimming. The message is empty on success.
func laxBool(v any) (value bool, message string) {
	switch v := v.(type) {
	case bool:
		return v, ""
	case string:
		switch asciiLower(v) {
		case "1", "on", "t", "true", "y", "yes":
			return true, ""
		case "0", "off", "f", "false", "n", "no":
			return false, ""
		}
		return false, notBoolValue
	case json.Number:
		return laxNumberBool(v)
	}
	if isText(v) {
		return false, notBoolValue
	}
	return false, notBool
}

func laxNumberBool(n json.Number) (bool, string) {
	f, err := n.Float64()
	if isWhole(n) {
		_, err = n.Int64()
	}
	switch {
	case err != nil, f != math.Trunc(f), !isWhole(n) && (f < math.MinInt64 || f >= math.MaxInt64):
		return false, notBool // a fraction, or beyond 64 bits
	case f == 0 || f == 1:
		return f == 1, ""
	}
	return false, notBoolValue
}

// isWhole reports whether a number is written without fraction and exponent.
func isWhole(n json.Number) bool { return !strings.ContainsAny(string(n), ".eE") }

// asciiLower lowers ASCII letters only: ſ is no s, and K no k.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
