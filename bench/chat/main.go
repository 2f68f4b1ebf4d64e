// Command chat measures the chat bots against a fake platform on the loopback, to
// which the real SDK connects, and prints each figure beside its goal. It removes
// all that it writes.
//
//	go run ./bench/chat               all parts
//	go run ./bench/chat -part events  one part: events, faults or bots
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
)

func main() {
	part := flag.String("part", "", "run one part: events, faults or bots")
	seed := flag.Uint64("seed", 1, "seed of what fails when")
	flag.Parse()
	failed := false
	for _, p := range []struct {
		name string
		run  func(seed uint64) (bool, error)
	}{{"bots", bots}, {"events", events}, {"faults", faults}} {
		if *part != "" && *part != p.name {
			continue
		}
		ok, err := p.run(*seed)
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", p.name, err)
		}
		failed = failed || err != nil || !ok
	}
	if failed {
		os.Exit(1)
	}
}

// verdict prints a figure beside its goal.
func verdict(ok bool, format string, args ...any) bool {
	mark := "ok  "
	if !ok {
		mark = "MISS"
	}
	fmt.Printf("%s %s\n", mark, fmt.Sprintf(format, args...))
	return ok
}

// complaints counts the requests that the platform did not understand.
type complaints struct{ n atomic.Int64 }

func (c *complaints) Helper() {}

func (c *complaints) Errorf(format string, args ...any) {
	c.n.Add(1)
	fmt.Fprintf(os.Stderr, "platform: "+format+"\n", args...)
}

// world is a platform with bots that listen to it.
type world struct {
	*larkfake.Server
	complaints *complaints
	bots       []*chat.Bot
	service    *chat.Service
	larks      []*lark.Bot
	stop       func() time.Duration // how long it took
}

// newWorld connects n bots over a store.
func newWorld(n int, store *chattest.Store, jobs chat.Jobs, options chat.Options) (*world, error) {
	w := &world{complaints: &complaints{}}
	var apps []larkfake.App
	for i := range n {
		b := &chat.Bot{Scene: chattest.Scene(fmt.Sprintf("pitch-%d", i)), Panel: chattest.Panel(), AppID: fmt.Sprintf("cli_%d", i), AppSecret: "s", PerHour: 1_000_000}
		w.bots, apps = append(w.bots, b), append(apps, larkfake.App{ID: b.AppID, Secret: "s", OpenID: "ou_bot"})
	}
	w.Server = larkfake.New(w.complaints, apps...)
	platforms, listeners := map[string]chat.Platform{}, map[string]*lark.Bot{}
	for _, b := range w.bots {
		l := lark.New(lark.Options{Bot: b, Base: w.URL, Now: time.Now, Log: slog.New(slog.DiscardHandler), Timeout: time.Second})
		w.larks, platforms[b.AppID], listeners[b.AppID] = append(w.larks, l), l, l
	}
	options.Bots, options.Platforms, options.Store, options.Jobs, options.Now = w.bots, platforms, store, jobs, time.Now
	options.Listen = func(ctx context.Context, app string) { listeners[app].Listen(ctx, w.service.Receive) }
	options.Deliver = func(ctx context.Context) { store.Deliver(ctx, w.service) }
	var err error
	if w.service, err = chat.New(options); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { w.service.Run(ctx) })
	w.stop = sync.OnceValue(func() time.Duration {
		started := time.Now()
		cancel()
		all.Wait()
		took := time.Since(started)
		for _, l := range w.larks {
			l.Close()
		}
		return took
	})
	return w, w.until(30*time.Second, func() bool { return w.Connected("") == n })
}

func (w *world) until(limit time.Duration, ok func() bool) error {
	for deadline := time.Now().Add(limit); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("waited %s without result", limit)
		}
	}
	return nil
}
