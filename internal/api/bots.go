package api

import (
	"context"
	"log/slog"
	"time"
)

// Bot is the state of one chat bot.
type Bot struct {
	Scene      string
	State      string // in a few words: connected, by callback, not connected, stopped, not running
	Ill        bool   // an operator should look at it: healthz is degraded
	Process    string // that serves it, or did last
	LastFrame  time.Time
	Reconnects int
	Error      string
}

// Bots knows the state of the chat bots, whichever process serves them.
type Bots interface {
	Bots(ctx context.Context) ([]Bot, error)
}

// checkBots looks at the bots and logs whose state is not that of states, by scene.
// It returns the new states. If the bots can't be asked for, the known states stay:
// checkJobs reports the database.
func (a *API) checkBots(ctx context.Context, states map[string]string) map[string]string {
	asked, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	bots, err := a.o.Bots.Bots(asked)
	if err != nil {
		return states
	}
	ill, now := false, map[string]string{}
	for _, b := range bots {
		ill = ill || b.Ill
		now[b.Scene] = b.State
		if states[b.Scene] == b.State {
			continue
		}
		level := slog.LevelInfo
		if b.Ill {
			level = slog.LevelWarn
		}
		a.o.Log.LogAttrs(ctx, level, "chat bot", slog.String("scene_slug", b.Scene), slog.String("state", b.State),
			slog.String("process", b.Process), slog.Int("reconnects", b.Reconnects), slog.Time("last_frame", b.LastFrame), slog.String("error", b.Error))
	}
	a.botsFail.Store(ill)
	return now
}
