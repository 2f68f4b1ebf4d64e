package audience

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"judgement/internal/fault"
	"judgement/internal/heartbeat"
)

// Source hands out what may be shown.
type Source interface {
	// Shown returns a scene's newest board. It returns the same Board pointer while
	// the board is the same. ErrNotShown: there is no such scene, or its board is
	// not public. With any other error, what is known of the scene without its board
	// comes too; a Shown without a Scene says that not even that is known.
	Shown(ctx context.Context, scene string) (Shown, error)
}

// Errors of a Hub.
const (
	ErrNotShown = fault.NoBoard
	ErrUnread   = fault.BoardAway // a public board can't be read just now
	ErrFull     = fault.ViewersFull
	ErrEnded    = fault.ServiceEnds
)

// MostViewers is how many viewers a hub takes at once.
const MostViewers = 5000

// Hub gives viewers new boards. A viewer that is slow misses what is between
// and gets the newest. All viewers of a scene share one frame.
type Hub struct {
	source Source
	every  time.Duration
	report func(scene string, err error)
	done   chan struct{}

	mu      sync.Mutex
	topics  map[string]*topic
	viewers int
}

// topic is a scene that has viewers.
type topic struct {
	viewers int
	shown   Shown
	frame   *Frame
	problem string        // why the board can't be read just now, as it was reported
	err     error         // set once: the board is no longer shown
	changed chan struct{} // closed with the next frame or error
}

// New returns a hub that looks for new boards that often once it runs. problem is
// called once for a board that can't be read, and may be nil; viewers keep the last one.
func New(source Source, every time.Duration, problem func(scene string, err error)) *Hub {
	if problem == nil {
		problem = func(string, error) {}
	}
	return &Hub{source: source, every: every, report: problem, done: make(chan struct{}), topics: map[string]*topic{}}
}

// Run looks for new boards until ctx ends, then ends all viewers. It may be
// called once.
func (h *Hub) Run(ctx context.Context) {
	defer close(h.done)
	heartbeat.Every(ctx, h.every, func() { h.look(ctx) })
}

// look reads the boards of all scenes that have viewers.
func (h *Hub) look(ctx context.Context) {
	h.mu.Lock()
	scenes := slices.Sorted(maps.Keys(h.topics))
	h.mu.Unlock()
	for _, scene := range scenes {
		if ctx.Err() == nil {
			shown, err := h.source.Shown(ctx, scene)
			h.update(scene, shown, err)
		}
	}
}

// update gives the viewers of a scene what its source says now.
func (h *Hub) update(scene string, shown Shown, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[scene]
	if t == nil {
		return
	}
	frame := t.frame
	if err == nil && (frame == nil || shown != t.shown) {
		frame, err = Render(shown)
	}
	switch {
	case errors.Is(err, ErrNotShown):
		t.err = err
		delete(h.topics, scene) // who comes back asks again
	case err != nil:
		if text := err.Error(); t.problem != text {
			t.problem = text
			h.report(scene, err)
		}
		return
	default:
		same := t.frame != nil && t.frame.ID == frame.ID
		t.problem, t.shown, t.frame = "", shown, frame
		if same {
			return
		}
	}
	close(t.changed)
	t.changed = make(chan struct{})
}

// Current returns a scene's frame as it is now. The error is ErrNotShown, ErrUnread
// with a frame whose page says so, or the source's.
func (h *Hub) Current(ctx context.Context, scene string) (*Frame, error) {
	shown, err := h.source.Shown(ctx, scene)
	if err != nil {
		return unread(shown, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.topics[scene]; t != nil && t.shown == shown && t.frame != nil {
		return t.frame, nil
	}
	frame, err := Render(shown)
	if err != nil {
		return unread(shown, err)
	}
	return frame, nil
}

// unread makes the error of a board that can't be read, with the frame of a page
// without the cause. A board that is not shown and a scene of which nothing is known
// have no page.
func unread(s Shown, cause error) (*Frame, error) {
	if errors.Is(cause, ErrNotShown) || s.Scene == "" {
		return nil, cause
	}
	page, err := s.unavailable()
	if err != nil {
		return nil, errors.Join(cause, err)
	}
	return &Frame{Page: page}, fmt.Errorf("%w: %w", ErrUnread, cause)
}

// Viewer follows one scene.
type Viewer struct {
	hub   *Hub
	topic *topic
	scene string
	seen  string // id of the last frame
	once  sync.Once
}

// Watch adds a viewer, whom Close removes. Its errors are ErrFull and those of
// Current.
func (h *Hub) Watch(ctx context.Context, scene string) (*Viewer, error) {
	shown, err := h.source.Shown(ctx, scene)
	if err != nil {
		_, err = unread(shown, err)
		return nil, err
	}
	h.mu.Lock()
	t := h.topics[scene]
	switch {
	case h.viewers >= MostViewers:
		h.mu.Unlock()
		return nil, ErrFull
	case t == nil:
		t = &topic{changed: make(chan struct{})}
		h.topics[scene] = t
	}
	t.viewers++
	h.viewers++
	first := t.frame == nil
	h.mu.Unlock()
	if first {
		h.update(scene, shown, nil)
	}
	return &Viewer{hub: h, topic: t, scene: scene}, nil
}

// Close removes the viewer. It may be called again.
func (v *Viewer) Close() {
	v.once.Do(func() {
		v.hub.mu.Lock()
		defer v.hub.mu.Unlock()
		v.hub.viewers--
		if v.topic.viewers--; v.topic.viewers == 0 && v.hub.topics[v.scene] == v.topic {
			delete(v.hub.topics, v.scene)
		}
	})
}

// Next waits for a frame that the viewer has not had. The error is ErrNotShown
// once the board is closed, ErrEnded with the service, or that of ctx.
func (v *Viewer) Next(ctx context.Context) (*Frame, error) {
	for {
		v.hub.mu.Lock()
		frame, changed, err := v.topic.frame, v.topic.changed, v.topic.err
		v.hub.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case frame != nil && frame.ID != v.seen:
			v.seen = frame.ID
			return frame, nil
		}
		select {
		case <-changed:
		case <-v.hub.done:
			return nil, ErrEnded
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
