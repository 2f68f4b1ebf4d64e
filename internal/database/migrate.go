package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"github.com/gofrs/flock"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"judgement/internal/fault"
)

// schema holds our own migrations, NNNN_what.sql from 0001 on, each
// for both databases. One that was released is never changed.
//
//go:embed schema/*.sql
var schema embed.FS

// advisoryLock is the number of the Postgres lock that migrations hold.
const advisoryLock = -0x6a756467 // "judg"; negative: other packages lock positive numbers

// A Version says how far the tables of a database are, and how far this program
// brings them.
type Version struct {
	Own        int `json:"own"`         // of our tables; 0: none yet
	OwnLatest  int `json:"own_latest"`  // as this program knows them
	Queue      int `json:"queue"`       // of the queue's tables; 0: none yet
	QueueKnown int `json:"queue_known"` // as this program knows them
}

// Current reports that there is nothing to migrate.
func (v Version) Current() bool { return v.Own == v.OwnLatest && v.Queue == v.QueueKnown }

// Newer reports that a newer program made the tables.
func (v Version) Newer() bool { return v.Own > v.OwnLatest || v.Queue > v.QueueKnown }

// Version reads how far the tables are. It changes nothing.
func (db *DB) Version(ctx context.Context) (v Version, err error) {
	own, err := migrations()
	if err != nil {
		return v, err
	}
	queue, err := db.migrator()
	if err != nil {
		return v, db.explain("prepare the queue's tables", err)
	}
	all := queue.AllVersions()
	v.OwnLatest, v.QueueKnown = len(own), all[len(all)-1].Version
	err = retry(ctx, outage, func(err error) bool { return db.pool != nil && Gone(err) }, func() error {
		err := db.readVersion(ctx, &v)
		return db.Fault(ctx, "read the database", err)
	})
	return v, err
}

func (db *DB) readVersion(ctx context.Context, v *Version) error {
	own, err := db.river.TableExists(ctx, &riverdriver.TableExistsParams{Table: "judgement_schema"})
	if err == nil && own {
		_, err = db.Row(ctx, []any{&v.Own}, `SELECT coalesce(max(version), 0) FROM judgement_schema`)
	}
	if err != nil {
		return err
	}
	queue, err := db.river.TableExists(ctx, &riverdriver.TableExistsParams{Table: "river_migration"})
	if err != nil || !queue {
		return err
	}
	v.Queue = 1
	lines, err := db.river.ColumnExists(ctx, &riverdriver.ColumnExistsParams{Table: "river_migration", Column: "line"})
	if err != nil || !lines { // another process is making the tables just now
		return err
	}
	all, err := db.river.MigrationGetByLine(ctx, &riverdriver.MigrationGetByLineParams{Line: riverdriver.MigrationLineMain})
	v.Queue = 0
	for _, m := range all {
		v.Queue = max(v.Queue, m.Version)
	}
	return err
}

// Migrate brings the tables up to date and returns how far they were. Only one
// process does it at a time, the others wait. A database of a newer program is
// refused and left as it is.
func (db *DB) Migrate(ctx context.Context) (before Version, err error) {
	if before, err = db.outdated(ctx); err != nil || before.Current() {
		return before, err
	}
	unlock, err := db.lockMigrations(ctx)
	if err != nil {
		return before, err
	}
	defer unlock()
	if before, err = db.outdated(ctx); err != nil || before.Current() { // another process may have been first
		return before, err
	}
	queue, err := db.migrator()
	if err == nil {
		_, err = queue.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return before, db.unmigrated(ctx, db.explain("migrate the queue's tables", err))
	}
	own, err := migrations()
	for v := before.Own; err == nil && v < len(own); v++ {
		err = db.unmigrated(ctx, db.apply(ctx, v+1, own[v]))
	}
	return before, err
}

// outdated is Version, and an error if a newer program made the tables.
func (db *DB) outdated(ctx context.Context) (Version, error) {
	v, err := db.Version(ctx)
	if err == nil && v.Newer() {
		err = wrong(fault.DatabaseNewer, "open the database", db.name,
			fmt.Errorf("a newer judgement made its tables (version %d.%d; this one knows %d.%d)", v.Own, v.Queue, v.OwnLatest, v.QueueKnown))
	}
	return v, err
}

// unmigrated says why a migration failed: migrations are tested from every
// version on, so that one that the database rejects has met tables that are not
// those of the recorded version.
func (db *DB) unmigrated(ctx context.Context, err error) error {
	if !errors.Is(err, fault.Database) {
		return err
	}
	if damage := db.Check(ctx); damage != nil {
		return damage
	}
	rejected := fault.From(err)
	return wrong(fault.DatabaseMismatch, rejected.Params["doing"], db.name, rejected.Cause)
}

// apply runs one migration and notes it, in one transaction. Statements end with a
// semicolon at the end of a line.
func (db *DB) apply(ctx context.Context, version int, text string) error {
	return db.InTx(ctx, func(tx *Tx) error {
		for stmt := range strings.SplitSeq(strings.TrimSpace(text), ";\n") {
			if _, err := tx.q.ExecContext(ctx, tx.SQL(stmt)); err != nil {
				return db.explain(fmt.Sprintf("migrate the tables to version %d", version), err)
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO judgement_schema (version, at_ms) VALUES ($1, {now})`, version)
		return err
	})
}

// migrations returns the texts of the migrations, version 1 first.
func migrations() (texts []string, err error) {
	err = fs.WalkDir(schema, "schema", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := schema.ReadFile(name)
		texts = append(texts, string(text))
		return err
	})
	return texts, err
}

// migrator is what this package needs of a rivermigrate.Migrator.
type migrator interface {
	AllVersions() []rivermigrate.Migration
	Migrate(ctx context.Context, direction rivermigrate.Direction, opts *rivermigrate.MigrateOpts) (*rivermigrate.MigrateResult, error)
}

// migrator returns the migrator of the queue's tables.
func (db *DB) migrator() (migrator, error) {
	quiet := &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)}
	if db.pool != nil {
		return rivermigrate.New(riverpgxv5.New(db.pool), quiet)
	}
	return rivermigrate.New(riversqlite.New(db.sql), quiet)
}

// lockMigrations waits for the lock that only one process can hold:
// rivermigrate has none of its own. It ends with the process.
func (db *DB) lockMigrations(ctx context.Context) (unlock func(), err error) {
	if db.pool == nil {
		l := flock.New(db.name+".lock", flock.SetPermissions(0o600))
		return func() { _ = l.Close() }, db.explain("lock the database for a migration", l.Lock())
	}
	conn, err := db.Session(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, advisoryLock); err != nil {
		_ = conn.Close()
		return nil, db.explain("wait for another process that migrates the database", err)
	}
	return func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, advisoryLock)
		_ = conn.Close()
	}, nil
}

// Session returns a connection of its own. While Postgres restarts it is waited for.
func (db *DB) Session(ctx context.Context) (conn *sql.Conn, err error) {
	err = retry(ctx, outage, unsent, func() error { conn, err = db.sql.Conn(ctx); return err })
	return conn, db.explain("connect to the database", err)
}
