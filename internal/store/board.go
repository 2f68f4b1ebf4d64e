package store

import (
	"context"
	"time"
)

// owes is what a review that ended changes in its board's row.
const owes = `owed = scene_board.owed + 1,
	since_ms = CASE WHEN scene_board.owed = scene_board.made THEN {now} ELSE scene_board.since_ms END`

// OweBoard notes that a competition's board lacks a review that has just ended.
// In the transaction that ends the review neither can be there without the other.
func (o *ops) OweBoard(ctx context.Context, scene string) error {
	_, err := o.Exec(ctx, `INSERT INTO scene_board (scene, owed, since_ms) VALUES ($1, 1, {now})
		ON CONFLICT (scene) DO UPDATE SET `+owes, scene)
	return err
}

// RecallBoard is OweBoard for a review that ended badly: it may have been published
// before. It does nothing for a scene that never had a board.
func (o *ops) RecallBoard(ctx context.Context, scene string) error {
	_, err := o.Exec(ctx, `UPDATE scene_board SET `+owes+` WHERE scene = $1`, scene)
	return err
}

// Owed is a board that its maker has to make.
type Owed struct {
	Scene string
	upTo  int64 // reviews that it will hold
}

// BoardRules say when a board is due that lacks reviews.
type BoardRules struct {
	// Every is how long it lacks them at most, and how long after the last board
	// it comes at the earliest, but for Quiet.
	Every time.Duration
	// Quiet is how long nobody must have queued a job of the scene, with none
	// waiting and none running, for a board to come earlier.
	Quiet time.Duration
}

// ClaimBoard returns a board that is due, for its caller to make within ttl, and
// false where none is: of many that ask, one gets it. A maker that takes longer
// keeps it with KeepBoard. One that reports neither MadeBoard nor PutOffBoard by
// then has failed, and the board is due again.
func (o *ops) ClaimBoard(ctx context.Context, r BoardRules, ttl time.Duration) (b Owed, due bool, err error) {
	if err := checkTTL(ttl); err != nil {
		return b, false, err
	}
	const condition = `owed > made AND ` + lapsed + ` AND (since_ms <= {now} - $1
		OR since_ms > {now} + 1000 -- the clock was set back
		OR NOT EXISTS (SELECT 1 FROM job WHERE job.scene = scene_board.scene
			AND (job.status IN ('pending', 'running') OR job.created_ms > {now} - $2)))`
	every, quiet := r.Every.Milliseconds(), r.Quiet.Milliseconds()
	// Most often there is none, and who only reads waits for nobody.
	var scene string
	if some, err := o.row(ctx, []any{&scene}, `SELECT scene FROM scene_board WHERE `+condition+` ORDER BY scene {order by bytes} LIMIT 1`, every, quiet); err != nil || !some {
		return b, false, err
	}
	due, err = o.row(ctx, []any{&b.Scene, &b.upTo}, `UPDATE scene_board SET until_ms = {now} + $3 WHERE scene = $4 AND `+condition+` RETURNING scene, owed`,
		every, quiet, ttl.Milliseconds(), scene)
	return b, due, err
}

// KeepBoard holds a claimed board for its maker, for ttl from now on.
func (o *ops) KeepBoard(ctx context.Context, b Owed, ttl time.Duration) error {
	if err := checkTTL(ttl); err != nil {
		return err
	}
	_, err := o.Exec(ctx, `UPDATE scene_board SET until_ms = {now} + $2 WHERE scene = $1 AND made < $3`, b.Scene, ttl.Milliseconds(), b.upTo)
	return err
}

// MadeBoard notes that a board was made: it lacks none of the reviews that there
// were when it was claimed.
func (o *ops) MadeBoard(ctx context.Context, b Owed) error {
	_, err := o.Exec(ctx, `UPDATE scene_board SET until_ms = 0, since_ms = {now}, made = {greatest}(made, $2) WHERE scene = $1`, b.Scene, b.upTo)
	return err
}

// PutOffBoard has a board that could not be made tried again after a while; 0: at
// once.
func (o *ops) PutOffBoard(ctx context.Context, b Owed, after time.Duration) error {
	if after == 0 {
		_, err := o.Exec(ctx, `UPDATE scene_board SET until_ms = 0 WHERE scene = $1`, b.Scene)
		return err
	}
	if err := checkTTL(after); err != nil {
		return err
	}
	_, err := o.Exec(ctx, `UPDATE scene_board SET until_ms = {now} + $2 WHERE scene = $1`, b.Scene, after.Milliseconds())
	return err
}
