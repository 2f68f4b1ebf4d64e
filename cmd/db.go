package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/database"
	"judgement/internal/export"
	"judgement/internal/fault"
	"judgement/internal/store"
)

func (a *App) dbCmd() *cobra.Command {
	return group(&cobra.Command{
		Use: "db", Short: "Look after the database of jobs",
		Long: `Jobs wait in a database: the Postgres database that database.url names, which then
holds cases and reports too, or else the SQLite file .judgement/judgement.db of the
workspace. These commands may run at any time, while others work on it.`,
	}, a.dbMigrateCmd(), a.dbStatusCmd(), a.dbBackupCmd(), a.dbPruneCmd())
}

func (a *App) dbMigrateCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's tables up to date",
		Long: `Makes the tables that this version of judgement needs, in the Postgres database
that database.url names, else in .judgement/judgement.db of the workspace. Every
command that uses the database does the same as it starts; this one does it
alone, such as before a new version is rolled out. Of several that start at once,
one migrates and the others wait.

A database that a newer version has migrated is refused and left as it is. Outside
of a workspace (a folder with scenes/) it makes no database: name the workspace
with --workspace, or the database with database.url.`,
		Example: "  judgement db backup before.db && judgement db migrate",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runDBMigrate(c.Context()) },
	})
}

func (a *App) dbStatusCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:   "status",
		Short: "Show which database is used, its version and what waits in it",
		Long: `Shows the database that is used, how far its tables are, its size, and how many
jobs and messages it holds. A SQLite file is read from end to end and checked, which
takes a few seconds per GiB. It changes nothing. The exit code is 1 if this version of
judgement can't use the database, or if the file is damaged.`,
		Example: "  judgement db status\n  judgement db status --output json",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runDBStatus(c.Context()) },
	})
}

func (a *App) dbBackupCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the whole database into a file, while others work on it",
		Long: `Writes a copy of the whole database, as it is at one moment, into a new file. The
file appears whole or not at all. Others may go on working on the database.

A SQLite database is copied as a SQLite database. Both files are checked
(integrity_check): if one of them is damaged, the exit code is 1 and no file is
written. To restore it, stop all processes. Then put the copy in the place of
.judgement/judgement.db, and remove judgement.db-wal and judgement.db-shm.

A Postgres database is copied by pg_dump into an archive. To restore it, run
pg_restore --clean --if-exists --dbname=URL FILE.

If folders hold cases and reports (no database.url), back up cases/,
comparisons/, immunity/ and reports/ too.`,
		Example: "  judgement db backup backup-$(date +%F).db",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runDBBackup(c.Context(), a.Path(args[0])) },
	})
}

// connect opens the database of jobs as it is; mayMake says that it may be made.
func (a *App) connect(ctx context.Context, mayMake bool) (*database.DB, error) {
	if err := a.NeedDatabase(mayMake); err != nil {
		return nil, err
	}
	return a.Connect(ctx)
}

// migrated is what db migrate prints.
type migrated struct {
	Database string           `json:"database"`
	Before   database.Version `json:"before"`
	After    database.Version `json:"after"`
}

func (a *App) runDBMigrate(ctx context.Context) error {
	db, err := a.connect(ctx, true)
	if err != nil {
		return err
	}
	v := migrated{Database: db.Name()}
	if v.Before, err = db.Migrate(ctx); err != nil {
		return err
	}
	if v.After, err = db.Version(ctx); err != nil {
		return err
	}
	what := "migrated from version " + versionOf(v.Before)
	switch {
	case v.Before.Current():
		what = "up to date"
	case v.Before.Own == 0:
		what = "made its tables"
	}
	return a.print(v, func(p *page) { p.Printf("%s: %s, now at version %s\n", v.Database, what, versionOf(v.After)) })
}

// versionOf names a version for people: own tables, queue's tables.
func versionOf(v database.Version) string { return fmt.Sprintf("%d.%d", v.Own, v.Queue) }

// mebibytes shows a size.
func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

func (a *App) runDBStatus(ctx context.Context) error {
	db, err := a.connect(ctx, false)
	if err != nil {
		return err
	}
	if err := db.Check(ctx); err != nil {
		return err
	}
	i, err := app.DatabaseStatus(ctx, db)
	if err != nil {
		return err
	}
	if err := a.print(i, func(p *page) { p.databaseInfo(i) }); err != nil || i.Readable {
		return err
	}
	return silent{fault.ExitFailed}
}

func (p *page) databaseInfo(i app.DatabaseInfo) {
	state := "up to date"
	if i.Upgrade != "" {
		state = i.Upgrade
	}
	rows := [][]string{
		{"database", i.Name},
		{"server", i.Kind + " " + i.Server},
		{"version", versionOf(i.Version) + " (" + state + ")"},
		{"size", mebibytes(i.Bytes)},
	}
	if j := i.Jobs; j != nil {
		text := fmt.Sprintf("%d pending, %d running, %d done, %d failed", j.Pending, j.Running, j.Done, j.Failed)
		if j.Pending > 0 {
			text += fmt.Sprintf("; the oldest waits for %s", j.OldestPending.Round(time.Second))
		}
		rows = append(rows, []string{"jobs", text}, []string{"outbox", fmt.Sprintf("%d waiting, %d given up", i.Waiting, i.GaveUp)})
		if i.Kind == "postgres" {
			rows = append(rows, []string{"files", fmt.Sprintf("%d of cases and reports", i.Files)})
		}
	}
	p.Table([]string{"what", "value"}, rows)
}

// backedUp is what db backup prints.
type backedUp struct {
	Database string `json:"database"`
	File     string `json:"file"`
	Bytes    int64  `json:"bytes"`
}

func (a *App) runDBBackup(ctx context.Context, path string) error {
	db, err := a.connect(ctx, false)
	if err != nil {
		return err
	}
	switch err := db.Backup(ctx, path); {
	case errors.Is(err, fs.ErrExist):
		return fault.Refuse(fault.FileExists, "name a new file: a backup never replaces another", fmt.Errorf("%s is there already", a.Shown(path)))
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fault.Refuse(fault.NoFolder, "make the folder, or name a file in one that is there", errors.New(err.Error())) // no longer an error of the database, which has no advice
	case err != nil:
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	v := backedUp{Database: db.Name(), File: a.Shown(path), Bytes: info.Size()}
	return a.print(v, func(p *page) { p.Printf("%s: %d bytes, of %s\n", v.File, v.Bytes, v.Database) })
}

func (a *App) dbPruneCmd() *cobra.Command {
	var dryRun, compact bool
	c := &cobra.Command{
		Use:   "prune",
		Short: "Remove ended jobs that are past their time, and what killed runs left",
		Long: `Removes jobs that ended longer ago than the setting database.keep says, or
--older-than, with everything that belongs to them: documents, the texts of their
reports, events, the log of calls, webhooks with their tries, cards of chats. Jobs
that wait or run stay, and so do jobs whose webhook is still to be delivered.
Published versions and reports are never touched.

It also removes what killed runs left in cases/. A version that was never published
goes if its last reply is that old, no process runs it and the database has no job
of it. A temporary file (.new-…) of a dead writer goes after an hour. Each is listed.
This works without a database too.

Workers remove old jobs once an hour. Others may go on working meanwhile. With
--dry-run nothing is removed; it is counted and listed.

SQLite keeps the free space for new rows. --compact rewrites the file without it;
meanwhile this needs as much space again, and other processes wait. On Postgres
autovacuum does what is needed.`,
		Example: "  judgement db prune --dry-run\n  judgement db prune --older-than 30d\n  judgement db prune --older-than 30d --compact",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runDBPrune(c.Context(), dryRun, compact) },
	}
	setting(c, "older-than", "database.keep", "days since the end of a job, such as 30d; at least 7d")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "count what would be removed, and remove nothing")
	c.Flags().BoolVar(&compact, "compact", false, "give the room back to the file system (SQLite)")
	return a.output(c)
}

func (a *App) runDBPrune(ctx context.Context, dryRun, compact bool) error {
	if dryRun && compact {
		return usageError("give one of the two", "--dry-run changes nothing, and --compact rewrites the file")
	}
	v, err := a.Prune(ctx, dryRun, compact)
	if err != nil {
		return err
	}
	return a.print(v, func(p *page) { p.pruned(v) })
}

func (p *page) pruned(v *store.Pruned) {
	what, n := "removed", v.Removed
	if v.DryRun {
		what = "would be removed"
	}
	if v.OlderThan == "0d" {
		p.Line("database.keep is 0: jobs are kept for ever; --older-than names another time")
	}
	p.Table([]string{"what", what}, [][]string{
		{"jobs", fmt.Sprint(n.Jobs)},
		{"documents and texts", fmt.Sprintf("%d (%s)", n.Blobs, mebibytes(n.Bytes))},
		{"events", fmt.Sprint(n.Events)},
		{"calls", fmt.Sprint(n.Calls)},
		{"messages and tries", fmt.Sprint(n.Messages)},
		{"chat jobs and cards", fmt.Sprint(n.Chats)},
		{"keys and rates", fmt.Sprint(n.Keys)},
		{"leftovers of killed runs", fmt.Sprint(len(v.Leftovers))},
	})
	for _, name := range v.Leftovers {
		p.Printf("%s: %s\n", what, name)
	}
	if v.Database != "" {
		p.Printf("%s: %s, before %s\n", v.Database, mebibytes(v.After), mebibytes(v.Before))
	}
}

func (a *App) exportCmd() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "export",
		Short: "Write cases and reports that Postgres keeps into folders",
		Long: `Writes the cases and reports that are kept in the Postgres database that
database.url names into folders as they are without one: cases/, comparisons/,
immunity/ and reports/. What is there already is left alone if it is the same, and brought up to date
if it changes with each version, such as report.md. What never changes, such
as a published version, is never overwritten: if a folder has other content
under such a name, nothing at all is written. No file is removed.

Run it again at any time, such as from cron, to have a mirror.`,
		Example: "  judgement export\n  judgement export --out /srv/mirror",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runExport(c.Context(), out) },
	}
	c.Flags().StringVar(&out, "out", "", "folder to write into (default: the workspace)")
	return a.output(c)
}

// exported is what export prints.
type exported struct {
	Database string `json:"database"`
	Folder   string `json:"folder"`
	export.Counts
}

func (a *App) runExport(ctx context.Context, out string) error {
	ws, s := a.Workspace, a.Settings
	if s.Database.URL == "" {
		return usageError("set database.url (JUDGEMENT_DATABASE_URL) to export from a Postgres database", "no database is set: cases and reports are in folders already, in %s", ws.OutDir)
	}
	db, err := a.Database(ctx)
	if err != nil {
		return err
	}
	dir := ws.OutDir
	if out != "" {
		dir = a.Path(out)
	}
	to, err := outFolder(dir)
	if err != nil {
		return err
	}
	defer to.Close()
	files, err := pgfiles.New(db)
	if err != nil {
		return err
	}
	v := exported{Database: db.Name(), Folder: a.Shown(dir)}
	if v.Counts, err = export.Mirror(ctx, files, to); err != nil {
		return err
	}
	return a.print(v, func(p *page) { p.Printf("%s: %d files written, %d were there already\n", v.Folder, v.Written, v.Same) })
}
