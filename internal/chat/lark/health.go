package lark

import (
	"fmt"
	"sync"
	"time"

	"judgement/internal/chat"
)

type health struct {
	mu  sync.Mutex
	now chat.Health
}

func (h *health) connect(now time.Time, again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if again || !h.now.Since.IsZero() {
		h.now.Reconnects++
	}
	h.now.Connected, h.now.Since, h.now.LastFrame, h.now.Error = true, now, now, ""
}

func (h *health) disconnected() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.Connected = false
}

func (h *health) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.Connected = false
	if err != nil {
		h.now.Error = fmt.Sprintf("%.200s", err.Error())
	}
}

func (h *health) frame(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.LastFrame = now
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
	out := h.now
	out.Scene, out.AppID = b.scene, b.appID
	return out
}
