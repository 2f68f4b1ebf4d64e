package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/queue"
	"judgement/internal/store"
)

func (a *App) dbPruneCmd() *cobra.Command {
	flags := &settingFlags{}
	var dryRun, compact bool
	c := &cobra.Command{
		Use:   "prune",
		Short: "Remove ended jobs that are past their time, with their documents",
		Long: `Removes jobs that ended longer ago than the setting database.keep says, or
--older-than, with all that is theirs: documents, the texts of their reports,
events, the log of calls, webhooks with their tries, cards of chats. What waits or
runs stays, and so does a job whose webhook is still to be delivered. Cases and
reports are never touched.

Workers do the same once an hour. Others may go on working meanwhile. With
--dry-run nothing is removed and only counted.

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
	Database  string       `json:"database"`
	OlderThan string       `json:"older_than"` // in days; 0: jobs are kept for ever
	DryRun    bool         `json:"dry_run"`
	Removed   store.Purged `json:"removed"` // or what would be
	Before    int64        `json:"bytes_before"`
	After     int64        `json:"bytes_after"`
}

func (a *App) runDBPrune(ctx context.Context, flags map[string]string, dryRun, compact bool) (err error) {
	if dryRun && compact {
		return usageError("give one of the two", "--dry-run changes nothing, and --compact writes the file anew")
	}
	address, s, err := a.whichDatabase(flags, false)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	v := pruned{Database: db.Name(), OlderThan: fmt.Sprintf("%dd", s.Database.Keep/(24*time.Hour)), DryRun: dryRun}
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	v.Before = info.Bytes
	purge := db.Purge
	if dryRun {
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
	if info, err = db.Info(ctx); err != nil {
		return err
	}
	v.After = info.Bytes
	return a.print(v, func(w io.Writer) error { return writePruned(w, v) })
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
	}
	if err := writeTable(w, []string{"what", what}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s: %.1f MiB, before %.1f MiB\n", v.Database, float64(v.After)/(1<<20), float64(v.Before)/(1<<20))
	return err
}
