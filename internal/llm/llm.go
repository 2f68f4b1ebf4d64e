// Package llm owns what the engine says to a language model and what comes
// back: the Model interface, requests, replies, usage, cost and errors.
// Adapters live below it (openai, offline, replay). This package never reaches
// the network, never retries and knows nothing of judges.
package llm

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"judgement/internal/fault"
)

// Kind says what a request asks for, so that an adapter without a language
// model can answer it.
type Kind string

// The kinds of request.
const (
	KindScore       Kind = "score"       // score a document on lenses
	KindMeeting     Kind = "meeting"     // a judge's view of meeting material
	KindCheckpoints Kind = "checkpoints" // draft questions about the future
	KindForecast    Kind = "forecast"    // probabilities for such questions
	KindCompare     Kind = "compare"     // which of two documents is better
	KindIntegrity   Kind = "integrity"   // list the passages of a document that address judges
	KindProbe       Kind = "probe"       // doctor's tiny structured call
)

// Role is the author of a message.
type Role string

// The roles of a chat.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of a chat.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
}

// Criterion is one thing that a reply must speak to, for a score request a
// lens.
type Criterion struct {
	ID   string  `json:"id"`
	Text string  `json:"text"` // its name and description
	Max  float64 `json:"max"`  // 0 if there is no scale
}

// Reading is what a baseline finds in a document by counting.
type Reading struct {
	Findings []Finding // one per criterion, in the request's order
	Summary  string    // says that no language model read the document
}

// Finding is what speaks to one criterion.
type Finding struct {
	ID      string
	Share   float64 // of the maximum, 0 to 1
	Comment string
	Quotes  []string // sentences of the document
}

// Schema is a JSON Schema for the reply.
type Schema struct {
	Name string          `json:"name"` // [a-z0-9_]{1,64}
	JSON json.RawMessage `json:"schema"`
	// Bounded is the same schema with lengths, for servers that enforce them: a small
	// model does not end a list or a text by itself. It is no part of a call's name.
	// Empty: there is none.
	Bounded json.RawMessage `json:"-"`
}

// Request is one call. Only Messages, Schema, Model, MaxTokens, Temperature and
// Seed go over the wire; the typed part (Kind to Try) lets the offline and the
// replay model answer and lets tests look at what is asked.
type Request struct {
	Kind     Kind
	Judge    string // the judge's slug
	Document string // the judged text, unfenced
	Language string // of the reply: en, zh
	Criteria []Criterion
	Mark     string // the random mark that fences the document in Messages
	Repeat   int    // which of the judge's repeats, from 0
	Try      int    // fresh tries of the same prompt, from 0
	// Offline makes the reply of a baseline without a language model from what it found;
	// nil: the baseline has a rule for the kind.
	Offline func(Reading) any

	Model    string // of Ref; empty: the default
	Messages []Message
	Schema   Schema
	// FormerSchema is the schema of the same call in earlier releases, by which stored
	// replies are found too; the zero value: none.
	FormerSchema Schema
	// Prefix is what the calls of a phase share; nil: nothing that is worth caching.
	Prefix      *Prefix
	MaxTokens   int     // of the reply; 0: the adapter's default
	Temperature float64 // 0 is sent as 0
	Seed        int64   // 0: none is sent
}

// Prefix is the beginning that the prompts of several calls to one model have in
// common, for servers that charge less for what they read again.
type Prefix struct {
	Key      string // names it, in lower-case hex
	Messages int    // whole messages
	Bytes    int    // of the message after them, up to a line's end; at least 1
}

// Usage counts what calls used. A failed call that the server charged for is
// in it too; if the server said nothing, tokens are estimated and Estimated
// is set.
type Usage struct {
	Calls        int `json:"calls"`        // requests sent, failed ones included
	FailedCalls  int `json:"failed_calls"` // of these, without a usable reply
	PromptTokens int `json:"prompt_tokens"`
	CachedTokens int `json:"cached_tokens"` // of the prompt tokens, read from the server's cache
	// CacheWrites are those of the prompt tokens that were written to the server's cache,
	// if it has a price of its own for that.
	CacheWrites      int  `json:"cache_write_tokens,omitempty"`
	CompletionTokens int  `json:"completion_tokens"`
	Estimated        bool `json:"estimated,omitempty"`
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Calls:            u.Calls + v.Calls,
		FailedCalls:      u.FailedCalls + v.FailedCalls,
		PromptTokens:     u.PromptTokens + v.PromptTokens,
		CachedTokens:     u.CachedTokens + v.CachedTokens,
		CacheWrites:      u.CacheWrites + v.CacheWrites,
		CompletionTokens: u.CompletionTokens + v.CompletionTokens,
		Estimated:        u.Estimated || v.Estimated,
	}
}

// Tokens returns prompt and completion tokens together.
func (u Usage) Tokens() int { return u.PromptTokens + u.CompletionTokens }

// Reply is a model's answer to one call.
type Reply struct {
	Text   string // untrusted
	Model  string // as the server names it, else as asked for
	Usage  Usage
	Finish Finish
}

// Finish says why a reply ended.
type Finish string

// The ways in which a reply ends.
const (
	FinishStop    Finish = "stop"
	FinishLength  Finish = "length"  // cut at the token limit
	FinishRefusal Finish = "refusal" // the model or its filter declined
)

// Model answers requests. Complete makes exactly one attempt (an adapter may
// spend further calls to find out which response format a server knows, and
// counts them in Usage). It returns an *Error for everything that goes wrong,
// with the usage spent. It must be safe for concurrent use.
type Model interface {
	Complete(ctx context.Context, req Request) (Reply, error)
	// Info describes the model that a request would go to, for plans and prices.
	Info(model string) Info
}

// Ref names a model of a provider, for Request.Model and Models; without a provider it
// is the model's name alone, at the configured provider.
func Ref(provider, model string) string {
	if provider == "" {
		return model
	}
	return provider + refMark + model
}

// SplitRef returns the provider and the model that Ref was given.
func SplitRef(ref string) (provider, model string) {
	if provider, model, ok := strings.Cut(ref, refMark); ok {
		return provider, model
	}
	return "", ref
}

// refMark is in no name of a provider or a model.
const refMark = "\x00"

// Baseline is the name of the offline baseline, which is no language model.
const Baseline = "offline-lexical-1"

// Info is what is known of a model before it is called.
type Info struct {
	Name     string // the name that goes over the wire
	Provider string // openai, anthropic, offline, replay, or its name in the settings
	Price    *Price // nil: unknown, and so is every cost
	Context  int    // tokens of prompt and reply together; 0: unknown
	// NoModel is set if no language model is behind the answers.
	NoModel bool
	// Problem says why no call can be made; nil: none is known.
	Problem error
}

// Error is what Complete returns when it fails: a fault, and what the call cost.
type Error struct {
	Fault      *fault.Error  // of a model; its words are safe to show: no key, no request body
	Status     int           // HTTP status, 0 without one
	RetryAfter time.Duration // from the server, 0 without one
	Usage      Usage         // what the failed call cost
}

// Fail returns an error that says a text.
func Fail(code fault.Code, cause error, text string) *Error {
	return &Error{Fault: fault.New(code, cause, "text", text)}
}

// Error is what the fault says.
func (e *Error) Error() string { return e.Fault.Error() }

// Unwrap is the fault.
func (e *Error) Unwrap() error { return e.Fault }

// Retryable reports whether the same call may succeed later.
func (e *Error) Retryable() bool { return !e.Fault.Code.Final() }
