//go:build unix

package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// chaosClient submits reviews as a careful client does: it repeats a request
// that got no answer, under the same Idempotency-Key.
type chaosClient struct {
	t        *testing.T
	socket   string
	callback string
	http     *http.Client
}

func newChaosClient(t *testing.T, callback string) *chaosClient {
	t.Helper()
	dir, err := os.MkdirTemp("", "s") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c := &chaosClient{t: t, socket: filepath.Join(dir, "s"), callback: callback}
	c.http = &http.Client{
		Timeout: 20 * time.Second,
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", c.socket)
		}},
	}
	t.Cleanup(c.http.CloseIdleConnections)
	return c
}

// submit submits a review until it is accepted, and returns its job's id.
func (c *chaosClient) submit(ctx context.Context, i int) string {
	return c.send(ctx, strconv.Itoa(i), fmt.Sprintf("%s\nThis is entry %d.\n", ferry, i))
}

// send submits a document under a name.
func (c *chaosClient) send(ctx context.Context, name, document string) string {
	body, err := json.Marshal(map[string]string{
		"scene_slug": "s", "brand": "entry-" + name, "filename": "entry-" + name + ".md",
		"document": document, "callback_url": c.callback + "/done?entry=" + name,
	})
	if err != nil {
		c.t.Error(err)
		return ""
	}
	header := http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"chaos-" + name}}
	answer := c.ask(ctx, http.MethodPost, "/v2/judgement", header, body, http.StatusAccepted)
	id, _ := answer["job_id"].(string)
	return id
}

// ask sends a request until it is answered. An answer of another status than
// wanted is a failure, unless it says that the server can't just now.
func (c *chaosClient) ask(ctx context.Context, method, path string, header http.Header, body []byte, want int) (answer map[string]any) {
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		status, data, err := c.once(ctx, method, path, header, body)
		if err != nil || status >= 500 || status == http.StatusTooManyRequests {
			continue
		}
		if status != want {
			c.t.Errorf("%s %s: %d %s", method, path, status, data)
			return nil
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			c.t.Errorf("%s %s: %v in %s", method, path, err, data)
		}
		return answer
	}
	c.t.Errorf("%s %s was never answered", method, path)
	return nil
}

func (c *chaosClient) once(ctx context.Context, method, path string, header http.Header, body []byte) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://socket"+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	maps.Copy(r.Header, header)
	r.Header.Set("Authorization", "Bearer "+serveToken)
	resp, err := c.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, data, err
}

// sendAgain repeats every request when all is over: each is answered with the
// job that it made first.
func (c *chaosClient) sendAgain(ctx context.Context, jobs []string) {
	for i, id := range jobs {
		if again := c.submit(ctx, i); again != id {
			c.t.Errorf("review %d was job %q, and sent again it is job %q", i, id, again)
		}
	}
}

// chaosHook receives webhooks, and fails the first try of one message in ten.
type chaosHook struct {
	*httptest.Server
	mu       sync.Mutex
	messages map[string]*chaosMessage // by the message's id
	tries    int
	problems []error
}

// chaosMessage is a webhook as it came first.
type chaosMessage struct {
	body  []byte
	job   string
	kind  string
	tries int
}

func newChaosHook(t *testing.T) *chaosHook {
	t.Helper()
	h := &chaosHook{messages: map[string]*chaosMessage{}}
	verifier, err := standardwebhooks.NewWebhook(webhookSecret)
	if err != nil {
		t.Fatal(err)
	}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil { // its sender was killed as it wrote
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if h.take(r.Header.Get("Webhook-Id"), body, verifier.Verify(body, r.Header)) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

// take notes a try and says whether to refuse it.
func (h *chaosHook) take(id string, body []byte, genuine error) (refuse bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tries++
	m := h.messages[id]
	if m == nil {
		var v struct {
			Type string
			Data struct {
				JobID string `json:"job_id"`
			}
		}
		err := json.Unmarshal(body, &v)
		h.problems = append(h.problems, err)
		m = &chaosMessage{body: body, job: v.Data.JobID, kind: v.Type}
		h.messages[id] = m
		refuse = len(h.messages)%10 == 5
	} else if !bytes.Equal(m.body, body) {
		h.problems = append(h.problems, fmt.Errorf("message %s has two contents: %s and %s", id, m.body, body))
	}
	m.tries++
	if genuine != nil {
		h.problems = append(h.problems, fmt.Errorf("message %s: %w", id, genuine))
	}
	return refuse
}

// byJob returns the ids of the messages about each job.
func (h *chaosHook) byJob(t *testing.T) map[string][]string {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := errors.Join(h.problems...); err != nil {
		t.Error(err)
	}
	out := map[string][]string{}
	for id, m := range h.messages {
		out[m.job] = append(out[m.job], id+" "+m.kind)
	}
	t.Logf("%d messages, %d tries", len(h.messages), h.tries)
	return out
}
