package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What the log keeps of an unknown path and an unknown method, in bytes.
const (
	maxLoggedPath   = 200
	maxLoggedMethod = 20
)

// newPanic makes an error of a panic, with its stack, where it is recovered.
func newPanic(v any) error { return fmt.Errorf("panic: %v\n%s", v, debug.Stack()) }

// exchange is one request with its answer.
type exchange struct {
	http.ResponseWriter
	status int // 0 until the header is written
	bytes  int64
	id     string
	err    error // why the status is 5xx
}

// Unwrap lets http.ResponseController reach the connection.
func (e *exchange) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// WriteHeader remembers the status.
func (e *exchange) WriteHeader(status int) {
	if e.status == 0 && status >= http.StatusOK {
		e.status = status
	}
	e.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes of the body.
func (e *exchange) Write(b []byte) (int, error) {
	if e.status == 0 {
		e.status = http.StatusOK
	}
	n, err := e.ResponseWriter.Write(b)
	e.bytes += int64(n)
	return n, err
}

// ServeHTTP gives each request its id, answers it, turns a panic into a 500,
// counts it and logs it.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	ex := &exchange{ResponseWriter: w, id: a.requestID(r)}
	w.Header().Set("X-Request-Id", ex.id)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	a.meter.inFlight.Add(1)
	ended := func(int) {}
	if a.o.Trace != nil {
		r, ended = a.o.Trace(r)
	}
	defer func() {
		v := recover()
		if err, ok := v.(error); v != nil && !(ok && errors.Is(err, http.ErrAbortHandler)) {
			v = a.answerPanic(ex, v)
		}
		a.finish(ex, r, time.Since(start))
		ended(ex.status)
		if v != nil {
			panic(v) // closes the connection
		}
	}()
	if !plainPath(r) {
		a.serve(route{}).ServeHTTP(ex, r)
		return
	}
	a.mux.ServeHTTP(ex, r)
}

// answerPanic answers 500 if nothing is written yet. It returns what must be
// panicked on with, if anything.
func (a *API) answerPanic(ex *exchange, v any) any {
	a.meter.panics.Inc()
	err := newPanic(v)
	if ex.status != 0 {
		ex.err = err
		return http.ErrAbortHandler
	}
	a.fail(ex, err)
	return nil
}

// finish counts and logs an exchange.
func (a *API) finish(ex *exchange, r *http.Request, took time.Duration) {
	if ex.status == 0 {
		ex.status = http.StatusOK // what net/http sends for a handler that wrote nothing
	}
	a.meter.inFlight.Add(-1)
	route, target, method := r.Pattern, r.Pattern, r.Method
	if route == "" || route == "/" {
		route, target = "unmatched", cut(a.redact.Replace(r.URL.Path), maxLoggedPath)
		if strings.HasPrefix(target, linkPath) { // it may hold a link
			target = linkPath
		}
	}
	if !slices.Contains(methods, method) { // clients don't make labels
		method = "other"
	}
	a.meter.latency.WithLabelValues(route).Observe(took.Seconds())
	a.meter.requests.WithLabelValues(route, method, strconv.Itoa(ex.status)).Inc()
	level := slog.LevelInfo
	if ex.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if method == "other" {
		method = cut(a.redact.Replace(r.Method), maxLoggedMethod)
	}
	attrs := []slog.Attr{
		slog.String("request_id", ex.id), slog.String("method", method), slog.String("path", target),
		slog.Int("status", ex.status), slog.Int64("bytes", ex.bytes),
		slog.Int64("micros", took.Microseconds()), slog.String("remote", r.RemoteAddr),
	}
	if ex.err != nil {
		attrs = append(attrs, slog.String("error", ex.err.Error()))
	}
	a.o.Log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// linkPath begins the paths of links to reports.
const linkPath = "/cases/s/"

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// requestID takes the client's id if it is a sane one without a token, else makes one.
func (a *API) requestID(r *http.Request) string {
	if given := r.Header["X-Request-Id"]; len(given) == 1 && saneID.MatchString(given[0]) && a.redact.Replace(given[0]) == given[0] {
		return given[0]
	}
	return a.idPrefix + strconv.FormatUint(a.idCount.Add(1), 36)
}

// saneID is an id of a client: anything else could forge a log or a header.
var saneID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// methods are those that HTTP clients send.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
