package queue

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/database"
	"judgement/internal/jury"
	"judgement/internal/store"
)

// RateLimiter lets calls to the model through at a rate that all processes on one
// database share. It implements jury.RateLimiter.
type RateLimiter struct {
	db    *database.DB
	every time.Duration
}

var _ jury.RateLimiter = (*RateLimiter)(nil)

// NewRateLimiter returns the limiter that lets through so many calls per minute.
func NewRateLimiter(db *database.DB, perMinute int) *RateLimiter {
	return &RateLimiter{db: db, every: time.Minute / time.Duration(perMinute)}
}

// longestLine is how far ahead turns are booked; a caller that finds the line longer
// asks again a little later.
const longestLine = 30 * time.Second

// Wait returns when a call may start.
func (g *RateLimiter) Wait(ctx context.Context) error {
	for {
		wait, ok, err := store.Reserve(ctx, g.db, "llm", g.every, longestLine)
		if err != nil {
			return fmt.Errorf("wait for a turn to call the model: %w", err)
		}
		if !ok {
			wait = longestLine / 10
		}
		if err := jury.Sleep(ctx, wait); err != nil || ok {
			return err
		}
	}
}
