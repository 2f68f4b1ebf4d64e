package api

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
)

// TestMCPOutlivesDeadlines: a review that takes longer than the server's time limits gets
// its answer, and a body above the limit is refused.
func TestMCPOutlivesDeadlines(t *testing.T) {
	const limit = 50 * time.Millisecond
	a := &API{stop: make(chan struct{})}
	a.o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		select {
		case <-r.Context().Done():
			t.Error("the request ended before its answer")
		case <-time.After(4 * limit):
		}
		_, _ = w.Write(body)
	})
	var failed error
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { failed = a.answerMCP(w, r) }))
	s.Config.ReadTimeout, s.Config.WriteTimeout = limit, limit
	s.Start()
	defer s.Close()
	post := func(body string) string {
		resp, err := http.Post(s.URL, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		got, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	if got := post(`"review"`); got != `"review"` || failed != nil {
		t.Errorf("%q, %v", got, failed)
	}
	if post(`{"jsonrpc"`); !errors.Is(failed, fault.BodyUnreadable) {
		t.Errorf("broken JSON: %v", failed)
	}
	failed = nil
	a.uploads.Store(uploadBudget)
	if post(`"review"`); failed == nil {
		t.Error("more bodies at once than fit into memory are read")
	}
}
