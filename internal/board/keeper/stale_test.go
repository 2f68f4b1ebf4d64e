package keeper

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

// TestBoards: what makes a board due, and who gets it.
func TestBoards(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		claim := func() (Stale, bool) {
			t.Helper()
			b, due, err := Claim(ctx, db, Rules{Every: time.Minute, Quiet: 3 * time.Second}, "m", time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			return b, due
		}
		want := func(what string, scenes ...string) (due []Stale) {
			t.Helper()
			var got []string
			for b, ok := claim(); ok; b, ok = claim() {
				due, got = append(due, b), append(got, b.Scene)
			}
			if diff := cmp.Diff(scenes, got); diff != "" {
				t.Errorf("%s: due (-want +got):\n%s", what, diff)
			}
			return due
		}
		owe := func(scene string) {
			t.Helper()
			if err := MarkStale(ctx, db, scene, false); err != nil {
				t.Fatal(err)
			}
		}
		made := func(b Stale) {
			t.Helper()
			if err := made(ctx, db, b, "m"); err != nil {
				t.Fatal(err)
			}
		}

		want("nothing was reviewed")
		owe("demo")
		owe("demo")
		owe("other")
		first := want("two scenes", "demo", "other")
		want("both are being made")
		owe("demo") // while it is being made
		made(first[0])
		made(first[1])
		insert(t, db, "j1") // of demo
		want("a job waits, and the last board is new")
		dbtest.Shift(t, db, "scene_board", "since_ms", -time.Minute)
		made(want("after a minute", "demo")[0])
		want("no board is stale")

		owe("demo")
		want("a job waits still")
		dbtest.Must(t, true)(store.EndJob(ctx, db, "j1", store.Ending{Status: job.Failed}))
		want("it was queued just now, and others may follow")
		dbtest.Shift(t, db, "job", "created_ms", -time.Minute)
		want("nobody waits and nobody came", "demo")
		dbtest.Shift(t, db, "lease", "until_ms", -2*time.Minute)
		b := want("its maker died", "demo")[0]
		if err := putOff(ctx, db, b, "m", time.Minute); err != nil {
			t.Fatal(err)
		}
		want("it could not be made, and is put off")
		dbtest.Shift(t, db, "scene_board", "until_ms", time.Hour) // the clock is set back
		made(want("put off for too long", "demo")[0])
		want("it holds all")
	})
}

// TestBoardOnce: of many that ask, one gets the board.
func TestBoardOnce(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		if err := MarkStale(t.Context(), db, "demo", false); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var got int
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				_, due, err := Claim(t.Context(), db, Rules{Every: time.Minute}, fmt.Sprint(i), time.Minute)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if due {
					got++
				}
			})
		}
		wg.Wait()
		if got != 1 {
			t.Errorf("%d got the board", got)
		}
	})
}

func insert(t *testing.T, db *database.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := store.InsertJob(t.Context(), db, job.Job{ID: id, Kind: "review", SceneSlug: "demo"}); err != nil {
			t.Fatal(err)
		}
	}
}
