package api

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeBots are bots that tests set.
type fakeBots struct {
	mu   sync.Mutex
	bots []Bot
	err  error
}

func (f *fakeBots) Bots(context.Context) ([]Bot, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.bots, f.err
}

func (f *fakeBots) set(err error, bots ...Bot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bots, f.err = bots, err
}

// TestBotsHealth: a bot that fell ill shows in healthz, and how bots are in the
// log, once each time it changes.
func TestBotsHealth(t *testing.T) {
	bots := &fakeBots{}
	f := newFixture(t, func(o *Options) { o.Bots = bots })
	f.watch()
	health := func() any { return f.do("GET", "/v1/healthz", nil, "").json(t)["status"] }
	if health() != "ok" {
		t.Error("not ok at first")
	}
	last := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	well := Bot{Scene: "meeting", State: "connected", Process: "host/1/ab"}
	bots.set(nil, well, Bot{Scene: "pitch", State: "not connected", Ill: true, Process: "host/1/ab", LastFrame: last, Reconnects: 3, Error: "the application is disabled"})
	f.settle("degraded", func() bool { return health() == "degraded" })
	bots.set(errors.New("no database"))
	bots.set(nil, well, Bot{Scene: "pitch", State: "connected"})
	f.settle("ok again", func() bool { return health() == "ok" })
	f.settle("three lines", func() bool { return strings.Count(f.logs.String(), "chat bot") == 3 })
	for _, want := range []string{"not connected", "the application is disabled", "2026-03-01", "host/1/ab"} {
		if strings.Count(f.logs.String(), want) == 0 {
			t.Errorf("the log lacks %q: %s", want, f.logs.String())
		}
	}
}

// TestBotsUnknown: what was known of the bots stays while they can't be asked for.
func TestBotsUnknown(t *testing.T) {
	bots := &fakeBots{}
	f := newFixture(t, func(o *Options) { o.Bots = bots })
	bots.set(nil, Bot{Scene: "pitch", State: "not running", Ill: true})
	f.api.checkBots(t.Context(), nil)
	bots.set(errors.New("no database"))
	f.api.checkBots(t.Context(), nil)
	if got := f.do("GET", "/v1/healthz", nil, "").json(t)["status"]; got != "degraded" {
		t.Errorf("healthz says %v", got)
	}
}
