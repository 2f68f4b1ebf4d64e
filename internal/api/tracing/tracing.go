// Package tracing sends one span a request to an OpenTelemetry collector. It
// owns the exporter and its batches; without a collector nothing of it runs. A
// span has method, route, status, times and who asked, never a token or a body.
package tracing

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
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
func Start(ctx context.Context, endpoint, version string) (*Tracer, error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("set up traces for %s: %w", endpoint, err)
	}
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
	named := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if r.Pattern != "" {
				trace.SpanFromContext(r.Context()).SetName(r.Method + " " + r.Pattern)
			}
		}()
		h.ServeHTTP(w, r)
	})
	return otelhttp.NewHandler(named, "request",
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()), // Prometheus has the metrics
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return "HTTP " + cutMethod(r.Method) }),
	)
}

func cutMethod(m string) string {
	if len(m) > 20 {
		return m[:20]
	}
	return m
}

// Close sends what is left.
func (t *Tracer) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }
