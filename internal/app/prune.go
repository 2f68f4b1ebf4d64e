package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/store"
)

// Pruned is what db prune prints.
type Pruned struct {
	Database  string       `json:"database"`   // empty: there is none yet
	OlderThan string       `json:"older_than"` // in days; 0: jobs are kept for ever
	DryRun    bool         `json:"dry_run"`
	Removed   store.Purged `json:"removed"` // or what would be
	Before    int64        `json:"bytes_before"`
	After     int64        `json:"bytes_after"`
	Leftovers []string     `json:"leftovers"` // incomplete versions and temporary files, removed or to be
}

// Prune removes ended jobs that are past their time, and what killed runs left. A dry
// run only counts and lists them.
func (p *Process) Prune(ctx context.Context, dryRun, compact bool) (*Pruned, error) {
	ws, keep := p.Workspace, p.Settings.Database.Keep
	v := &Pruned{OlderThan: fmt.Sprintf("%dd", keep/(24*time.Hour)), DryRun: dryRun}
	var db *database.DB // nil if there is none yet, but cases
	if err := p.NeedDatabase(false); err == nil {
		if db, err = p.Database(ctx); err != nil {
			return nil, err
		}
		if err := v.jobs(ctx, db, keep, compact); err != nil {
			return nil, err
		}
	} else if _, missing := os.Stat(filepath.Join(ws.OutDir, "cases")); missing != nil || ws.Dir == "" {
		return nil, err
	}
	var err error
	v.Leftovers, err = p.leftovers(ctx, keep, db, dryRun)
	return v, err
}

func (v *Pruned) jobs(ctx context.Context, db *database.DB, keep time.Duration, compact bool) error {
	v.Database = db.Name()
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	v.Before = info.Bytes
	if v.DryRun {
		v.Removed, err = store.WouldPurge(ctx, db, keep)
	} else {
		v.Removed, err = store.Purge(ctx, db, keep)
	}
	if err == nil && compact {
		err = db.Compact(ctx)
	}
	if err == nil {
		info, err = db.Info(ctx)
	}
	v.After = info.Bytes
	return err
}

// leftovers removes, or lists, what killed runs left in the cases.
func (p *Process) leftovers(ctx context.Context, keep time.Duration, db *database.DB, dryRun bool) ([]string, error) {
	storage, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	held := func(ctx context.Context, job string) (found bool, err error) {
		if db != nil {
			_, found, err = store.Job(ctx, db, job)
		}
		return found, err
	}
	return casefile.New(storage.Storage, p.Now).Leftovers(ctx, keep, held, dryRun)
}
