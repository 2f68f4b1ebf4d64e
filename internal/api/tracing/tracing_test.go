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

	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
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
	h := tracer.Wrap(mux)
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

// TestStatusOfSpans: an answer without a status has 200, an informational status is not
// the answer's, a panic before the answer is an error without a status. What a handler
// does with the connection reaches it.
func TestStatusOfSpans(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	tracer := &Tracer{provider: sdk.NewTracerProvider(sdk.WithSyncer(exporter))}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		status int64
		code   codes.Code
	}{
		"nothing":       {func(http.ResponseWriter, *http.Request) {}, 200, codes.Unset},
		"a body":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) }, 200, codes.Unset},
		"early hints":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(103); w.WriteHeader(404) }, 404, codes.Unset},
		"our fault":     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) }, 502, codes.Error},
		"a panic":       {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, codes.Error},
		"flushed parts": {func(w http.ResponseWriter, _ *http.Request) { _ = http.NewResponseController(w).Flush() }, 200, codes.Unset},
	} {
		exporter.Reset()
		w := httptest.NewRecorder()
		func() {
			defer func() { _ = recover() }()
			tracer.Wrap(c.answer).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
		}()
		span := exporter.GetSpans()[0]
		var status int64
		for _, a := range span.Attributes {
			if a.Key == "http.response.status_code" {
				status = a.Value.AsInt64()
			}
		}
		if status != c.status || span.Status.Code != c.code || w.Flushed != (name == "flushed parts") {
			t.Errorf("%s: status %d, %s, flushed %t", name, status, span.Status.Code, w.Flushed)
		}
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
