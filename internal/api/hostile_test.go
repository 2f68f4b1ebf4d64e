package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// serveOn runs the real server with its limits on a loopback port and returns
// its address.
func (f *fixture) serveOn() string {
	f.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	srv := &Server{Log: slog.New(slog.NewJSONHandler(f.logs, nil)), Drain: 5 * time.Second}
	go func() { done <- srv.Serve(ctx, map[net.Listener]http.Handler{l: f.api}) }()
	f.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			f.t.Errorf("serve: %v", err)
		}
	})
	return l.Addr().String()
}

// raw sends bytes as they are and returns the statuses of all answers up to the
// end of the connection.
func raw(t *testing.T, addr, text string) []int {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	// The server may answer and close before it has read everything.
	go func() { _, _ = io.WriteString(conn, text) }()
	var statuses []int
	for r := bufio.NewReader(conn); ; {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			return statuses
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		statuses = append(statuses, resp.StatusCode)
	}
}

// TestHostileRequests: what net/http lets through and what it refuses. One
// request never becomes two, and none is a 500.
func TestHostileRequests(t *testing.T) {
	f := newFixture(t)
	addr := f.serveOn()
	auth := "Authorization: Bearer " + testToken + "\r\n"
	tests := []struct {
		name, text string
		want       []int
	}{
		{"plain", "GET /v1/version HTTP/1.1\r\nHost: x\r\n" + auth + "Connection: close\r\n\r\n", []int{200}},
		{"duplicate authorization", "GET /v1/version HTTP/1.1\r\nHost: x\r\n" + auth + auth + "Connection: close\r\n\r\n", []int{401}},
		{"authorization in another spelling", "GET /v1/version HTTP/1.1\r\nHost: x\r\n" + auth + strings.ToLower(auth) + "Connection: close\r\n\r\n", []int{401}},
		{"length and chunks", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n", []int{422}},
		{"two lengths", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", []int{400}},
		{"length with a sign", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Content-Length: +2\r\n\r\n{}", []int{400}},
		{"unknown transfer coding", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Transfer-Encoding: xchunked\r\n\r\n", []int{501}},
		{"space before the colon", "GET /v1/version HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer " + testToken + "\r\n\r\n", []int{400}},
		{"folded header", "GET /v1/version HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer\r\n " + testToken + "\r\nConnection: close\r\n\r\n", []int{200}},
		{"no host", "GET /v1/version HTTP/1.1\r\n" + auth + "\r\n", []int{400}},
		{"two hosts", "GET /v1/version HTTP/1.1\r\nHost: x\r\nHost: y\r\n" + auth + "\r\n", []int{400}},
		{"zero byte in a header", "GET /v1/version HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n", []int{400}},
		{"bad UTF-8 in a header", "GET /v1/version HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\nConnection: close\r\n\r\n", []int{401}},
		{"bad UTF-8 in the path", "GET /v1/\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{404}},
		{"giant header", "GET /v1/version HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", []int{431}},
		{"headers of 15 KiB", "GET /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: " + strings.Repeat("a", 15<<10) + "\r\n\r\n", []int{200}},
		{"headers above 16 KiB", "GET /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: " + strings.Repeat("a", 16<<10) + "\r\n\r\n", []int{431}},
		{"giant path", "GET /" + strings.Repeat("a", 64<<10) + " HTTP/1.1\r\nHost: x\r\n\r\n", []int{431}},
		{"many headers", "GET /v1/version HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X: a\r\n", 10_000) + "\r\n", []int{431}},
		{"absolute target", "GET http://other/v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{200}},
		{"asterisk", "GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{404}},
		{"options of the whole server", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{404}},
		{"HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []int{404}},
		{"connect", "CONNECT /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{405}},
		{"connect to a host", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{404}},
		{"HTTP/0.9", "GET /v1/healthz\r\n\r\n", []int{400}},
		{"HTTP/1.0", "GET /v1/healthz HTTP/1.0\r\n\r\n", []int{200}},
		{"upgrade to HTTP/2", "GET /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", []int{200}},
		{"unknown expectation", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Expect: wonders\r\nContent-Length: 2\r\n\r\n{}", []int{417}},
		{"announced size", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Content-Length: 99999999999\r\n\r\n", []int{413}},
		{"size before token", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", []int{401}},
		{"a chunk without an end", "POST /v1/attribution/check HTTP/1.1\r\nHost: x\r\n" + auth + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n", []int{400}},
		{"body after an event", "POST /chat/event HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n\xff\x00{[GET /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", []int{200, 200}},
		{"garbage", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", []int{400}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := raw(t, addr, test.text); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("statuses %v, want %v", got, test.want)
			}
		})
	}
	if strings.Contains(f.logs.String(), testToken) {
		t.Error("the log has the token")
	}
}

// TestSlowBodyDoesNotEndCheck: the limit for reading a request is over once it
// is read.
func TestSlowBodyDoesNotEndCheck(t *testing.T) {
	f := newFixture(t, func(o *Options) {
		o.Attributor = fakeCheck(func(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
			select {
			case <-ctx.Done():
				return AttributionResponse{}, ctx.Err()
			case <-time.After(300 * time.Millisecond):
				return emptyCheck(ctx, req)
			}
		})
	})
	srv := httptest.NewUnstartedServer(f.api)
	srv.Config.ReadTimeout = 100 * time.Millisecond
	srv.Start()
	defer srv.Close()
	f.srv = srv
	if a := f.post("/v1/attribution/check", "{}"); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

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
	if !strings.Contains(logs, `"error":"panic: out of cheese`) || !strings.Contains(logs, "hostile_test.go") || !strings.Contains(logs, `"level":"ERROR"`) {
		t.Errorf("log: %s", logs)
	}
	half := raw(t, f.serveOn(), "POST /chat/event HTTP/1.1\r\nHost: x\r\nX-Half: 1\r\n\r\nGET /v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	if len(half) != 0 {
		t.Errorf("half an answer passes for a whole one: %v", half)
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

// TestMetrics: requests count under their route; unknown paths and methods make
// no labels.
func TestMetrics(t *testing.T) {
	f := newFixture(t)
	f.get("/v1/version")
	f.do("BREW", "/v1/version", nil, "")
	f.do("GET", "/a", nil, "")
	f.do("GET", "/b", nil, "")
	srv := httptest.NewServer(MetricsHandler(f.reg, nil))
	defer srv.Close()
	text := func() string {
		resp, err := srv.Client().Get(srv.URL + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, want := range []string{
		`judgement_http_requests_total{code="200",method="GET",route="/v1/version"} 1`,
		`judgement_http_requests_total{code="405",method="other",route="/v1/version"} 1`,
		`judgement_http_requests_total{code="404",method="GET",route="unmatched"} 2`,
		`judgement_http_request_duration_seconds_count{route="unmatched"} 2`,
		"judgement_http_requests_in_flight 0", "judgement_configuration_problems 0", "judgement_http_panics_total 0", "judgement_attribution_waiting 0",
	} {
		f.settle(want, func() bool { return strings.Contains(text(), want+"\n") })
	}
}
