package api

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"judgement/internal/heartbeat"
)

// Bot is how one chat bot is.
type Bot struct {
	Scene      string
	State      string // in a few words: connected, by callback, not connected, stopped, not running
	Ill        bool   // somebody should look after it: healthz is degraded
	Process    string // that serves it, or did last
	LastFrame  time.Time
	Reconnects int
	Error      string
}

// Bots tells how the chat bots are, whichever process serves them.
type Bots interface {
	Bots(ctx context.Context) ([]Bot, error)
}

// botWatch is what the API knows of the bots.
type botWatch struct {
	bots   Bots
	states map[string]string // by scene; only the watcher's
	ill    atomic.Bool
}

// watchBots looks at the bots until ctx ends, and logs what changes.
func (a *API) watchBots(ctx context.Context) {
	a.lookAtBots(ctx)
	heartbeat.Every(ctx, min(healthEvery, 10*a.poll), func() { a.lookAtBots(ctx) })
}

// lookAtBots looks once. Where the bots can't be asked for, what was known stays:
// that the database is out of reach is told elsewhere.
func (a *API) lookAtBots(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	bots, err := a.watch.bots.Bots(asked)
	if err != nil {
		return
	}
	ill, states := false, map[string]string{}
	for _, b := range bots {
		ill = ill || b.Ill
		states[b.Scene] = b.State
		if a.watch.states[b.Scene] == b.State {
			continue
		}
		level := slog.LevelInfo
		if b.Ill {
			level = slog.LevelWarn
		}
		attrs := []slog.Attr{slog.String("scene_slug", b.Scene), slog.String("state", b.State), slog.String("process", b.Process), slog.Int("reconnects", b.Reconnects)}
		if !b.LastFrame.IsZero() {
			attrs = append(attrs, slog.Time("last_frame", b.LastFrame))
		}
		if b.Error != "" {
			attrs = append(attrs, slog.String("error", b.Error))
		}
		a.log.LogAttrs(ctx, level, "chat bot", attrs...)
	}
	a.watch.states = states
	a.watch.ill.Store(ill)
}
