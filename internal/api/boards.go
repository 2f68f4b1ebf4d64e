package api

import (
	"bytes"
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

// boardRoutes returns the audience's routes. They need no token, but that one is
// configured.
func (a *API) boardRoutes() []*route {
	script := newPage(audience.Script(), "text/javascript; charset=utf-8", false)
	style := newPage(audience.Style(), "text/css; charset=utf-8", false)
	return []*route{
		docRoute(audience.ScriptPath, script), docRoute(audience.StylePath, style),
		get("/boards/{scene}", configured, a.showBoard),
		get("/boards/{scene}/events", configured, a.followBoard),
	}
}

// showBoard is GET /boards/{scene}.
func (a *API) showBoard(w http.ResponseWriter, r *http.Request) error {
	if a.boards == nil {
		return fault.NoPath
	}
	frame, err := a.boards.Current(r.Context(), r.PathValue("scene"))
	var away *audience.UnavailableError
	if errors.As(err, &away) {
		return boardAway(w, away)
	}
	if err != nil {
		return err
	}
	h := w.Header()
	etag := `"` + frame.ID + `"`
	h.Set("Etag", etag)
	h.Set("Cache-Control", "no-cache")
	if matchesTag(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeBoardPage(w, http.StatusOK, frame.Page)
	return nil
}

func writeBoardPage(w http.ResponseWriter, status int, page []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(page)))
	h.Set("Content-Security-Policy", boardPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	_, _ = w.Write(page)
}

// boardAway tells visitors that a board can't be read just now, and the log why.
func boardAway(w http.ResponseWriter, away *audience.UnavailableError) error {
	if ex, ok := w.(*exchange); ok {
		ex.err = away
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Retry-After", strconv.Itoa(audience.RetryAfter))
	writeBoardPage(w, http.StatusServiceUnavailable, away.Page)
	return nil
}

// followBoard is GET /boards/{scene}/events: server-sent events, one at once and
// one a new board.
func (a *API) followBoard(w http.ResponseWriter, r *http.Request) error {
	if a.boards == nil {
		return fault.NoPath
	}
	viewer, err := a.boards.Watch(r.Context(), r.PathValue("scene"))
	var away *audience.UnavailableError
	if errors.As(err, &away) {
		// Nobody reads a page here: the script of an open page keeps its board.
		return fmt.Errorf("%w: %w", fault.BoardAway, away.Cause)
	}
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
			if !s.send(event(frame)) {
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

func event(f *audience.Frame) []byte {
	return bytes.Join([][]byte{[]byte("event: board\nid: "), []byte(f.ID), []byte("\ndata: "), f.Event, []byte("\n\n")}, nil)
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
	h["Content-Type"] = []string{mediaType}
	h["Cache-Control"] = noStore
	h["X-Accel-Buffering"] = []string{"no"} // proxies must not hold events back
	s := &eventStream{w: w, control: http.NewResponseController(w), patience: patience}
	// What is asked for is read: the limit of reading would end the stream with it. A
	// writer without deadlines has none that could.
	_ = s.control.SetReadDeadline(time.Time{})
	return s
}

// send reports whether the client is still there.
func (s *eventStream) send(b []byte) bool {
	// A writer that can't set deadlines keeps the server's own.
	_ = s.control.SetWriteDeadline(time.Now().Add(s.patience))
	if _, err := s.w.Write(b); err != nil {
		return false
	}
	return s.control.Flush() == nil
}
