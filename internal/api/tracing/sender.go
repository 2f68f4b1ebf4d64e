package tracing

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

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
