package queue

import (
	"slices"
	"sync"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/llm/fakeserver"
)

// TestGate: turns of two processes are never closer than the rate allows. A turn
// may be noticed late on a busy machine, but never early.
func TestGate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "postgres"))
	other, _ := w.process(t)
	const turns, perMinute, apart = 12, 3000, 20 * time.Millisecond
	var mu sync.Mutex
	var after []time.Duration
	var wg sync.WaitGroup
	began := time.Now()
	for _, db := range []*database.DB{w.db, other} {
		for range turns / 2 {
			wg.Go(func() {
				if err := NewRateLimiter(db, perMinute).Wait(t.Context()); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				after = append(after, time.Since(began))
			})
		}
	}
	wg.Wait()
	slices.Sort(after)
	for i, d := range after {
		if d < time.Duration(i)*apart {
			t.Errorf("turn %d came after %s", i, d)
		}
	}
}
