package queue

import (
	"context"
	"fmt"
	"sync"
	"time"

	"judgement/internal/jury"
	"judgement/internal/store"
)

// Gate lets calls to the model through at a rate that all processes on one
// database share. It implements jury.RateLimiter.
type Gate struct {
	db    *store.DB
	every time.Duration
}

var _ jury.RateLimiter = (*Gate)(nil)

// NewGate returns the gate that lets through so many calls per minute.
func NewGate(db *store.DB, perMinute int) *Gate {
	return &Gate{db: db, every: time.Minute / time.Duration(perMinute)}
}

// longestLine is how far ahead turns are booked; who finds the line longer asks
// again a little later.
const longestLine = 30 * time.Second

// Wait returns when a call may start.
func (g *Gate) Wait(ctx context.Context) error {
	for {
		wait, ok, err := g.db.Reserve(ctx, "llm", g.every, longestLine)
		if err != nil {
			return fmt.Errorf("wait for a turn to call the model: %w", err)
		}
		if !ok {
			wait = longestLine / 10
		}
		if wait > 0 {
			if err := jury.Sleep(ctx, wait); err != nil {
				return err
			}
		}
		if ok {
			return nil
		}
	}
}

// gate lets the jobs of a worker begin: any number side by side, or one alone. The
// zero gate is open.
type gate struct {
	mu      sync.Mutex
	inside  int
	waiting int           // for being alone
	alone   bool          // the one that is inside
	changed chan struct{} // closed at the next change; nil: nobody waits
}

// enter lets a job in, side by side with others. It is false while one is alone,
// or waits for it.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.alone || g.waiting > 0 {
		return false
	}
	g.inside++
	return true
}

// enterAlone waits until a job is alone, or ctx ends.
func (g *gate) enterAlone(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting++
	defer func() { g.waiting-- }()
	for g.inside > 0 {
		if g.changed == nil {
			g.changed = make(chan struct{})
		}
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-changed:
		}
		g.mu.Lock()
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	g.inside, g.alone = 1, true
	return nil
}

// leave lets the next ones in.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	g.alone = false
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}
