package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/queue"
	"judgement/internal/store"
)

func (a *App) dbPruneCmd() *cobra.Command {
	flags := &settingFlags{}
	var dryRun, compact bool
	c := &cobra.Command{
		Use:   "prune",
		Short: "Remove ended jobs that are past their time, and what killed runs left",
		Long: `Removes jobs that ended longer ago than the setting database.keep says, or
--older-than, with all that is theirs: documents, the texts of their reports,
events, the log of calls, webhooks with their tries, cards of chats. What waits or
runs stays, and so does a job whose webhook is still to be delivered. Published
versions and reports are never touched.

It also removes what killed runs left in cases/: versions that were never published,
if their last reply is as old as that, no process runs them and the database has no
job of them; and temporary files (.new-…) of dead writers, after an hour. Each is
listed. This works without a database too.

Workers remove old jobs once an hour. Others may go on working meanwhile. With
--dry-run nothing is removed; it is counted and listed.

SQLite keeps the room for new rows; --compact writes the file anew and gives it
back, which needs as much room again while it lasts and makes the others wait. On
Postgres autovacuum does what is needed.`,
		Example: "  judgement db prune --dry-run\n  judgement db prune --older-than 30d\n  judgement db prune --older-than 30d --compact",
		Args:    exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.runDBPrune(c.Context(), flags.given(c), dryRun, compact)
		},
	}
	flags.add(c, "older-than", "database.keep", "days since the end of a job, such as 30d; at least 7d (setting database.keep)")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "count what would be removed, and remove nothing")
	c.Flags().BoolVar(&compact, "compact", false, "give the room back to the file system (SQLite)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// pruned is what db prune prints.
type pruned struct {
	Database  string       `json:"database"`   // empty: there is none yet
	OlderThan string       `json:"older_than"` // in days; 0: jobs are kept for ever
	DryRun    bool         `json:"dry_run"`
	Removed   store.Purged `json:"removed"` // or what would be
	Before    int64        `json:"bytes_before"`
	After     int64        `json:"bytes_after"`
	Leftovers []string     `json:"leftovers"` // incomplete versions and temporary files, removed or to be
}

// tempGrace is how old a temporary file is at least when it is removed: some are
// made without the lock that tells a living writer's.
const tempGrace = time.Hour

func (a *App) runDBPrune(ctx context.Context, flags map[string]string, dryRun, compact bool) (err error) {
	if dryRun && compact {
		return usageError("give one of the two", "--dry-run changes nothing, and --compact writes the file anew")
	}
	ws, s, err := a.settings(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	v := pruned{OlderThan: fmt.Sprintf("%dd", s.Database.Keep/(24*time.Hour)), DryRun: dryRun}
	db, err := a.prunedDatabase(ctx, ws, flags)
	if err != nil {
		return err
	}
	if db != nil {
		defer func() { err = errors.Join(err, db.Close()) }()
		if err := v.jobs(ctx, db, s, compact); err != nil {
			return err
		}
	}
	if v.Leftovers, err = a.leftovers(ctx, ws, s, db, dryRun); err != nil {
		return err
	}
	return a.print(v, func(w io.Writer) error { return writePruned(w, v) })
}

// prunedDatabase opens the database; nil where there is none yet, but cases.
func (a *App) prunedDatabase(ctx context.Context, ws config.Workspace, flags map[string]string) (*store.DB, error) {
	address, err := a.whichDatabase(flags, false)
	if err != nil {
		var f *failure
		if _, missing := os.Stat(filepath.Join(ws.OutDir, "cases")); errors.As(err, &f) && f.code == "no_database" && missing == nil {
			return nil, nil
		}
		return nil, err
	}
	return store.Open(ctx, address)
}

func (v *pruned) jobs(ctx context.Context, db *store.DB, s *config.Settings, compact bool) error {
	v.Database = db.Name()
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	v.Before = info.Bytes
	purge := db.Purge
	if v.DryRun {
		purge = db.WouldPurge
	}
	if v.Removed, err = purge(ctx, queue.Kept(s.Database.Keep)); err != nil {
		return err
	}
	if compact {
		if err := db.Compact(ctx); err != nil {
			return err
		}
	}
	info, err = db.Info(ctx)
	v.After = info.Bytes
	return err
}

// leftovers removes, or lists, what killed runs left in the cases.
func (a *App) leftovers(ctx context.Context, ws config.Workspace, s *config.Settings, db *store.DB, dryRun bool) (out []string, err error) {
	k, err := a.keep(ctx, ws, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	out = []string{}
	if folder, ok := k.Storage.(*casefile.Folder); ok {
		if out, err = folder.Sweep(ctx, a.Now().Add(-tempGrace), dryRun); err != nil {
			return out, err
		}
	}
	if s.Database.Keep == 0 {
		return out, nil
	}
	held := func(ctx context.Context, job string) (bool, error) {
		if db == nil {
			return false, nil
		}
		_, found, err := db.Job(ctx, job)
		return found, err
	}
	versions, err := casefile.New(k.Storage, a.Now).Prune(ctx, a.Now().Add(-s.Database.Keep), held, dryRun)
	return append(out, versions...), err
}

func writePruned(w io.Writer, v pruned) error {
	what, p := "removed", v.Removed
	if v.DryRun {
		what = "would be removed"
	}
	if v.OlderThan == "0d" {
		fmt.Fprintln(w, "database.keep is 0: jobs are kept for ever; --older-than names another time")
	}
	rows := [][]string{
		{"jobs", fmt.Sprint(p.Jobs)},
		{"documents and texts", fmt.Sprintf("%d (%.1f MiB)", p.Blobs, float64(p.Bytes)/(1<<20))},
		{"events", fmt.Sprint(p.Events)},
		{"calls", fmt.Sprint(p.Calls)},
		{"messages and tries", fmt.Sprint(p.Messages)},
		{"chat jobs and cards", fmt.Sprint(p.Chats)},
		{"keys, hits, leases", fmt.Sprint(p.Keys)},
		{"leftovers of killed runs", fmt.Sprint(len(v.Leftovers))},
	}
	if err := writeTable(w, []string{"what", what}, rows); err != nil {
		return err
	}
	for _, name := range v.Leftovers {
		fmt.Fprintf(w, "%s: %s\n", what, name)
	}
	if v.Database == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s: %.1f MiB, before %.1f MiB\n", v.Database, float64(v.After)/(1<<20), float64(v.Before)/(1<<20))
	return err
}
