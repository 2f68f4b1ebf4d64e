package keeper

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"judgement/internal/board"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
)

// TestBoardThatIsStopped: a keeper that is stopped while it makes a board gives it back
// at once.
func TestBoardThatIsStopped(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		if err := MarkStale(t.Context(), db, "c", false); err != nil {
			t.Fatal(err)
		}
		stopped, stop := context.WithCancel(t.Context())
		ranked := 0
		k := &Keeper{
			DB: db, Owner: "maker", TTL: time.Minute, Log: slog.New(slog.DiscardHandler),
			Rank: func(ctx context.Context, _ string) (*board.Ranking, error) {
				ranked++
				stop()
				return nil, ctx.Err()
			},
			Detached: func(ctx context.Context, what string, do func(context.Context) error, _ ...any) {
				if err := do(context.WithoutCancel(ctx)); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			},
		}
		k.Make(stopped, Quiet)
		if _, due, err := Claim(t.Context(), db, Rules{Every: board.Every, Quiet: Quiet}, "other", time.Minute); !due || ranked != 1 || err != nil {
			t.Errorf("after its maker was stopped (%d boards begun) the board is not due at once: %v", ranked, err)
		}
	})
}
