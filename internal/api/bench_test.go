package api

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// nullWriter is a ResponseWriter that keeps nothing.
type nullWriter struct{ h http.Header }

func (w *nullWriter) Header() http.Header         { return w.h }
func (w *nullWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *nullWriter) WriteHeader(int)             {}

// BenchmarkRequest is everything between the server and the socket, logs
// included.
func BenchmarkRequest(b *testing.B) {
	for _, path := range []string{"/v1/healthz", "/v1/panels"} {
		b.Run(path[4:], func(b *testing.B) {
			f := newFixture(b, func(o *Options) { o.Log = slog.New(slog.NewJSONHandler(io.Discard, nil)) })
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
			r.Header = bearerHeader()
			w := &nullWriter{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.h)
				f.api.ServeHTTP(w, r)
			}
		})
	}
}

// BenchmarkUnchanged is one look of the watcher at files that did not change.
func BenchmarkUnchanged(b *testing.B) {
	now := time.Now().Add(time.Hour)
	f := newFixture(b, func(o *Options) { o.Now = func() time.Time { return now } })
	f.api.catalog.refresh(b.Context())
	b.ReportMetric(float64(len(f.api.catalog.files.seen)), "files")
	for b.Loop() {
		f.api.catalog.refresh(b.Context())
	}
}
