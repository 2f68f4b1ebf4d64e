// Package keeper makes the boards of competitions that are due, in one of all
// processes. A review that ends notes, with its end, that its board lacks it, and a
// keeper makes the board. So a batch makes at most one per minute, however many workers
// run it, and the last one also if the jobs that it waited for fail, are cancelled or
// die.
package keeper

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"judgement/internal/board"
	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/scene"
)

const (
	// Quiet is how long a scene's last submission is ago before its board is made early:
	// while a batch is being queued, its jobs follow each other faster.
	Quiet = 3 * time.Second
	// Look is how often a keeper looks for boards that are due.
	Look = 2 * time.Second

	again = time.Minute // until a board that could not be made is tried again
)

// Keeper makes boards. All its fields must be set.
type Keeper struct {
	DB    *database.DB
	Rank  func(ctx context.Context, scene string) (*board.Ranking, error) // publishes a scene's board
	Owner string                                                          // holds the leases of boards; the caller renews them
	TTL   time.Duration                                                   // of a lease
	Log   *slog.Logger
	// Detached runs a step even if ctx has ended, and logs its error.
	Detached func(ctx context.Context, what string, do func(context.Context) error, about ...any)
}

// Make makes the boards that are due. quiet is Quiet, or 0 if no job will follow.
func (k *Keeper) Make(ctx context.Context, quiet time.Duration) {
	rules := Rules{Every: board.Every, Quiet: quiet}
	for due := true; due && ctx.Err() == nil; {
		var b Stale
		// A claim is made whole even if ctx ends: no other worker would make the board.
		k.Detached(ctx, "look for boards that are due", func(ctx context.Context) (err error) {
			b, due, err = Claim(ctx, k.DB, rules, k.Owner, k.TTL)
			return err
		})
		if due {
			k.one(ctx, b)
		}
	}
}

// one makes a board, or puts it off.
func (k *Keeper) one(ctx context.Context, b Stale) {
	err := k.rank(ctx, b.Scene)
	if err != nil && ctx.Err() == nil {
		k.Log.Warn("a board can't be made; it is tried again", "scene", b.Scene, "error", err)
	}
	k.Detached(ctx, "note that a board was made", func(last context.Context) error {
		switch {
		case err == nil:
			return made(last, k.DB, b, k.Owner)
		case ctx.Err() != nil:
			return putOff(last, k.DB, b, k.Owner, 0) // others go on
		}
		return putOff(last, k.DB, b, k.Owner, again)
	}, "scene", b.Scene)
}

// rank makes a scene's board. A scene that is gone, or no competition any more,
// has none: without an error.
func (k *Keeper) rank(ctx context.Context, slug string) error {
	ctx, cancel := context.WithTimeout(ctx, board.Longest)
	defer cancel()
	r, err := k.Rank(ctx, slug)
	switch {
	case errors.Is(err, scene.ErrUnknownScene):
		k.Log.Info("a board is not made, its scene is gone; the reviews are kept, and once the scene is back its next review makes the board", "scene", slug)
		return nil
	case errors.Is(err, fault.NoRanking):
		return nil // the scene is no competition any more
	case err != nil:
		return err
	}
	if r.Changed {
		k.Log.Info("a board is made", "scene", slug, "version", r.Board.Version, "submissions", len(r.Board.Entries))
	}
	return nil
}
