package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"judgement/internal/fault"
)

// schema holds this package's own migrations, NNNN_what.sql from 0001 on, each
// for both databases. One that was released is never changed.
//
//go:embed schema/*.sql
var schema embed.FS

// advisoryLock is the number of the Postgres lock that migrations hold.
const advisoryLock = -0x6a756467 // "judg"; negative, as no lock of a file is

// A Version says how far the tables of a database are, and how far this program
// brings them.
type Version struct {
	Own        int `json:"own"`         // of this package's tables; 0: none yet
	OwnLatest  int `json:"own_latest"`  // as this program knows them
	Queue      int `json:"queue"`       // of the queue's tables; 0: none yet
	QueueKnown int `json:"queue_known"` // as this program knows them
}

// Current tells that there is nothing to migrate.
func (v Version) Current() bool { return v.Own == v.OwnLatest && v.Queue == v.QueueKnown }

// Newer tells that a newer program made the tables.
func (v Version) Newer() bool { return v.Own > v.OwnLatest || v.Queue > v.QueueKnown }

// Version reads how far the tables are. It changes nothing.
func (db *DB) Version(ctx context.Context) (Version, error) {
	v := Version{OwnLatest: len(db.migrations())}
	if err := db.again(ctx, func() error { return db.ownVersion(ctx, &v.Own) }); err != nil {
		return v, err
	}
	if err := db.again(ctx, func() error { return db.queueVersion(ctx, &v.Queue) }); err != nil {
		return v, err
	}
	return v, db.queue(func(m migrator) error {
		all := m.AllVersions()
		v.QueueKnown = all[len(all)-1].Version
		return nil
	})
}

// queueVersion reads how far River's tables are, 0 if there are none.
func (db *DB) queueVersion(ctx context.Context, v *int) error {
	there, err := db.river.TableExists(ctx, &riverdriver.TableExistsParams{Table: "river_migration"})
	if err != nil || !there {
		return db.Fault(ctx, "read the database", err)
	}
	lines, err := db.river.ColumnExists(ctx, &riverdriver.ColumnExistsParams{Table: "river_migration", Column: "line"})
	if err != nil || !lines { // another process is making the tables just now
		*v = 1
		return db.Fault(ctx, "read the database", err)
	}
	all, err := db.river.MigrationGetByLine(ctx, &riverdriver.MigrationGetByLineParams{Line: riverdriver.MigrationLineMain})
	for _, m := range all {
		*v = max(*v, m.Version)
	}
	return db.Fault(ctx, "read the database", err)
}

// ownVersion reads how far this package's tables are, 0 if there are none.
func (db *DB) ownVersion(ctx context.Context, v *int) error {
	there, err := db.river.TableExists(ctx, &riverdriver.TableExistsParams{Table: "judgement_schema"})
	if err != nil || !there {
		return db.Fault(ctx, "read the database", err)
	}
	_, err = db.row(ctx, []any{v}, `SELECT coalesce(max(version), 0) FROM judgement_schema`)
	return err
}

// Migrate brings the tables up to date and returns how far they were. Only one
// process does it at a time, the others wait. A database of a newer program is
// refused and left as it is.
func (db *DB) Migrate(ctx context.Context) (before Version, err error) {
	before, err = db.Version(ctx)
	if err != nil || before.Current() {
		return before, err
	}
	if before.Newer() {
		return before, db.newer(before)
	}
	unlock, err := db.lockMigrations(ctx)
	if err != nil {
		return before, err
	}
	defer unlock()
	before, err = db.Version(ctx) // another process may have been first
	switch {
	case err != nil:
		return before, err
	case before.Newer():
		return before, db.newer(before)
	}
	err = db.queue(func(m migrator) error {
		_, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
	if err != nil {
		return before, db.unmigrated(ctx, db.explain("migrate the queue's tables", err))
	}
	for i, text := range db.migrations()[before.Own:] {
		if err := db.apply(ctx, before.Own+i+1, text); err != nil {
			return before, db.unmigrated(ctx, err)
		}
	}
	return before, nil
}

// unmigrated says why a migration failed: migrations are tested from every
// version on, so that one that the database rejects has met tables that are not
// those of the recorded version.
func (db *DB) unmigrated(ctx context.Context, err error) error {
	if !errors.Is(err, Other) {
		return err
	}
	doing := fault.From(err).Params["doing"]
	if damage := db.Check(ctx); damage != nil {
		return damage
	}
	return wrong(Mismatch, doing, db.name, fault.From(err).Cause)
}

// apply runs one migration and notes it, in one transaction.
func (db *DB) apply(ctx context.Context, version int, text string) error {
	return db.InTx(ctx, func(tx *Tx) error {
		for _, stmt := range statements(text) {
			if _, err := tx.q.ExecContext(ctx, tx.SQL(stmt)); err != nil {
				return db.explain(fmt.Sprintf("migrate the tables to version %d", version), err)
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO judgement_schema (version, at_ms) VALUES ($1, {now})`, version)
		return err
	})
}

// statements splits a migration at the semicolons that end lines.
func statements(text string) []string {
	var out []string
	for stmt := range strings.SplitSeq(text, ";\n") {
		if stmt = strings.TrimSpace(stmt); stmt != "" {
			out = append(out, stmt)
		}
	}
	return out
}

// migrations returns the texts of the migrations, version 1 first.
func (db *DB) migrations() []string {
	files, err := fs.ReadDir(schema, "schema")
	if err != nil {
		panic(err) // embedded
	}
	out := make([]string, len(files))
	for i, f := range files { // sorted by name
		n, _, _ := strings.Cut(f.Name(), "_")
		if v, err := strconv.Atoi(n); err != nil || v != i+1 {
			panic("store: the embedded migrations are not numbered 0001, 0002, …: " + f.Name())
		}
		text, err := schema.ReadFile("schema/" + f.Name())
		if err != nil {
			panic(err) // embedded
		}
		out[i] = string(text)
	}
	return out
}

func (db *DB) newer(v Version) error {
	return wrong(Newer, "open the database", db.name,
		fmt.Errorf("a newer judgement made its tables (version %d.%d; this one knows %d.%d)", v.Own, v.Queue, v.OwnLatest, v.QueueKnown))
}

// migrator is what this package needs of a rivermigrate.Migrator.
type migrator interface {
	AllVersions() []rivermigrate.Migration
	Migrate(ctx context.Context, direction rivermigrate.Direction, opts *rivermigrate.MigrateOpts) (*rivermigrate.MigrateResult, error)
}

// queue calls fn with the migrator of the queue's tables.
func (db *DB) queue(fn func(migrator) error) error {
	if db.pool != nil {
		return withMigrator[pgx.Tx](db, riverpgxv5.New(db.pool), fn)
	}
	return withMigrator(db, riversqlite.New(db.sql), fn)
}

func withMigrator[T any](db *DB, d riverdriver.Driver[T], fn func(migrator) error) error {
	m, err := rivermigrate.New(d, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return db.explain("prepare the queue's tables", err)
	}
	return fn(m)
}

// lockMigrations waits for the lock that only one process can hold:
// rivermigrate has none of its own. It ends with the process.
func (db *DB) lockMigrations(ctx context.Context) (unlock func(), err error) {
	if db.pool == nil {
		return db.lockMigrationFile()
	}
	conn, err := db.conn(ctx)
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

func (db *DB) lockMigrationFile() (func(), error) {
	const doing = "lock the database for a migration"
	f, err := os.OpenFile(db.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, db.explain(doing, err)
	}
	if err := flock(f); err != nil {
		_ = f.Close()
		return nil, db.explain(doing, err)
	}
	return func() { _ = f.Close() }, nil
}
