package app

import (
	"context"
	"os"
	"path/filepath"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/store"
)

// Prune removes ended jobs that are past their time, and what killed runs left. A dry
// run only counts and lists them.
func (p *Process) Prune(ctx context.Context, dryRun, compact bool) (*store.Pruned, error) {
	var db *database.DB // nil if there is none yet, but cases
	if err := p.NeedDatabase(false); err == nil {
		if db, err = p.Database(ctx); err != nil {
			return nil, err
		}
	} else if _, missing := os.Stat(filepath.Join(p.Workspace.OutDir, "cases")); missing != nil || p.Workspace.Dir == "" {
		return nil, err
	}
	st, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	return store.Prune(ctx, db, casefile.New(st, p.Now), store.PruneOptions{Keep: p.Settings.Database.Keep, DryRun: dryRun, Compact: compact})
}
