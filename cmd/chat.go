package cmd

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/lark"
	"judgement/internal/deliver"
	"judgement/internal/store"
	"judgement/panel"
	"judgement/scene"
)

const (
	// healthFirst is when the chat process first notes how its bots are: the
	// connections stand by then.
	healthFirst = time.Second
	// pruneEvery is how often old rows of chats are removed.
	pruneEvery = time.Hour
)

func (a *App) chatCmd() *cobra.Command {
	flags := &settingFlags{}
	c := &cobra.Command{
		Use:   "chat",
		Short: "Run the chat bots of the scenes",
		Long: `Keeps one long connection to Feishu or Lark for every scene whose application-id
variable (chat.app_id_env) is set, until it is interrupted; the other scenes are
skipped with one line each. Without any, the bot of CHAT_APP_ID and
CHAT_APP_SECRET answers under the scene that CHAT_SCENE names.

A document that is sent to a bot becomes a job of the queue, which 'judgement
worker' runs. One card in the chat shows how far it is, and ends with the result.
What could not be delivered waits in the database; nothing is judged twice.

With chat.mode: callback events come in at POST /chat/event of 'judgement serve',
which then does what this command does.

The platform gives each event to any of an application's connections, so one
process alone serves it. Where several run on one database, the others say who
that is, wait, and take over within seconds of its end.`,
		Example: `  CHAT_APP_ID_PITCH_REVIEW=cli_… CHAT_APP_SECRET_PITCH_REVIEW=… judgement chat
  judgement chat --metrics-listen 127.0.0.1:9422
  judgement chat status`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			given := flags.given(c)
			return a.logged(given, func(log *slog.Logger) error { return a.runChat(c.Context(), given, log) })
		},
	}
	flags.add(c, "base-url", "chat.base_url", "address of the platform (setting chat.base_url)")
	flags.add(c, "metrics-listen", "chat.metrics_listen", "address of the Prometheus metrics (setting chat.metrics_listen)")
	flags.add(c, "log-format", "server.log_format", "json, text or none (setting server.log_format)")
	flags.add(c, "provider", "llm.provider", "openai or offline (setting llm.provider)")
	c.AddCommand(a.chatStatusCmd())
	return c
}

// bots is everything that bots need in one process.
type bots struct {
	service  *chat.Service
	larks    []*lark.Bot
	store    *chatdb.Store
	process  string // its name
	callback bool   // events come in by HTTP
	log      *slog.Logger
	close    []func()
}

func (b *bots) Close() {
	for i := len(b.close) - 1; i >= 0; i-- {
		b.close[i]()
	}
}

func (a *App) runChat(ctx context.Context, flags map[string]string, log *slog.Logger) error {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	b, s, err := a.openBots(ctx, flags, config.ChatWebsocket, log, reg)
	if err != nil {
		return err
	}
	defer b.Close()
	listeners := map[net.Listener]http.Handler{}
	if s.Chat.MetricsListen != "" {
		l, err := api.Listen(ctx, s.Chat.MetricsListen)
		if err != nil {
			return listenFailure("with --metrics-listen", err)
		}
		listeners[l] = api.MetricsHandler(reg, nil)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { b.run(ctx) })
	err = (&api.Server{Log: log, Drain: time.Second}).Serve(ctx, listeners)
	stop()
	all.Wait()
	log.Info("stopped")
	return err
}

// run follows jobs, delivers the outbox and notes how the bots are until ctx
// ends.
func (b *bots) run(ctx context.Context) {
	var all sync.WaitGroup
	var served []string // when the end came
	all.Go(func() {
		tick := time.NewTicker(chat.NoteEvery)
		defer tick.Stop()
		for first := time.After(healthFirst); ; {
			select {
			case <-ctx.Done():
				return
			case <-first:
			case <-tick.C:
			}
			served = b.service.Serves()
			b.noteHealth(ctx, served, false)
		}
	})
	all.Go(func() {
		tick := time.NewTicker(pruneEvery)
		defer tick.Stop()
		for first := time.After(time.Minute); ; {
			select {
			case <-ctx.Done():
				return
			case <-first:
			case <-tick.C:
			}
			b.prune(ctx)
		}
	})
	b.service.Run(ctx)
	all.Wait()
	b.noteHealth(context.WithoutCancel(ctx), served, true)
}

// prune removes the rows of chats that are past their time.
func (b *bots) prune(ctx context.Context) {
	rows, err := b.store.Prune(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		b.log.LogAttrs(ctx, slog.LevelWarn, "old rows of chats were not removed", slog.Any("error", err))
	case rows > 0:
		b.log.LogAttrs(ctx, slog.LevelInfo, "removed old rows of chats", slog.Int64("rows", rows))
	}
}

// noteHealth tells other processes how the bots are that this one serves;
// 'judgement chat status' and the server's healthz show it.
func (b *bots) noteHealth(ctx context.Context, mine []string, stopped bool) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var list []chat.Health
	for _, l := range b.larks {
		h := l.Health()
		if !slices.Contains(mine, h.AppID) {
			continue // another process tells
		}
		h.Process, h.Callback, h.Stopped = b.process, b.callback, stopped
		list = append(list, h)
		if !h.Connected && h.Error != "" && !stopped {
			attrs := []slog.Attr{slog.String("scene_slug", h.Scene), slog.String("error", h.Error)}
			if !h.LastFrame.IsZero() {
				attrs = append(attrs, slog.Time("last_frame", h.LastFrame))
			}
			b.log.LogAttrs(ctx, slog.LevelWarn, "bot is not connected", attrs...)
		}
	}
	if err := b.store.SetHealth(ctx, list); err != nil && ctx.Err() == nil {
		b.log.LogAttrs(ctx, slog.LevelWarn, "the bots' health was not noted", slog.Any("error", err))
	}
}

// openBots builds the bots of the scenes for one way of taking events.
func (a *App) openBots(ctx context.Context, flags map[string]string, mode string, log *slog.Logger, reg prometheus.Registerer) (_ *bots, _ *config.Settings, err error) {
	if err := a.needWorkspace("the chat"); err != nil {
		return nil, nil, err
	}
	e, err := a.engine(ctx, flags)
	if err != nil {
		return nil, nil, err
	}
	b := &bots{log: log, callback: mode == config.ChatCallback, close: []func(){e.Close}}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	s := e.settings
	if s.Chat.Mode != mode {
		return nil, nil, &failure{
			exit: exitUsage, code: "chat_mode", err: fmt.Errorf("chat.mode is %s: events come in at POST /chat/event of 'judgement serve'", s.Chat.Mode),
			fix: "run 'judgement serve' alone, or set chat.mode: websocket; with both, every event would come twice",
		}
	}
	roster, err := a.roster(e.workspace, s, log)
	if err != nil {
		return nil, nil, err
	}
	if err := needModel(s, "the chat"); err != nil {
		return nil, nil, err
	}
	q, err := a.openQueue(ctx, e.workspace, s, log)
	if err != nil {
		return nil, nil, err
	}
	b.close = append(b.close, func() { _ = q.db.Close() })
	b.store = chatdb.New(q.db, q)
	platforms, listeners := map[string]chat.Platform{}, map[string]*lark.Bot{}
	for _, bot := range roster.Bots {
		l := lark.New(lark.Options{Bot: bot, Base: s.Chat.BaseURL, Log: log, Now: a.Now})
		b.close = append(b.close, l.Close)
		b.larks, platforms[bot.AppID], listeners[bot.AppID] = append(b.larks, l), l, l
	}
	if b.process, err = a.processName(); err != nil {
		return nil, nil, err
	}
	var listen func(context.Context, string)
	if mode == config.ChatWebsocket {
		if err := reg.Register(lark.NewCollector(b.larks)); err != nil {
			return nil, nil, fmt.Errorf("register metrics: %w", err)
		}
		listen = func(ctx context.Context, app string) { listeners[app].Listen(ctx, b.service.Receive) }
	}
	b.service, err = chat.New(chat.Options{
		Bots: roster.Bots, Platforms: platforms, Store: b.store, Jobs: &chatJobs{queue: q, pipeline: e.pipeline},
		Now: a.Now, Log: log, Metrics: reg, Jitter: mathrand.Float64, Zone: s.TimeZone, Leases: q.db, Process: b.process, Listen: listen,
		Deliver: func(ctx context.Context) { b.deliver(ctx, q.db) },
	})
	return b, s, err
}

// deliver delivers what chats are to show, until ctx ends.
func (b *bots) deliver(ctx context.Context, db *store.DB) {
	deliver.New(deliver.Options{
		Outbox: db, Kind: chat.OutboxKind, Sender: b.service, Targets: b.service.Serves, Wake: b.service.Wake(),
		Owner: b.process, Timeout: time.Minute, Jitter: mathrand.Float64, Log: b.log,
	}).Run(ctx)
}

// processName is what other processes call this one: its host, its number, and
// letters that no other has.
func (a *App) processName() (string, error) {
	mark := make([]byte, 3)
	if _, err := io.ReadFull(a.Random, mark); err != nil {
		return "", fmt.Errorf("name the process: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), hex.EncodeToString(mark)), nil
}

// roster finds the bots of the workspace's scenes and says which scenes have
// none.
func (a *App) roster(ws config.Workspace, s *config.Settings, log *slog.Logger) (*chat.Roster, error) {
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return nil, failed("scenes", "check that the workspace's folder scenes/ may be read", err)
	}
	var scenes []*scene.Scene
	panels := map[string]*panel.Panel{}
	for _, l := range all {
		if l.Err != nil {
			log.Warn("scene has no bot: its files are not valid", "scene_slug", l.Slug, "error", l.Err.Error())
			continue
		}
		scenes, panels[l.Slug] = append(scenes, l.Scene), l.Panel
	}
	r, err := chat.LoadRoster(scenes, a.Env, s.RateLimit)
	var bad *chat.RosterError
	switch {
	case errors.As(err, &bad):
		return nil, &failure{exit: exitCredentials, code: "chat_credentials", err: err, fix: "correct the variables named above; 'judgement chat --help' says what a bot needs"}
	case r != nil:
		for _, line := range r.Skipped {
			log.Info(line)
		}
	}
	if errors.Is(err, chat.ErrNoBots) {
		return nil, &failure{
			exit: exitCredentials, code: "no_bots", err: err,
			fix: "set a scene's CHAT_APP_ID_… and CHAT_APP_SECRET_…, or CHAT_APP_ID, CHAT_APP_SECRET and CHAT_SCENE for a single bot; the values are in the platform's developer console, under the application's credentials",
		}
	}
	for _, line := range r.Warnings {
		log.Warn(line)
	}
	for _, b := range r.Bots {
		b.Panel = panels[b.Scene.Slug]
	}
	return r, err
}

// callback is the handler of POST /chat/event where chat.mode is callback. The
// caller closes the bots and runs them.
func (a *App) callback(ctx context.Context, flags map[string]string, log *slog.Logger, reg prometheus.Registerer) (http.Handler, *bots, error) {
	b, s, err := a.openBots(ctx, flags, config.ChatCallback, log, reg)
	if err != nil {
		return nil, nil, err
	}
	tokens := splitSecrets(s.Chat.Tokens)
	if len(tokens) == 0 {
		b.Close()
		return nil, nil, &failure{
			exit: exitCredentials, code: "chat_token", err: errors.New("chat.mode is callback, and CHAT_VERIFICATION_TOKEN is not set"),
			fix: "set it to the verification token of each application's event subscription, separated by commas",
		}
	}
	keys := splitSecrets(s.Chat.EncryptKeys)
	if len(keys) == 0 {
		log.Warn("CHAT_ENCRYPT_KEY is not set: events are told by their token alone; set an encrypt key in the console and here")
	}
	return &lark.Callback{Bots: b.larks, Receive: b.service.Receive, Tokens: tokens, EncryptKeys: keys, Now: a.Now, Log: log}, b, nil
}

func splitSecrets(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
