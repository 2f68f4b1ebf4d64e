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
	"judgement/internal/llm/connect"
)

// Defaults of Options.
const (
	DefaultTimeout  = 2 * time.Minute
	DefaultMaxConns = 16
)

// Options configure a client. Printing them does not show the key.
type Options struct {
	// BaseURL is the server's address with its version path, such as
	// https://api.openai.com/v1. Required.
	BaseURL string
	// APIKey goes out as a bearer token, or in KeyHeader; empty: none is sent.
	APIKey string
	// KeyHeader is the header that carries the key alone, such as api-key; empty:
	// Authorization, and api-key for hosts of Azure.
	KeyHeader string
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
	// Context is how many tokens the models read and write in one call; 0: as the
	// server's list of models says.
	Context int
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
	// Refused holds what the server of each model refused in an earlier run.
	Refused map[string][]Refusal
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
	if o.Timeout < 0 || o.MaxConns < 0 || o.MaxReplyTokens < 0 || o.Context < 0 {
		problem("a model client's time limit, connections, reply tokens and context can't be negative", "use 0 for the default")
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
	if o.KeyHeader != "" && !httpguts.ValidHeaderFieldName(o.KeyHeader) {
		problem("the header of the key can't be sent", "set llm.key_header (JUDGEMENT_LLM_KEY_HEADER) to a name such as api-key, or leave it empty")
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
		return bad("holds a user or a password", "take them out of llm.base_url (OPENAI_BASE_URL) and set OPENAI_API_KEY")
	case err != nil && (hasScheme || strings.ContainsAny(o.BaseURL, "@ \t\r\n")):
		return bad("is not a URL", example)
	case err != nil || !hasScheme && u.Scheme != "http" && u.Scheme != "https":
		return bad(fmt.Sprintf("%q has no scheme", o.BaseURL), where+" to http://"+o.BaseURL)
	case u.Scheme != "http" && u.Scheme != "https":
		return bad(fmt.Sprintf("%q is neither http nor https", o.BaseURL), where+" to an http:// or https:// address")
	case u.Hostname() == "":
		return bad(fmt.Sprintf("%q names no host", o.BaseURL), example)
	case u.Fragment != "" || !onlyVersion(u.RawQuery): // it may hold a key: it is not repeated
		return bad("holds a query or a fragment", "take off what follows ? or # in llm.base_url (OPENAI_BASE_URL), except api-version, and set OPENAI_API_KEY to the key if it was there")
	}
	if address, ok := strings.CutSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"); ok {
		u.Path = address
		address = u.String()
		return bad(fmt.Sprintf("%q holds the path of the call", o.BaseURL), where+" to "+address)
	}
	return nil
}

// onlyVersion reports a query that is empty or names a version of the API and nothing
// else, as those of Azure do.
func onlyVersion(query string) bool {
	values, err := url.ParseQuery(query)
	return err == nil && (len(values) == 0 || len(values) == 1 && len(values["api-version"]) == 1 && len(values.Get("api-version")) <= 30)
}

// address is the base URL without its query, and the query.
func (o Options) address() (address, query string) {
	address, query, _ = strings.Cut(o.BaseURL, "?")
	return strings.TrimRight(address, "/"), query
}

// near reports a server on this machine or in the private network.
func (o Options) near() bool {
	u, err := url.Parse(o.BaseURL)
	return err == nil && connect.Near(u.Hostname())
}

// headers are those of every call, with that of the key.
func (o Options) headers() map[string]string {
	out := map[string]string{}
	name, value := o.KeyHeader, o.APIKey
	if u, err := url.Parse(o.BaseURL); name == "" && err == nil && azure(u.Hostname()) {
		name = "api-key"
	}
	if name == "" || strings.EqualFold(name, "authorization") {
		name, value = "Authorization", "Bearer "+o.APIKey
	}
	if o.APIKey != "" {
		out[name] = value
	}
	maps.Copy(out, o.Headers)
	return out
}

// known are the modes to begin with, by model: those of an earlier run, else that of a
// server that is known to ignore response formats.
func (o Options) known() map[string]Mode {
	if s := Recognise(o.BaseURL, nil, nil); s != nil && s.mode != "" && o.Known[o.Model] == "" {
		out := map[string]Mode{o.Model: s.mode}
		maps.Copy(out, o.Known)
		return out
	}
	return o.Known
}

// azure reports a host of Azure OpenAI, whose classic addresses take no bearer token.
func azure(host string) bool {
	return slices.ContainsFunc([]string{".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"}, func(s string) bool { return strings.HasSuffix(host, s) })
}

func (o Options) checkKey() error {
	what := "holds a blank, a line break or a letter that no key has"
	switch n := len(o.APIKey); {
	case strings.ContainsFunc(o.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }):
	case n > 1 && o.APIKey[0] == o.APIKey[n-1] && strings.ContainsAny(o.APIKey[:1], `"'`):
		what = "is in quotation marks"
	default:
		return nil
	}
	return fault.New(fault.ModelSettings, nil, "text", "the API key "+what,
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
