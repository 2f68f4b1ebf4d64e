package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/fault"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/lark"
	"judgement/internal/heartbeat"
	"judgement/internal/outbox"
	"judgement/panel"
	"judgement/scene"
)

const (
	// healthFirst is when the chat process first notes how its bots are: the
	// connections are made by then.
	healthFirst = time.Second
	// lostFor is how long a bot that is not running counts as ill: its process died
	// and should be looked after. Later it may well have been given up.
	lostFor = 24 * time.Hour
)

// noBotsFix is what to do to have a bot.
const noBotsFix = "set a scene's CHAT_APP_ID_… and CHAT_APP_SECRET_…, or CHAT_APP_ID, CHAT_APP_SECRET and CHAT_SCENE for a single bot; the values are in the platform's developer console, under the application's credentials"

// bots is everything that bots need in one process.
type bots struct {
	service  *chat.Service
	larks    []*lark.Bot
	store    *chatdb.Store
	process  string // its name
	callback bool   // events come in by HTTP
	log      *slog.Logger
}

func (b *bots) Close() {
	for _, l := range b.larks {
		l.Close()
	}
}

// chats is what the database holds of chats.
func (q *Queue) chats() *chatdb.Store { return chatdb.New(q.DB, q) }

// Chat runs the bots of the scenes over long connections until ctx ends.
func (p *Process) Chat(ctx context.Context) error {
	reg := newRegistry()
	b, err := p.openBots(ctx, config.ChatWebsocket, reg)
	if err != nil {
		return err
	}
	defer b.Close()
	return p.withMetrics(ctx, p.Settings.Chat.MetricsListen, "chat.metrics_listen", reg, nil, func() error {
		b.run(ctx)
		p.Log.Info("stopped")
		return nil
	})
}

// run follows jobs, delivers the outbox and notes how the bots are until ctx
// ends.
func (b *bots) run(ctx context.Context) {
	var all sync.WaitGroup
	var served []string // when the end came
	all.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(healthFirst):
		}
		note := func() {
			served = b.service.Serves()
			b.noteHealth(ctx, served, false)
		}
		note()
		heartbeat.Every(ctx, chat.NoteEvery, note)
	})
	b.service.Run(ctx)
	all.Wait()
	b.noteHealth(context.WithoutCancel(ctx), served, true)
}

// noteHealth notes for other processes how the bots are that this one serves;
// 'judgement chat status' and the server's healthz show it.
func (b *bots) noteHealth(ctx context.Context, mine []string, stopped bool) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var list []chat.Health
	for _, l := range b.larks {
		h := l.Health()
		if !slices.Contains(mine, h.AppID) {
			continue // another process notes it
		}
		h.Process, h.Callback, h.Stopped = b.process, b.callback, stopped
		list = append(list, h)
		if h.Connected || h.Error == "" || stopped {
			continue
		}
		attrs := []any{"scene_slug", h.Scene, "error", h.Error}
		if !h.LastFrame.IsZero() {
			attrs = append(attrs, "last_frame", h.LastFrame)
		}
		b.log.Warn("bot is not connected", attrs...)
	}
	if err := b.store.SetHealth(ctx, list); err != nil && ctx.Err() == nil {
		b.log.Warn("the bots' health was not noted", "error", err)
	}
}

// readyForChat checks what bots need, and returns those of the scenes.
func (p *Process) readyForChat(mode string) (*chat.Roster, error) {
	s := p.Settings
	if s.Chat.Mode != mode {
		return nil, fault.Refuse(fault.ChatMode, "run 'judgement serve' alone, or set chat.mode: websocket; with both, every event would come twice",
			fmt.Errorf("chat.mode is %s: events come in at POST /chat/event of 'judgement serve'", s.Chat.Mode))
	}
	roster, err := p.roster(s)
	if err != nil {
		return nil, err
	}
	return roster, p.NeedModel("the chat")
}

// openBots builds the bots of the scenes for one way of taking events.
func (p *Process) openBots(ctx context.Context, mode string, reg prometheus.Registerer) (b *bots, err error) {
	s := p.Settings
	if err := p.NeedWorkspace("the chat"); err != nil {
		return nil, err
	}
	e, err := p.Engine(ctx)
	if err != nil {
		return nil, err
	}
	roster, err := p.readyForChat(mode)
	if err != nil {
		return nil, err
	}
	q, err := p.Queue(ctx)
	if err != nil {
		return nil, err
	}
	process, err := p.name()
	if err != nil {
		return nil, err
	}
	b = &bots{log: p.Log, callback: mode == config.ChatCallback, store: q.chats(), process: process}
	platforms := map[string]chat.Platform{}
	for _, bot := range roster.Bots {
		l := lark.New(lark.Options{Bot: bot, Base: s.Chat.BaseURL, Log: p.Log, Now: p.Now})
		b.larks, platforms[bot.AppID] = append(b.larks, l), l
	}
	o := chat.Options{
		Bots: roster.Bots, Platforms: platforms, Store: b.store, Jobs: &chatJobs{queue: q, pipeline: e.Pipeline},
		Now: p.Now, Log: p.Log, Metrics: reg, Jitter: mathrand.Float64, Zone: s.TimeZone, PublicURL: s.Server.PublicURL, Leases: lease.Of(q.DB), Process: b.process, Deliver: func(ctx context.Context) { b.deliver(ctx, q.DB) },
	}
	if mode == config.ChatWebsocket {
		lark.Register(reg, b.larks)
		o.Listen = func(ctx context.Context, app string) { platforms[app].(*lark.Bot).Listen(ctx, b.service.Receive) }
	}
	if b.service, err = chat.New(o); err != nil {
		b.Close()
	}
	return b, err
}

// deliver delivers what chats are to show, until ctx ends.
func (b *bots) deliver(ctx context.Context, db *database.DB) {
	outbox.NewDeliverer(outbox.Options{
		Outbox: outbox.Of(db), Kind: chat.OutboxKind, Sender: b.service, Targets: b.service.Serves, Wake: b.service.Wake(),
		Owner: b.process, Timeout: time.Minute, Jitter: mathrand.Float64, Log: b.log,
	}).Run(ctx)
}

// name is what other processes call this one: its host, its number, and
// letters that no other has.
func (p *Process) name() (string, error) {
	mark, err := p.mark(3)
	host, unnamed := os.Hostname()
	if unnamed != nil {
		host = "localhost"
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), mark), err
}

// roster finds the bots of the workspace's scenes and says which scenes have
// none.
func (p *Process) roster(s *config.Settings) (*chat.Roster, error) {
	all, err := p.Scenes()
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		if l.Err != nil {
			p.Log.Warn("scene has no bot: its files are not valid", "scene_slug", l.Slug, "error", l.Err.Error())
		}
	}
	r, err := loadRoster(all, p.Env, s.RateLimit)
	if r != nil {
		for _, line := range r.Skipped {
			p.Log.Info(line)
		}
	}
	switch {
	case errors.Is(err, chat.ErrNoBots):
		return nil, fault.Refuse(fault.NoBots, noBotsFix, err)
	case err != nil:
		return nil, fault.Refuse(fault.ChatCredentials, "correct the variables named above; 'judgement chat --help' says what a bot needs", err)
	}
	for _, line := range r.Warnings {
		p.Log.Warn(line)
	}
	return r, nil
}

// loadRoster finds the bots of scenes that can be read, with their panels.
func loadRoster(all []scene.Loaded, env func(string) string, perHour int) (*chat.Roster, error) {
	var scenes []*scene.Scene
	panels := map[string]*panel.Panel{}
	for _, l := range all {
		if l.Err == nil {
			scenes, panels[l.Slug] = append(scenes, l.Scene), l.Panel
		}
	}
	r, err := chat.LoadRoster(scenes, env, perHour)
	if r != nil {
		for _, b := range r.Bots {
			b.Panel = panels[b.Scene.Slug]
		}
	}
	return r, err
}

// callback is the handler of POST /chat/event if chat.mode is callback. The caller
// closes the bots and runs them.
func (p *Process) callback(ctx context.Context, reg prometheus.Registerer) (http.Handler, *bots, error) {
	b, err := p.openBots(ctx, config.ChatCallback, reg)
	if err != nil {
		return nil, nil, err
	}
	tokens, keys := splitSecrets(p.Settings.Chat.Tokens), splitSecrets(p.Settings.Chat.EncryptKeys)
	if len(tokens) == 0 {
		b.Close()
		return nil, nil, fault.Refuse(fault.ChatToken, "set it to the verification token of each application's event subscription, separated by commas",
			errors.New("chat.mode is callback, and CHAT_VERIFICATION_TOKEN is not set"))
	}
	if len(keys) == 0 {
		p.Log.Warn("CHAT_ENCRYPT_KEY is not set: events are recognized by their token alone; set an encrypt key in the console and here")
	}
	return &lark.Callback{Bots: b.larks, Receive: b.service.Receive, Tokens: tokens, EncryptKeys: keys, Now: p.Now, Log: p.Log}, b, nil
}

// botHealth says to the HTTP API how the bots are that some process serves or did
// last: an api.Bots. A bot that never ran is no concern of the API.
type botHealth struct {
	store *chatdb.Store
	// callback leaves out what is noted of long connections: if events come in by
	// HTTP that is what was before the mode was changed.
	callback bool
}

// youngest returns the latest note of a scene's bot, of any application or of one;
// nil: there is none.
func youngest(notes []chatdb.Noted, scene, appID string) (found *chatdb.Noted) {
	for i, n := range notes {
		if n.Scene == scene && (appID == "" || n.AppID == appID) && (found == nil || n.Age < found.Age) {
			found = &notes[i]
		}
	}
	return found
}

// Bots implements api.Bots.
func (h *botHealth) Bots(ctx context.Context) ([]api.Bot, error) {
	notes, err := h.store.Health(ctx)
	notes = slices.DeleteFunc(notes, func(n chatdb.Noted) bool { return h.callback && !n.Callback })
	var out []api.Bot
	for i, n := range notes {
		if n.Age > lostFor || youngest(notes, n.Scene, "") != &notes[i] {
			continue // of a scene's applications the last one counts
		}
		state := n.State()
		out = append(out, api.Bot{
			Scene: n.Scene, State: state, Ill: state == "not connected" || state == "not running",
			Process: n.Process, LastFrame: n.LastFrame, Reconnects: n.Reconnects, Error: n.Error,
		})
	}
	return out, err
}
