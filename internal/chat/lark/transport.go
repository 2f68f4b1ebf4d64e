package lark

import (
	"context"
	"net"
	"net/http"
	"time"

	"judgement/internal/chat"
)

// Limits of the way to the platform.
const (
	dialTimeout   = 10 * time.Second
	answerTimeout = 25 * time.Second // of a whole call, files included
	maxAnswer     = 4 << 20          // bytes of an answer that is no file
)

// limitKey carries the most bytes that an answer may have.
type limitKey struct{}

func withLimit(ctx context.Context, limit int) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}

// newHTTPClient returns a client whose answers are bounded, so that a huge one
// is not held in memory: the SDK reads every answer as a whole.
func newHTTPClient(timeout time.Duration) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: dialTimeout}).DialContext
	t.MaxIdleConnsPerHost, t.IdleConnTimeout = 8, 60*time.Second
	return &http.Client{Timeout: timeout, Transport: bounded{t}}
}

type bounded struct{ next *http.Transport }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	limit := int64(maxAnswer)
	if n, ok := r.Context().Value(limitKey{}).(int); ok {
		limit = int64(n)
	}
	if resp.ContentLength > limit {
		_ = resp.Body.Close()
		return nil, chat.ErrFileSize
	}
	resp.Body = http.MaxBytesReader(nil, resp.Body, limit)
	return resp, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the
// transport.
func (b bounded) CloseIdleConnections() { b.next.CloseIdleConnections() }
