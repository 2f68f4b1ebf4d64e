package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"
)

// What the log keeps of an unknown path and an unknown method, in bytes.
const (
	maxLoggedPath   = 200
	maxLoggedMethod = 20
)

// panicError carries a panic to where it is logged and answered.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func stack() []byte { return debug.Stack() }

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
	h := w.Header()
	h["X-Request-Id"] = []string{ex.id}
	h["X-Content-Type-Options"] = noSniff
	a.meter.inFlight.Add(1)
	defer func() {
		v := recover()
		if err, ok := v.(error); v != nil && !(ok && errors.Is(err, http.ErrAbortHandler)) {
			v = a.answerPanic(ex, v)
		}
		a.finish(ex, r, time.Since(start))
		if v != nil {
			panic(v) // closes the connection
		}
	}()
	if plainPath(r) {
		a.mux.ServeHTTP(ex, r)
	} else {
		a.unmatched.ServeHTTP(ex, r)
	}
}

// answerPanic answers 500 where nothing is written yet. It returns what must be
// panicked on with, if anything.
func (a *API) answerPanic(ex *exchange, v any) any {
	a.meter.panics.Inc()
	err := &panicError{v, stack()}
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
	rt, ok := a.routes[r.Pattern]
	if !ok {
		rt = a.unmatched
	}
	a.meter.observe(&rt.series, r.Method, ex.status, took)
	level := slog.LevelInfo
	if ex.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !a.log.Enabled(r.Context(), level) {
		return
	}
	target := rt.pattern
	if !ok {
		target = cut(a.redact.Replace(r.URL.Path), maxLoggedPath)
	}
	method := r.Method
	if !knownMethod(method) {
		method = cut(a.redact.Replace(method), maxLoggedMethod)
	}
	attrs := []slog.Attr{
		slog.String("request_id", ex.id), slog.String("method", method), slog.String("path", target),
		slog.Int("status", ex.status), slog.Int64("bytes", ex.bytes),
		slog.Int64("micros", took.Microseconds()), slog.String("remote", r.RemoteAddr),
	}
	if ex.err != nil {
		attrs = append(attrs, slog.String("error", ex.err.Error()))
		var p *panicError
		if errors.As(ex.err, &p) {
			attrs = append(attrs, slog.String("stack", string(p.stack)))
		}
	}
	a.log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// requestID takes the client's id where it is a sane one without a token, else
// makes one.
func (a *API) requestID(r *http.Request) string {
	if given := r.Header["X-Request-Id"]; len(given) == 1 && saneID(given[0]) && a.redact.Replace(given[0]) == given[0] {
		return given[0]
	}
	b := make([]byte, 0, 32)
	b = append(b, a.idPrefix...)
	return string(strconv.AppendUint(b, a.idCount.Add(1), 36))
}

// saneID reports whether an id has 1 to 64 letters, digits, dots, hyphens and
// underscores: anything else could forge a log or a header.
func saneID(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for _, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}
