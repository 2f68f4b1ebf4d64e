package lark_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
)

// gone lets a process's leases fail, as where its database is out of reach or it
// hangs: it can neither renew nor give up.
type gone struct {
	chat.Leases
	lost atomic.Bool
}

func (g *gone) HoldLeases(ctx context.Context, owner string, names []string, ttl time.Duration) (map[string]string, error) {
	if g.lost.Load() {
		return nil, errors.New("the database is gone")
	}
	return g.Leases.HoldLeases(ctx, owner, names, ttl)
}

func (g *gone) DropLeases(ctx context.Context, owner string) error {
	if g.lost.Load() {
		return errors.New("the database is gone")
	}
	return g.Leases.DropLeases(ctx, owner)
}

// second starts another process over the store of a world.
func (w *world) second(process string) (*chat.Service, *lark.Bot) {
	w.t.Helper()
	l := lark.New(lark.Options{Bot: w.bots[0], Base: w.URL, Log: w.log, Now: time.Now})
	var service *chat.Service
	service, err := chat.New(chat.Options{
		Bots: w.bots, Platforms: map[string]chat.Platform{w.bots[0].AppID: l}, Store: w.store, Jobs: w.queue, Now: time.Now, Log: w.log,
		Leases: w.store.DB, Process: process, TTL: w.ttl, Deliver: func(ctx context.Context) { w.store.Deliver(ctx, service) },
		Listen: func(ctx context.Context, _ string) { l.Listen(ctx, service.Receive) },
		Poll:   10 * time.Millisecond, Space: time.Millisecond, Refresh: 20 * time.Millisecond, Backoff: 5 * time.Millisecond,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { service.Run(ctx) })
	w.t.Cleanup(func() { cancel(); all.Wait(); l.Close() })
	return service, l
}

// TestSecondProcess: two processes on one application: the second says who serves
// it and keeps away, goes on with the same card once the first is gone, and the
// first, which only lost its database, has stopped by then.
func TestSecondProcess(t *testing.T) {
	for _, how := range []string{"stopped", "lost"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, nil)
			w.stop()
			first := &gone{Leases: w.store.DB}
			w.leases, w.ttl = first, 6*time.Second // a busy machine renews in time
			w.start()
			second, bot := w.second("host/2")
			w.until("the second says who serves the bot", func() bool {
				return strings.Contains(w.logs.String(), "another process serves this bot") && strings.Contains(w.logs.String(), "process=host/1")
			})
			w.running()
			if n := w.Connected(""); n != 1 || len(second.Serves()) != 0 || bot.Health().Connected {
				t.Fatalf("%d connections, the second serves %v", n, second.Serves())
			}
			served := w.service
			if how == "stopped" {
				w.stop()
			} else {
				first.lost.Store(true)
			}
			w.until("the second serves the bot", func() bool { return len(second.Serves()) == 1 && bot.Health().Connected })
			if got := served.Serves(); len(got) != 0 {
				t.Errorf("both processes serve %v", got)
			}
			w.until("one connection is left", func() bool { return w.Connected("") == 1 })
			w.done()
			w.wants("interactive", "Grade C")
			w.wants("file", "report.pdf")
			w.send(larkfake.Event{Message: "om_9", Type: "text", Content: larkfake.Text("help")})
			w.wants("post", "Commands")
			if n := len(w.Messages()); n != 4 {
				t.Errorf("%d messages, want 4\n%s", n, w.state())
			}
		})
	}
}

// TestLeaseComesBack: a process whose leases could not be renewed for a while
// serves its bots again by itself.
func TestLeaseComesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2, nil)
	w.stop()
	leases := &gone{Leases: w.store.DB}
	w.leases, w.ttl = leases, 3*time.Second
	w.start()
	leases.lost.Store(true)
	w.until("the bots are let go", func() bool { return len(w.service.Serves()) == 0 && w.Connected("") == 0 })
	leases.lost.Store(false)
	w.until("the bots are served again", func() bool { return len(w.service.Serves()) == 2 && w.Connected("") == 2 })
	w.queue.Finish(chattest.Result(chattest.Plain), nil)
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.done()
	w.wants("interactive", "Grade C")
}
