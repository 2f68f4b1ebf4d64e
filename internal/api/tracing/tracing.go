// Package tracing sends one span per request to an OpenTelemetry collector. It
// owns the exporter and its batches; without a collector nothing of it runs. A
// span has method, route, status, times and who asked, never a token or a body.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/metric/noop"
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

// Wrap gives every request of a handler a span that is named after its method
// and route. A trace that the client has begun goes on.
func (t *Tracer) Wrap(h http.Handler) http.Handler {
	routed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			trace.SpanFromContext(r.Context()).SetAttributes(attribute.String("http.route", r.Pattern))
		}()
		h.ServeHTTP(w, r)
	})
	return otelhttp.NewHandler(routed, "request",
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()), // Prometheus has the metrics
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithSpanNameFormatter(spanName),
	)
}

// methods are those that name a span.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// spanName is asked before the request and, once its route is known, again.
func spanName(_ string, r *http.Request) string {
	switch {
	case r.Pattern == "":
		return "HTTP request"
	case !slices.Contains(methods, r.Method): // a client's own text
		return "HTTP " + r.Pattern
	}
	return r.Method + " " + r.Pattern
}

// Close sends what is left.
func (t *Tracer) Close(ctx context.Context) error {
	return errors.Join(t.provider.ForceFlush(ctx), t.provider.Shutdown(ctx))
}
