package lark

import (
	"fmt"
	"sync"
	"time"

	"judgement/internal/chat"
)

// health is the state of a bot's long connection.
type health struct {
	mu  sync.Mutex
	now chat.Health
}

func (h *health) set(change func(now *chat.Health)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.now)
}

func (h *health) connect(now time.Time, again bool) {
	h.set(func(n *chat.Health) {
		if again || !n.Since.IsZero() {
			n.Reconnects++
		}
		n.Connected, n.Since, n.LastFrame, n.Error = true, now, now, ""
	})
}

func (h *health) disconnected() { h.set(func(n *chat.Health) { n.Connected = false }) }

func (h *health) fail(err error) {
	h.set(func(n *chat.Health) {
		n.Connected = false
		if err != nil {
			n.Error = fmt.Sprintf("%.200s", err.Error())
		}
	})
}

// Health returns the state of the bot's long connection.
func (b *Bot) Health() (out chat.Health) {
	b.health.set(func(n *chat.Health) { out = *n })
	out.Scene, out.AppID = b.scene, b.appID
	return out
}
