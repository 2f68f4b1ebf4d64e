// Package openai is the adapter to any server that speaks OpenAI's chat
// completions. It makes one attempt per call, finds out once which response
// format a model's server knows, and turns everything that goes wrong into an
// *llm.Error whose text is safe to show. It never retries, never repairs a
// reply, keeps no reply, and never puts the API key into an error, a log or a
// printed value.
package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Defaults of Options.
const (
	DefaultTimeout  = 2 * time.Minute
	DefaultMaxConns = 16
)

// MaxReplyBytes is the size at which a server's answer is given up.
const MaxReplyBytes = 4 << 20

// Options configure a client. Printing them does not show the key.
type Options struct {
	// BaseURL is the server's address with its version path, such as
	// https://api.openai.com/v1. Required.
	BaseURL string
	// APIKey goes out as a bearer token; empty: none is sent.
	APIKey string
	// Model answers requests that name none. It may be empty if all do.
	Model string
	// Timeout is the limit of one HTTP call; 0: DefaultTimeout.
	Timeout time.Duration
	// MaxConns is how many connections are opened to the server at most and
	// kept between calls: set it to the limit on calls at once. Further calls
	// wait for a connection, within their Timeout. 0: DefaultMaxConns.
	MaxConns int
	// MaxReplyTokens is the reply's limit if a request sets none; 0: no
	// limit is sent.
	MaxReplyTokens int
	// Prices by the name of the model.
	Prices map[string]llm.Price
	// ExtraBody holds further top-level fields of the request, such as
	// enable_thinking. temperature, seed, max_tokens and max_completion_tokens
	// take the place of the adapter's own; a nil value sends no such field.
	ExtraBody map[string]any
	// Headers are sent with every call. Their values count as secrets.
	Headers map[string]string
	// Mode fixes the response format; empty: it is found out.
	Mode Mode
	// Known holds the response format of each model as an earlier run found it
	// out. If the server rejects it by now, it is found out again.
	Known map[string]Mode
	// Now is the clock for Retry-After dates and latencies; nil: time.Now.
	Now func() time.Time
}

// String describes the options without the key and the headers' values.
func (o Options) String() string {
	key := "unset"
	if o.APIKey != "" {
		key = "set"
	}
	return fmt.Sprintf("openai{base_url: %s, key: %s, model: %s}", o.redactor().clean(o.BaseURL), key, o.Model)
}

// GoString is String, so that %#v shows no key either.
func (o Options) GoString() string { return o.String() }

// reservedFields of the body belong to the adapter.
var reservedFields = []string{"messages", "model", "n", "response_format", "stream", "stream_options", "tools"}

// Validate reports all problems at once, as faults that say which value would do,
// joined.
func (o Options) Validate() error {
	errs := []error{o.checkBaseURL(), o.checkKey()}
	problem := func(message, fix string) {
		errs = append(errs, fault.New(fault.ModelSettings, nil, "text", message, "fix", fix))
	}
	if o.Timeout < 0 || o.MaxConns < 0 || o.MaxReplyTokens < 0 {
		problem("a model client's time limit, connections and reply tokens can't be negative", "use 0 for the default")
	}
	if o.Mode != "" && !slices.Contains(Modes(), o.Mode) {
		problem(fmt.Sprintf("unknown response format %q", o.Mode), fmt.Sprintf("use one of %v, or leave it empty", Modes()))
	}
	for _, model := range slices.Sorted(maps.Keys(o.Known)) {
		if !slices.Contains(Modes(), o.Known[model]) {
			problem(fmt.Sprintf("unknown response format %q of model %s", o.Known[model], model), fmt.Sprintf("use one of %v, or leave it out", Modes()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.ExtraBody)) {
		if slices.Contains(reservedFields, name) {
			problem(fmt.Sprintf("the extra body field %q belongs to the adapter", name), "remove it; reserved are "+strings.Join(reservedFields, ", "))
		}
	}
	if _, err := json.Marshal(o.ExtraBody); err != nil {
		problem("the extra body fields can't be written as JSON", "use text, numbers, booleans, lists and objects only")
	}
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		if fix := checkHeader(name, o.Headers[name], o.APIKey != ""); fix != "" {
			problem(fmt.Sprintf("the extra header %q can't be sent", name), fix)
		}
	}
	return errors.Join(errs...)
}

func (o Options) checkBaseURL() error {
	const where = "set llm.base_url (OPENAI_BASE_URL)"
	bad := func(what, fix string) error {
		return fault.New(fault.ModelSettings, nil, "text", o.redactor().clean("the model server's address "+what), "fix", fix)
	}
	example := where + " to something like https://api.openai.com/v1"
	hasScheme := strings.Contains(o.BaseURL, "://")
	u, err := url.Parse(o.BaseURL)
	switch {
	case strings.TrimSpace(o.BaseURL) == "":
		return bad("is not set", where+" to a server that speaks OpenAI's API, such as https://api.openai.com/v1")
	case err == nil && u.User != nil: // the text may have a password in it: it is not repeated
		return bad("holds a user or a password", "take them out and set OPENAI_API_KEY")
	case err != nil && (hasScheme || strings.ContainsAny(o.BaseURL, "@ \t\r\n")):
		return bad("is not a URL", example)
	case err != nil || !hasScheme && u.Scheme != "http" && u.Scheme != "https":
		return bad(fmt.Sprintf("%q has no scheme", o.BaseURL), where+" to http://"+o.BaseURL)
	case u.Scheme != "http" && u.Scheme != "https":
		return bad(fmt.Sprintf("%q is neither http nor https", o.BaseURL), where+" to an http:// or https:// address")
	case u.Hostname() == "":
		return bad(fmt.Sprintf("%q names no host", o.BaseURL), example)
	case u.RawQuery != "" || u.Fragment != "":
		return bad("holds a query or a fragment", "take off what follows ? or #")
	}
	if address, ok := strings.CutSuffix(strings.TrimRight(o.BaseURL, "/"), "/chat/completions"); ok {
		return bad(fmt.Sprintf("%q holds the path of the call", o.BaseURL), where+" to "+address)
	}
	return nil
}

func (o Options) checkKey() error {
	if !strings.ContainsFunc(o.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil
	}
	return fault.New(fault.ModelSettings, nil, "text", "the API key holds a blank, a line break or a letter that no key has",
		"fix", "set OPENAI_API_KEY to the key alone, on one line, without quotes")
}

// checkHeader returns what to do about a header, empty if it is fine.
func checkHeader(name, value string, hasKey bool) string {
	lower := strings.ToLower(name)
	switch {
	case name == "":
		return "give it a name"
	case !httpguts.ValidHeaderFieldName(name):
		return "use letters, digits and hyphens in its name"
	case slices.Contains([]string{"accept", "accept-encoding", "connection", "content-length", "content-type", "host", "transfer-encoding"}, lower):
		return "remove it; the adapter sets it"
	case lower == "authorization" && hasKey:
		return "remove it, or unset OPENAI_API_KEY"
	case !httpguts.ValidHeaderFieldValue(value):
		return "take the line breaks and control characters out of its value"
	}
	return ""
}
