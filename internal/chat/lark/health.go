package lark

import (
	"fmt"
	"sync"
	"time"

	"judgement/internal/chat"
)

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
func (b *Bot) Health() chat.Health {
	h := &b.health
	h.mu.Lock()
	defer h.mu.Unlock()
	return chat.Health{
		Scene: b.scene, AppID: b.appID, Connected: h.up, Since: h.since, LastFrame: h.last,
		Reconnects: h.reconnects, Malformed: h.malformed, Foreign: h.foreign, Error: h.err,
	}
}
