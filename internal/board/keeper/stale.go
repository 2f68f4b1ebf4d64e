package keeper

import (
	"context"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/lease"
)

// oneMore is what a review that ended changes in its board's row.
const oneMore = `ended = scene_board.ended + 1,
	since_ms = CASE WHEN scene_board.ended = scene_board.made THEN {now} ELSE scene_board.since_ms END`

// MarkStale notes that a competition's board lacks a review that has just
// ended. In the transaction that ends the review neither is there without the
// other. A review that failed may have been published before: with known it is
// noted only if the scene ever had a board.
func MarkStale(ctx context.Context, q database.Conn, scene string, known bool) (err error) {
	if known {
		_, err = q.Exec(ctx, `UPDATE scene_board SET `+oneMore+` WHERE scene = $1`, scene)
	} else {
		_, err = q.Exec(ctx, `INSERT INTO scene_board (scene, ended, since_ms) VALUES ($1, 1, {now}) ON CONFLICT (scene) DO UPDATE SET `+oneMore, scene)
	}
	return err
}

// Stale is a board that its maker has to make.
type Stale struct {
	Scene string
	upTo  int64 // reviews that it will hold
}

// Rules say when a board is due that lacks reviews.
type Rules struct {
	// Every is how long it lacks them at most, and how long after the last board
	// it comes at the earliest, except for Quiet.
	Every time.Duration
	// Quiet is how long no job may have been queued of the scene, with none
	// unfinished, for a board to come earlier.
	Quiet time.Duration
}

func boardLease(scene string) string { return "board/" + scene }

// Claim returns a board that is due, for its maker, who holds a lease on it
// for ttl, and false if none is: of many that ask, one gets it. A maker that
// reports neither made nor putOff has failed, and the board is due again.
func Claim(ctx context.Context, db *database.DB, r Rules, maker string, ttl time.Duration) (b Stale, due bool, err error) {
	condition := `ended > made AND ` + lease.Lapsed("until_ms") + ` AND (since_ms <= {now} - $1
		OR since_ms > {now} + 1000 -- the clock was set back
		OR NOT EXISTS (SELECT 1 FROM job WHERE job.scene = scene_board.scene AND (job.status = 'pending' OR job.created_ms > {now} - $2)))`
	every, quiet := r.Every.Milliseconds(), r.Quiet.Milliseconds()
	// Most often there is none, and a reader waits for no writer.
	due, err = db.Row(ctx, []any{&b.Scene}, `SELECT scene FROM scene_board WHERE `+condition+`
		AND NOT EXISTS (SELECT 1 FROM lease WHERE name = 'board/' || scene AND `+lease.Held("lease.until_ms")+`)
		ORDER BY scene {order by bytes} LIMIT 1`, every, quiet)
	if err != nil || !due {
		return b, false, err
	}
	err = db.InTx(ctx, func(tx *database.Tx) (err error) {
		if due, err = lease.Take(ctx, tx, boardLease(b.Scene), maker, ttl); err == nil && due {
			due, err = tx.Row(ctx, []any{&b.upTo}, `SELECT ended FROM scene_board WHERE scene = $3 AND `+condition, every, quiet, b.Scene)
		}
		if err == nil && !due {
			err = lease.Drop(ctx, tx, boardLease(b.Scene), maker)
		}
		return err
	})
	return b, due && err == nil, err
}

// made notes that a board was made: it lacks none of the reviews that there
// were when it was claimed.
func made(ctx context.Context, db *database.DB, b Stale, maker string) error {
	return release(ctx, db, b, maker, `until_ms = 0, since_ms = {now}, made = {greatest}(made, $2)`, b.upTo)
}

// putOff has a board that could not be made tried again after a while of at
// most lease.Max; 0: at once.
func putOff(ctx context.Context, db *database.DB, b Stale, maker string, after time.Duration) error {
	return release(ctx, db, b, maker, `until_ms = {now} + $2`, after.Milliseconds()-1)
}

// release changes a board's row and ends its maker's lease.
func release(ctx context.Context, db *database.DB, b Stale, maker, set string, arg int64) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE scene_board SET `+set+` WHERE scene = $1`, b.Scene, arg)
		if err == nil {
			err = lease.Drop(ctx, tx, boardLease(b.Scene), maker)
		}
		return err
	})
}
