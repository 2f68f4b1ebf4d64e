package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"judgement/internal/job"
)

// follower reads the stream of a job.
type follower struct {
	t      *testing.T
	status int
	header http.Header
	lines  *bufio.Reader
	close  func() error
}

func (f *fixture) follow(t *testing.T, id, last string) *follower {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.srv.URL+"/v2/judgement/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = bearerHeader()
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return &follower{t, resp.StatusCode, resp.Header, bufio.NewReader(resp.Body), resp.Body.Close}
}

// next returns the lines up to the next empty one.
func (f *follower) next() (string, error) {
	var b strings.Builder
	for {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			return b.String(), err
		}
		if line == "\n" {
			return b.String(), nil
		}
		b.WriteString(line)
	}
}

func (f *follower) wants(prefix string) string {
	f.t.Helper()
	block, err := f.next()
	if err != nil || !strings.HasPrefix(block, prefix) {
		f.t.Fatalf("block %q, %v; want one that begins with %q", block, err, prefix)
	}
	return block
}

// TestEvents: a stream tells what was and what comes, ends with the job, and is
// what the description says.
func TestEvents(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	m.move(t, id, func(j *memJob) { j.run(2) })
	s := f.follow(t, id, "")
	if s.header.Get("Content-Type") != "text/event-stream" || s.header.Get("Cache-Control") != "no-store" || s.header.Get("X-Accel-Buffering") != "no" {
		t.Errorf("%v", s.header)
	}
	s.wants("retry: 2000\n")
	if got := s.wants("id: 1\nevent: judge_started\ndata: {"); !strings.Contains(got, `"judge":"judge-0"`) || !strings.Contains(got, `"text":"line one\nline two"`) || strings.Count(got, "\n") != 3 {
		t.Errorf("%q", got)
	}
	s.wants("id: 2\n")
	m.move(t, id, func(j *memJob) { j.run(300) }) // more than a batch
	for i := 3; i <= 302; i++ {
		s.wants(fmt.Sprintf("id: %d\n", i))
	}
	m.set(fmt.Errorf("%w", job.ErrUnavailable), false) // a stream outlives it
	m.mu.Lock()
	m.jobs[0].finish()
	m.jobs[0].LastSeq = 303
	m.mu.Unlock()
	m.set(nil, false)
	s.wants("id: 303\nevent: done\n")
	if got := s.wants("event: end\ndata: {"); !strings.Contains(got, `"status":"done"`) {
		t.Errorf("%q", got)
	}
	if block, err := s.next(); !errors.Is(err, io.EOF) || block != "" {
		t.Errorf("after the end: %q, %v", block, err)
	}
	if n := f.api.streams.Load(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
	whole := f.do(http.MethodGet, "/v2/judgement/"+id+"/events", bearerHeader(), "")
	if n := strings.Count(string(whole.body), "\nid: "); whole.status != 200 || n != 303 {
		t.Errorf("%d with %d events", whole.status, n)
	}
}

func TestEventsResume(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	m.move(t, id, func(j *memJob) { j.run(3); j.finish() })
	s := f.follow(t, id, "2")
	s.wants("retry")
	s.wants("id: 3\n")
	s.wants("id: 4\nevent: done\n")
	s.wants("event: end\n")
	for _, last := range []string{"4", "9"} {
		if s := f.follow(t, id, last); s.status != http.StatusNoContent {
			t.Errorf("after %s: %d", last, s.status)
		}
	}
	for _, last := range []string{"x", "-1", "1.5", "99999999999999999999"} {
		if a := f.do(http.MethodGet, "/v2/judgement/"+id+"/events", http.Header{"Authorization": bearerHeader()["Authorization"], "Last-Event-Id": {last}}, ""); a.status != 422 || !strings.Contains(string(a.body), `"loc":["header","last-event-id"]`) {
			t.Errorf("after %s: %d %s", last, a.status, a.body)
		}
	}
	// A job that was cancelled before it began has no events.
	gone := f.submit(`{"scene_slug":"pitch","document":"x","brand":"b"}`)
	f.do(http.MethodDelete, "/v2/judgement/"+gone, bearerHeader(), "")
	s = f.follow(t, gone, "")
	s.wants("retry")
	if got := s.wants("event: end\n"); !strings.Contains(got, `"reason":"cancelled"`) {
		t.Errorf("%q", got)
	}
	if a := f.do(http.MethodHead, "/v2/judgement/"+gone+"/events", bearerHeader(), ""); a.status != 200 {
		t.Errorf("HEAD: %d", a.status)
	}
}

// TestEventsKeepAlive: a stream with nothing to tell is not silent, and its
// client may stay longer than any other request.
func TestEventsKeepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemJobs()
		a, err := New(Options{
			Workspace: mapFS(workspaceFiles()), Env: func(string) string { return "" }, Tokens: testToken,
			Attributor: fakeCheck(emptyCheck), Now: time.Now, Random: strings.NewReader("123456"), Jobs: m,
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Submit(t.Context(), job.Submission{SceneSlug: "pitch"}); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v2/judgement/job-001/events", nil)
		r.Header = bearerHeader()
		start := time.Now()
		go func() { time.Sleep(5 * time.Minute); a.EndStreams() }()
		a.ServeHTTP(w, r)
		if n := strings.Count(w.Body.String(), ": keep-alive\n\n"); n != 19 && n != 20 || time.Since(start) != 5*time.Minute {
			t.Errorf("%d comments in %s", n, time.Since(start))
		}
	})
}

// TestEventsLimits: streams are bounded, a client that goes frees its own, and
// a server that stops ends them all.
func TestEventsLimits(t *testing.T) {
	f, _ := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	f.api.streams.Store(1023) // of the 1,024 that docs/http.md promises
	s := f.follow(t, id, "")
	s.wants("retry")
	if a := f.do(http.MethodGet, "/v2/judgement/"+id+"/events", bearerHeader(), ""); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("one too many: %d %s", a.status, a.body)
	}
	_ = s.close()
	f.settle("the stream's end", func() bool { return f.api.streams.Load() == 1023 })
	s = f.follow(t, id, "")
	s.wants("retry")
	f.api.EndStreams()
	if block, err := s.next(); !errors.Is(err, io.EOF) {
		t.Errorf("a stopping server sends %q, %v", block, err)
	}
}

// TestEventsOutliveLimits: the limits for reading a request and for writing its
// answer don't end a stream.
func TestEventsOutliveLimits(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	srv := httptest.NewUnstartedServer(f.api)
	srv.Config.ReadTimeout, srv.Config.WriteTimeout = 50*time.Millisecond, 80*time.Millisecond
	srv.Start()
	defer srv.Close()
	f.srv = srv
	s := f.follow(t, id, "")
	s.wants("retry")
	time.Sleep(300 * time.Millisecond)
	m.move(t, id, func(j *memJob) { j.run(1); j.finish() })
	s.wants("id: 1\n")
}

// TestStopEndsStreams: a server that stops does not wait for streams, nor cuts
// anything off.
func TestStopEndsStreams(t *testing.T) {
	f, _ := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- (&Server{Log: discard, Drain: time.Minute, OnStop: f.api.EndStreams}).Serve(ctx, map[net.Listener]http.Handler{l: f.api})
	}()
	f.srv = &httptest.Server{URL: "http://" + l.Addr().String()}
	s := f.follow(t, id, "")
	s.wants("retry")
	cancel()
	if block, err := s.next(); !errors.Is(err, io.EOF) {
		t.Errorf("a stopping server sends %q, %v", block, err)
	}
	if err := <-served; err != nil {
		t.Errorf("serve: %v", err)
	}
}
