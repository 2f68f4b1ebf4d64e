package attribution

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"judgement/internal/casefile"
)

// begunName says when the last run began that had an outcome to record.
const begunName = "cases/.attribution/begun.json"

// runStart is begunName (schema 1). A run that was killed left no receipt of its
// number: the next run of that day goes on with it, at the same time, so that
// its outcomes are those of a run without interruption.
type runStart struct {
	Schema  int       `json:"schema"`
	Today   string    `json:"today"`   // of the run
	Receipt int       `json:"receipt"` // number of the receipt that the run leaves when it ends
	At      time.Time `json:"at"`      // UTC, whole seconds
}

// began returns a function that returns the time of this run's outcomes: now, or
// when the killed run began that this one goes on with. The first call keeps it
// before any outcome is written; a run without outcomes keeps nothing. It may
// be called by many at once.
func (c *Checker) began(ctx context.Context, today string, now time.Time) func() (time.Time, error) {
	ctx = context.WithoutCancel(ctx) // a caller who leaves would interrupt all
	return sync.OnceValues(func() (time.Time, error) {
		next, err := c.nextReceipt(ctx, today)
		if err != nil {
			return time.Time{}, err
		}
		mine := runStart{Schema: 1, Today: today, Receipt: next, At: now.UTC().Truncate(time.Second)}
		data, err := casefile.ReadLimited(ctx, c.Storage, begunName, maxBegun)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return time.Time{}, err
		}
		var was runStart
		if err == nil && json.Unmarshal(data, &was) == nil && was.Schema == 1 && was.Today == today && was.Receipt == next && !was.At.After(mine.At) {
			return was.At, nil
		}
		if data, err = encodeFile(mine); err != nil {
			return time.Time{}, fmt.Errorf("encode %s: %w", begunName, err)
		}
		return mine.At, c.Storage.Write(ctx, casefile.File{Name: begunName, Data: data})
	})
}

// maxBegun bounds begunName in bytes.
const maxBegun = 1 << 16
