package api

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// TestPanics: a panic is a 500 with the request's id, is logged with its place,
// and the connection goes on; after half an answer the connection is closed.
func TestPanics(t *testing.T) {
	f := newFixture(t, func(o *Options) {
		o.ChatEvent = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Half") != "" {
				w.Header().Set("Content-Length", "100")
				_, _ = io.WriteString(w, "half")
			}
			panic("out of cheese")
		})
	})
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/chat/event", nil)
	r.Header.Set("X-Request-Id", "mine-1")
	f.api.ServeHTTP(w, r)
	if w.Code != 500 || w.Body.String() != `{"detail":"Internal Server Error","request_id":"mine-1"}` || w.Header().Get("X-Request-Id") != "mine-1" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	logs := f.logs.String()
	if !strings.Contains(logs, `"error":"panic: out of cheese`) || !strings.Contains(logs, "middleware_test.go") || !strings.Contains(logs, `"level":"ERROR"`) {
		t.Errorf("log: %s", logs)
	}
	half := raw(t, f.serveOn(), "POST /chat/event HTTP/1.1\r\nHost: x\r\nX-Half: 1\r\n\r\nGET /v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	if len(half) != 0 {
		t.Errorf("half an answer passes for a whole one: %v", half)
	}
}

// TestTraces: the trace of a request ends with the status of its answer, and the
// handler has the request that carries it.
func TestTraces(t *testing.T) {
	type key struct{}
	var ended []int
	f := newFixture(t, func(o *Options) {
		o.Trace = func(r *http.Request) (*http.Request, func(int)) {
			return r.WithContext(context.WithValue(r.Context(), key{}, true)), func(status int) { ended = append(ended, status) }
		}
		o.ChatEvent = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.Header.Get("X-Do") {
			case "panic":
				panic("out of cheese")
			case "hints":
				w.WriteHeader(http.StatusEarlyHints)
				w.WriteHeader(http.StatusNotFound)
			case "body":
				_ = json.NewEncoder(w).Encode(r.Context().Value(key{}))
			}
		})
	})
	for _, do := range []string{"panic", "hints", "body", "nothing"} {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/chat/event", nil)
		r.Header.Set("X-Do", do)
		if f.api.ServeHTTP(w, r); do == "body" && w.Body.String() != "true\n" {
			t.Errorf("the handler has another request: %s", w.Body)
		}
	}
	if want := []int{500, 404, 200, 200}; !slices.Equal(ended, want) {
		t.Errorf("traces end with %v, want %v", ended, want)
	}
}

// TestRequestIDs: a sane id of the client's is kept, any other replaced; two
// requests have two ids.
func TestRequestIDs(t *testing.T) {
	f := newFixture(t)
	for given, kept := range map[string]bool{
		"a": true, "A-1_b.C": true, strings.Repeat("x", 64): true,
		strings.Repeat("x", 65): false, "a b": false, "ä": false, `"}`: false, "": false,
	} {
		a := f.do("GET", "/v1/healthz", http.Header{"X-Request-Id": {given}}, "")
		if got := a.header.Get("X-Request-Id"); (got == given) != kept || !saneID.MatchString(got) {
			t.Errorf("given %q: %q", given, got)
		}
	}
	first, second := f.do("GET", "/v1/healthz", nil, ""), f.do("GET", "/v1/healthz", nil, "")
	if first.header.Get("X-Request-Id") == second.header.Get("X-Request-Id") {
		t.Error("two requests have one id")
	}
}

// TestLog: one line a request, with the route, never with query or headers.
func TestLog(t *testing.T) {
	f := newFixture(t)
	f.do("GET", "/v1/healthz?token=abc", nil, "")
	f.do("GET", "/nowhere/"+strings.Repeat("x", 500), nil, "")
	f.settle("two lines", func() bool { return strings.Count(f.logs.String(), "\n") == 2 })
	var lines []map[string]any
	for line := range strings.Lines(f.logs.String()) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, v)
	}
	want := map[string]any{"level": "INFO", "msg": "request", "request_id": "313233343536-1", "method": "GET", "path": "/v1/healthz", "status": 200.0}
	for k, v := range want {
		if lines[0][k] != v {
			t.Errorf("%s is %v, want %v", k, lines[0][k], v)
		}
	}
	if got := lines[1]["path"].(string); len(got) != maxLoggedPath {
		t.Errorf("an unknown path is logged with %d bytes", len(got))
	}
	if strings.Contains(f.logs.String(), "token=abc") {
		t.Error("the query is logged")
	}
}

// TestLogHasNoToken: a token that a client puts where it does not belong is taken
// out of the log, and no request has its id.
func TestLogHasNoToken(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.Tokens = "SECRETONE, secret-two," })
	for _, token := range []string{"SECRETONE", "secret-two"} {
		f.do("GET", "/v1/"+token, nil, "")
		f.do("GET", "/"+strings.Repeat("x", maxLoggedPath-6)+token, nil, "")
		f.do("GET", "/v1/version;Bearer%20"+token+"?token="+token, http.Header{"Cookie": {token}, "User-Agent": {token}}, "")
		f.do(strings.ToUpper(token), "/nowhere", nil, "")
		if a := f.do("GET", "/v1/healthz", http.Header{"X-Request-Id": {"a-" + token}}, ""); strings.Contains(a.header.Get("X-Request-Id"), token) {
			t.Errorf("the request's id is the token: %v", a.header)
		}
	}
	f.settle("ten lines", func() bool { return strings.Count(f.logs.String(), "\n") == 10 })
	for _, part := range []string{"SECRETONE", "secret-two", "SECRET\"", "secret\""} {
		if strings.Contains(f.logs.String(), part) {
			t.Errorf("the log has %s:\n%s", part, f.logs)
		}
	}
	if !strings.Contains(f.logs.String(), `"path":"/v1/[token]"`) {
		t.Errorf("the log does not show where a token was:\n%s", f.logs)
	}
}
