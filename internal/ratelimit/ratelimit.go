// Package ratelimit keeps rates that all processes on one database share: turns that
// come one after the other, such as calls to a model, and names that are let through so
// many times per window, such as jobs of a chat.
package ratelimit

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/database"
	"judgement/internal/jury"
)

// Turns lets calls to the model through at a rate. It implements jury.RateLimiter.
type Turns struct {
	db    *database.DB
	gate  string
	every time.Duration
}

var _ jury.RateLimiter = (*Turns)(nil)

// NewTurns returns the limiter that lets through so many calls per minute at a gate.
func NewTurns(db *database.DB, gate string, perMinute int) *Turns {
	return &Turns{db: db, gate: gate, every: time.Minute / time.Duration(perMinute)}
}

// longestLine is how far ahead turns are booked; a caller that finds the line longer
// asks again a little later.
const longestLine = 30 * time.Second

// Wait returns when a call may start.
func (t *Turns) Wait(ctx context.Context) error {
	for {
		wait, ok, err := Reserve(ctx, t.db, t.gate, t.every, longestLine)
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

// MaxLine is the longest line at a gate.
const MaxLine = 5 * time.Minute

// Reserve books the next turn at a gate that all processes share and that lets
// one through every so often, and returns how long to wait for it. If the
// line is longer than most (at most MaxLine) it books nothing and is false. A
// line that is longer than any can be comes from a clock that was set back, and
// is forgotten.
func Reserve(ctx context.Context, q database.Conn, gate string, every, most time.Duration) (wait time.Duration, ok bool, err error) {
	if every < time.Microsecond || most < 0 || most > MaxLine {
		return 0, false, fmt.Errorf("gate %s: one turn every %s with a line of at most %s makes no sense", gate, every, most)
	}
	const line = `(CASE WHEN g.next_us - {now_us} > 300000000 + $2 THEN {now_us} ELSE {greatest}(g.next_us, {now_us}) END)`
	var us int64
	ok, err = q.Row(ctx, []any{&us}, `INSERT INTO rate_gate AS g (name, next_us) VALUES ($1, {now_us} + $2)
		ON CONFLICT (name) DO UPDATE SET next_us = `+line+` + $2 WHERE `+line+` - {now_us} <= $3
		RETURNING next_us - $2 - {now_us}`, gate, every.Microseconds(), most.Microseconds())
	return time.Duration(max(us, 0)) * time.Microsecond, ok, err
}

// Allow lets a name through at most limit times in any window of time. If it
// doesn't, it says after how long it will.
func Allow(ctx context.Context, q database.Conn, name string, limit int, window time.Duration) (ok bool, retry time.Duration, err error) {
	err = q.Atomically(ctx, func(q database.Conn) error {
		// The row is the lock that makes counting and adding one step.
		if _, err := q.Exec(ctx, `INSERT INTO rate_gate (name, next_us) VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET next_us = 0`, "hits "+name); err != nil {
			return err
		}
		_, err := q.Exec(ctx, `DELETE FROM rate_hit WHERE name = $1 AND (at_ms <= {now} - $2 OR at_ms > {now} + 1000)`, name, window.Milliseconds())
		if err != nil {
			return err
		}
		var n int
		var oldest int64
		_, err = q.Row(ctx, []any{&n, &oldest}, `SELECT count(*), coalesce(min(at_ms), {now}) - {now} FROM rate_hit WHERE name = $1`, name)
		if err != nil {
			return err
		}
		if ok = n < limit; !ok {
			retry = min(max(window+time.Duration(oldest)*time.Millisecond, time.Millisecond), window)
			return nil
		}
		_, err = q.Exec(ctx, `INSERT INTO rate_hit (name, at_ms) VALUES ($1, {now})`, name)
		return err
	})
	return ok && err == nil, retry, err
}
