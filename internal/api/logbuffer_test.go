package api

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

var discard = slog.New(slog.DiscardHandler)

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
