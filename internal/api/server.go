package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"judgement/internal/fault"
)

// Limits of a connection.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 60 * time.Second // beyond reading, waiting and the longest handler
	idleTimeout    = 60 * time.Second
	maxHeaderBytes = 16<<10 - 4<<10 // net/http lets 4 KiB more pass: 16 KiB in all
)

// DrainTimeout is how long running requests may take at the end where a Server
// names no other time: a running attribution check ends within it.
const DrainTimeout = 35 * time.Second

// Server serves handlers on listeners until it is told to stop.
type Server struct {
	Log   *slog.Logger
	Drain time.Duration // how long running requests may take at the end; 0: 35 s
	// OnStop, where it is not nil, is called once when the server stops taking
	// requests, to end those that would go on for ever.
	OnStop func()
}

// Serve answers on every listener with its handler until ctx ends, then lets
// the running requests end and closes the rest. It closes the listeners. An
// error is that of a listener, or says that requests had to be cut off.
func (s *Server) Serve(ctx context.Context, handlers map[net.Listener]http.Handler) error {
	stop, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var servers []*http.Server
	var running sync.WaitGroup
	for l, h := range handlers {
		srv := s.server(h)
		servers = append(servers, srv)
		running.Go(func() {
			if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				cancel(fmt.Errorf("serve on %s: %w", l.Addr(), err))
			}
		})
	}
	<-stop.Done()
	failed := context.Cause(stop)
	if errors.Is(failed, ctx.Err()) {
		failed = nil
	}
	if s.OnStop != nil {
		s.OnStop()
	}
	drain := s.Drain
	if drain == 0 {
		drain = DrainTimeout
	}
	end, done := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer done()
	var ending sync.WaitGroup
	errs := make([]error, len(servers))
	for i, srv := range servers {
		ending.Go(func() {
			if err := srv.Shutdown(end); err != nil {
				errs[i] = fmt.Errorf("requests were still running after %s and were cut off: %w", drain, errors.Join(err, srv.Close()))
			}
		})
	}
	ending.Wait()
	running.Wait()
	return errors.Join(append(errs, failed)...)
}

func (s *Server) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// OPTIONS * is answered, counted and logged as any other request.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
}

// MetricsHandler serves a registry at /metrics, for a listener of its own, and
// two probes: /healthz answers 200 while the process is alive; /readyz answers
// 503 with the reason while ready returns one, and 200 else. ready may be nil.
func MetricsHandler(reg *prometheus.Registry, ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{Registry: reg}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { probe(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if ready == nil {
			probe(w, nil)
			return
		}
		probe(w, ready())
	})
	return mux
}

// probe answers a probe: ok, or what is wrong.
func probe(w http.ResponseWriter, problem error) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h["Cache-Control"] = noStore
	if problem != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = fmt.Fprintln(w, fault.Public(problem.Error()))
		return
	}
	_, _ = fmt.Fprintln(w, "ok")
}
