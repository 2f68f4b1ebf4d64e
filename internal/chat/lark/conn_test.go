package lark

import (
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark/larkfake"
)

// TestRefusedClientIsUsedAgain: each client of the SDK leaves a goroutine, so a
// bot that is refused again and again keeps one client; the same client connects
// once it is no longer refused.
func TestRefusedClientIsUsedAgain(t *testing.T) {
	server := larkfake.New(t, larkfake.App{ID: "cli_refused", Secret: "secret", OpenID: "ou_bot"})
	defer server.Close()
	server.RefuseConnections("the application is disabled")
	b := New(Options{Bot: &chat.Bot{Scene: chattest.Scene("pitch"), AppID: "cli_refused", AppSecret: "secret"}, Base: server.URL, Now: time.Now})
	defer b.Close()
	client := b.client(t.Context(), b.dispatcher(nil))
	for range 3 {
		if reusable, err := b.listenOnce(t.Context(), client); !reusable || asRefusal(err) == nil {
			t.Fatalf("reusable %v: %v", reusable, err)
		}
	}
	server.RefuseConnections("")
	ended := make(chan bool)
	go func() {
		reusable, _ := b.listenOnce(t.Context(), client)
		ended <- reusable
	}()
	for !b.Health().Connected {
		time.Sleep(time.Millisecond)
	}
	client.Close()
	if <-ended {
		t.Error("a client that was connected counts as reusable")
	}
}
