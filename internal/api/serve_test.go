package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var discard = slog.New(slog.DiscardHandler)

// TestDrain: a request that runs when the server is told to stop is answered,
// and nothing new is taken.
func TestDrain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	started, finish := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		_, _ = io.WriteString(w, "done")
	})
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- (&Server{Log: discard}).Serve(ctx, map[net.Listener]http.Handler{l: h}) }()
	body := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			body <- err.Error()
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		body <- string(b)
	}()
	<-started
	cancel()
	for refused := false; !refused; time.Sleep(time.Millisecond) {
		conn, err := net.Dial("tcp", l.Addr().String())
		if refused = err != nil; !refused {
			_ = conn.Close()
		}
	}
	close(finish)
	if got := <-body; got != "done" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-served; err != nil {
		t.Errorf("serve: %v", err)
	}
}

// TestDrainEnds: a request that does not end is cut off, and Serve says so.
func TestDrainEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	started, end := make(chan struct{}), make(chan struct{})
	defer close(end)
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(started); <-end })
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- (&Server{Log: discard, Drain: 20 * time.Millisecond}).Serve(ctx, map[net.Listener]http.Handler{l: h})
	}()
	go func() {
		if resp, err := http.Get("http://" + l.Addr().String()); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-started
	cancel()
	if err := <-served; err == nil || !strings.Contains(err.Error(), "were cut off") {
		t.Errorf("serve: %v", err)
	}
}

// TestListenerFails: the other listener is closed too, and the cause is told.
func TestListenerFails(t *testing.T) {
	good, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	bad, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = bad.Close()
	err = (&Server{Log: discard}).Serve(t.Context(), map[net.Listener]http.Handler{good: http.NotFoundHandler(), bad: http.NotFoundHandler()})
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("serve: %v", err)
	}
	if _, err := net.Dial("tcp", good.Addr().String()); err == nil {
		t.Error("the good listener is still open")
	}
}

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.sock")
	first, err := Listen(t.Context(), "unix:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != socketMode {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := Listen(t.Context(), path); err == nil || !strings.Contains(err.Error(), "another process listens") {
		t.Errorf("a living socket: %v", err)
	}
	first.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = first.Close() // as a killed process leaves it
	second, err := Listen(t.Context(), path)
	if err != nil {
		t.Fatalf("the socket of a dead process: %v", err)
	}
	_ = second.Close()
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no socket") {
		t.Errorf("a file: %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "precious" {
		t.Error("the file is gone")
	}
}

// TestLogBuffer: no line is lost or torn, in the order of each writer.
func TestLogBuffer(t *testing.T) {
	var out bytes.Buffer
	b := NewLogBuffer(&out)
	line := strings.Repeat("x", 100) + "\n"
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2000 {
				if _, err := io.WriteString(b, line); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if out.String() != strings.Repeat(line, 8000) {
		t.Errorf("%d bytes, want %d", out.Len(), 8000*len(line))
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestLogBufferTellsErrors(t *testing.T) {
	b := NewLogBuffer(brokenWriter{})
	_, _ = io.WriteString(b, "x")
	if err := b.Close(); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("close: %v", err)
	}
}
