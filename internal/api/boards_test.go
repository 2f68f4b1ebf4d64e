package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/audience"
	"judgement/report"
)

// stage is a source whose boards a test puts up.
type stage struct {
	mu     sync.Mutex
	public map[string]bool
	board  *report.Board
	err    error
}

func (s *stage) Shown(_ context.Context, scene string) (audience.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.public[scene] {
		return audience.Shown{}, audience.ErrNotShown
	}
	return audience.Shown{Scene: scene, Name: "Fair <b>contest</b>", Board: s.board}, s.err
}

// put shows a board of so many entries.
func (s *stage) put(version, entries int) {
	b := &report.Board{Schema: 1, Version: version, At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	for i := range entries {
		b.Entries = append(b.Entries, report.BoardEntry{Rank: i + 1, Brand: fmt.Sprintf("entry-%d", i+1), Total: "41.5", Max: "60", Grade: "C"})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.board = b
}

func (s *stage) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *stage) close(scene string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.public[scene] = false
}

// theatre is an API with a hub that runs.
func theatre(t testing.TB) (*fixture, *stage, context.CancelFunc) {
	t.Helper()
	s := &stage{public: map[string]bool{"fair": true}}
	hub := audience.New(s, 5*time.Millisecond, nil)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { hub.Run(ctx) })
	t.Cleanup(running.Wait)
	t.Cleanup(cancel)
	return newFixture(t, func(o *Options) { o.Boards = hub }), s, cancel
}

func TestBoardPage(t *testing.T) {
	f, s, _ := theatre(t)
	waiting := f.do("GET", "/boards/fair", nil, "")
	if waiting.status != 200 || !strings.Contains(string(waiting.body), "Waiting for the first results.") {
		t.Errorf("without a board: %d %s", waiting.status, waiting.body)
	}
	s.put(3, 2)
	page := f.do("GET", "/boards/fair", nil, "")
	if page.status != 200 || page.header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("the page: %d %v", page.status, page.header)
	}
	for _, want := range []string{"entry-2", "41.5", `scope="row"`, "Fair &lt;b&gt;contest", `data-events="/boards/fair/events"`, `aria-live="polite"`} {
		if !strings.Contains(string(page.body), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if csp := page.header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy %q", csp)
	}
	again := f.do("GET", "/boards/fair", http.Header{"If-None-Match": {page.header.Get("Etag")}}, "")
	if again.status != http.StatusNotModified {
		t.Errorf("the same page again: %d", again.status)
	}
	if head := f.do("HEAD", "/boards/fair", nil, ""); head.status != 200 || len(head.body) != 0 {
		t.Errorf("HEAD: %d with %d bytes", head.status, len(head.body))
	}
	if head := f.do("HEAD", "/boards/fair/events", nil, ""); head.status != 200 || len(head.body) != 0 {
		t.Errorf("HEAD of the stream: %d with %d bytes", head.status, len(head.body))
	}
	for _, path := range []string{"/boards/pitch", "/boards/nothing", "/boards/fair%2f", "/boards/fair/", "/boards/pitch/events", "/boards/"} {
		a := f.do("GET", path, nil, "")
		if a.status != 404 || string(a.body) != `{"detail":"Not Found"}` {
			t.Errorf("GET %s: %d %s", path, a.status, a.body)
		}
	}
}

// TestBoardThatCannotBeRead: a visitor gets a page that says so in the board's
// language, and nothing of the cause, which the log has; who is connected keeps the
// last good board and goes on with the next.
func TestBoardThatCannotBeRead(t *testing.T) {
	f, s, _ := theatre(t)
	s.put(1, 1)
	v := follow(t, f.srv.URL+"/boards/fair/events")
	if _, _, err := v.event(); err != nil {
		t.Fatal(err)
	}
	s.fail(errors.New("reports/fair/board.json is damaged: move it away"))
	page := f.do("GET", "/boards/fair", nil, "")
	if page.status != 503 || page.header.Get("Content-Type") != "text/html; charset=utf-8" || page.header.Get("Retry-After") != "30" || page.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the page: %d %v", page.status, page.header)
	}
	for _, want := range []string{"The ranking is not available just now.", `<html lang="en">`, `http-equiv="refresh" content="30"`, "Fair &lt;b&gt;contest"} {
		if !strings.Contains(string(page.body), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.body)
		}
	}
	if strings.Contains(string(page.body), "damaged") || strings.Contains(string(page.body), "board.json") || page.header.Get("Etag") != "" {
		t.Errorf("the page tells the cause or can be kept: %v\n%s", page.header, page.body)
	}
	if csp := page.header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") {
		t.Errorf("policy %q", csp)
	}
	if log := f.logs.String(); !strings.Contains(log, "board.json is damaged: move it away") {
		t.Errorf("the log lacks the cause:\n%s", log)
	}
	if head := f.do("HEAD", "/boards/fair", nil, ""); head.status != 503 || len(head.body) != 0 || head.header.Get("Retry-After") == "" {
		t.Errorf("HEAD: %d with %d bytes", head.status, len(head.body))
	}
	if a := f.do("GET", "/boards/fair/events", nil, ""); a.status != 503 || a.header.Get("Retry-After") == "" || string(a.body) != `{"detail":"The board is not available just now; retry later"}` {
		t.Errorf("the stream of a new viewer: %d %s", a.status, a.body)
	}
	s.fail(nil)
	s.put(2, 2)
	if _, html, err := v.event(); err != nil || !strings.Contains(html, "entry-2") {
		t.Errorf("the viewer who stayed: %q, %v", html, err)
	}
	if again := f.do("GET", "/boards/fair", nil, ""); again.status != 200 || !strings.Contains(string(again.body), "entry-2") {
		t.Errorf("the repaired board: %d", again.status)
	}
}

// boardFollower is a client of the stream.
type boardFollower struct {
	resp  *http.Response
	lines *bufio.Reader
}

func follow(t testing.TB, url string) *boardFollower {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return &boardFollower{resp, bufio.NewReader(resp.Body)}
}

// event is the next event's id and html; an error at the stream's end.
func (f *boardFollower) event() (id, html string, err error) {
	for {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			return "", "", err
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var v struct{ ID, HTML string }
			err := json.Unmarshal([]byte(data), &v)
			return v.ID, v.HTML, err
		}
	}
}

func TestBoardStream(t *testing.T) {
	f, s, cancel := theatre(t)
	s.put(1, 1)
	v := follow(t, f.srv.URL+"/boards/fair/events")
	if got := v.resp.Header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	first, html, err := v.event()
	if err != nil || !strings.Contains(html, "entry-1") {
		t.Fatalf("the first event: %q, %v", html, err)
	}
	s.put(2, 2)
	second, html, err := v.event()
	if err != nil || !strings.Contains(html, "entry-2") || second == first {
		t.Fatalf("the second event: %q, %v", html, err)
	}
	// A board that is no longer public ends the stream.
	s.close("fair")
	if _, _, err := v.event(); err == nil {
		t.Error("the stream goes on after its board was closed")
	}
	s.mu.Lock()
	s.public["fair"] = true
	s.mu.Unlock()
	// The service's end ends it too, at once.
	v = follow(t, f.srv.URL+"/boards/fair/events")
	if _, _, err := v.event(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, _, err := v.event(); err == nil {
		t.Error("the stream goes on after the service's end")
	}
}

// TestStreamOutlivesTheServersDeadlines: the times that a request may take are
// not a viewer's.
func TestStreamOutlivesTheServersDeadlines(t *testing.T) {
	f, s, _ := theatre(t)
	s.put(1, 1)
	srv := httptest.NewUnstartedServer(f.api)
	srv.Config.ReadTimeout, srv.Config.WriteTimeout = 50*time.Millisecond, 50*time.Millisecond
	srv.Start()
	t.Cleanup(srv.Close)
	v := follow(t, srv.URL+"/boards/fair/events")
	if _, _, err := v.event(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(150 * time.Millisecond)
	s.put(2, 2)
	if _, html, err := v.event(); err != nil || !strings.Contains(html, "entry-2") {
		t.Errorf("after the deadlines: %q, %v", html, err)
	}
}

// stay follows a board as the page does: where the stream ends it connects again.
// It returns once the stream holds want, with how often it had to come back. ready
// is called after each piece of the stream.
func stay(ctx context.Context, url string, want []byte, ready func()) (again int, err error) {
	for ; ; again++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return again, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return again, err
		}
		found, err := holds(resp.Body, want, ready)
		_ = resp.Body.Close()
		if found || ctx.Err() != nil {
			return again, ctx.Err()
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return again, err
		}
	}
}

// holds reads until want has come.
func holds(r io.Reader, want []byte, ready func()) (bool, error) {
	block := make([]byte, 16<<10)
	kept := 0 // of the last piece, in which want may begin
	for {
		n, err := r.Read(block[kept:])
		if bytes.Contains(block[:kept+n], want) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		ready()
		tail := block[max(0, kept+n-len(want)) : kept+n]
		kept = copy(block, tail)
	}
}

// TestViewersEndAtTheLastState: 300 viewers, 100 boards in quick succession. A viewer
// that the machine leaves without processor time for so long that the server gives it
// up comes back, as browsers do, and ends at the last board too.
func TestViewersEndAtTheLastState(t *testing.T) {
	const viewers, boards = 300, 100
	f, s, _ := theatre(t)
	s.put(1, 100)
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var ready, done sync.WaitGroup
	var mu sync.Mutex
	returned := 0
	ready.Add(viewers)
	last := fmt.Appendf(nil, "Version %d ", boards)
	for range viewers {
		done.Go(func() {
			once := sync.OnceFunc(ready.Done)
			again, err := stay(t.Context(), f.srv.URL+"/boards/fair/events", last, once)
			once()
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			returned += again
		})
	}
	ready.Wait()
	for n := range boards {
		s.put(n+1, 100)
		time.Sleep(2 * time.Millisecond)
	}
	done.Wait()
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	t.Logf("%d viewers, who came back %d times; server and clients together: %.0f MB more from the system", viewers, returned, float64(after.Sys-before.Sys)/1e6)
	if grown := after.Sys - before.Sys; grown > 150<<20 {
		t.Errorf("%d bytes more memory from the system", grown)
	}
}

// TestStalledViewerComesBack: one that takes nothing for longer than the server's
// patience is cut off, and gets the newest board when it connects again.
func TestStalledViewerComesBack(t *testing.T) {
	f, s, _ := theatre(t)
	f.api.patience = 50 * time.Millisecond
	s.put(1, 100)
	conn, err := net.Dial("tcp", strings.TrimPrefix(f.srv.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /boards/fair/events HTTP/1.1\r\nHost: x\r\n\r\n")
	version := 1
	for ; f.api.meter.inFlight.Load() != 0 || version == 1; version++ { // until the server has given it up
		if version > 5000 {
			t.Fatal("the server never gives up a viewer that takes nothing")
		}
		s.put(version+1, 100)
		time.Sleep(10 * time.Millisecond)
	}
	rest, err := io.ReadAll(conn)
	if bytes.Contains(rest, fmt.Appendf(nil, "Version %d ", version)) || bytes.HasSuffix(rest, []byte("0\r\n\r\n")) {
		t.Errorf("the stream was not cut off: %v", err)
	}
	f.api.patience = viewerPatience // nobody is connected; a busy machine may need more than 50 ms
	want := fmt.Appendf(nil, "Version %d ", version)
	if again, err := stay(t.Context(), f.srv.URL+"/boards/fair/events", want, func() {}); again != 0 || err != nil {
		t.Errorf("connected again: %d times more, %v", again, err)
	}
}

// TestStuckViewerHoldsUpNobody: one that never reads misses boards, others don't.
func TestStuckViewerHoldsUpNobody(t *testing.T) {
	f, s, _ := theatre(t)
	s.put(1, 100)
	conn, err := net.Dial("tcp", strings.TrimPrefix(f.srv.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /boards/fair/events HTTP/1.1\r\nHost: x\r\n\r\n")
	v := follow(t, f.srv.URL+"/boards/fair/events")
	for n := 1; n <= 50; n++ {
		want := fmt.Sprintf("Version %d ", n)
		for {
			_, html, err := v.event()
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(html, want) {
				break
			}
		}
		s.put(n+1, 100)
	}
}
