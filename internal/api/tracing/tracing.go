// Package tracing sends one span per request to an OpenTelemetry collector. It
// owns the exporter and its batches; without a collector nothing of it runs. A
// span has method, route, status, times and who asked, never a token or a body.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Tracer makes spans and sends them in batches.
type Tracer struct{ provider *sdk.TracerProvider }

// Start returns a tracer that sends to the collector at endpoint, the base
// address of OTLP over HTTP such as http://127.0.0.1:4318. It does not connect
// yet: a collector that is away costs spans, not requests.
// Later errors go to failed, for the whole process: the library
// has one place for that.
func Start(ctx context.Context, endpoint, version string, failed func(error)) (*Tracer, error) {
	exporter, err := otlptrace.New(ctx, &sender{url: strings.TrimRight(endpoint, "/") + "/v1/traces", http: &http.Client{Timeout: sendTimeout}})
	if err != nil {
		return nil, fmt.Errorf("set up traces for %s: %w", endpoint, err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(failed))
	return &Tracer{provider: sdk.NewTracerProvider(
		sdk.WithBatcher(exporter),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "judgement"), attribute.String("service.version", version),
		)),
	)}, nil
}

// Begin gives a request a span that is named after its method and route, and returns
// the request with it and what ends it with the status of the answer. A trace that the
// client has begun goes on. The attributes have no text that a client can choose, such
// as a token in a path.
func (t *Tracer) Begin(r *http.Request) (*http.Request, func(status int)) {
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.provider.Tracer("judgement").Start(ctx, "HTTP request", trace.WithSpanKind(trace.SpanKindServer))
	r = r.WithContext(ctx)
	return r, func(status int) {
		describe(span, r, status)
		span.End()
	}
}

// methods are those that a span names.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// describe gives a span its name and attributes once the request is answered and its
// route is known.
func describe(span trace.Span, r *http.Request, status int) {
	name, method := r.Method, r.Method
	if !slices.Contains(methods, method) { // a client's own text
		name, method = "HTTP", "_OTHER"
	}
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", r.Pattern))
	if r.Pattern != "" {
		span.SetName(name + " " + r.Pattern)
	}
	if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		span.SetAttributes(attribute.String("network.peer.address", peer.Addr().String()))
	}
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// Close sends what is left.
func (t *Tracer) Close(ctx context.Context) error {
	return errors.Join(t.provider.ForceFlush(ctx), t.provider.Shutdown(ctx))
}
