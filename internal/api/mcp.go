package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"judgement/internal/fault"
)

// errStopping is why requests of hosts end when the server stops: jobs go on.
var errStopping = errors.New("the server stops")

// answerMCP is /mcp, over which hosts of the Model Context Protocol ask. A review may take
// long, so only the body has a deadline.
func (a *API) answerMCP(w http.ResponseWriter, r *http.Request) error {
	if a.o.MCP == nil {
		return fault.NoPath
	}
	// A writer without deadlines has none that could end the request either.
	out := http.NewResponseController(w)
	if r.Method == http.MethodPost {
		need := r.ContentLength
		if need < 0 || need > judgementLimit {
			need = judgementLimit
		}
		defer a.uploads.Add(-need)
		if a.uploads.Add(need) > uploadBudget {
			return fault.UploadsBusy
		}
		_ = out.SetReadDeadline(time.Now().Add(uploadTime))
		body, err := readSized(http.MaxBytesReader(w, r.Body, judgementLimit), need)
		switch {
		case err != nil:
			return err
		case !json.Valid(body): // the SDK answers it with plain text
			return fault.BodyUnreadable
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	_, _ = out.SetReadDeadline(time.Time{}), out.SetWriteDeadline(time.Time{})
	ctx, end := context.WithCancelCause(r.Context())
	defer end(nil)
	go func() {
		select {
		case <-a.stop:
			end(errStopping)
		case <-ctx.Done():
		}
	}()
	w.Header().Set("X-Accel-Buffering", "no") // proxies must not hold progress back
	a.o.MCP.ServeHTTP(w, r.WithContext(ctx))
	return nil
}
