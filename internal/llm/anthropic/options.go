package anthropic

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// DefaultBaseURL is the address of Anthropic's own API.
const DefaultBaseURL = "https://api.anthropic.com"

const (
	defaultTimeout  = 2 * time.Minute
	defaultMaxConns = 16
	defaultReply    = 4096 // tokens: the API demands a limit
)

// Options configure a client. Printing them does not show the key.
type Options struct {
	// BaseURL is the server's address, with or without /v1. Required.
	BaseURL string
	// APIKey goes out as x-api-key; empty: none is sent.
	APIKey string
	// KeyVariable is named in advice about the key, such as ANTHROPIC_API_KEY.
	KeyVariable string
	// Model answers requests that name none. It may be empty if all do.
	Model string
	// Timeout is the limit of one HTTP call; 0: two minutes.
	Timeout time.Duration
	// MaxConns is how many connections are opened at most; 0: 16.
	MaxConns int
	// MaxReplyTokens is the reply's limit if a request sets none; 0: 4,096.
	MaxReplyTokens int
	// Prices by the name of the model.
	Prices map[string]llm.Price
	// Now is the clock for Retry-After dates; nil: time.Now.
	Now func() time.Time
}

// String describes the options without the key.
func (o Options) String() string {
	key := "unset"
	if o.APIKey != "" {
		key = "set"
	}
	return fmt.Sprintf("anthropic{base_url: %s, key: %s, model: %s}", cleaner(o.APIKey)(o.BaseURL), key, o.Model)
}

// GoString is String, so that %#v shows no key either.
func (o Options) GoString() string { return o.String() }

// Validate reports all problems at once, as faults that say which value would do,
// joined.
func (o Options) Validate() error {
	var errs []error
	problem := func(text, fix string) {
		errs = append(errs, fault.New(fault.ModelSettings, nil, "text", cleaner(o.APIKey)(text), "fix", fix))
	}
	if o.Timeout < 0 || o.MaxConns < 0 || o.MaxReplyTokens < 0 {
		problem("a model client's time limit, connections and reply tokens can't be negative", "use 0 for the default")
	}
	if strings.ContainsFunc(o.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		problem("the API key holds a blank, a line break or a letter that no key has", "set "+o.KeyVariable+" to the key alone, on one line, without quotes")
	}
	u, err := url.Parse(o.BaseURL)
	example := "write an address such as " + DefaultBaseURL
	switch {
	case err == nil && u.User != nil: // the text may have a password in it: it is not repeated
		problem("the address of Anthropic's API holds a user or a password", "take them out and set "+o.KeyVariable)
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		problem("the address of Anthropic's API is not an http or https address", example)
	case u.RawQuery != "" || u.Fragment != "":
		problem("the address of Anthropic's API holds a query or a fragment", "take off what follows ? or #; a key belongs into "+o.KeyVariable)
	}
	return errors.Join(errs...)
}
