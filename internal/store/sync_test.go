package store

import (
	"errors"
	"sync"
	"testing"
)

// TestBatcher: many callers share few runs, and each returns after a run that
// began after it called, with that run's error.
func TestBatcher(t *testing.T) {
	var b batcher
	begun, goOn := make(chan struct{}), make(chan struct{})
	first := make(chan error, 1)
	go func() { first <- b.do(func() error { close(begun); <-goOn; return nil }) }()
	<-begun
	runs, full := 0, errors.New("full")
	var wg sync.WaitGroup
	for range 8 { // all come while the first one runs
		wg.Go(func() {
			if err := b.do(func() error { runs++; return full }); !errors.Is(err, full) {
				t.Errorf("a caller got the error of a run that began before it came: %v", err)
			}
		})
	}
	for waiting := false; !waiting; {
		b.mu.Lock()
		waiting = b.next != nil
		b.mu.Unlock()
	}
	close(goOn)
	wg.Wait()
	if err := <-first; err != nil || runs < 1 || runs > 8 {
		t.Errorf("%v after %d runs", err, runs)
	}
}
