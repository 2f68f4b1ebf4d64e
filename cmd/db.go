package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/store"
)

func (a *App) dbCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "db", Short: "Look after the database of jobs", Args: noArgs, RunE: bareGroup,
		Long: `Jobs wait in a database: the Postgres database that database.url names, which then
holds cases and reports too, or else the SQLite file .judgement/judgement.db of the
workspace. These commands may run at any time, while others work on it.`,
	}
	c.AddCommand(a.dbMigrateCmd(), a.dbStatusCmd(), a.dbBackupCmd(), a.dbPruneCmd())
	return c
}

func (a *App) dbMigrateCmd() *cobra.Command {
	c := &cobra.Command{
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
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) dbStatusCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "status",
		Short: "Show which database is used, its version and what waits in it",
		Long: `Shows the database that is used, how far its tables are, its size, and how many
jobs and messages it holds. A SQLite file is read from end to end and checked, which
takes a few seconds per GiB. It changes nothing. The exit code is 1 if this version of
judgement can't use the database, or if the file is damaged.`,
		Example: "  judgement db status\n  judgement db status --output json",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runDBStatus(c.Context()) },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) dbBackupCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the whole database into a file, while others work on it",
		Long: `Writes a copy of the whole database, as it is at one moment, into a new file. The
file appears whole or not at all. Others may go on working on the database.

A SQLite database is copied as a SQLite database. It and the copy are checked
(integrity_check): if one of them is damaged, the exit code is 1 and no file is
written. To restore it, stop all
processes, put the copy in the place of .judgement/judgement.db and remove the
files judgement.db-wal and judgement.db-shm. Of a Postgres database pg_dump makes
an archive: to restore it, run pg_restore --clean --if-exists --dbname=URL FILE.
Where folders hold cases and reports (no database.url), back up cases/,
comparisons/ and reports/ too.`,
		Example: "  judgement db backup backup-$(date +%F).db",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runDBBackup(c.Context(), args[0]) },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// database opens the database of jobs as it is. A SQLite file that isn't there
// is made only where the caller says so.
func (a *App) database(ctx context.Context, mayMake bool) (*store.DB, error) {
	address, err := a.whichDatabase(nil, mayMake)
	if err != nil {
		return nil, err
	}
	return store.Connect(ctx, address)
}

// whichDatabase finds the database of jobs. A SQLite file must be there unless
// the caller may make it, and outside of a workspace in any case: there it would
// be a stray one.
func (a *App) whichDatabase(flags map[string]string, mayMake bool) (string, error) {
	ws, s, err := a.settings(flags)
	if err != nil {
		return "", err
	}
	defer ws.Close()
	address := databaseAddress(ws, s)
	if outside := ws.Dir == ""; (outside || !mayMake) && !store.IsPostgres(address) {
		_, err := os.Stat(address)
		switch missing := errors.Is(err, fs.ErrNotExist); {
		case missing && outside:
			return "", &failure{
				exit: exitUsage, code: "no_workspace", err: fmt.Errorf("there is no database here, and %s is in no workspace: no folder scenes/ is in it or above", ws.OutDir),
				fix: placeFix + "; or name the database with database.url",
			}
		case missing:
			return "", failed("no_database", "it is made by 'judgement db migrate' and by the first command that needs it", fmt.Errorf("there is no database yet: %s", address))
		}
	}
	return address, nil
}

// migrated is what db migrate prints.
type migrated struct {
	Database string        `json:"database"`
	Before   store.Version `json:"before"`
	After    store.Version `json:"after"`
}

func (a *App) runDBMigrate(ctx context.Context) (err error) {
	db, err := a.database(ctx, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	v := migrated{Database: db.Name()}
	if v.Before, err = db.Migrate(ctx); err != nil {
		return err
	}
	if v.After, err = db.Version(ctx); err != nil {
		return err
	}
	return a.print(v, func(w io.Writer) error {
		what := "migrated from version " + versionOf(v.Before)
		switch {
		case v.Before.Current():
			what = "up to date"
		case v.Before.Own == 0:
			what = "made its tables"
		}
		_, err := fmt.Fprintf(w, "%s: %s, now at version %s\n", v.Database, what, versionOf(v.After))
		return err
	})
}

// versionOf names a version for people: own tables, queue's tables.
func versionOf(v store.Version) string { return fmt.Sprintf("%d.%d", v.Own, v.Queue) }

func (a *App) runDBStatus(ctx context.Context) (err error) {
	db, err := a.database(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(ctx); err != nil {
		return err
	}
	i, err := db.Info(ctx)
	if err != nil {
		return err
	}
	if err := a.print(i, func(w io.Writer) error { return writeInfo(w, i) }); err != nil {
		return err
	}
	if !i.Readable {
		return silent{exitFailed}
	}
	return nil
}

func writeInfo(w io.Writer, i store.Info) error {
	state := "up to date"
	if i.Upgrade != "" {
		state = i.Upgrade
	}
	rows := [][]string{
		{"database", i.Name},
		{"server", i.Kind + " " + i.Server},
		{"version", versionOf(i.Version) + " (" + state + ")"},
		{"size", fmt.Sprintf("%.1f MiB", float64(i.Bytes)/(1<<20))},
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
	return writeTable(w, []string{"what", "value"}, rows)
}

// backedUp is what db backup prints.
type backedUp struct {
	Database string `json:"database"`
	File     string `json:"file"`
	Bytes    int64  `json:"bytes"`
}

func (a *App) runDBBackup(ctx context.Context, path string) (err error) {
	db, err := a.database(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if !filepath.IsAbs(path) {
		path = filepath.Join(a.Dir, path)
	}
	switch err := db.Backup(ctx, path); {
	case errors.Is(err, fs.ErrExist):
		return &failure{exit: exitUsage, code: "file_exists", err: fmt.Errorf("%s is there already", a.shownPath(path)), fix: "name a new file: a backup never replaces another"}
	case errors.Is(err, fs.ErrNotExist):
		return failed("no_folder", "make the folder, or name a file in one that is there", errors.New(err.Error())) // no longer an error of the database, which has no advice
	case err != nil:
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	v := backedUp{Database: db.Name(), File: a.shownPath(path), Bytes: info.Size()}
	return a.print(v, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s: %d bytes, of %s\n", v.File, v.Bytes, v.Database)
		return err
	})
}
