package queue

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/jury"
	"judgement/internal/store"
)

// Gate lets calls to the model through at a rate that all processes on one
// database share. It implements jury.Gate.
type Gate struct {
	db    *store.DB
	every time.Duration
}

var _ jury.Gate = (*Gate)(nil)

// NewGate returns the gate that lets through so many calls a minute.
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
