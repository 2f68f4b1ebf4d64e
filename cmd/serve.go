package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
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
	"judgement/internal/api/tracing"
	"judgement/internal/attribution"
	"judgement/internal/audience"
	"judgement/internal/casefile"
	"judgement/internal/chat/chatdb"
	"judgement/internal/deliver"
	"judgement/internal/fault"
)

// flushTraces is how long the last spans may take to reach their collector.
const flushTraces = 3 * time.Second

func (a *App) serveCmd() *cobra.Command {
	flags := &settingFlags{}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the HTTP API",
		Long: `Serves the HTTP API, versions 1 and 2, with its documentation at /docs and
/redoc, until it is interrupted; then it lets the running requests end. Jobs that
come in over version 2 are run by 'judgement worker'; 'judgement up' does both.

The environment variable SERVICE_API_TOKEN must hold the bearer token, or several
separated by commas while one replaces another. Without it every path but
/v1/healthz answers 503.

A competition scene with board.public: true shows its ranking at /boards/SCENE,
without a token, on a page that follows new boards by itself.

With chat.mode: callback it also takes the chat bots' events at POST /chat/event
and does what 'judgement chat' does.

With --metrics-listen it serves Prometheus metrics of requests and of the queue at
/metrics, and the probes /healthz and /readyz, on an address of their own.

Where the workspace can't be written and no database is named (database.url), it
answers everything that only reads; version 2 answers 503 and says why. The same
holds outside of a workspace, where it serves the built-in one and warns of it.

A socket that a service manager hands over (LISTEN_FDS) is used unless --listen
is given.`,
		Example: `  SERVICE_API_TOKEN=$(openssl rand -hex 32) judgement serve --listen 127.0.0.1:8421
  judgement serve --listen /run/judgement/http.sock
  judgement serve --metrics-listen 127.0.0.1:9421`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.logged(flags.given(c), func(log *slog.Logger) error { return a.runServe(c.Context(), flags.given(c), log, true) })
		},
	}
	flags.addServer(c)
	return c
}

// addServer adds the flags of every command that serves the HTTP API.
func (s *settingFlags) addServer(c *cobra.Command) {
	s.add(c, "listen", "server.listen", "host:port, :port, or the path of a Unix socket (setting server.listen)")
	s.add(c, "metrics-listen", "server.metrics_listen", "address of the Prometheus metrics (setting server.metrics_listen)")
	s.add(c, "log-format", "server.log_format", "json, text or none (setting server.log_format)")
}

// runServe serves until ctx ends. alone says that no other part of this process
// runs the jobs.
func (a *App) runServe(ctx context.Context, flags map[string]string, log *slog.Logger, alone bool) (err error) {
	ws, s, err := a.settings(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	if ws.Dir == "" {
		log.Warn("no workspace is here: the built-in one is served, and cases and reports are those of the folder", "folder", ws.OutDir, "fix", placeFix)
	}
	storage, err := a.keep(ctx, ws, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, storage.close()) }()
	secrets, err := webhookSecrets(s)
	if err != nil {
		return err
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	queued, err := a.queueToServe(ctx, ws, s, log, reg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, queued.close()) }()
	events, stopBots, err := a.chatEvents(ctx, s, flags, log, reg)
	if err != nil {
		return err
	}
	defer stopBots()
	boards := audience.New(&boardSource{files: ws.FS, cases: casefile.New(storage, a.Now)}, boardPoll, func(scene string, err error) {
		log.Warn("a board can't be read; its viewers keep the last one", "scene", scene, "error", err)
	})
	service, err := api.New(api.Options{
		Workspace: ws.FS, Dir: ws.Dir, Env: a.Env, Tokens: s.Server.Tokens, DefaultAnchor: s.DefaultAnchor,
		Attributor: &attributor{checker: a.checker(storage, ws, s), builtIn: ws.Dir == ""},
		ChatEvent:  events,
		Jobs:       queued.jobs, NoJobs: queued.lack, NoJudging: noJudging(s), Webhooks: len(secrets) > 0, Reaches: deliver.Reaches(s.Webhook.AllowNetworks), Boards: boards, Bots: queued.bots,
		Log: log, Metrics: reg, Now: a.Now, Random: rand.Reader,
	})
	if err != nil {
		return err
	}
	handler, closeTraces, err := traced(ctx, service, s, log)
	if err != nil {
		return err
	}
	defer closeTraces()
	listeners, err := a.listen(ctx, s, flags, handler, reg)
	if err != nil {
		return listenFailure("with --listen", err)
	}
	for l := range listeners {
		log.Info("listening", "address", l.Addr().String(), "workspace", a.workspaceName(ws))
	}
	if strings.Trim(s.Server.Tokens, ", \t") == "" {
		log.Warn("SERVICE_API_TOKEN is not set: every path but /v1/healthz answers 503")
	} else if shortToken(s.Server.Tokens) {
		log.Warn(shortTokenText, "fix", shortTokenFix)
	}
	if alone && queued.workers != nil {
		tellLacks(ctx, s, queued.workers, log)
	}
	watching, stop := context.WithCancel(ctx)
	var watchers sync.WaitGroup
	watchers.Go(func() { service.Watch(watching) })
	watchers.Go(func() { boards.Run(watching) }) // ends the viewers' streams at once, so that nothing waits for them
	defer func() { stop(); watchers.Wait() }()
	err = (&api.Server{Log: log, OnStop: service.EndStreams}).Serve(ctx, listeners)
	log.Info("stopped")
	return err
}

// leastToken is the length from which a token counts as hard to guess, in
// characters; 32 random bytes in hexadecimal digits have 64.
const leastToken = 32

const (
	shortTokenText = "SERVICE_API_TOKEN holds a token that is shorter than 32 characters and may be guessed"
	shortTokenFix  = "make one with 'openssl rand -hex 32'"
)

// shortToken reports a token that may be guessed.
func shortToken(tokens string) bool {
	return slices.ContainsFunc(splitSecrets(tokens), func(t string) bool { return len(t) < leastToken })
}

// servedQueue is the queue as the server needs it.
type servedQueue struct {
	jobs  api.Jobs // nil: there is no queue
	lack  string   // why not, for clients
	bots  api.Bots // nil without a database
	close func() error
	// workers names those that live; nil without a queue.
	workers func(context.Context) ([]string, error)
}

// tellLacks says at the start why jobs that come in are refused, or would wait.
func tellLacks(ctx context.Context, s *config.Settings, workers func(context.Context) ([]string, error), log *slog.Logger) {
	if noModel(s) {
		log.Warn("no model is set: version 2 of the API takes no jobs", "fix", setModel+", or llm.provider: offline for the offline baseline")
	}
	if alive, err := workers(ctx); err == nil && len(alive) == 0 { // what ails the queue healthz tells
		log.Warn("no worker is running: jobs wait until one is", "fix", "start 'judgement worker' in the same workspace, or run 'judgement up' in the place of serve")
	}
}

// readOnlyWorkspace is what clients of version 2 are told where there is no
// place for jobs.
const readOnlyWorkspace = "This server takes no jobs: its workspace can't be written, and no database is named (database.url)"

// noWorkspace is what clients of version 2 are told where there is no place for
// jobs because nobody chose one.
const noWorkspace = "This server takes no jobs: it serves the built-in workspace, and no database is named (database.url)"

// queueToServe opens the queue. A server outside of a workspace, or whose workspace
// can't be written, and that has no database of its own, goes on without one: it
// can still read.
func (a *App) queueToServe(ctx context.Context, ws config.Workspace, s *config.Settings, log *slog.Logger, reg prometheus.Registerer) (*servedQueue, error) {
	if ws.Dir == "" && s.Database.URL == "" {
		log.Warn("there is no place for jobs outside of a workspace: version 2 of the API answers 503; all else works",
			"fix", placeFix+"; or set database.url")
		return &servedQueue{lack: noWorkspace, close: func() error { return nil }}, nil
	}
	q, err := a.openQueue(ctx, ws, s, log)
	if errors.Is(err, fault.DatabaseReadOnly) && s.Database.URL == "" && s.Chat.Mode != config.ChatCallback {
		log.Warn("the workspace can't be written: version 2 of the API answers 503, attribution checks must be dry runs, boards stay as they are; all else works",
			"error", err, "fix", "make .judgement in the workspace writable, or set database.url")
		return &servedQueue{lack: readOnlyWorkspace, close: func() error { return nil }}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := reg.Register(q.Queue); err != nil {
		return nil, errors.Join(fmt.Errorf("register metrics: %w", err), q.db.Close())
	}
	return &servedQueue{jobs: q, bots: &botHealth{chatdb.New(q.db, nil), s.Chat.Mode == config.ChatCallback}, close: q.db.Close, workers: q.Workers}, nil
}

// noJudging says why version 2 takes no jobs; empty: it takes them.
func noJudging(s *config.Settings) string {
	if noModel(s) {
		return "This server takes no jobs: no model is set (llm.model), and the offline baseline was not asked for by name (llm.provider: offline)"
	}
	return ""
}

// chatEvents returns the handler of the bots' events and starts what their bots
// do, in callback mode; otherwise nil. The function ends it.
func (a *App) chatEvents(ctx context.Context, s *config.Settings, flags map[string]string, log *slog.Logger, reg *prometheus.Registry) (http.Handler, func(), error) {
	if s.Chat.Mode != config.ChatCallback {
		return nil, func() {}, nil
	}
	h, b, err := a.callback(ctx, flags, log, reg)
	var f *failure
	if errors.As(err, &f) && f.code == "no_bots" {
		log.Warn("chat.mode is callback and no scene has a bot: /chat/event answers that it is not deployed; all else works", "fix", f.fix)
		return nil, func() {}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { b.run(running) })
	return h, func() {
		stop()
		all.Wait()
		b.Close()
	}, nil
}

// listen opens the API's address, or takes the socket that was handed over, and
// the metrics' address where there is one.
func (a *App) listen(ctx context.Context, s *config.Settings, flags map[string]string, h http.Handler, reg *prometheus.Registry) (map[net.Listener]http.Handler, error) {
	var l net.Listener
	var err error
	if flags["server.listen"] == "" {
		if l, err = api.Inherited(a.Env, os.Getpid()); err != nil {
			return nil, err
		}
	}
	if l == nil {
		if l, err = api.Listen(ctx, s.Server.Listen); err != nil {
			return nil, err
		}
	}
	out := map[net.Listener]http.Handler{l: h}
	if s.Server.MetricsListen != "" {
		m, err := api.Listen(ctx, s.Server.MetricsListen)
		if err != nil {
			return nil, errors.Join(err, l.Close())
		}
		out[m] = api.MetricsHandler(reg, nil)
	}
	return out, nil
}

// newServerLog returns the server's log in one of the formats of the setting
// server.log_format.
func newServerLog(format string, w io.Writer) *slog.Logger {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil))
	case "none":
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: inMilliseconds}))
}

// inMilliseconds writes a duration as whole milliseconds with the unit in its
// key: slog's JSON has bare nanoseconds. The libraries' durations come here, too.
func inMilliseconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	return slog.Int64(a.Key+"_ms", a.Value.Duration().Milliseconds())
}

// traced wraps a handler in traces where a collector is set, and returns what
// sends the last of them.
func traced(ctx context.Context, h http.Handler, s *config.Settings, log *slog.Logger) (http.Handler, func(), error) {
	if s.Server.OTelEndpoint == "" {
		return h, func() {}, nil
	}
	tracer, err := tracing.Start(ctx, s.Server.OTelEndpoint, readBuildInfo().Version, func(err error) { log.Warn("traces", "error", err) })
	if err != nil {
		return nil, nil, err
	}
	return tracer.Wrap(h), func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTraces)
		defer cancel()
		if err := tracer.Close(end); err != nil {
			log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

// attributor runs the attribution check for the HTTP API.
type attributor struct {
	checker *attribution.Checker
	builtIn bool // the workspace is the built-in one
}

// Check runs the check and translates its summary.
func (c *attributor) Check(ctx context.Context, req api.AttributionRequest) (api.AttributionResponse, error) {
	if c.builtIn && !req.DryRun {
		return api.AttributionResponse{}, fault.NoWorkspace
	}
	o := attribution.Options{DryRun: req.DryRun}
	if req.CaseID != nil {
		o.Case = *req.CaseID
	}
	sum, err := c.checker.Run(ctx, o)
	if err != nil {
		return api.AttributionResponse{}, err
	}
	resp := api.AttributionResponse{
		InvokedAt: sum.InvokedAt, Today: sum.Today, TotalChecked: sum.TotalChecked,
		ByStatus: map[string]int{}, RawOutput: sum.RawOutput,
	}
	for _, status := range attribution.Statuses() {
		resp.ByStatus[string(status)] = sum.ByStatus.Of(status)
	}
	return resp, nil
}
