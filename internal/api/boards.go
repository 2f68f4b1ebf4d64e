package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"judgement/internal/audience"
	"judgement/internal/fault"
)

// boardPolicy lets the audience's page run its own script and style only. Its icon
// is an empty data: address, so that no browser asks for one.
const boardPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// Times of a viewer's stream.
const (
	viewerBeat = 20 * time.Second // keeps proxies from closing it, and finds dead viewers
	// viewerPatience is how long a write may take before it ends the stream. A viewer
	// whose machine or network stalls that long is cut off in the middle of an event;
	// the page connects again by itself and gets the newest board.
	viewerPatience = 30 * time.Second
)

// showBoard is GET /boards/{scene}.
func (a *API) showBoard(w http.ResponseWriter, r *http.Request) error {
	if a.o.Boards == nil {
		return fault.NoPath
	}
	frame, err := a.o.Boards.Current(r.Context(), r.PathValue("scene"))
	if frame != nil && err != nil { // its page says that it can't be read just now, the log why
		if ex, ok := w.(*exchange); ok {
			ex.err = err
		}
		w.Header().Set("Retry-After", strconv.Itoa(audience.RetryAfter))
		writePage(w, http.StatusServiceUnavailable, boardPolicy, frame.Page)
		return nil
	}
	if err != nil {
		return err
	}
	page := &content{frame.Page, "text/html; charset=utf-8", `"` + frame.ID + `"`, boardPolicy}
	return page.handle(w, r)
}

// followBoard is GET /boards/{scene}/events: server-sent events, one at once and
// one a new board.
func (a *API) followBoard(w http.ResponseWriter, r *http.Request) error {
	if a.o.Boards == nil {
		return fault.NoPath
	}
	viewer, err := a.o.Boards.Watch(r.Context(), r.PathValue("scene"))
	if err != nil {
		return err
	}
	defer viewer.Close()
	s := newEventStream(w, "text/event-stream; charset=utf-8", a.patience)
	if r.Method == http.MethodHead || !s.send([]byte("retry: 3000\n\n")) {
		return nil
	}
	for {
		frame, err := next(r.Context(), viewer)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			if !s.send([]byte(":\n\n")) {
				return nil
			}
		case err != nil:
			return nil // the viewer left, the board was closed, or the service ends
		default:
			if !s.send(fmt.Appendf(nil, "event: board\nid: %s\ndata: %s\n\n", frame.ID, frame.Event)) {
				return nil
			}
		}
	}
}

// next waits for a frame until the next beat is due.
func next(ctx context.Context, v *audience.Viewer) (*audience.Frame, error) {
	ctx, cancel := context.WithTimeout(ctx, viewerBeat)
	defer cancel()
	return v.Next(ctx)
}

// eventStream writes server-sent events to one client, each write within patience.
type eventStream struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
}

// newEventStream writes the header of a stream. A client that only wants the header,
// with HEAD, gets nothing more.
func newEventStream(w http.ResponseWriter, mediaType string, patience time.Duration) *eventStream {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not hold events back
	s := &eventStream{w: w, control: http.NewResponseController(w), patience: patience}
	// The request is read: its limit of reading would end the stream. A writer without
	// deadlines has none that could.
	_ = s.control.SetReadDeadline(time.Time{})
	return s
}

// send reports whether the client is still there.
func (s *eventStream) send(b []byte) bool {
	// A writer that can't set deadlines keeps the server's own.
	_ = s.control.SetWriteDeadline(time.Now().Add(s.patience))
	if _, err := s.w.Write(b); err != nil { //nolint:gosec // an event stream is no page: browsers run nothing of it
		return false
	}
	return s.control.Flush() == nil
}
