package lease_test

import (
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/lease"
)

func TestLeases(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		take := func(owner string) bool {
			t.Helper()
			ok, err := lease.Take(ctx, db, "worker/1", owner, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		for _, owner := range []string{"a", "a", "b"} {
			if got := take(owner); got != (owner == "a") {
				t.Errorf("owner %s gets a lease that is a's: %v", owner, got)
			}
		}
		dbtest.Must(t, true)(lease.Take(ctx, db, "board/c", "a/board", time.Minute))
		dbtest.Must(t, true)(lease.Take(ctx, db, "other", "ab", time.Minute))
		dbtest.Must(t, false)(lease.Keep(ctx, db, "worker/1", "b", time.Minute))
		dbtest.Must(t, true)(lease.Keep(ctx, db, "worker/1", "a", 2*time.Minute))
		for name, left := range map[string]time.Duration{"worker/1": time.Minute, "board/c": time.Minute, "other": 0} {
			if list, err := lease.List(ctx, db, name); err != nil || len(list) != 1 || !list[0].Live() || list[0].Left > left+time.Minute || list[0].Left <= left {
				t.Errorf("after its owner's renewal %s is %+v, %v", name, list, err)
			}
		}

		// Time passes: the holder can't renew what has lapsed, others can take it.
		dbtest.Shift(t, db, "lease", "until_ms", -3*time.Minute)
		dbtest.Must(t, false)(lease.Keep(ctx, db, "worker/1", "a", time.Minute))
		if list, err := lease.List(ctx, db, "worker/"); err != nil || len(list) != 1 || list[0].Live() || list[0].Owner != "a" || list[0].Left >= 0 {
			t.Errorf("Leases = %+v, %v", list, err)
		}
		if !take("b") {
			t.Error("a lapsed lease can't be taken")
		}

		// The clock is set back by an hour: what lies too far ahead is over.
		dbtest.Shift(t, db, "lease", "until_ms", time.Hour)
		dbtest.Must(t, false)(lease.Keep(ctx, db, "worker/1", "b", time.Minute))
		if !take("c") {
			t.Error("a lease that lies too far ahead can't be taken")
		}
		if err := lease.Drop(ctx, db, "worker/1", "other"); err != nil {
			t.Error(err)
		}
		if list, err := lease.List(ctx, db, "worker/"); err != nil || len(list) != 1 || !list[0].Live() {
			t.Errorf("another owner dropped it: %+v, %v", list, err)
		}
		if err := lease.DropAll(ctx, db, "a"); err != nil {
			t.Error(err)
		}
		if err := lease.Drop(ctx, db, "worker/1", "c"); err != nil {
			t.Error(err)
		}
		if list, err := lease.List(ctx, db, ""); err != nil || len(list) != 1 || list[0].Name != "other" {
			t.Errorf("what is left is %+v, %v", list, err)
		}
		for _, ttl := range []time.Duration{0, -1, time.Hour} {
			if _, err := lease.Take(ctx, db, "x", "y", ttl); err == nil {
				t.Errorf("a lease of %s was taken", ttl)
			}
		}
	})
}

// TestSlots has many holders run for the slots of a scene: never more than the
// limit hold one, and all slots are given.
func TestSlots(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		const limit = 3
		for round := range 3 {
			var got atomic.Int64
			var wg sync.WaitGroup
			for i := range 12 {
				wg.Go(func() {
					for range 20 { // a holder that finds none free comes again
						name, err := lease.TakeSlot(ctx, db, "scene/demo/", limit, fmt.Sprintf("%d/%d", round, i), time.Minute)
						if err != nil {
							t.Error(err)
							return
						}
						if name != "" {
							got.Add(1)
							return
						}
					}
				})
			}
			wg.Wait()
			if n := got.Load(); n != limit {
				t.Errorf("round %d: %d have a slot, want %d", round, n, limit)
			}
			if err := lease.DropAll(ctx, db, fmt.Sprint(round)); err != nil {
				t.Fatal(err)
			}
		}
		slot := func(limit int, holder, want string) {
			t.Helper()
			if name, err := lease.TakeSlot(ctx, db, "scene/one/", limit, holder, time.Minute); err != nil || name != want {
				t.Errorf("%s gets the slot %q, %v; want %q", holder, name, err, want)
			}
		}
		slot(1, "a", "scene/one/0")
		slot(1, "b", "")
		slot(2, "b", "scene/one/1") // the limit was raised
		slot(1, "c", "")
		dbtest.Shift(t, db, "lease", "until_ms", -2*time.Minute)
		slot(1, "c", "scene/one/0")
		dbtest.Shift(t, db, "lease", "until_ms", time.Hour) // the clock is set back
		slot(1, "d", "scene/one/0")
	})
}

// TestHoldLeases: of two that ask for the same leases in opposite order, each lease is
// one's; who asks learns who holds the others.
func TestHoldLeases(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		hold := func(owner string, want map[string]string, names ...string) {
			t.Helper()
			if got, err := lease.Of(db).Hold(t.Context(), owner, names, time.Minute); err != nil || !maps.Equal(got, want) {
				t.Errorf("held by others: %v, %v, want %v", got, err, want)
			}
		}
		hold("one", nil, "b", "a")
		hold("one", nil, "a", "b") // renewed
		hold("two", map[string]string{"a": "one", "b": "one"}, "a", "b", "c")
		hold("one", map[string]string{"c": "two"}, "c", "a")
		if err := lease.Drop(t.Context(), db, "a", "two"); err != nil { // not its own
			t.Fatal(err)
		}
		hold("two", map[string]string{"a": "one"}, "a")
		if err := lease.DropAll(t.Context(), db, "one"); err != nil {
			t.Fatal(err)
		}
		hold("two", nil, "a")
		dbtest.Shift(t, db, "lease", "until_ms", -2*time.Minute)
		hold("one", nil, "a", "b", "c")
		hold("two", map[string]string{"a": "one"}, "a")

		names, back := []string{"d", "e", "f", "g"}, []string{"g", "f", "e", "d"}
		got := make([]map[string]string, 2)
		var all sync.WaitGroup
		for range 5 {
			for i, owner := range []string{"one", "two"} {
				all.Go(func() {
					var err error
					if got[i], err = lease.Of(db).Hold(t.Context(), owner, [][]string{names, back}[i], time.Minute); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			for _, name := range names {
				if (got[0][name] == "") == (got[1][name] == "") {
					t.Errorf("%s is both's, or nobody's: %v", name, got)
				}
			}
		}
	})
}
