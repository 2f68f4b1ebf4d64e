package cmd

import (
	"bufio"
	"crypto/rand"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
)

// TestServeBoards: a review in another process reaches an open page, and an open
// page does not hold up the service's end.
func TestServeBoards(t *testing.T) {
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken})
	get := func(path string) (status int, mediaType string, body *bufio.Reader) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://socket"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := s.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = resp.Body.Close() })
		return resp.StatusCode, resp.Header.Get("Content-Type"), bufio.NewReader(resp.Body)
	}
	until := func(r *bufio.Reader, want string) {
		t.Helper()
		for {
			line, err := r.ReadString('\n')
			if strings.Contains(line, want) {
				return
			}
			if err != nil {
				t.Fatalf("the answer ends without %q: %v", want, err)
			}
		}
	}
	status, mediaType, page := get("/boards/startup-contest")
	if status != http.StatusOK || mediaType != "text/html; charset=utf-8" {
		t.Fatalf("the page: %d, %s", status, mediaType)
	}
	until(page, "Waiting for the first results.")
	if status, _, _ := get("/boards/pitch-review"); status != http.StatusNotFound {
		t.Errorf("a scene without a public board: %d", status)
	}
	_, _, events := get("/boards/startup-contest/events")
	until(events, "Waiting for the first results.")
	app := &App{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Options: app.Options{Dir: s.dir, Now: time.Now, Random: rand.Reader, Env: func(string) string { return "" }}}
	doc, err := filepath.Abs("../examples/contest/cold-bag-en.md")
	if err != nil {
		t.Fatal(err)
	}
	if code := app.Run(t.Context(), []string{"review", doc, "--scene", "startup-contest", "--formats", "md"}); code != 0 {
		t.Fatalf("review: exit code %d", code)
	}
	until(events, "cold-bag-en")
	if code := s.stop(); code != 0 || strings.Contains(s.logs.String(), "cut off") {
		t.Errorf("the end with an open page: exit code %d; log:\n%s", code, s.logs)
	}
	bare := serveStarter(t, nil)
	resp, err := bare.client.Get("http://socket/boards/startup-contest")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("without a token: %d", resp.StatusCode)
	}
}
