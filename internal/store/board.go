package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"
)

// OweBoard notes that a competition's board lacks a review that has just ended.
// In the transaction that ends the review neither can be there without the other.
func (o *ops) OweBoard(ctx context.Context, scene string) error {
	_, err := o.Exec(ctx, `INSERT INTO scene_board (scene, owed) VALUES ($1, 1)
		ON CONFLICT (scene) DO UPDATE SET owed = scene_board.owed + 1`, scene)
	return err
}

// RecallBoard is OweBoard for a review that ended badly: it may have been published
// before. It does nothing for a scene that never had a board.
func (o *ops) RecallBoard(ctx context.Context, scene string) error {
	_, err := o.Exec(ctx, `UPDATE scene_board SET owed = owed + 1 WHERE scene = $1`, scene)
	return err
}

// Owed is a board that its maker has to make.
type Owed struct {
	Scene string
	upTo  int64 // reviews that it will hold
}

// BoardRules say when a board is due that lacks reviews.
type BoardRules struct {
	Every time.Duration // at the latest so long after the last one
	// Quiet is how long nobody must have queued a job of the scene, with none
	// waiting and none running, for a board to come earlier.
	Quiet time.Duration
}

// ClaimBoards returns the boards that are due, for their caller to make within ttl:
// of many that ask, one gets each. A maker that does not report MadeBoard or
// PutOffBoard by then has failed, and the board is due again.
func (o *ops) ClaimBoards(ctx context.Context, r BoardRules, ttl time.Duration) (due []Owed, err error) {
	if err := checkTTL(ttl); err != nil {
		return nil, err
	}
	const condition = `owed > made AND ` + lapsed + ` AND (made_ms <= {now} - $1
		OR made_ms > {now} + 1000 -- the clock was set back
		OR NOT EXISTS (SELECT 1 FROM job WHERE job.scene = scene_board.scene
			AND (job.status IN ('pending', 'running') OR job.created_ms > {now} - $2)))`
	every, quiet := r.Every.Milliseconds(), r.Quiet.Milliseconds()
	// Most often there is none, and who only reads waits for nobody.
	if some, err := o.row(ctx, []any{new(int)}, `SELECT 1 FROM scene_board WHERE `+condition+` LIMIT 1`, every, quiet); err != nil || !some {
		return nil, err
	}
	err = o.Query(ctx, func(row *sql.Rows) error {
		var b Owed
		err := row.Scan(&b.Scene, &b.upTo)
		due = append(due, b)
		return err
	}, `UPDATE scene_board SET until_ms = {now} + $3 WHERE `+condition+` RETURNING scene, owed`, every, quiet, ttl.Milliseconds())
	slices.SortFunc(due, func(a, b Owed) int { return strings.Compare(a.Scene, b.Scene) })
	return due, err
}

// MadeBoard notes that a board was made. isNew says that it differed from the one
// before: BoardRules.Every counts from it.
func (o *ops) MadeBoard(ctx context.Context, b Owed, isNew bool) error {
	fresh := 0
	if isNew {
		fresh = 1
	}
	_, err := o.Exec(ctx, `UPDATE scene_board SET until_ms = 0, made = {greatest}(made, $2),
		made_ms = CASE WHEN $3 = 1 THEN {now} ELSE made_ms END WHERE scene = $1`, b.Scene, b.upTo, fresh)
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
