package lark

import (
	"fmt"
	"sync"
	"time"
)

// Health is how a bot's long connection is.
type Health struct {
	Scene      string    `json:"scene_slug"`
	AppID      string    `json:"app_id"`
	Connected  bool      `json:"connected"`
	Since      time.Time `json:"since"`      // of the connection
	LastFrame  time.Time `json:"last_frame"` // that came in
	Reconnects int       `json:"reconnects"`
	Malformed  int       `json:"malformed"` // events that could not be read
	Foreign    int       `json:"foreign"`   // events of other applications
	Error      string    `json:"error"`     // why it is not connected; empty while it is
}

type health struct {
	mu         sync.Mutex
	up         bool
	since      time.Time
	last       time.Time
	reconnects int
	malformed  int
	foreign    int
	err        string
}

func (h *health) connect(now time.Time, again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if again || !h.since.IsZero() {
		h.reconnects++
	}
	h.up, h.since, h.last, h.err = true, now, now, ""
}

func (h *health) disconnected() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.up = false
}

func (h *health) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.up = false
	if err != nil {
		h.err = fmt.Sprintf("%.200s", err.Error())
	}
}

func (h *health) frame(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = now
}

func (h *health) count(n *int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*n++
}

// Health tells how the bot's long connection is.
func (b *Bot) Health() Health {
	h := &b.health
	h.mu.Lock()
	defer h.mu.Unlock()
	return Health{
		Scene: b.scene, AppID: b.appID, Connected: h.up, Since: h.since, LastFrame: h.last,
		Reconnects: h.reconnects, Malformed: h.malformed, Foreign: h.foreign, Error: h.err,
	}
}
