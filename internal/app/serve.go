package app

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/api/pages"
	"judgement/internal/api/tracing"
	"judgement/internal/attribution"
	"judgement/internal/audience"
	"judgement/internal/calllog"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/outbox"
	"judgement/internal/pipeline"
)

const (
	// flushTraces is how long the last spans may take to reach their collector.
	flushTraces = 3 * time.Second
	// boardPoll is how often a board with viewers is read.
	boardPoll = time.Second
)

// What version 2 says to clients if the server takes no jobs.
const (
	readOnlyWorkspace = "This server takes no jobs: its workspace can't be written, and no database is named (database.url)"
	noWorkspace       = "This server takes no jobs: it serves the built-in workspace, and no database is named (database.url)"
	noJudging         = "This server takes no jobs: no model is set (llm.model), and the offline baseline was not asked for by name (llm.provider: offline)"
)

// newRegistry returns a registry with the metrics that every process has.
func newRegistry() *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return reg
}

// Serve serves the HTTP API until ctx ends. alone says that no other part of this
// process runs the jobs.
func (p *Process) Serve(ctx context.Context, alone bool) error {
	ws, s := p.Workspace, p.Settings
	if ws.Dir == "" {
		p.Log.Warn("no workspace is here: the built-in one is served, and cases and reports are those of the folder", "folder", ws.OutDir, "fix", PlaceFix)
	}
	reg := newRegistry()
	q, lack, err := p.queueToServe(ctx, ws, s, reg)
	if err != nil {
		return err
	}
	events, stopBots, err := p.chatEvents(ctx, s, reg)
	if err != nil {
		return err
	}
	defer stopBots()
	storage, err := p.Storage(ctx)
	if err != nil {
		return err
	}
	boards := audience.New(audience.NewBoards(ws.FS, casefile.New(storage, p.Now)), boardPoll, func(scene string, err error) {
		p.Log.Warn("a board can't be read; its viewers keep the last one", "scene", scene, "error", err)
	})
	hosts, err := p.mcpHandler(ctx, q, lack)
	if err != nil {
		p.Log.Warn("/mcp is not served; all else works", "error", err)
	}
	trace, closeTraces, err := p.traces(ctx, s)
	if err != nil {
		return err
	}
	defer closeTraces()
	service, err := p.service(ctx, api.Options{Trace: trace, ChatEvent: events, MCP: hosts, Boards: boards, Metrics: reg, NoJobs: lack, Pages: p.pages(storage, q)}, q)
	if err != nil {
		return err
	}
	listeners, err := p.listen(ctx, s, service, reg)
	if err != nil {
		return listenFailure("with --listen", err)
	}
	for l := range listeners {
		p.Log.Info("listening", "address", l.Addr().String(), "workspace", WorkspaceName(ws))
		if everyInterface(l.Addr()) {
			p.Log.Warn("the server listens on all interfaces of this machine, without TLS", "address", l.Addr().String(), "fix", loopbackFix)
		}
		if p.Listening != nil {
			p.Listening(l.Addr().String())
		}
	}
	p.tellLacks(ctx, s, q, alone)
	defer watch(ctx, service, boards)()
	err = (&api.Server{Log: p.Log, OnStop: service.EndStreams}).Serve(ctx, listeners)
	p.Log.Info("stopped")
	return err
}

// watch keeps what the API and the boards show up to date until ctx ends or stop is
// called.
func watch(ctx context.Context, service *api.API, boards *audience.Hub) (stop func()) {
	watching, cancel := context.WithCancel(ctx)
	var watchers sync.WaitGroup
	watchers.Go(func() { service.Watch(watching) })
	watchers.Go(func() { boards.Run(watching) }) // ends the viewers' streams at once, so that nothing waits for them
	return func() {
		cancel()
		watchers.Wait()
	}
}

// service builds the API. The queue is nil if there is no place for jobs.
func (p *Process) service(ctx context.Context, o api.Options, q *Queue) (*api.API, error) {
	ws, s := p.Workspace, p.Settings
	secrets, err := webhookSecrets(s)
	if err != nil {
		return nil, err
	}
	checker, err := p.Checker(ctx)
	if err != nil {
		return nil, err
	}
	if q != nil {
		o.Jobs, o.Bots = q, &botHealth{q.chats(), s.Chat.Mode == config.ChatCallback}
	}
	if NoModel(s) {
		o.NoJudging = noJudging
	}
	o.Workspace, o.Dir, o.Env, o.Tokens, o.DefaultAnchor, o.Models = ws.FS, ws.Dir, p.Env, s.Server.Tokens, s.DefaultAnchor, s.LLM.Refuses
	o.Attributor = &attributor{checker: checker, builtIn: ws.Dir == ""}
	o.Webhooks, o.Reaches = len(secrets) > 0, outbox.Reaches(s.Webhook.AllowNetworks)
	o.Log, o.Now, o.Random = p.Log, p.Now, rand.Reader
	return api.New(o)
}

// pages are what the pages under /cases are made of. The queue is nil if there is no
// place for jobs.
func (p *Process) pages(storage casefile.Storage, q *Queue) *pages.Options {
	o := &pages.Options{
		Workspace: p.Workspace.FS, Storage: storage, Cases: casefile.New(storage, p.Now), Defaults: p.JobOptions(), Now: p.Now, Random: rand.Reader, Ticket: p.Ticket,
		Engine: func(ctx context.Context) (*pipeline.Pipeline, error) {
			e, err := p.Engine(ctx)
			if err != nil {
				return nil, err
			}
			return e.Pipeline, nil
		},
	}
	if q != nil {
		o.Calls = func(ctx context.Context, id string) ([]calllog.Call, error) { return calllog.OfJob(ctx, q.DB, id) }
	}
	return o
}

// WorkspaceName names a workspace for people.
func WorkspaceName(ws config.Workspace) string {
	if ws.Dir == "" {
		return "built-in (read-only); reports go to " + ws.OutDir
	}
	return ws.Dir
}

// leastToken is the length from which a token counts as hard to guess, in
// characters; 32 random bytes in hexadecimal digits have 64.
const leastToken = 32

// What is said of a token that may be guessed, and what to do.
const (
	ShortTokenText = "SERVICE_API_TOKEN holds a token that is shorter than 32 characters and may be guessed"
	ShortTokenFix  = "make one with 'openssl rand -hex 32'"
)

// ShortToken reports a token that may be guessed.
func ShortToken(tokens string) bool {
	return slices.ContainsFunc(splitSecrets(tokens), func(t string) bool { return len(t) < leastToken })
}

// splitSecrets cuts a list of secrets at its commas.
func splitSecrets(s string) []string {
	out := strings.Split(s, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// tellLacks says at the start what keeps the server from its work: no token, no
// model, no worker to run the jobs.
func (p *Process) tellLacks(ctx context.Context, s *config.Settings, q *Queue, alone bool) {
	if len(splitSecrets(s.Server.Tokens)) == 0 {
		p.Log.Warn("SERVICE_API_TOKEN is not set: every path but /v1/healthz answers 503")
	} else if ShortToken(s.Server.Tokens) {
		p.Log.Warn(ShortTokenText, "fix", ShortTokenFix)
	}
	if !alone || q == nil {
		return
	}
	if NoModel(s) {
		p.Log.Warn("no model is set: version 2 of the API takes no jobs", "fix", SetModel+", or llm.provider: offline for the offline baseline")
	}
	if alive, err := q.Workers(ctx); err == nil && len(alive) == 0 { // healthz reports a queue that fails
		p.Log.Warn("no worker is running: jobs wait until one is", "fix", "start 'judgement worker' in the same workspace, or run 'judgement up' in the place of serve")
	}
}

// queueToServe opens the queue. A server outside of a workspace, or whose workspace
// can't be written, and that has no database of its own, goes on without one, as
// it can still read; lack then says why.
func (p *Process) queueToServe(ctx context.Context, ws config.Workspace, s *config.Settings, reg prometheus.Registerer) (q *Queue, lack string, err error) {
	if ws.Dir == "" && s.Database.URL == "" {
		p.Log.Warn("there is no place for jobs outside of a workspace: version 2 of the API answers 503; all else works",
			"fix", PlaceFix+"; or set database.url")
		return nil, noWorkspace, nil
	}
	q, err = p.Queue(ctx)
	if errors.Is(err, fault.DatabaseReadOnly) && s.Database.URL == "" && s.Chat.Mode != config.ChatCallback {
		p.Log.Warn("the workspace can't be written: version 2 of the API answers 503, attribution checks must be dry runs, boards stay as they are; all else works",
			"error", err, "fix", "make .judgement in the workspace writable, or set database.url")
		return nil, readOnlyWorkspace, nil
	}
	if err == nil {
		err = reg.Register(q.Queue)
	}
	return q, "", err
}

// chatEvents returns the handler of the bots' events and starts what their bots
// do, in callback mode; otherwise nil. The function ends it.
func (p *Process) chatEvents(ctx context.Context, s *config.Settings, reg *prometheus.Registry) (http.Handler, func(), error) {
	if s.Chat.Mode != config.ChatCallback {
		return nil, func() {}, nil
	}
	h, b, err := p.callback(ctx, reg)
	if errors.Is(err, fault.NoBots) {
		p.Log.Warn("chat.mode is callback and no scene has a bot: /chat/event answers that it is not deployed; all else works", "fix", noBotsFix)
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

// loopbackFix is what an operator can do about a server that other machines reach.
const loopbackFix = "name an address of this machine, such as --listen 127.0.0.1:8421 (JUDGEMENT_LISTEN, server.listen), or let a reverse proxy with TLS or the container's ports decide who reaches it"

// everyInterface reports if an address is that of all interfaces, so that other
// machines may connect.
func everyInterface(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && (len(tcp.IP) == 0 || tcp.IP.IsUnspecified())
}

// listen opens the API's address, or takes the socket that was handed over, and
// the metrics' address if there is one.
func (p *Process) listen(ctx context.Context, s *config.Settings, h http.Handler, reg *prometheus.Registry) (_ map[net.Listener]http.Handler, err error) {
	var l net.Listener
	if p.Flags["server.listen"] == nil {
		l, err = api.Inherited(p.Env, os.Getpid())
	}
	if l == nil && err == nil {
		l, err = api.Listen(ctx, s.Server.Listen)
	}
	if err != nil {
		return nil, err
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

// listenFailure explains why an address could not be opened; how says how to
// name another one.
func listenFailure(how string, err error) error {
	fix := "choose another address " + how + ", or end the process that has this one"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fix = "make the socket's folder first, for this user to write to, or choose another address " + how
	case errors.Is(err, fs.ErrPermission):
		fix = "let this user write to the socket's folder (a port below 1024 needs a right of its own), or choose another address " + how
	}
	return fault.Refuse(fault.Listen, fix, err)
}

// traces returns what begins the trace of a request if a collector is set, and what
// sends the last traces.
func (p *Process) traces(ctx context.Context, s *config.Settings) (func(*http.Request) (*http.Request, func(status int)), func(), error) {
	if s.Server.OTelEndpoint == "" {
		return nil, func() {}, nil
	}
	tracer, err := tracing.Start(ctx, s.Server.OTelEndpoint, p.Version, func(err error) { p.Log.Warn("traces", "error", err) })
	if err != nil {
		return nil, nil, err
	}
	return tracer.Begin, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTraces)
		defer cancel()
		if err := tracer.Close(end); err != nil {
			p.Log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

// attributor runs the attribution check for the HTTP API.
type attributor struct {
	checker *attribution.Checker
	builtIn bool // the workspace is the built-in one
}

// Check runs the check and translates its summary.
func (c *attributor) Check(ctx context.Context, req api.AttributionRequest) (out api.AttributionResponse, err error) {
	if c.builtIn && !req.DryRun {
		return out, fault.NoWorkspace
	}
	o := attribution.Options{DryRun: req.DryRun}
	if req.CaseID != nil {
		o.Case = *req.CaseID
	}
	sum, err := c.checker.Run(ctx, o)
	if err != nil {
		return out, err
	}
	out = api.AttributionResponse{InvokedAt: sum.InvokedAt, Today: sum.Today, TotalChecked: sum.TotalChecked, ByStatus: map[string]int{}, RawOutput: sum.RawOutput}
	for _, status := range attribution.Statuses() {
		out.ByStatus[string(status)] = sum.ByStatus.Of(status)
	}
	return out, nil
}
