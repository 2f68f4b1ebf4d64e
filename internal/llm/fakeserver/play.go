package fakeserver

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type apiError struct {
	Message string `json:"message"`
	Type    string `json:"type"`
	Param   any    `json:"param"`
	Code    any    `json:"code"`
}

func noModel(model string) apiError {
	return apiError{Message: "The model `" + model + "` does not exist or you do not have access to it.", Type: "invalid_request_error", Code: "model_not_found"}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil { // plain structs of strings and numbers always encode
		status, body = http.StatusInternalServerError, []byte(`{"error":{"message":"encode"}}`)
	}
	writeBody(w, status, "application/json", body)
}

func writeError(w http.ResponseWriter, status int, e apiError) {
	writeJSON(w, status, map[string]apiError{"error": e})
}

// play answers a call, well or badly.
func (s *Server) play(w http.ResponseWriter, r *http.Request, req Request, call Call, fault Fault, status *int) {
	if e, code := errorOf(fault, req, r); code != 0 {
		*status = code
		s.retryHeader(w, fault)
		writeError(w, code, e)
		return
	}
	switch fault {
	case Hang:
		s.wait(r, 1<<62)
		panic(http.ErrAbortHandler)
	case Drop:
		panic(http.ErrAbortHandler)
	case BadGateway:
		*status = http.StatusBadGateway
		writeBody(w, *status, "text/html", []byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
		return
	case Redirect:
		*status = http.StatusMovedPermanently
		w.Header().Set("Location", "https://example.invalid/v2/chat/completions")
		w.WriteHeader(*status)
		return
	}
	*status = http.StatusOK
	s.answer(w, r, req, call, fault)
}

// answer sends a 200, good or spoilt.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, req Request, call Call, fault Fault) {
	switch fault {
	case Malformed:
		writeBody(w, http.StatusOK, "application/json", []byte(`{"id":"x","choices":[{"message":{"role":`))
		return
	case NoChoices:
		writeBody(w, http.StatusOK, "application/json", []byte(`{"id":"x","object":"chat.completion","choices":[]}`))
		return
	case ErrorIn200:
		writeBody(w, http.StatusOK, "application/json", []byte(`{"error":{"message":"Provider returned error","code":503}}`))
		return
	case Flood:
		writeBody(w, http.StatusOK, "application/json", bytes.Repeat([]byte(" "), 8<<20))
		return
	}
	if n := s.opts.Context * 4; n > 0 && req.Tokens > s.opts.Context && len(req.Document) > n {
		req.Document = strings.ToValidUTF8(req.Document[len(req.Document)-n:], "")
	}
	s.keep(req.begins)
	content := s.opts.Responder(req)
	body := s.envelope(req, spoil(content, fault), call)
	switch fault {
	case Cut:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case SlowDrip:
		s.drip(w, r, body)
	default:
		writeBody(w, http.StatusOK, "application/json", body)
	}
}

func (s *Server) drip(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	control := http.NewResponseController(w)
	size := max(len(body)/16, 1)
	for len(body) > 0 {
		n := min(size, len(body))
		_, _ = w.Write(body[:n])
		_ = control.Flush()
		body = body[n:]
		if !s.wait(r, s.opts.Drip) {
			return
		}
	}
}

func (s *Server) retryHeader(w http.ResponseWriter, fault Fault) {
	switch fault {
	case RateLimitSeconds, Overloaded:
		w.Header().Set("Retry-After", strconv.Itoa(int(s.opts.RetryAfter/time.Second)))
	case RateLimitDate:
		at := time.Now().Add(s.opts.RetryAfter).UTC()
		w.Header().Set("Retry-After", at.Format(http.TimeFormat))
	}
}

// errorOf returns the error body and the status of a fault that has them.
func errorOf(fault Fault, req Request, r *http.Request) (apiError, int) {
	invalid := func(message, code string) apiError {
		return apiError{Message: message, Type: "invalid_request_error", Code: code}
	}
	switch fault {
	case RateLimit, RateLimitSeconds, RateLimitDate:
		return apiError{Message: "Rate limit reached for requests.", Type: "requests", Code: "rate_limit_exceeded"}, 429
	case Quota:
		return apiError{Message: "You exceeded your current quota, please check your plan and billing details.", Type: "insufficient_quota", Code: "insufficient_quota"}, 429
	case PayFirst:
		return apiError{Message: "Insufficient Balance", Type: "unknown_error", Code: "invalid_request_error"}, 402
	case ServerError:
		return apiError{Message: "The server had an error while processing your request.", Type: "server_error"}, 500
	case Overloaded:
		return apiError{Message: "The engine is currently overloaded, please try again later.", Type: "server_error"}, 503
	case Unauthorized:
		return badKey(r), 401
	case Forbidden:
		return apiError{Message: "Country, region, or territory not supported.", Type: "request_forbidden", Code: "unsupported_country"}, 403
	case NoModel:
		return noModel(req.Model), 404
	case TooLong:
		return invalid("This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", "context_length_exceeded"), 400
	case TooLarge:
		return invalid("Request too large.", "request_too_large"), 413
	case Filtered:
		return invalid("The response was filtered due to the prompt triggering content management policy.", "content_filter"), 400
	case BadField:
		return invalid("Invalid value for 'user': it is not known here.", "unsupported_value"), 400
	}
	return apiError{}, 0
}

type envelope struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index   int     `json:"index"`
	Message message `json:"message"`
	Finish  string  `json:"finish_reason"`
}

type message struct {
	Role    string  `json:"role"`
	Content *string `json:"content"`
	Refusal string  `json:"refusal,omitempty"`
}

type usage struct {
	Prompt     int           `json:"prompt_tokens"`
	Completion int           `json:"completion_tokens"`
	Total      int           `json:"total_tokens"`
	Details    promptDetails `json:"prompt_tokens_details"`
}

type promptDetails struct {
	Cached int `json:"cached_tokens"`
}

// envelope wraps a message into the body of a 200. Tokens are bytes / 4.
func (s *Server) envelope(req Request, spoilt spoiled, call Call) []byte {
	prompt := req.Tokens
	if s.opts.Context > 0 {
		prompt = min(prompt, s.opts.Context)
	}
	e := envelope{
		ID: "chatcmpl-" + strconv.FormatUint(call.Key, 36) + "-" + strconv.Itoa(call.Attempt), Object: "chat.completion",
		Created: 1700000000, Model: req.Model,
		Choices: []choice{{Message: message{Role: "assistant", Content: &spoilt.content, Refusal: spoilt.refusal}, Finish: spoilt.finish}},
	}
	if spoilt.refusal != "" {
		e.Choices[0].Message.Content = nil
	}
	if !s.opts.OmitUsage {
		completion := (len(spoilt.content)+len(spoilt.refusal))/4 + 1
		e.Usage = &usage{Prompt: prompt, Completion: completion, Total: prompt + completion, Details: promptDetails{Cached: req.Cached}}
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(e) // plain structs of strings and numbers always encode
	return []byte(b.String())
}

func modelList(names []string) any {
	type model struct {
		ID     string `json:"id"`
		Object string `json:"object"`
	}
	list := struct {
		Object string  `json:"object"`
		Data   []model `json:"data"`
	}{Object: "list"}
	for _, name := range names {
		list.Data = append(list.Data, model{ID: name, Object: "model"})
	}
	return list
}
