package api

import (
	"bufio"
	"context"
	"io"
	"sync"
	"time"

	"judgement/internal/heartbeat"
)

// Bounds of a LogBuffer.
const (
	flushEvery = 200 * time.Millisecond
	flushAt    = 32 << 10 // bytes
)

// LogBuffer gathers log lines, so that requests don't wait for a write each. A
// full buffer is written by whoever fills it, and Close writes the rest. A process
// that is killed loses the lines of the last flushEvery.
type LogBuffer struct {
	to   io.Writer
	stop func()
	done sync.WaitGroup

	mu  sync.Mutex
	buf *bufio.Writer
}

// NewLogBuffer returns a buffer in front of w that is written out five times a
// second until it is closed.
func NewLogBuffer(w io.Writer) *LogBuffer {
	ctx, stop := context.WithCancel(context.Background())
	b := &LogBuffer{to: w, buf: bufio.NewWriterSize(w, flushAt), stop: stop}
	b.done.Go(func() {
		heartbeat.Every(ctx, flushEvery, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			_ = b.buf.Flush() // the next Write returns the error
		})
	})
	return b
}

// Write keeps a copy of a line. An error is that of an earlier write to the
// underlying writer, whose lines are lost.
func (b *LogBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.buf.Available() < len(line) { // lines are not torn
		_ = b.buf.Flush() // Write returns the error
	}
	n, err := b.buf.Write(line)
	if err != nil {
		b.buf.Reset(b.to)
	}
	return n, err
}

// Close writes what is left. Lines that come later are lost; close it last.
func (b *LogBuffer) Close() error {
	b.stop()
	b.done.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Flush()
}
