package fakeserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Request is a chat request as the server understood it.
type Request struct {
	Model       string
	Messages    []Message
	Format      string          // text, json_object or json_schema
	Strict      bool            // of a json_schema
	Schema      json.RawMessage // from the response format, else from the text of the last message
	MaxTokens   int             // max_tokens or max_completion_tokens
	Temperature *float64        // nil: not sent
	Seed        *int64          // nil: not sent
	Body        []byte          // as it came

	Document  string // between the first pair of fences in a user message
	Second    string // between the second pair in the same message
	Documents int    // pairs of fences in all messages
	Lenses    []Lens // of a score request, those that the prompt lists, in the schema's order
	Key       uint64 // hash of the model and the messages before the first reply
	Attempt   int    // calls with this key before this one
	FakeSeed  uint64 // the server's
	Tokens    int    // of the prompt, as the server counts them
	Cached    int    // of these, read from its cache
	CacheKey  string // prompt_cache_key

	begins []uint64    // of blocks of the prompt
	marks  []cacheMark // of the Messages API
}

// Message is one turn.
type Message struct {
	Role    string
	Content string
}

// Lens is one lens of a score request.
type Lens struct {
	Slug string
	Max  float64
}

const (
	fenceOpen    = "<<<DOCUMENT "
	fenceClose   = "DOCUMENT "
	fenceEnd     = ">>>"
	schemaMarker = "JSON Schema:\n"
)

type wireRequest struct {
	Model    string        `json:"model"`
	Messages []wireMessage `json:"messages"`
	Format   *struct {
		Type   string `json:"type"`
		Schema *struct {
			Name   string          `json:"name"`
			Strict bool            `json:"strict"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	MaxTokens           int      `json:"max_tokens"`
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Temperature         *float64 `json:"temperature"`
	Seed                *int64   `json:"seed"`
	Stream              bool     `json:"stream"`
	CacheKey            string   `json:"prompt_cache_key"`
}

type wireMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// parseRequest reads a chat request. Its errors are what a real server would
// say with a 400.
func parseRequest(body []byte, cache *schemaCache) (Request, error) {
	var w wireRequest
	if err := json.Unmarshal(body, &w); err != nil {
		return Request{}, fmt.Errorf("the body is not a chat request: %w", err)
	}
	if w.Model == "" {
		return Request{}, errors.New("you must provide a model parameter")
	}
	if len(w.Messages) == 0 {
		return Request{}, errors.New("[] is too short - 'messages'")
	}
	if w.Stream {
		return Request{}, errors.New("streaming is not served here")
	}
	req := Request{
		Model: w.Model, Format: "text", Body: body,
		MaxTokens: max(w.MaxTokens, w.MaxCompletionTokens), Temperature: w.Temperature, Seed: w.Seed,
		CacheKey: w.CacheKey,
	}
	if err := req.readFormat(w); err != nil {
		return Request{}, err
	}
	req.readMessages(w.Messages)
	if req.Schema == nil {
		req.Schema = schemaInText(req.Messages[len(req.Messages)-1].Content)
	}
	req.Lenses = req.asked(cache.lenses(req.Schema))
	read := req.stream()
	req.Tokens, req.begins = len(read)/tokenBytes, blocks(req.Model, read)
	return req, nil
}

func (r *Request) readFormat(w wireRequest) error {
	if w.Format == nil {
		return nil
	}
	switch w.Format.Type {
	case "text", "json_object":
	case "json_schema":
		if w.Format.Schema == nil || len(w.Format.Schema.Schema) == 0 || w.Format.Schema.Name == "" {
			return errors.New("missing required parameter: 'response_format.json_schema'")
		}
		r.Schema, r.Strict = w.Format.Schema.Schema, w.Format.Schema.Strict
	default:
		return fmt.Errorf("invalid value: %q: 'response_format.type'", w.Format.Type)
	}
	r.Format = w.Format.Type
	return nil
}

func (r *Request) readMessages(messages []wireMessage) {
	h := xxhash.New()
	_, _ = h.WriteString(r.Model)
	opening, found := true, false
	r.Messages = make([]Message, len(messages))
	for i, m := range messages {
		r.Messages[i] = Message(m)
		if m.Role == "assistant" {
			opening = false
		}
		if opening {
			_, _ = h.WriteString("\x00" + m.Role + "\x00")
			_, _ = h.WriteString(m.Content)
		}
		docs := documentsIn(m.Content)
		r.Documents += len(docs)
		if len(docs) > 0 && !found && m.Role == "user" {
			r.Document, found = docs[0], true
			if len(docs) > 1 {
				r.Second = docs[1]
			}
		}
	}
	r.Key = h.Sum64()
}

// documentsIn returns the texts between fences. A fence whose mark is never closed
// is text like any other.
func documentsIn(text string) (docs []string) {
	for {
		at := strings.Index(text, fenceOpen)
		if at < 0 {
			return docs
		}
		rest := text[at+len(fenceOpen):]
		mark, body, ok := strings.Cut(rest, "\n")
		lineStart := at == 0 || text[at-1] == '\n'
		end := -1
		if ok && lineStart && mark != "" {
			end = strings.Index("\n"+body, "\n"+fenceClose+mark+fenceEnd)
		}
		if end < 0 {
			text = rest
			continue
		}
		docs = append(docs, body[:max(end-1, 0)])
		text = body[end:]
	}
}

// asked are the lenses of a schema that the prompt lists: the schema has those of the
// whole panel. A prompt that lists none asks for all.
func (r Request) asked(lenses []Lens) []Lens {
	var out []Lens
	for _, l := range lenses {
		item := "\n- `" + l.Slug + "`"
		if slices.ContainsFunc(r.Messages, func(m Message) bool { return m.Role == "user" && strings.Contains(m.Content, item) }) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return lenses
	}
	return out
}

// schemaInText finds the schema that a client without response formats puts at
// the end of its last message.
func schemaInText(text string) json.RawMessage {
	at := strings.LastIndex(text, schemaMarker)
	if at < 0 {
		return nil
	}
	var schema json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text[at+len(schemaMarker):])).Decode(&schema); err != nil {
		return nil
	}
	return schema
}

// schemaCache remembers the lenses of schemas: judges share a few, and parsing
// them for every call would cost more than the rest of the answer.
type schemaCache struct {
	mu    sync.Mutex
	known map[uint64][]Lens
}

const schemaCacheMax = 4096

func (c *schemaCache) lenses(schema json.RawMessage) []Lens {
	if len(schema) == 0 {
		return nil
	}
	sum := xxhash.Sum64(schema)
	c.mu.Lock()
	lenses, ok := c.known[sum]
	c.mu.Unlock()
	if ok {
		return lenses
	}
	lenses = lensesIn(schema)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= schemaCacheMax {
		c.known = map[uint64][]Lens{}
	}
	c.known[sum] = lenses
	return lenses
}

// lensesIn reads the slugs of a score schema from the enum of the lens field
// and their maxima from the description of the score field, which reads
// "slug 0..max; slug 0..max"; a lens without one has 10.
func lensesIn(schema json.RawMessage) []Lens {
	var s struct {
		Properties struct {
			Scores struct {
				Items struct {
					Properties struct {
						Lens struct {
							Enum []string `json:"enum"`
						} `json:"lens"`
						Score struct {
							Description string `json:"description"`
						} `json:"score"`
					} `json:"properties"`
				} `json:"items"`
			} `json:"scores"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil
	}
	maxima := map[string]float64{}
	for part := range strings.SplitSeq(s.Properties.Scores.Items.Properties.Score.Description, ";") {
		slug, top, ok := strings.Cut(strings.TrimSpace(part), " 0..")
		if f, err := strconv.ParseFloat(top, 64); ok && err == nil && f > 0 && f < 1e9 {
			maxima[slug] = f
		}
	}
	var lenses []Lens
	for _, slug := range s.Properties.Scores.Items.Properties.Lens.Enum {
		top, ok := maxima[slug]
		if !ok {
			top = 10
		}
		lenses = append(lenses, Lens{Slug: slug, Max: top})
	}
	return lenses
}
