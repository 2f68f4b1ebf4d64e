package tracing

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const (
	sendTimeout = 10 * time.Second
	maxAnswer   = 64 << 10 // what is read of a collector's answer, so that its connection can be used again
)

// sender posts batches of spans to a collector, as OTLP over HTTP in protocol
// buffers. The library's own client would link all of gRPC, five megabytes.
type sender struct {
	url  string
	http *http.Client
}

// Start implements otlptrace.Client: there is nothing to start.
func (s *sender) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (s *sender) Stop(context.Context) error {
	s.http.CloseIdleConnections()
	return nil
}

// UploadTraces implements otlptrace.Client. A batch that the collector does not
// take is lost: spans are not worth a queue.
func (s *sender) UploadTraces(ctx context.Context, spans []*trace.ResourceSpans) error {
	withoutRequestText(spans)
	// TracesData and the request of the export service are the same bytes.
	body, err := proto.Marshal(&trace.TracesData{ResourceSpans: spans})
	if err != nil {
		return fmt.Errorf("encode %d groups of spans: %w", len(spans), err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-protobuf")
	resp, err := s.http.Do(r)
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("send spans: the collector answered %s", resp.Status)
	}
	return nil
}

// fromRequest are the attributes with text that a client can choose at will, such
// as a token in a path. The attribute http.route has the route.
var fromRequest = []string{"url.path", "url.query", "url.full", "http.request.method_original"}

func withoutRequestText(groups []*trace.ResourceSpans) {
	for _, group := range groups {
		for _, scope := range group.ScopeSpans {
			for _, span := range scope.Spans {
				span.Attributes = slices.DeleteFunc(span.Attributes, func(a *common.KeyValue) bool { return slices.Contains(fromRequest, a.Key) })
			}
		}
	}
}
