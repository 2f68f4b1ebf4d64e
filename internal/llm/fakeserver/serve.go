package fakeserver

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

const maxRequestBytes = 64 << 20

func silent() *log.Logger { return log.New(io.Discard, "", 0) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.handlers.Add(1)
	defer s.handlers.Done()
	switch {
	case r.URL.Path == "/v1/models" && r.Method == http.MethodGet:
		s.serveModels(w, r)
	case r.URL.Path == "/v1/chat/completions" && r.Method == http.MethodPost:
		s.serveChat(w, r)
	case r.URL.Path == "/v1/messages" && r.Method == http.MethodPost:
		s.serveMessages(w, r)
	default:
		writeError(w, http.StatusNotFound, apiError{Message: "Invalid URL (" + r.Method + " " + r.URL.Path + ")", Type: "invalid_request_error"})
	}
}

func (s *Server) serveModels(w http.ResponseWriter, r *http.Request) {
	if s.opts.NoModelsEndpoint {
		writeError(w, http.StatusNotFound, apiError{Message: "Not Found", Type: "invalid_request_error"})
		return
	}
	if !s.authorised(r) {
		writeError(w, http.StatusUnauthorized, badKey(r))
		return
	}
	models := s.opts.Models
	if len(models) == 0 {
		models = []string{"fake-1"}
	}
	writeJSON(w, http.StatusOK, modelList(models))
}

func (s *Server) authorised(r *http.Request) bool {
	return s.opts.APIKey == "" || r.Header.Get("Authorization") == "Bearer "+s.opts.APIKey
}

func badKey(r *http.Request) apiError {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	return apiError{Message: "Incorrect API key provided: " + key + ".", Type: "invalid_request_error", Code: "invalid_api_key"}
}

func (s *Server) serveChat(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil { // the client left before it had asked: it is no call, and uses up no fault
		writeError(w, http.StatusBadRequest, apiError{Message: "the body could not be read", Type: "invalid_request_error"})
		return
	}
	s.enter()
	status := 0
	defer func() { s.leave(status) }()
	if !s.authorised(r) {
		status = http.StatusUnauthorized
		writeError(w, status, badKey(r))
		return
	}
	req, err := parseRequest(body, &s.schemas)
	if err != nil {
		status = http.StatusBadRequest
		writeError(w, status, apiError{Message: err.Error(), Type: "invalid_request_error"})
		return
	}
	req.FakeSeed = s.opts.Seed
	if e, code := s.refuse(req); code != 0 {
		status = code
		writeError(w, status, e)
		return
	}
	call, fault, delay := s.admit(&req)
	if s.opts.OnRequest != nil {
		s.opts.OnRequest(req)
	}
	if !s.wait(r, delay) {
		return
	}
	s.play(w, r, req, call, fault, &status)
}

// refuse turns down what the server does not know, before any schedule, so
// that a client that finds out about formats does not use up faults.
func (s *Server) refuse(req Request) (apiError, int) {
	if len(s.known) > 0 && !s.known[req.Model] {
		return noModel(req.Model), http.StatusNotFound
	}
	for _, field := range s.opts.Refuse {
		if bytes.Contains(req.Body, []byte(`"`+field+`":`)) {
			return apiError{Message: "Unrecognized request argument supplied: " + field, Type: "invalid_request_error", Param: field}, http.StatusBadRequest
		}
	}
	f := s.opts.Formats
	var message string
	switch {
	case req.Format == "json_schema" && (f == NoSchema || f == NoFormats):
		message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
	case req.Format == "json_schema" && f == NoStrictSchema && req.Strict:
		message = "Invalid schema for response_format: strict mode needs 'additionalProperties' to be false."
	case req.Format == "json_object" && f == NoFormats:
		message = "'response_format.type' must be 'text'."
	default:
		return apiError{}, 0
	}
	s.mu.Lock()
	s.count.FormatRejects++
	s.mu.Unlock()
	return apiError{Message: message, Type: "invalid_request_error", Param: "response_format"}, s.opts.FormatStatus
}

// admit counts the request and draws its fault and delay.
func (s *Server) admit(req *Request) (Call, Fault, time.Duration) {
	size := 0
	for _, m := range req.Messages {
		size += len(m.Content)
	}
	docKey := xxhash.Sum64String(req.Document)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opts.PromptCache && (s.opts.Context == 0 || req.Tokens <= s.opts.Context) {
		req.Cached = s.cachedTokens(req.begins)
	}
	s.count.PromptTokens += req.Tokens
	s.count.CachedTokens += req.Cached
	call := Call{Key: req.Key, Attempt: s.attempts[req.Key], Arrival: s.arrivals}
	s.attempts[req.Key]++
	s.arrivals++
	s.count.PromptBytes += int64(size)
	s.count.DocumentsSent += req.Documents
	if req.Documents > 0 {
		s.docs[docKey] = struct{}{}
	}
	fault := None
	if s.opts.Schedule != nil {
		fault = s.opts.Schedule(s.opts.Seed, call)
	}
	if fault != None {
		s.count.Faults[fault]++
	}
	delay := s.opts.Delay.For(s.opts.Seed, call)
	s.count.Delayed += delay
	req.Attempt = call.Attempt
	return call, fault, delay
}

func (s *Server) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count.Calls++
	s.inFlight++
	s.count.MaxInFlight = max(s.count.MaxInFlight, s.inFlight)
}

func (s *Server) leave(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight--
	s.count.ByStatus[status]++
}

// wait pauses and reports whether the client and the server are still there.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.closing:
	}
	return false
}

func readBody(r *http.Request) ([]byte, error) {
	if n := r.ContentLength; n >= 0 && n <= maxRequestBytes {
		body := make([]byte, n)
		_, err := io.ReadFull(r.Body, body)
		return body, err
	}
	return io.ReadAll(io.LimitReader(r.Body, maxRequestBytes))
}

// writeBody sends a body in one piece.
func writeBody(w http.ResponseWriter, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
