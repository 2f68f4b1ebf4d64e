package api

import (
	"bufio"
	"context"
	"errors"
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

var discard = slog.New(slog.DiscardHandler)

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

// TestDrain: a request that runs when the server gets the signal to stop is answered,
// and nothing new is taken.
func TestDrain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	started, finish := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		_, _ = io.WriteString(w, "done")
	})
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- (&Server{Log: discard}).Serve(ctx, map[net.Listener]http.Handler{l: h}) }()
	body := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			body <- err.Error()
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		body <- string(b)
	}()
	<-started
	cancel()
	for refused := false; !refused; time.Sleep(time.Millisecond) {
		conn, err := net.Dial("tcp", l.Addr().String())
		if refused = err != nil; !refused {
			_ = conn.Close()
		}
	}
	close(finish)
	if got := <-body; got != "done" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-served; err != nil {
		t.Errorf("serve: %v", err)
	}
}

// TestDrainEnds: a request that does not end is cut off, and Serve says so.
func TestDrainEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	started, end := make(chan struct{}), make(chan struct{})
	defer close(end)
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(started); <-end })
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- (&Server{Log: discard, Drain: 20 * time.Millisecond}).Serve(ctx, map[net.Listener]http.Handler{l: h})
	}()
	go func() {
		if resp, err := http.Get("http://" + l.Addr().String()); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-started
	cancel()
	if err := <-served; err == nil || !strings.Contains(err.Error(), "were cut off") {
		t.Errorf("serve: %v", err)
	}
}

// TestListenerFails: the other listener is closed too, and the error names the cause.
func TestListenerFails(t *testing.T) {
	good, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	bad, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = bad.Close()
	err = (&Server{Log: discard}).Serve(t.Context(), map[net.Listener]http.Handler{good: http.NotFoundHandler(), bad: http.NotFoundHandler()})
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("serve: %v", err)
	}
	if _, err := net.Dial("tcp", good.Addr().String()); err == nil {
		t.Error("the good listener is still open")
	}
}
