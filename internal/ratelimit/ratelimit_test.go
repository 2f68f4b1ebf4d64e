package ratelimit_test

import (
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/ratelimit"
)

// TestReserve has many wait at a gate: turns come one after the other.
func TestReserve(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		const every, n = 40 * time.Second, 6
		var mu sync.Mutex
		var waits []time.Duration
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() {
				wait, ok, err := ratelimit.Reserve(ctx, db, "llm", every, ratelimit.MaxLine)
				if err != nil || !ok {
					t.Errorf("Reserve: %v, %v", ok, err)
				}
				mu.Lock()
				defer mu.Unlock()
				waits = append(waits, wait)
			})
		}
		wg.Wait()
		slices.Sort(waits)
		for i, wait := range waits {
			// Turn i is i steps after the first, less the time that passed.
			if most := time.Duration(i) * every; wait > most || i > 0 && wait <= waits[i-1] {
				t.Errorf("turn %d waits %s, the one before %s", i, wait, waits[max(i-1, 0)])
			}
		}
		if _, ok, err := ratelimit.Reserve(ctx, db, "llm", every, time.Second); ok || err != nil {
			t.Errorf("a line of minutes was joined: %v, %v", ok, err)
		}
		// The clock is set back by a day: nobody waits a day.
		dbtest.Shift(t, db, "rate_gate", "next_us", 24*time.Hour*1000)
		if wait, ok, err := ratelimit.Reserve(ctx, db, "llm", every, ratelimit.MaxLine); !ok || err != nil || wait > time.Second {
			t.Errorf("after a jump of the clock: %s, %v, %v", wait, ok, err)
		}
		for _, bad := range []struct{ every, most time.Duration }{{0, 0}, {time.Second, -1}, {time.Second, time.Hour}} {
			if _, _, err := ratelimit.Reserve(ctx, db, "llm", bad.every, bad.most); err == nil {
				t.Errorf("a gate with %+v was passed", bad)
			}
		}
	})
}

func TestAllow(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		var let atomic.Int64
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() {
				ok, retry, err := ratelimit.Allow(ctx, db, "scene demo", 5, time.Hour)
				if err != nil || !ok && (retry <= 0 || retry > time.Hour) {
					t.Errorf("Allow: %v, %s, %v", ok, retry, err)
				}
				if ok {
					let.Add(1)
				}
			})
		}
		wg.Wait()
		if n := let.Load(); n != 5 {
			t.Errorf("%d were let through, want 5", n)
		}
		if ok, _, err := ratelimit.Allow(ctx, db, "scene other", 5, time.Hour); !ok || err != nil {
			t.Errorf("another name: %v, %v", ok, err)
		}
		dbtest.Shift(t, db, "rate_hit", "at_ms", -50*time.Minute)
		ok, retry, err := ratelimit.Allow(ctx, db, "scene demo", 5, time.Hour)
		if ok || err != nil || retry > 10*time.Minute || retry < 5*time.Minute {
			t.Errorf("after 50 minutes: %v, %s, %v", ok, retry, err)
		}
		dbtest.Shift(t, db, "rate_hit", "at_ms", -11*time.Minute)
		if ok, _, err := ratelimit.Allow(ctx, db, "scene demo", 5, time.Hour); !ok || err != nil {
			t.Errorf("after an hour: %v, %v", ok, err)
		}
	})
}

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

// TestTurns: turns of two processes are never closer than the rate allows. A turn
// may be noticed late on a busy machine, but never early.
func TestTurns(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	one, other := dbtest.Open(t, address), dbtest.Open(t, address)
	const turns, perMinute, apart = 12, 3000, 20 * time.Millisecond
	var mu sync.Mutex
	var after []time.Duration
	var wg sync.WaitGroup
	began := time.Now()
	for _, db := range []*database.DB{one, other} {
		for range turns / 2 {
			wg.Go(func() {
				if err := ratelimit.NewTurns(db, "llm", perMinute).Wait(t.Context()); err != nil {
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
