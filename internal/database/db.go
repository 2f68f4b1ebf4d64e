package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"judgement/internal/fault"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	ops
	sql  *sql.DB
	pool *pgxpool.Pool // nil on SQLite
	lite *connector    // nil on Postgres
	from string        // the address that it was opened with
	name string        // as messages show it: the path of the SQLite file, or an address without its password

	folderSynced func() error // SQLite: syncs the file's folder, once
	atEnd        []func()     // called by Close
}

// Tx is one transaction. It is valid only within the function that InTx gave it
// to.
type Tx struct {
	ops
	driver any // a *sql.Tx on SQLite, else a pgx.Tx
}

// IsPostgres reports whether an address is that of a Postgres database, and not a path
// of a SQLite file.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open opens a database and brings its tables up to date, under a lock: a
// postgres:// address, or the path of a SQLite file, which is made with its
// folder if it isn't there. A database of a newer version of this program
// is refused. Close it when done. Errors are *fault.Error.
func Open(ctx context.Context, address string) (*DB, error) {
	db, err := Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	if _, err := db.Migrate(ctx); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// Connect opens a database as Open does, and leaves its tables as they are.
func Connect(ctx context.Context, address string) (*DB, error) {
	if IsPostgres(address) {
		return connectPostgres(ctx, address)
	}
	return connectSQLite(ctx, address)
}

// Again opens the database once more, with connections of its own.
func (db *DB) Again(ctx context.Context) (*DB, error) { return Connect(ctx, db.from) }

// AtEnd has Close call fn first. It is not for concurrent use.
func (db *DB) AtEnd(fn func()) { db.atEnd = append(db.atEnd, fn) }

// Close releases the database.
func (db *DB) Close() error {
	for _, fn := range db.atEnd {
		fn()
	}
	err := db.sql.Close()
	if db.pool != nil {
		db.pool.Close()
	}
	return err
}

// Sever has everything fail from now on that uses the database by this handle,
// except for what is under way. Close is still to be called.
func (db *DB) Sever() {
	if db.pool == nil {
		db.lite.sever(db.sql)
	} else {
		severPool(db.pool)
	}
}

// Name returns the database as messages show it, without any secret.
func (db *DB) Name() string { return db.name }

// Postgres returns the pool of connections, nil on SQLite.
func (db *DB) Postgres() *pgxpool.Pool { return db.pool }

// SQLite returns the database handle of a SQLite file, nil on Postgres. It has
// one connection.
func (db *DB) SQLite() *sql.DB {
	if db.pool != nil {
		return nil
	}
	return db.sql
}

// Driver returns the driver's transaction: a *sql.Tx on SQLite, else a pgx.Tx.
func (tx *Tx) Driver() any { return tx.driver }

// River returns River's operations on its own rows; a Tx has them within the
// transaction.
func (o *ops) River() riverdriver.Executor { return o.river }

// DryRun runs fn in a transaction that is rolled back.
func (db *DB) DryRun(ctx context.Context, fn func(tx *Tx) error) error {
	undo := errors.New("rolled back")
	err := db.InTx(ctx, func(tx *Tx) error { return cmp.Or(fn(tx), undo) })
	if errors.Is(err, undo) {
		return nil
	}
	return err
}

// InTx runs fn in one transaction, which is committed when fn returns nil and
// rolled back otherwise. On Postgres fn runs again from its start if another
// transaction was in its way (a deadlock) or the connection was lost before
// the commit was asked for: it must do nothing that it can't do twice. If the
// connection is lost at the commit itself, it is unknown whether it took place:
// errors.Is finds ErrCommitUnknown.
//
// What InTx committed survives a power cut, on SQLite too, where single
// operations of a DB survive only the end of the process.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	if err := db.transact(ctx, fn); err != nil {
		return err
	}
	return db.syncLog()
}

// ErrCommitUnknown is the error of a transaction that may have been committed
// and may not.
var ErrCommitUnknown = errors.New("the connection was lost while the transaction was being committed")

func (db *DB) transact(ctx context.Context, fn func(tx *Tx) error) error {
	in := db.inSQLiteTx
	if db.pool != nil {
		in = db.inPostgresTx
	}
	err := retry(ctx, outage, func(err error) bool {
		return errors.Is(err, fault.DatabaseConflict) || db.pool != nil && Gone(err) && !errors.Is(err, ErrCommitUnknown)
	}, func() error { return in(ctx, fn) })
	if Gone(err) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (db *DB) inSQLiteTx(ctx context.Context, fn func(tx *Tx) error) error {
	t, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return db.explain("begin a transaction", err)
	}
	defer func() { _ = t.Rollback() }() // nothing after Commit
	if err := fn(&Tx{ops: ops{q: t, db: db, tx: true, river: riversqlite.New(nil).UnwrapExecutor(t)}, driver: t}); err != nil {
		return err
	}
	return db.explain("commit a transaction", t.Commit())
}

// inPostgresTx gives database/sql and the driver one connection, so that own
// rows and the queue's go into one transaction.
func (db *DB) inPostgresTx(ctx context.Context, fn func(tx *Tx) error) error {
	conn, err := db.sql.Conn(ctx)
	if err != nil {
		return db.explain("connect to the database", err)
	}
	defer conn.Close()
	raw := func(f func(*pgx.Conn) error) error {
		return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
	}
	var t pgx.Tx
	if err := raw(func(c *pgx.Conn) (err error) { t, err = c.Begin(ctx); return err }); err != nil {
		return db.explain("begin a transaction", err)
	}
	defer func() { // nothing after Commit; a connection that is gone has rolled back
		_ = raw(func(*pgx.Conn) error { return t.Rollback(context.WithoutCancel(ctx)) })
	}()
	if err := fn(&Tx{ops: ops{q: conn, db: db, tx: true, river: riverpgxv5.New(nil).UnwrapExecutor(t)}, driver: t}); err != nil {
		return err
	}
	err = db.explain("commit a transaction", raw(func(*pgx.Conn) error { return t.Commit(ctx) }))
	if Gone(err) {
		return errors.Join(err, ErrCommitUnknown)
	}
	return err
}

// outage is how long a connection is waited for while Postgres restarts.
const outage = 15 * time.Second

// retry repeats what fails with a passing error, with pauses of up to a second that
// together take as long as limit.
func retry(ctx context.Context, limit time.Duration, passing func(error) bool, try func() error) error {
	wait := 10 * time.Millisecond
	for waited := time.Duration(0); ; waited += wait {
		err := try()
		if err == nil || !passing(err) || waited >= limit {
			return err
		}
		wait = min(2*wait, time.Second)
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Info is what a database is. It is read by Info.
type Info struct {
	Kind    string `json:"kind"`     // sqlite or postgres
	Name    string `json:"database"` // a path, or an address without secrets
	Server  string `json:"server"`   // version of SQLite or Postgres
	Version `json:"version"`
	Bytes   int64 `json:"bytes"`
}

// Info looks at a database and changes nothing.
func (db *DB) Info(ctx context.Context) (Info, error) {
	i := Info{Kind: "sqlite", Name: db.name}
	about := `SELECT sqlite_version(), page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if db.pool != nil {
		i.Kind, about = "postgres", `SELECT current_setting('server_version'), pg_database_size(current_database())`
	}
	_, err := db.Row(ctx, []any{&i.Server, &i.Bytes}, about)
	if err == nil {
		i.Version, err = db.Version(ctx)
	}
	return i, err
}

// Compact gives the room of what was removed back to the file system. On SQLite
// the file is written again: it needs as much room again while it lasts, and
// writers wait. On Postgres autovacuum makes the room free for new rows by
// itself, and VACUUM FULL, which locks the tables, is left to the operator:
// Compact does nothing there.
func (db *DB) Compact(ctx context.Context) error {
	if db.pool != nil {
		return nil
	}
	for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// Check reads a whole SQLite file. Its error has the code fault.DatabaseDamaged if a
// page can't be read, or if tables, indexes and constraints contradict each other.
// SQLite keeps no checksums: a changed byte within a text or a blob goes unnoticed. It
// takes a few seconds per GiB; others may go on working.
//
// It does nothing on Postgres, which checks its pages itself as it reads them
// (data_checksums).
func (db *DB) Check(ctx context.Context) error {
	if db.pool != nil {
		return nil
	}
	const doing = "check the database"
	found, err := Collect(ctx, db, One[string], `PRAGMA integrity_check`)
	if e := fault.From(err); e != nil {
		return e.With("doing", doing)
	}
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return err
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.Join(found, "\n"), "*** in database main ***\n"), "\n")
	return wrong(fault.DatabaseDamaged, doing, db.name, fmt.Errorf("%s; integrity_check finds %d faults", first, len(found)))
}
