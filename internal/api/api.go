// Package api is the HTTP API: version 1 of the contract, version 2 with jobs,
// their machine-readable description, the documentation pages, the audience's boards and
// the pages under /cases. Handlers are thin: they decode, call one function and encode. What the
// workspace's files say is encoded once per change, not once per request. The
// package writes nothing, runs no job and never calls a model.
package api

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/api/pages"
	"judgement/internal/audience"
	"judgement/internal/heartbeat"
	"judgement/internal/job"
	"judgement/internal/pipeline"
)

// Options are what an API is made of. Workspace, Attributor, Now, Env and Random
// must be set.
type Options struct {
	Workspace     fs.FS
	Dir           string              // the workspace on disk, for git_commit; empty: none
	Env           func(string) string // for env_ready; values are never kept
	Tokens        string              // SERVICE_API_TOKEN: tokens separated by commas
	DefaultAnchor string
	Models        pipeline.Refuses // what a scene's providers and models are held to; nil: nothing
	Attributor    Attributor
	ChatEvent     http.Handler // answers /chat/event; nil: every event is ignored
	MCP           http.Handler // answers /mcp; nil: there is no such path
	Jobs          Jobs         // the queue behind version 2; nil: its paths answer 503
	NoJobs        string       // why Jobs is nil although there should be a queue, for clients; healthz is degraded then
	NoJudging     string       // why no job is taken, such as that no model is set, for clients; empty: jobs are taken
	Webhooks      bool         // whether a job may name a callback_url
	// Reaches reports whether webhooks may go to an IP address in a callback_url;
	// nil: to any. The address that a name leads to is checked when it is called.
	Reaches func(netip.Addr) bool
	Boards  *audience.Hub // of public boards; nil: there are none
	Bots    Bots          // state of the chat bots; nil: unknown
	// Pages are those under /cases; nil: there are none. The API fills in what the
	// pages need of it.
	Pages *pages.Options
	// Trace begins the trace of a request and returns what ends it with the status of
	// the answer; nil: nothing is traced.
	Trace   func(*http.Request) (*http.Request, func(status int))
	Log     *slog.Logger // nil: nothing is logged
	Metrics prometheus.Registerer
	Now     func() time.Time
	Random  io.Reader     // of request ids
	Poll    time.Duration // how often files and the events of jobs are looked at; 0: twice a second
}

// API answers requests. It is safe for use by several goroutines.
type API struct {
	o        Options
	catalog  *catalog
	tokens   tokens
	redact   *strings.Replacer // of what clients send into the log
	pages    browserPages
	cases    *pages.Pages // nil: there are none
	mux      *http.ServeMux
	meter    *meter
	idPrefix string
	idCount  atomic.Uint64

	checking   chan struct{} // has a value while an attribution check runs
	waiting    atomic.Int64  // attribution checks
	uploads    atomic.Int64  // bytes that running submissions may hold
	streams    atomic.Int64  // of events of jobs
	feeds      feeds
	stop       chan struct{} // closed by EndStreams
	patience   time.Duration // of a board's viewer
	jobProblem atomic.Pointer[string]
	botsFail   atomic.Bool
}

// New reads the workspace once and returns its API. What is wrong with the
// files is no error: healthz and the log say it.
func New(o Options) (*API, error) {
	prefix := make([]byte, 6)
	if _, err := io.ReadFull(o.Random, prefix); err != nil {
		return nil, fmt.Errorf("draw the prefix of request ids: %w", err)
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Poll = cmp.Or(o.Poll, 500*time.Millisecond)
	a := &API{
		o: o, tokens: readTokens(o.Tokens), redact: redactor(o.Tokens),
		catalog:  newCatalog(o),
		patience: viewerPatience, idPrefix: hex.EncodeToString(prefix) + "-",
		checking: make(chan struct{}, 1), stop: make(chan struct{}),
	}
	a.meter = newMeter(o.Metrics, a)
	var err error
	if a.pages, err = newBrowserPages(); err != nil {
		return nil, err
	}
	a.addPages()
	if err := a.addRoutes(); err != nil {
		return nil, err
	}
	a.catalog.refresh(context.Background())
	return a, nil
}

// Watch looks at the workspace's files, at what keeps jobs from being run, and at
// the chat bots, until ctx ends, so that edits show without a restart. What breaks
// and what is fixed is logged once.
func (a *API) Watch(ctx context.Context) {
	var asking sync.WaitGroup
	defer asking.Wait()
	health := min(healthEvery, 10*a.o.Poll)
	if a.o.Jobs != nil {
		asking.Go(func() {
			a.checkJobs(ctx)
			heartbeat.Every(ctx, health, func() { a.checkJobs(ctx) })
		})
	}
	if a.o.Bots != nil {
		asking.Go(func() {
			states := a.checkBots(ctx, nil)
			heartbeat.Every(ctx, health, func() { states = a.checkBots(ctx, states) })
		})
	}
	if a.cases != nil {
		asking.Go(func() { a.cases.Watch(ctx) })
	}
	heartbeat.Every(ctx, a.o.Poll, func() { a.catalog.refresh(ctx) })
}

// healthz is GET /v1/healthz: it touches no file.
func (a *API) healthz(w http.ResponseWriter, _ *http.Request) error {
	status := "ok"
	if len(a.catalog.current.Load().problems) > 0 || a.jobProblem.Load() != nil || a.o.NoJobs != "" || a.botsFail.Load() {
		status = "degraded"
	}
	now := job.Timestamp(a.o.Now())
	writeJSON(w, http.StatusOK, []byte(`{"status":"`+status+`","timestamp":"`+now+`"}`))
	return nil
}

// resource answers with a configuration answer that is encoded already.
func (a *API) resource(of func(*view) *content) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return of(a.catalog.current.Load()).handle(w, r)
	}
}

// ignoredEvent is the answer to every chat event while no handler is deployed.
const ignoredEvent = `{"status":"ignored","reason":"the event handler is not deployed: scene bots take events over their long connection"}`

// receiveEvent is POST /chat/event.
func (a *API) receiveEvent(w http.ResponseWriter, r *http.Request) error {
	if a.o.ChatEvent != nil {
		a.o.ChatEvent.ServeHTTP(w, r)
		return nil
	}
	writeJSON(w, http.StatusOK, []byte(ignoredEvent))
	return nil
}
