package lark_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/job"
	"judgement/internal/logtest"
	"judgement/scene"
)

// world is a platform with bots that listen to it, over a store on SQLite.
type world struct {
	*larkfake.Server
	t       testing.TB
	bots    []*chat.Bot
	larks   []*lark.Bot
	store   *chattest.Store
	queue   *chattest.Jobs
	service *chat.Service
	leases  chat.Leases
	ttl     time.Duration
	stop    func() // waits until all has ended
	logs    *logtest.Buffer
	log     *slog.Logger
}

// newWorld starts a world with bots; change may change each scene first.
func newWorld(t testing.TB, bots int, change func(*scene.Scene)) *world {
	t.Helper()
	w := &world{t: t, queue: &chattest.Jobs{}, logs: &logtest.Buffer{}}
	w.log = slog.New(slog.NewTextHandler(w.logs, nil))
	var apps []larkfake.App
	for i := range bots {
		s := chattest.Scene(fmt.Sprintf("pitch-%d", i))
		if change != nil {
			change(s)
		}
		b := &chat.Bot{Scene: s, Panel: chattest.Panel(), AppID: fmt.Sprintf("cli_%s_%d", strings.ReplaceAll(t.Name(), "/", "_"), i), AppSecret: "secret", PerHour: 100_000}
		w.bots = append(w.bots, b)
		apps = append(apps, larkfake.App{ID: b.AppID, Secret: "secret", OpenID: fmt.Sprintf("ou_bot_%d", i)})
	}
	w.Server = larkfake.New(t, apps...)
	w.store = chattest.NewStore(t, w.queue.Submit)
	w.start()
	t.Cleanup(func() { w.stop(); w.Close() })
	return w
}

// start starts the service and the connections of all bots, as a new process
// would over the same store.
func (w *world) start() {
	w.t.Helper()
	platforms, listeners := map[string]chat.Platform{}, map[string]*lark.Bot{}
	w.larks = nil
	for _, b := range w.bots {
		l := lark.New(lark.Options{Bot: b, Base: w.URL, Log: w.log, Now: time.Now})
		w.larks, platforms[b.AppID], listeners[b.AppID] = append(w.larks, l), l, l
	}
	var err error
	var service *chat.Service
	service, err = chat.New(chat.Options{
		Bots: w.bots, Platforms: platforms, Store: w.store, Jobs: w.queue, Now: time.Now, Log: w.log,
		Leases: w.leases, Process: "host/1", TTL: w.ttl, Deliver: func(ctx context.Context) { w.store.Deliver(ctx, service) },
		Listen: func(ctx context.Context, app string) { listeners[app].Listen(ctx, service.Receive) },
		Poll:   10 * time.Millisecond, Space: time.Millisecond, Refresh: 20 * time.Millisecond, Backoff: 5 * time.Millisecond,
	})
	w.service = service
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { service.Run(ctx) })
	w.stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
		for _, l := range w.larks {
			l.Close()
		}
		w.until("all connections are gone", func() bool { return w.Connected("") == 0 })
	})
	w.until("all bots are connected", func() bool { return w.Connected("") == len(w.bots) })
}

// patience is how long tests wait for what must come: a busy machine is slow.
const patience = 90 * time.Second

// until waits for something that must come.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("waited without result until %s\n%s", what, w.state())
		}
	}
}

func (w *world) state() string {
	var b strings.Builder
	for _, m := range w.Messages() {
		fmt.Fprintf(&b, "%s %s in %s to %q, %d times: %.300s\n", m.Type, m.ID, m.Chat, m.ReplyTo, len(m.History)+1, m.Content)
	}
	return b.String() + w.logs.String()
}

// send sends an event to a bot until it is acknowledged.
func (w *world) send(e larkfake.Event) {
	w.t.Helper()
	if e.App == "" {
		e.App = w.bots[0].AppID
	}
	if e.Chat == "" {
		e.Chat = "oc_1"
	}
	if e.Sender == "" {
		e.Sender = "ou_1"
	}
	w.People(e.Chat, e.Message)
	w.until("event "+e.Message+" is acknowledged", func() bool { // the platform delivers again what was not
		code, _, err := w.Push(e.App, e.JSON(), 5*time.Second)
		return err == nil && code == http.StatusOK
	})
}

// find returns the first message of a kind that holds all words, nil where
// there is none.
func (w *world) find(kind string, words ...string) *larkfake.Message {
	for _, m := range w.Messages() {
		ok := kind == "" || m.Type == kind
		for _, word := range words {
			ok = ok && (strings.Contains(m.Content, word) || strings.Contains(m.FileName, word))
		}
		if ok {
			return &m
		}
	}
	return nil
}

func (w *world) wants(kind string, words ...string) larkfake.Message {
	w.t.Helper()
	var m *larkfake.Message
	w.until(fmt.Sprintf("a %s message says %q", kind, words), func() bool { m = w.find(kind, words...); return m != nil })
	return *m
}

var longText = strings.Repeat("We ask for a grant to tile the roof of the school. ", 8)

// running brings a job to the point where its card says that it is under
// review.
func (w *world) running() {
	w.t.Helper()
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	w.queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	w.wants("interactive", "Under review")
}

func (w *world) done() { w.queue.Set("", chat.JobStatus{Status: job.Done}) }
