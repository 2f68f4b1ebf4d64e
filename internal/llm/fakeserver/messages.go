package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/cespare/xxhash/v2"
)

// The same server also speaks Anthropic's Messages API, as its documentation describes
// it: https://docs.claude.com/en/api/messages, …/api/errors,
// …/build-with-claude/structured-outputs and …/build-with-claude/prompt-caching.

type messagesRequest struct {
	Model       string            `json:"model"`
	MaxTokens   int               `json:"max_tokens"`
	System      []contentBlock    `json:"system"`
	Messages    []messagesMessage `json:"messages"`
	Temperature *float64          `json:"temperature"`
	Output      *struct {
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
}

type messagesMessage struct {
	Role    string         `json:"role"`
	Content []contentBlock `json:"content"`
}

type contentBlock struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	Cache *struct {
		Type string `json:"type"`
	} `json:"cache_control"`
}

// parseMessages reads a request. Its errors are what the API says with a 400.
func parseMessages(body []byte, cache *schemaCache) (Request, error) {
	var w messagesRequest
	if err := json.Unmarshal(body, &w); err != nil {
		return Request{}, fmt.Errorf("the body is not a request: %w", err)
	}
	switch {
	case w.Model == "":
		return Request{}, errors.New("model: Field required")
	case w.MaxTokens < 1:
		return Request{}, errors.New("max_tokens: Field required")
	case len(w.Messages) == 0:
		return Request{}, errors.New("messages: at least one message is required")
	}
	req := Request{Model: w.Model, Format: "text", Body: body, MaxTokens: w.MaxTokens, Temperature: w.Temperature}
	if w.Output != nil && w.Output.Format != nil {
		if err := strictObjects(w.Output.Format.Schema); err != nil {
			return Request{}, err
		}
		req.Format, req.Schema = w.Output.Format.Type, w.Output.Format.Schema
	}
	if len(w.System) > 0 {
		w.Messages = slices.Insert(w.Messages, 0, messagesMessage{"system", w.System})
	}
	plain, err := req.readBlocks(w.Messages)
	if err != nil {
		return Request{}, err
	}
	req.readMessages(plain)
	if req.Schema == nil {
		req.Schema = schemaInText(plain[len(plain)-1].Content)
	}
	req.Lenses = req.asked(cache.lenses(req.Schema))
	return req, nil
}

// readBlocks puts the blocks of each message together, and counts the prompt's tokens and
// those up to each mark for the cache.
func (r *Request) readBlocks(messages []messagesMessage) (plain []wireMessage, err error) {
	h := xxhash.New()
	_, _ = h.WriteString(r.Model)
	_, _ = h.Write(r.Schema)
	r.Tokens = len(r.Schema) / tokenBytes
	for _, m := range messages {
		text := ""
		for _, b := range m.Content {
			if b.Type != "text" || b.Text == "" {
				return nil, errors.New("messages: text content blocks must be non-empty")
			}
			_, _ = h.WriteString("\x00" + m.Role + "\x00" + b.Text)
			text += b.Text
			r.Tokens += len(b.Text)/tokenBytes + 1
			if b.Cache != nil {
				r.marks = append(r.marks, cacheMark{h.Sum64(), r.Tokens})
			}
		}
		plain = append(plain, wireMessage{m.Role, text})
	}
	return plain, nil
}

// strictObjects demands of every object in a schema that it allows no further fields.
func strictObjects(schema json.RawMessage) error {
	var n struct {
		Type       any                        `json:"type"`
		Extra      *bool                      `json:"additionalProperties"`
		Properties map[string]json.RawMessage `json:"properties"`
		Items      json.RawMessage            `json:"items"`
	}
	if err := json.Unmarshal(schema, &n); err != nil {
		return fmt.Errorf("output_config.format.schema: %w", err)
	}
	if n.Type == "object" && (n.Extra == nil || *n.Extra) {
		return errors.New("output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false")
	}
	for _, p := range n.Properties {
		if err := strictObjects(p); err != nil {
			return err
		}
	}
	if n.Items != nil {
		return strictObjects(n.Items)
	}
	return nil
}

// cacheMark is a cache_control in a prompt: what names all before it, and its tokens.
type cacheMark struct {
	key    uint64
	tokens int
}

func writeMessagesError(w http.ResponseWriter, status int, kind, message string) {
	writeJSON(w, status, map[string]any{"type": "error", "error": map[string]string{"type": kind, "message": message}, "request_id": "req_fake"})
}

// errorKind is the API's type of an error by its status.
func errorKind(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "authentication_error"
	case http.StatusPaymentRequired:
		return "billing_error"
	case http.StatusForbidden:
		return "permission_error"
	case http.StatusNotFound:
		return "not_found_error"
	case http.StatusRequestEntityTooLarge:
		return "request_too_large"
	case http.StatusTooManyRequests:
		return "rate_limit_error"
	case 529:
		return "overloaded_error"
	}
	if status >= 500 {
		return "api_error"
	}
	return "invalid_request_error"
}

func (s *Server) serveMessages(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		writeMessagesError(w, http.StatusBadRequest, "invalid_request_error", "the body could not be read")
		return
	}
	s.enter()
	status := 0
	defer func() { s.leave(status) }()
	req, status, err := s.readMessagesRequest(r, body)
	if err != nil {
		writeMessagesError(w, status, errorKind(status), err.Error())
		return
	}
	req.FakeSeed = s.opts.Seed
	call, fault, delay := s.admit(&req)
	written := s.readMarks(&req)
	if s.opts.OnRequest != nil {
		s.opts.OnRequest(req)
	}
	if !s.wait(r, delay) {
		return
	}
	if status = s.failMessages(w, r, req, fault); status == 0 {
		status = http.StatusOK
		s.playMessages(w, req, call, fault, written)
	}
}

// readMessagesRequest reads a request; its errors come with their status.
func (s *Server) readMessagesRequest(r *http.Request, body []byte) (req Request, status int, err error) {
	if s.opts.APIKey != "" && r.Header.Get("X-Api-Key") != s.opts.APIKey {
		return req, http.StatusUnauthorized, errors.New("invalid x-api-key: " + r.Header.Get("X-Api-Key"))
	}
	if r.Header.Get("Anthropic-Version") == "" {
		return req, http.StatusBadRequest, errors.New("anthropic-version: header is required")
	}
	for _, field := range s.opts.Refuse {
		if bytes.Contains(body, []byte(`"`+field+`":`)) {
			return req, http.StatusBadRequest, errors.New(field + ": Extra inputs are not permitted")
		}
	}
	if req, err = parseMessages(body, &s.schemas); err != nil {
		return req, http.StatusBadRequest, err
	}
	if len(s.known) > 0 && !s.known[req.Model] {
		return req, http.StatusNotFound, errors.New("model: " + req.Model)
	}
	return req, 0, nil
}

// readMarks counts what the prompt's last mark that is known has, and what is written.
func (s *Server) readMarks(req *Request) (written int) {
	if !s.opts.PromptCache {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range req.marks {
		if m.tokens < leastCached {
			continue
		}
		if _, ok := s.cache[m.key]; ok {
			req.Cached = m.tokens
		} else {
			written = m.tokens - req.Cached
		}
	}
	s.count.CachedTokens += req.Cached
	return written
}

// failMessages answers a call with a fault and returns the status; 0: it does not fail.
func (s *Server) failMessages(w http.ResponseWriter, r *http.Request, req Request, fault Fault) (status int) {
	if e, code := errorOf(fault, req, r); code != 0 {
		switch fault {
		case Quota, PayFirst:
			code, e.Message = http.StatusBadRequest, "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."
		case TooLong:
			e.Message = "prompt is too long: 209001 tokens > 200000 maximum"
		case Overloaded:
			code, e.Message = 529, "Overloaded"
		}
		s.retryHeader(w, fault)
		writeMessagesError(w, code, errorKind(code), e.Message)
		return code
	}
	switch fault {
	case Hang:
		s.wait(r, time.Duration(1<<62))
		panic(http.ErrAbortHandler)
	case Drop:
		panic(http.ErrAbortHandler)
	case BadGateway:
		writeBody(w, http.StatusBadGateway, "text/html", []byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
		return http.StatusBadGateway
	case Redirect:
		w.Header().Set("Location", "https://example.invalid/v1/messages")
		w.WriteHeader(http.StatusMovedPermanently)
		return http.StatusMovedPermanently
	case Malformed, Cut:
		writeBody(w, http.StatusOK, "application/json", []byte(`{"type":"message","content":[{"type":"te`))
		return http.StatusOK
	case Flood:
		writeBody(w, http.StatusOK, "application/json", bytes.Repeat([]byte(" "), 8<<20))
		return http.StatusOK
	}
	return 0
}

// playMessages answers with a reply, which the fault may spoil.
func (s *Server) playMessages(w http.ResponseWriter, req Request, call Call, fault Fault, written int) {
	s.mu.Lock()
	for _, m := range req.marks {
		s.cache[m.key] = struct{}{}
	}
	s.mu.Unlock()
	spoilt := spoil(s.opts.Responder(req), fault)
	stop := map[string]string{"length": "max_tokens", "content_filter": "refusal"}[spoilt.finish]
	switch {
	case spoilt.refusal != "":
		stop, spoilt.content = "refusal", spoilt.refusal
	case stop == "":
		stop = "end_turn"
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"id": "msg_" + strconv.FormatUint(call.Key, 36), "type": "message", "role": "assistant", "model": req.Model,
		"content": []map[string]string{{"type": "text", "text": spoilt.content}}, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{
			"input_tokens": req.Tokens - req.Cached - written, "cache_creation_input_tokens": written, "cache_read_input_tokens": req.Cached,
			"output_tokens": len(spoilt.content)/tokenBytes + 1,
		},
	})
}
