package outbox_test

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/internal/testtool"
)

// TestDocumentedReceiver runs the receiver of docs/webhooks.md: it takes what
// is sent, once, and refuses what is changed, signed by others, or old.
func TestDocumentedReceiver(t *testing.T) {
	testtool.Need(t, "node")
	text, err := os.ReadFile("../../docs/webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(text)
	file := filepath.Join(t.TempDir(), "receiver.mjs")
	if code == nil {
		t.Fatal("docs/webhooks.md has no receiver")
	}
	if err := os.WriteFile(file, code[1], 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := exec.CommandContext(ctx, "node", file)
	c.Env = append(os.Environ(), "SECRET="+oneSecret, "PORT=0")
	c.Stderr = os.Stderr
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); _ = c.Wait() }()
	lines := bufio.NewScanner(pipe)
	line := func() string {
		if !lines.Scan() {
			t.Fatalf("the receiver has ended: %v", lines.Err())
		}
		return lines.Text()
	}
	port, ok := strings.CutPrefix(line(), "listening on ")
	if _, err := strconv.Atoi(port); !ok || err != nil {
		t.Fatalf("no port: %q", port)
	}
	body, err := job.Webhook(job.Job{ID: "j-1", Brand: "评", Status: job.Done, FinishedAt: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	m := outbox.Message{ID: "msg_j-1_1", Target: "http://127.0.0.1:" + port + "/", Payload: string(body)}
	for range 2 { // the second time it is known
		if out := webhook(t, newSecret+","+oneSecret).Send(t.Context(), m); out.Code != http.StatusNoContent || out.Error != "" {
			t.Fatalf("%+v", out)
		}
	}
	if out := webhook(t, newSecret).Send(t.Context(), m); out.Code != http.StatusUnauthorized {
		t.Errorf("another secret: %+v", out)
	}
	secrets, err := outbox.ParseSecrets(oneSecret)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]struct {
		at   time.Time
		sent string
	}{"changed": {time.Now(), strings.Replace(m.Payload, "done", "d0ne", 1)}, "old": {time.Now().Add(-time.Hour), m.Payload}, "from the future": {time.Now().Add(time.Hour), m.Payload}} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.Target, strings.NewReader(r.sent))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Webhook-Id", m.ID)
		req.Header.Set("Webhook-Timestamp", strconv.FormatInt(r.at.Unix(), 10))
		req.Header.Set("Webhook-Signature", secrets.Sign(m.ID, r.at, []byte(m.Payload)))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, resp.StatusCode)
		}
	}
	m.ID = "msg_j-2_1"
	if out := webhook(t, oneSecret).Send(t.Context(), m); out.Error != "" {
		t.Errorf("%+v", out)
	}
	if first, second := line(), line(); first != "judgement.done: job j-1 of 评" || second != first {
		t.Errorf("the receiver took %q and %q", first, second)
	}
}
