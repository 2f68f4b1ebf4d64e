package app

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/database"
)

// TestBotHealth: the HTTP API hears of bots that fell ill, not of those that were
// stopped, never ran, or belong to an application that was replaced.
func TestBotHealth(t *testing.T) {
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	h := &botHealth{store: chatdb.New(db, nil)}
	if bots, err := h.Bots(t.Context()); err != nil || len(bots) != 0 {
		t.Fatalf("bots that never ran: %+v, %v", bots, err)
	}
	err = h.store.SetHealth(t.Context(), []chat.Health{
		{Scene: "connected", AppID: "a", Connected: true},
		{Scene: "stopped", AppID: "b", Stopped: true},
		{Scene: "by callback", AppID: "c", Callback: true},
		{Scene: "not connected", AppID: "d", Error: "refused", Process: "host/1/ab"},
		{Scene: "not running", AppID: "e", Connected: true},
		{Scene: "replaced", AppID: "f", Connected: true},
		{Scene: "replaced", AppID: "g", Connected: true},
		{Scene: "given up", AppID: "h", Connected: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	for app, age := range map[string]time.Duration{"e": time.Minute, "f": time.Hour, "h": 25 * time.Hour} {
		if _, err := db.Exec(t.Context(), `UPDATE chat_bot SET at_ms = at_ms - $2 WHERE app_id = $1`, app, age.Milliseconds()); err != nil {
			t.Fatal(err)
		}
	}
	bots, err := h.Bots(t.Context())
	if err != nil || len(bots) != 6 {
		t.Fatalf("%d bots, want 6: %+v, %v", len(bots), bots, err)
	}
	for _, b := range bots {
		if b.Scene == "replaced" {
			b.Scene = "connected"
		}
		if b.State != b.Scene || b.Ill != strings.HasPrefix(b.State, "not ") {
			t.Errorf("%+v", b)
		}
	}
	// In callback mode long connections are of the past.
	h.callback = true
	if bots, err := h.Bots(t.Context()); err != nil || len(bots) != 1 || bots[0].State != "by callback" {
		t.Errorf("in callback mode: %+v, %v", bots, err)
	}
}
