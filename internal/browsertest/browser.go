// Package browsertest drives a headless Chromium for tests: it opens pages, runs
// scripts in them and takes pictures. It speaks the DevTools protocol over the browser's
// pipe, so no port is opened and no other program is needed. No command of the program
// imports it.
package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"judgement/internal/testtool"
)

// patience is how long a call or the load of a page may take.
const patience = time.Minute

// Browser is one running Chromium. It is safe for concurrent use.
type Browser struct {
	out io.Writer

	mu      sync.Mutex
	next    int
	answers map[int]chan message
	loads   map[string]chan struct{} // by session
	ended   error
}

// message is a command, its answer or an event.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
	exception error
}

// Start starts a browser that ends with the test, and skips the test if there is none.
func Start(t testing.TB) *Browser {
	t.Helper()
	testtool.Need(t, "chromium")
	// Not of the test: the browser's children may still write when the test's folders are removed.
	dir, err := os.MkdirTemp("", "judgement-browser-")
	if err != nil {
		t.Fatal(err)
	}
	commands, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-proxy-server", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--no-first-run", "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none", "--lang=en", "--user-data-dir="+dir)
	cmd.Env = append(os.Environ(), "HOME="+dir, "TZ=UTC")
	cmd.ExtraFiles = []*os.File{commands, answers} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = commands.Close(), answers.Close()
	b := &Browser{out: out, answers: map[int]chan message{}, loads: map[string]chan struct{}{}}
	read := make(chan struct{})
	go func() { defer close(read); b.read(in) }()
	t.Cleanup(func() {
		_, _ = b.call("", "Browser.close", nil)
		_ = out.Close()
		_ = cmd.Wait()
		<-read
		// The browser's children end after it and may still write its profile.
		for range 100 {
			if os.RemoveAll(dir) == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		_ = in.Close()
	})
	return b
}

// read hands answers and events to those who wait for them, until the browser ends.
func (b *Browser) read(in io.Reader) {
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		data, err := lines.ReadBytes(0)
		if err != nil {
			b.end(fmt.Errorf("the browser has ended: %w", err))
			return
		}
		var m message
		if err := json.Unmarshal(data[:len(data)-1], &m); err != nil {
			b.end(err)
			return
		}
		b.mu.Lock()
		switch loaded := b.loads[m.Session]; {
		case b.answers[m.ID] != nil:
			b.answers[m.ID] <- m
			delete(b.answers, m.ID)
		case m.Method == "Page.loadEventFired" && loaded != nil:
			select {
			case loaded <- struct{}{}:
			default:
			}
		}
		b.mu.Unlock()
	}
}

func (b *Browser) end(why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = why
	for id, waiting := range b.answers {
		waiting <- message{exception: why}
		delete(b.answers, id)
	}
}

// call sends a command and waits for its answer.
func (b *Browser) call(session, method string, params any) (json.RawMessage, error) {
	b.mu.Lock()
	if b.ended != nil {
		b.mu.Unlock()
		return nil, b.ended
	}
	b.next++
	m, answer := message{ID: b.next, Session: session, Method: method, Params: params}, make(chan message, 1)
	b.answers[m.ID] = answer
	data, err := json.Marshal(m)
	if err == nil {
		_, err = b.out.Write(append(data, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case got := <-answer:
		if got.Error != nil {
			got.exception = errors.New(got.Error.Message)
		}
		if got.exception != nil {
			return nil, fmt.Errorf("%s: %w", method, got.exception)
		}
		return got.Result, nil
	case <-time.After(patience):
		return nil, fmt.Errorf("%s: no answer", method)
	}
}
