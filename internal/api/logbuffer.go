package api

import (
	"io"
	"sync"
	"time"
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
	w    io.Writer
	mu   sync.Mutex
	buf  []byte
	err  error
	stop chan struct{}
	done chan struct{}
}

// NewLogBuffer returns a buffer in front of w that is written out five times a
// second until it is closed.
func NewLogBuffer(w io.Writer) *LogBuffer {
	b := &LogBuffer{w: w, buf: make([]byte, 0, flushAt+4096), stop: make(chan struct{}), done: make(chan struct{})}
	go b.run()
	return b
}

func (b *LogBuffer) run() {
	defer close(b.done)
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.flush()
		case <-b.stop:
			b.flush()
			return
		}
	}
}

// Write keeps a copy of a line. An error is that of an earlier write to the
// underlying writer.
func (b *LogBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(b.buf, line...)
	if len(b.buf) >= flushAt {
		b.flushLocked()
	}
	if err := b.err; err != nil {
		b.err = nil
		return 0, err
	}
	return len(line), nil
}

func (b *LogBuffer) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flushLocked()
}

func (b *LogBuffer) flushLocked() {
	if len(b.buf) == 0 {
		return
	}
	_, b.err = b.w.Write(b.buf)
	b.buf = b.buf[:0]
}

// Close writes what is left. Lines that come later are lost; close it last.
func (b *LogBuffer) Close() error {
	close(b.stop)
	<-b.done
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}
