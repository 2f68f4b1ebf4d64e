package tracing

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
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
	h := traced(tracer, mux)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/things/7", nil)
	r.Header.Set("Authorization", "Bearer s3cr3t")
	r.Header.Set("User-Agent", "s3cr3t")
	r.Header.Set("X-Forwarded-For", "s3cr3t")
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
	for i, want := range []string{
		"http.request.method GET, http.response.status_code 418, http.route /v1/things/{id}, network.peer.address 192.0.2.1",
		"http.request.method _OTHER, http.response.status_code 418, http.route /v1/things/{id}, network.peer.address 192.0.2.1",
	} {
		if said := attributes(spans[i]); said != want || spans[i].Kind != traces.Span_SPAN_KIND_SERVER {
			t.Errorf("span %d is of the kind %s and has %s, want %s", i, spans[i].Kind, said, want)
		}
	}
	if strings.Contains(strings.ToLower(raw.String()), "s3cr3t") {
		t.Error("a span holds the token")
	}
	if got := raw.String(); !strings.Contains(got, "http.route") || strings.Contains(got, "/v1/things/7") {
		t.Errorf("spans have a path or no route: %q", got)
	}
}

// traced answers 418 in a trace, as the API does.
func traced(tracer *Tracer, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := tracer.Begin(r)
		defer end(http.StatusTeapot)
		h.ServeHTTP(w, r)
	})
}

// attributes are those of a span as text, in alphabetical order.
func attributes(s *traces.Span) string {
	var out []string
	for _, a := range s.Attributes {
		value := a.Value.GetStringValue()
		if _, isInt := a.Value.Value.(*common.AnyValue_IntValue); isInt {
			value = strconv.FormatInt(a.Value.GetIntValue(), 10)
		}
		out = append(out, a.Key+" "+value)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
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
	traced(tracer, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })).
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
