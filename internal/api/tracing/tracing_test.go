package tracing

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
)

// TestSpans: a collector gets one span a request, named after method and route,
// that goes on with the client's trace and holds no token, wherever the client
// put it.
func TestSpans(t *testing.T) {
	var mu sync.Mutex
	var got []*collector.ExportTraceServiceRequest
	var raw strings.Builder
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path != "/v1/traces" {
			t.Errorf("sent to %s", r.URL.Path)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		raw.Write(b)
		var req collector.ExportTraceServiceRequest
		if err := proto.Unmarshal(b, &req); err != nil {
			t.Error(err)
		}
		got = append(got, &req)
	}))
	defer srv.Close()
	tracer, err := Start(t.Context(), srv.URL+"/", "1.2.3", func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/things/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	h := tracer.Wrap(mux)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/things/7", nil)
	r.Header.Set("Authorization", "Bearer s3cr3t")
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	r = httptest.NewRequestWithContext(t.Context(), "S3CR3T", "/v1/things/s3cr3t?token=s3cr3t", nil)
	h.ServeHTTP(httptest.NewRecorder(), r)
	if err := tracer.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if w.Code != http.StatusTeapot || len(got) != 1 {
		t.Fatalf("status %d, %d exports", w.Code, len(got))
	}
	spans := got[0].ResourceSpans[0].ScopeSpans[0].Spans
	if len(spans) != 2 || spans[1].Name != "HTTP /v1/things/{id}" || spans[0].Name != "GET /v1/things/{id}" || spans[0].TraceId[0] != 0x0a || spans[0].ParentSpanId[0] != 0xb7 {
		t.Errorf("spans %v", spans)
	}
	if strings.Contains(strings.ToLower(raw.String()), "s3cr3t") {
		t.Error("a span holds the token")
	}
	if got := raw.String(); !strings.Contains(got, "http.route") || strings.Contains(got, "/v1/things/7") {
		t.Errorf("spans have a path or no route: %q", got)
	}
}

// TestCollectorAway: requests are answered all the same.
func TestCollectorAway(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	tracer, err := Start(t.Context(), srv.URL, "1.2.3", func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	tracer.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })).
		ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	if w.Code != http.StatusTeapot {
		t.Errorf("status %d", w.Code)
	}
	end, cancel := context.WithCancel(t.Context())
	cancel() // does not wait for the retries
	if err := tracer.Close(end); err == nil {
		t.Error("closing does not tell that spans are lost")
	}
}
