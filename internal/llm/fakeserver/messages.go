package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
	h := xxhash.New()
	_, _ = h.WriteString(w.Model)
	_, _ = h.Write(req.Schema)
	tokens := len(req.Schema) / tokenBytes
	var plain []wireMessage
	add := func(role string, blocks []contentBlock) error {
		text := ""
		for _, b := range blocks {
			if b.Type != "text" || b.Text == "" {
				return errors.New("messages: text content blocks must be non-empty")
			}
			_, _ = h.WriteString("\x00" + role + "\x00" + b.Text)
			text += b.Text
			tokens += len(b.Text)/tokenBytes + 1
			if b.Cache != nil {
				req.marks = append(req.marks, cacheMark{h.Sum64(), tokens})
			}
		}
		plain = append(plain, wireMessage{role, text})
		return nil
	}
	if len(w.System) > 0 {
		if err := add("system", w.System); err != nil {
			return Request{}, err
		}
	}
	for _, m := range w.Messages {
		if err := add(m.Role, m.Content); err != nil {
			return Request{}, err
		}
	}
	req.Tokens = tokens
	req.readMessages(plain)
	if req.Schema == nil {
		req.Schema = schemaInText(plain[len(plain)-1].Content)
	}
	req.Lenses = req.asked(cache.lenses(req.Schema))
	return req, nil
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

// errorKinds are the API's types of error by status.
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
	fail := func(code int, message string) {
		status = code
		writeMessagesError(w, code, errorKind(code), message)
	}
	if s.opts.APIKey != "" && r.Header.Get("X-Api-Key") != s.opts.APIKey {
		fail(http.StatusUnauthorized, "invalid x-api-key: "+r.Header.Get("X-Api-Key"))
		return
	}
	if r.Header.Get("Anthropic-Version") == "" {
		fail(http.StatusBadRequest, "anthropic-version: header is required")
		return
	}
	for _, field := range s.opts.Refuse {
		if bytes.Contains(body, []byte(`"`+field+`":`)) {
			fail(http.StatusBadRequest, field+": Extra inputs are not permitted")
			return
		}
	}
	req, err := parseMessages(body, &s.schemas)
	if err != nil {
		fail(http.StatusBadRequest, err.Error())
		return
	}
	if len(s.known) > 0 && !s.known[req.Model] {
		fail(http.StatusNotFound, "model: "+req.Model)
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
	s.playMessages(w, r, req, call, fault, written, fail, &status)
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

func (s *Server) playMessages(w http.ResponseWriter, r *http.Request, req Request, call Call, fault Fault, written int, fail func(int, string), status *int) {
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
		fail(code, e.Message)
		return
	}
	switch fault {
	case Hang:
		s.wait(r, time.Duration(1<<62))
		panic(http.ErrAbortHandler)
	case Drop:
		panic(http.ErrAbortHandler)
	case BadGateway:
		*status = http.StatusBadGateway
		writeBody(w, *status, "text/html", []byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
		return
	case Redirect:
		*status = http.StatusMovedPermanently
		w.Header().Set("Location", "https://example.invalid/v1/messages")
		w.WriteHeader(*status)
		return
	case Malformed, Cut:
		*status = http.StatusOK
		writeBody(w, *status, "application/json", []byte(`{"type":"message","content":[{"type":"te`))
		return
	case Flood:
		*status = http.StatusOK
		writeBody(w, *status, "application/json", bytes.Repeat([]byte(" "), 8<<20))
		return
	}
	*status = http.StatusOK
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
	writeJSON(w, *status, map[string]any{
		"id": "msg_" + strconv.FormatUint(call.Key, 36), "type": "message", "role": "assistant", "model": req.Model,
		"content": []map[string]string{{"type": "text", "text": spoilt.content}}, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{
			"input_tokens": req.Tokens - req.Cached - written, "cache_creation_input_tokens": written, "cache_read_input_tokens": req.Cached,
			"output_tokens": len(spoilt.content)/tokenBytes + 1,
		},
	})
}
