package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"judgement/internal/text"
)

const (
	redacted     = "[redacted]"
	maxShown     = 200 // characters of a server's words in an error
	minSecret    = 6   // bytes: shorter header values are no secrets
	minKey       = 4   // bytes: a shorter key is a placeholder, such as "x", and would take letters out of every message
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
	if len(o.APIKey) >= minKey {
		add(o.APIKey)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
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

// clean makes a server's words fit to be shown, without secrets.
func (r redactor) clean(said string) string { return text.Foreign(said, maxShown, r) }

// serverError is an error as a server reports it, in one of the usual
// shapes.
type serverError struct {
	message, kind, code, param string
	context, prompt            int // tokens, as llama.cpp says them; 0: it does not
}

// readError reads an error body: OpenAI's {"error": {…}}, the same in a list,
// {"error": "…"}, {"message": …}, FastAPI's {"detail": …} also inside of the message
// (Mistral), and anything else as text without its tags.
func readError(body []byte) serverError {
	d := json.NewDecoder(bytes.NewReader(body[:min(len(body), maxErrorBody)]))
	d.UseNumber() // a code stays as it is written
	var top any
	if d.Decode(&top) != nil || d.More() {
		return serverError{message: withoutTags(string(body[:min(len(body), maxErrorBody)]))}
	}
	if list, ok := top.([]any); ok && len(list) > 0 {
		top = list[0]
	}
	outer, ok := top.(map[string]any)
	if !ok {
		return serverError{message: scalar(top)}
	}
	fields := outer
	if inner, ok := outer["error"]; ok {
		if fields, ok = inner.(map[string]any); !ok {
			return serverError{message: scalar(inner), code: scalar(outer["code"])}
		}
	}
	e := serverError{
		message: cmp.Or(scalar(fields["message"]), scalar(fields["msg"])), kind: cmp.Or(scalar(fields["type"]), scalar(fields["status"])),
		code: scalar(fields["code"]), param: scalar(fields["param"]),
		context: count(scalar(fields["n_ctx"])), prompt: count(scalar(fields["n_prompt_tokens"])),
	}
	for _, nested := range []any{fields["message"], fields["detail"], outer["detail"], outer["base_resp"]} {
		if e.message != "" {
			break
		}
		if object, ok := nested.(map[string]any); ok {
			nested = cmp.Or[any](object["detail"], object["message"], object["msg"], object["status_msg"])
		}
		e.message, e.param = detail(nested)
	}
	return e
}

// detail reads FastAPI's errors: a text, or a list of places and messages. The
// input that they repeat is left out.
func detail(value any) (message, param string) {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return scalar(value), ""
	}
	var all []string
	for _, entry := range list {
		object, _ := entry.(map[string]any)
		places, _ := object["loc"].([]any)
		var loc []string
		for _, part := range places {
			if s, ok := part.(string); ok {
				loc = append(loc, s)
			}
		}
		place := strings.Join(loc, ".")
		param = cmp.Or(param, place)
		all = append(all, strings.TrimSpace(place+" "+scalar(object["msg"])))
	}
	return strings.Join(all, "; "), param
}

// scalar returns a string, a number or a boolean as text, and "" for anything else.
func scalar(value any) string {
	switch value.(type) {
	case string, json.Number, bool:
		return fmt.Sprint(value)
	}
	return ""
}

var tag = regexp.MustCompile(`<[^>]*(>|$)`)

func withoutTags(text string) string { return strings.TrimSpace(tag.ReplaceAllString(text, " ")) }
