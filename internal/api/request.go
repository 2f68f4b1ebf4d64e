package api

import (
	"encoding/json"
	"errors"
	"math"
	"strings"

	"judgement/internal/api/pyjson"
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

// errUnreadable is the error of a body that is no text, or is nested too deeply.
var errUnreadable = errors.New("there was an error parsing the body")

// parseAttribution reads an AttributionRunRequest: lax booleans, unknown fields
// ignored, the last of duplicate keys. An error is errUnreadable or invalid.
func parseAttribution(contentType string, body []byte) (AttributionRequest, error) {
	req := AttributionRequest{DryRun: true}
	if len(body) == 0 {
		return req, invalid{missingBody()}
	}
	v, err := readBody(contentType, body)
	if err != nil {
		return req, err
	}
	object, ok := v.(*pyjson.Object)
	switch {
	case v == nil:
		return req, invalid{missingBody()}
	case !ok:
		return req, invalid{fault("model_attributes_type", "Input should be a valid dictionary or object to extract fields from", v)}
	}
	var bad invalid
	if v, ok := object.Get("dry_run"); ok {
		var message string
		if req.DryRun, message = laxBool(v); message != "" {
			kind := "bool_parsing"
			if message == notBool {
				kind = "bool_type"
			}
			bad = append(bad, fault(kind, message, v, "dry_run"))
		}
	}
	if v, ok := object.Get("case_id"); ok && v != nil {
		id, isText := v.(string)
		switch {
		case !isText:
			bad = append(bad, fault("string_type", "Input should be a valid string", v, "case_id"))
		case strings.ToValidUTF8(id, "") != id:
			bad = append(bad, fault("string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string", v, "case_id"))
		default:
			req.CaseID = &id
		}
	}
	if bad != nil {
		return req, bad
	}
	return req, nil
}

// readBody parses a body of a JSON type; any other is one string.
func readBody(contentType string, body []byte) (any, error) {
	if !isJSON(contentType) {
		text := string(body)
		if strings.ToValidUTF8(text, "") != text {
			return nil, errUnreadable
		}
		return text, nil
	}
	v, err := pyjson.Parse(body)
	var syntax *pyjson.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, invalid{{
			Type: "json_invalid", Loc: []any{"body", syntax.Pos}, Msg: "JSON decode error",
			Input: json.RawMessage("{}"), Ctx: map[string]any{"error": syntax.Message},
		}}
	case err != nil:
		return nil, errUnreadable
	}
	return v, nil
}

// isJSON reports whether a content type is application/json or application/…+json,
// in any letter case and with any parameters.
func isJSON(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	kind, sub, _ := strings.Cut(strings.ToLower(strings.TrimSpace(media)), "/")
	return kind == "application" && !strings.Contains(sub, "/") && (sub == "json" || strings.HasSuffix(sub, "+json"))
}

func missingBody() problem { return fault("missing", "Field required", nil) }

// fault describes what is wrong with a value of the body. The value is left out
// where it is long or has no JSON form.
func fault(kind, message string, input any, loc ...any) problem {
	p := problem{Type: kind, Loc: append([]any{"body"}, loc...), Msg: message}
	if b, err := pyjson.Append(nil, input); err == nil && len(b) <= maxInput {
		p.Input = b
	}
	return p
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
	case pyjson.Int:
		return laxInt(string(v))
	case float64:
		if v != math.Trunc(v) || v < math.MinInt64 || v >= math.MaxInt64 {
			return false, notBool
		}
		if v == 0 || v == 1 {
			return v == 1, ""
		}
		return false, notBoolValue
	}
	return false, notBool
}

func laxInt(digits string) (bool, string) {
	switch digits {
	case "0":
		return false, ""
	case "1":
		return true, ""
	}
	var n int64
	if json.Unmarshal([]byte(digits), &n) != nil {
		return false, notBool // beyond 64 bits
	}
	return false, notBoolValue
}

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
