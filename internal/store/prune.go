package store

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/database"
)

// PruneOptions say what Prune removes.
type PruneOptions struct {
	Keep    time.Duration // how long ended jobs and incomplete versions stay; 0: for ever
	DryRun  bool          // only count and list
	Compact bool          // give the space of removed rows back to the disk
}

// Pruned is what Prune removed, or would remove.
type Pruned struct {
	Database  string   `json:"database"`   // empty: there is none yet
	OlderThan string   `json:"older_than"` // in days; 0: jobs are kept for ever
	DryRun    bool     `json:"dry_run"`
	Removed   Purged   `json:"removed"` // or what would be
	Before    int64    `json:"bytes_before"`
	After     int64    `json:"bytes_after"`
	Leftovers []string `json:"leftovers"` // incomplete versions and temporary files, removed or to be
}

// Prune removes ended jobs that are past their time, and what killed runs left in the
// cases. db is nil if there is none yet.
func Prune(ctx context.Context, db *database.DB, cases *casefile.Cases, o PruneOptions) (*Pruned, error) {
	v := &Pruned{OlderThan: fmt.Sprintf("%dd", o.Keep/(24*time.Hour)), DryRun: o.DryRun}
	held := func(context.Context, string) (bool, error) { return false, nil }
	if db != nil {
		if err := v.jobs(ctx, db, o); err != nil {
			return nil, err
		}
		held = func(ctx context.Context, id string) (found bool, err error) {
			_, found, err = Job(ctx, db, id)
			return found, err
		}
	}
	var err error
	v.Leftovers, err = cases.Leftovers(ctx, o.Keep, held, o.DryRun)
	return v, err
}

func (v *Pruned) jobs(ctx context.Context, db *database.DB, o PruneOptions) error {
	v.Database = db.Name()
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	v.Before = info.Bytes
	if o.DryRun {
		v.Removed, err = WouldPurge(ctx, db, o.Keep)
	} else {
		v.Removed, err = Purge(ctx, db, o.Keep)
	}
	if err == nil && o.Compact {
		err = db.Compact(ctx)
	}
	if err == nil {
		info, err = db.Info(ctx)
	}
	v.After = info.Bytes
	return err
}
