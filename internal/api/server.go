package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

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

// DrainTimeout is how long running requests may take at the end if a Server
// names no other time: a running attribution check ends within it.
const DrainTimeout = 35 * time.Second

// Server serves handlers on listeners until it is stopped.
type Server struct {
	Log   *slog.Logger
	Drain time.Duration // how long running requests may take at the end; 0: 35 s
	// OnStop, if it is not nil, is called once when the server stops taking
	// requests, to end those that would go on for ever.
	OnStop func()
}

// Serve answers on every listener with its handler until ctx ends, then lets
// the running requests end and closes the rest. It closes the listeners. An
// error is that of a listener, or says that requests had to be cut off.
func (s *Server) Serve(ctx context.Context, handlers map[net.Listener]http.Handler) error {
	running, stopped := errgroup.WithContext(ctx)
	var servers []*http.Server
	for l, h := range handlers {
		srv := s.server(h)
		servers = append(servers, srv)
		running.Go(func() error {
			if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				return fmt.Errorf("serve on %s: %w", l.Addr(), err)
			}
			return nil
		})
	}
	<-stopped.Done()
	if s.OnStop != nil {
		s.OnStop()
	}
	drain := cmp.Or(s.Drain, DrainTimeout)
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	var ending errgroup.Group
	for _, srv := range servers {
		ending.Go(func() error {
			if err := srv.Shutdown(end); err != nil {
				return fmt.Errorf("requests were still running after %s and were cut off: %w", drain, errors.Join(err, srv.Close()))
			}
			return nil
		})
	}
	return errors.Join(ending.Wait(), running.Wait())
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
// 503 with the reason while ready returns one, else 200. ready may be nil.
func MetricsHandler(reg *prometheus.Registry, ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{Registry: reg}))
	probe := func(check func() error) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			status, text := http.StatusOK, "ok"
			if check != nil {
				if err := check(); err != nil {
					status, text = http.StatusServiceUnavailable, fault.Public(err.Error())
				}
			}
			write(w, status, "text/plain; charset=utf-8", []byte(text+"\n"))
		}
	}
	mux.Handle("GET /healthz", probe(nil))
	mux.Handle("GET /readyz", probe(ready))
	return mux
}
