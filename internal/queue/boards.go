package queue

import (
	"context"
	"errors"
	"time"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/scene"
)

// How competitions get their boards: a review that ends notes, with its end, that
// its board lacks it, and one of the workers makes the board when it is due. So a
// batch makes at most one per minute, however many workers run it, and the last one
// also if the jobs that it waited for fail, are cancelled or die.
const (
	boardQuiet = 3 * time.Second // while a batch is being queued, its jobs follow each other faster
	boardLook  = 2 * time.Second
	boardTime  = 2 * time.Minute // for one; of 10,000 submissions it takes seconds
	boardRetry = time.Minute
)

// boards makes the boards that are due until ctx ends.
func (w *worker) boards(ctx context.Context) {
	tick := time.NewTicker(boardLook)
	defer tick.Stop()
	for {
		w.makeBoards(ctx, boardQuiet)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-w.ended:
		}
	}
}

// look wakes boards, after a job has ended.
func (w *worker) look() {
	select {
	case w.ended <- struct{}{}:
	default: // it will look anyway
	}
}

// lastBoards makes the boards of the reviews that ended while this worker stopped.
// If it was the last worker no other process will, and jobs that may follow would find
// none to run them.
func (w *worker) lastBoards(ctx context.Context) {
	quiet := boardQuiet
	if all, err := w.q.Workers(ctx); err == nil && len(all) <= 1 {
		quiet = 0
	}
	w.makeBoards(ctx, quiet)
}

// maker is who holds a board: the worker's heartbeat renews the lease.
func (w *worker) maker() string { return w.id + "/board" }

func (w *worker) makeBoards(ctx context.Context, quiet time.Duration) {
	rules := store.BoardRules{Every: pipeline.BoardEvery, Quiet: quiet}
	for due := true; due && ctx.Err() == nil; {
		var b store.StaleBoard
		// A claim is made whole even if ctx ends: no other worker would make the board.
		w.runDetached(ctx, "look for boards that are due", func(ctx context.Context) (err error) {
			b, due, err = store.ClaimBoard(ctx, w.q.db, rules, w.maker(), w.o.ttl)
			return err
		})
		if due {
			w.makeBoard(ctx, b)
		}
	}
}

// makeBoard makes a board, or puts it off.
func (w *worker) makeBoard(ctx context.Context, b store.StaleBoard) {
	err := w.rank(ctx, b)
	if err != nil && ctx.Err() == nil {
		w.log.Warn("a board can't be made; it is tried again", "scene", b.Scene, "error", err)
	}
	w.runDetached(ctx, "note that a board was made", func(last context.Context) error {
		switch {
		case err == nil:
			return store.MadeBoard(last, w.q.db, b, w.maker())
		case ctx.Err() != nil:
			return store.PutOffBoard(last, w.q.db, b, w.maker(), 0) // others go on
		}
		return store.PutOffBoard(last, w.q.db, b, w.maker(), boardRetry)
	}, "scene", b.Scene)
}

// rank makes a scene's board. A scene that is gone, or no competition any more,
// has none: without an error.
func (w *worker) rank(ctx context.Context, b store.StaleBoard) error {
	ctx, cancel := context.WithTimeout(ctx, boardTime)
	defer cancel()
	setup, err := w.o.Pipeline.Open(b.Scene)
	switch {
	case errors.Is(err, scene.ErrUnknownScene):
		w.log.Info("a board is not made, its scene is gone; the reviews are kept, and once the scene is back its next review makes the board, or 'judgement ranking' does", "scene", b.Scene)
		return nil
	case err != nil:
		return err
	}
	r, err := w.o.Pipeline.Ranking(ctx, setup)
	switch {
	case errors.Is(err, fault.NoRanking):
		return nil // the scene is no competition any more
	case err != nil:
		return err
	}
	if r.Changed {
		w.log.Info("a board is made", "scene", b.Scene, "version", r.Board.Version, "submissions", len(r.Board.Entries))
	}
	return nil
}
