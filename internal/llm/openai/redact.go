package openai

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

const (
	redacted     = "[redacted]"
	maxShown     = 200 // characters of a server's words in an error
	minSecret    = 6   // bytes: shorter header values are no secrets
	maxErrorBody = 64 << 10
)

// redactor takes secrets out of text that is shown. It is a function and not a
// struct, so that printing what holds it prints no secret.
type redactor func(string) string

// redactor covers the key and the values of the extra headers, as they are and
// as they look inside JSON and URLs.
func (o Options) redactor() redactor {
	var secrets []string
	add := func(s string) {
		if s == "" {
			return
		}
		quoted, _ := json.Marshal(s) // a string always encodes
		inJSON := strings.TrimSuffix(strings.TrimPrefix(string(quoted), `"`), `"`)
		plain := strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(inJSON)
		secrets = append(secrets, s, inJSON, plain, url.QueryEscape(s), url.PathEscape(s))
	}
	add(o.APIKey)
	for _, name := range sortedKeys(o.Headers) {
		value := o.Headers[name]
		if len(value) < minSecret {
			continue
		}
		add(value)
		if _, token, ok := strings.Cut(value, " "); ok && len(token) >= minSecret {
			add(token)
		}
	}
	// Longest first, so that a secret within another leaves no rest.
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	return func(text string) string {
		for _, s := range secrets {
			text = strings.ReplaceAll(text, s, redacted)
		}
		return text
	}
}

// clean makes a server's words fit to be shown: one line, no control
// characters, no secrets, at most maxShown characters. Secrets go before and
// after the control characters, which may have split one.
func (r redactor) clean(text string) string {
	text = r(strings.ToValidUTF8(text, "?"))
	text = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case !unicode.IsPrint(c):
			return -1
		}
		return c
	}, text)
	text = r(strings.Join(strings.Fields(text), " "))
	if runes := []rune(text); len(runes) > maxShown {
		text = string(runes[:maxShown-1]) + "…"
	}
	return text
}

// serverError is what a server says of an error, in whichever of the usual
// shapes.
type serverError struct {
	message, kind, code, param string
}

// readError reads an error body: OpenAI's {"error": {…}}, the same in a list,
// {"error": "…"}, {"message": …}, FastAPI's {"detail": …}, and anything else as
// text without its tags.
func readError(body []byte) serverError {
	body = body[:min(len(body), maxErrorBody)]
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return serverError{message: withoutTags(string(body))}
	}
	fields := top
	if raw, ok := top["error"]; ok {
		var nested map[string]json.RawMessage
		if json.Unmarshal(raw, &nested) != nil {
			return serverError{message: scalar(raw), code: scalar(top["code"])}
		}
		fields = nested
	}
	e := serverError{
		message: scalar(fields["message"]), kind: scalar(fields["type"]),
		code: scalar(fields["code"]), param: scalar(fields["param"]),
	}
	if e.message == "" {
		e.message, e.param = detail(top["detail"])
	}
	if e.kind == "" {
		e.kind = scalar(fields["status"])
	}
	return e
}

// detail reads FastAPI's errors: a text, or a list of places and messages. The
// input that they repeat is left out.
func detail(raw json.RawMessage) (message, param string) {
	var list []struct {
		Loc []any  `json:"loc"`
		Msg string `json:"msg"`
	}
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return scalar(raw), ""
	}
	var loc []string
	for _, part := range list[0].Loc {
		if s, ok := part.(string); ok {
			loc = append(loc, s)
		}
	}
	param = strings.Join(loc, ".")
	return strings.TrimSpace(param + " " + list[0].Msg), param
}

// scalar returns a JSON string's value, a number or a boolean as it is written,
// and "" for anything else.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	text := string(raw)
	if text == "null" || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return ""
	}
	return text
}

func withoutTags(text string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case r == '<':
			depth = 1
			b.WriteByte(' ')
		case r == '>' && depth > 0:
			depth = 0
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}
