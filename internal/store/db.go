package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jackc/puddle/v2"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	modernc "modernc.org/sqlite"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	ops
	sql  *sql.DB
	pool *pgxpool.Pool // nil on SQLite
	lite *connector    // nil on Postgres
	path string        // of the SQLite file
	from string        // the address that it was opened with
	name string        // as messages show it: a path, or an address without its password

	folderSynced func() error // SQLite: syncs the file's folder, once
	syncs        batcher      // SQLite: of the log

	mu    sync.Mutex
	locks *lockSession // Postgres: of the files' locks
}

// Tx is one transaction. It is valid only within the function that InTx gave it
// to.
type Tx struct {
	ops
	sqlite   *sql.Tx
	postgres pgx.Tx
}

// querier is what sql.DB, sql.Tx and sql.Conn have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ops are the operations that a DB and a Tx share.
type ops struct {
	q     querier
	d     *dialect
	db    *DB
	tx    bool // q is within a transaction
	river riverdriver.Executor
}

// IsPostgres tells a Postgres address from a path of a SQLite file.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open opens a database and brings its tables up to date, under a lock: a
// postgres:// address, or the path of a SQLite file, which is made with its
// folder where it isn't there. A database of a newer version of this program
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
	connect := connectSQLite
	if IsPostgres(address) {
		connect = connectPostgres
	}
	db, err := connect(ctx, address)
	if err == nil {
		db.from = address
	}
	return db, err
}

// Again opens the database once more, with connections of its own.
func (db *DB) Again(ctx context.Context) (*DB, error) { return Connect(ctx, db.from) }

// sqliteOptions never failed under contention: writers wait for each other
// (busy_timeout, and transactions that take the write lock as they begin).
const sqliteOptions = "?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)"

func connectSQLite(ctx context.Context, path string) (*DB, error) {
	db := &DB{path: path, name: path}
	db.folderSynced = sync.OnceValue(db.syncFolder)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		if errors.Is(err, syscall.ENOTDIR) {
			err = fmt.Errorf("%w: move away what is in a folder's place", err)
		}
		return nil, db.explain("make the database's folder", err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 1 {
		// SQLite takes it for an empty one; all else that is no database it refuses.
		return nil, wrong(Damaged, "open the database", path, errors.New("the file has one byte"))
	}
	makePrivate(path)
	db.lite = &connector{name: sqliteURI(path) + sqliteOptions}
	pool := sql.OpenDB(db.lite)
	pool.SetMaxOpenConns(1)
	pool.SetMaxIdleConns(1)
	pool.SetConnMaxLifetime(0)
	db.sql = pool
	db.ops = ops{q: pool, d: &sqlite, db: db, river: riversqlite.New(pool).GetExecutor()}
	if err := db.pingSQLite(ctx); err != nil {
		_ = pool.Close()
		return nil, err
	}
	return db, nil
}

// connector makes the connections to a SQLite file.
type connector struct {
	name    string
	severed atomic.Bool
}

// Driver implements driver.Connector.
func (*connector) Driver() driver.Driver { return &modernc.Driver{} }

// Connect implements driver.Connector. After Sever it fails with what River takes
// for the end of its pool; but the end of the context comes first, or River would
// try again for ever.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.severed.Load() {
		return nil, riverdriver.ErrClosedPool
	}
	return c.Driver().Open(c.name)
}

// sqliteURI names a file to SQLite; options may follow.
func sqliteURI(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
}

// makePrivate makes a file that isn't there yet, empty and for its owner alone:
// SQLite would let everybody read the documents that were sent in. Its own files
// beside it (-wal, -shm) take the same rights. It is given its name when it is
// closed, as closing a file would drop the locks that this process has on it. An
// error is left to SQLite, which meets the same one.
func makePrivate(path string) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-database-") // of mode 0600
	if err != nil {
		return
	}
	if err := f.Close(); err == nil {
		_ = os.Link(f.Name(), path) // unlike a rename, it replaces nothing
	}
	_ = os.Remove(f.Name())
}

// pingSQLite opens the file. Of several that make it at one moment SQLite turns
// some away at once, whatever busy_timeout says: changing to the write-ahead log
// needs the whole file. They try again.
func (db *DB) pingSQLite(ctx context.Context) error {
	const patience = 10 * time.Second
	begun := time.Now()
	for {
		err := db.explain("open the database", db.sql.PingContext(ctx))
		if !errors.Is(err, Locked) || time.Since(begun) > patience {
			return err
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// poolSize is the number of connections a process holds at most, where the
// address doesn't say (pool_max_conns).
const poolSize = 16

// poolLeast is what a process can't do without: the session that holds locks,
// the queue's listener, and two to work with.
const poolLeast = 4

func connectPostgres(ctx context.Context, address string) (*DB, error) {
	db := &DB{name: redact(address)}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, db.explain("read the database's address", errors.New("it is not a valid postgres:// address"))
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = poolSize
	}
	cfg.MaxConns = max(cfg.MaxConns, poolLeast)
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	for name, value := range map[string]string{
		"application_name": "judgement",
		// a machine that is cut off loses its locks within half a minute
		"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3", "tcp_user_timeout": "25000",
		// and one that stands still in a transaction loses it
		"idle_in_transaction_session_timeout": "30000",
	} {
		if _, ok := cfg.ConnConfig.RuntimeParams[name]; !ok {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, db.explain("open the database", err)
	}
	db.pool = pool
	db.sql = stdlib.OpenDBFromPool(pool)
	db.ops = ops{q: db.sql, d: &postgres, db: db, river: riverpgxv5.New(pool).GetExecutor()}
	if err := waitForRecovery(ctx, pool.Ping); err != nil {
		_ = db.Close()
		return nil, db.explain("open the database", err)
	}
	return db, nil
}

// redact returns an address without its password and its query, which may hold
// one.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the Postgres database"
	}
	u.RawQuery, u.Fragment = "", ""
	return u.Redacted()
}

// Close releases the database and the locks that this process holds in it.
func (db *DB) Close() error {
	db.mu.Lock()
	if db.locks != nil {
		db.locks.close()
		db.locks = nil
	}
	db.mu.Unlock()
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
		db.lite.severed.Store(true)
		for { // until the connection is gone: what waits for it would get it otherwise
			c, err := db.sql.Conn(context.Background())
			if err != nil {
				return
			}
			_ = c.Raw(func(any) error { return driver.ErrBadConn })
		}
	}
	go db.pool.Close() // which waits for what is under way
	for {
		c, err := db.pool.Acquire(context.Background())
		if err != nil && errors.Is(err, puddle.ErrClosedPool) {
			return
		}
		if err == nil {
			c.Release()
		}
		time.Sleep(time.Millisecond)
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

// Postgres returns the driver's transaction, nil on SQLite.
func (tx *Tx) Postgres() pgx.Tx { return tx.postgres }

// SQLite returns the driver's transaction, nil on Postgres.
func (tx *Tx) SQLite() *sql.Tx { return tx.sqlite }

// InTx runs fn in one transaction, which is committed when fn returns nil and
// rolled back otherwise. On Postgres fn runs again from its start where another
// transaction stood in its way (a deadlock) or the connection was lost before
// the commit was asked for: it must do nothing that it can't do twice. Where the
// connection is lost at the commit itself, nobody knows whether it took place:
// errors.Is finds ErrCommitUnknown.
//
// What InTx committed survives a power cut, on SQLite too, where single
// statements survive only the end of the process.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	if err := db.transact(ctx, fn); err != nil {
		return err
	}
	return db.syncLog()
}

// InLooseTx is InTx for what may be lost in a power cut, such as progress: it
// waits for no disk. It survives the end of the process.
func (db *DB) InLooseTx(ctx context.Context, fn func(tx *Tx) error) error {
	return db.transact(ctx, func(tx *Tx) error {
		if tx.postgres != nil {
			if _, err := tx.postgres.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
				return db.explain("begin a transaction", err)
			}
		}
		return fn(tx)
	})
}

func (db *DB) transact(ctx context.Context, fn func(tx *Tx) error) error {
	var waited, wait time.Duration
	for try := 0; ; try++ {
		err := db.inTx(ctx, fn)
		again := errors.Is(err, Conflict) && try < 10 || db.pool != nil && Gone(err) && !errors.Is(err, ErrCommitUnknown) && waited < outage
		if Gone(err) && ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil || !again {
			return err
		}
		wait = min(max(2*wait, 5*time.Millisecond), time.Second)
		waited += wait
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// ErrCommitUnknown is the error of a transaction that may have been committed
// and may not.
var ErrCommitUnknown = errors.New("the connection was lost while the transaction was being committed")

func (db *DB) inTx(ctx context.Context, fn func(tx *Tx) error) error {
	if db.pool == nil {
		return db.inSQLiteTx(ctx, fn)
	}
	return db.inPostgresTx(ctx, fn)
}

func (db *DB) inSQLiteTx(ctx context.Context, fn func(tx *Tx) error) error {
	t, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return db.explain("begin a transaction", err)
	}
	defer func() { _ = t.Rollback() }() // nothing after Commit
	if err := fn(&Tx{ops: ops{q: t, d: db.d, db: db, tx: true, river: riversqlite.New(nil).UnwrapExecutor(t)}, sqlite: t}); err != nil {
		return err
	}
	return db.explain("commit a transaction", t.Commit())
}

// inPostgresTx gives database/sql and the driver one connection, so that own
// rows and the queue's go into one transaction.
func (db *DB) inPostgresTx(ctx context.Context, fn func(tx *Tx) error) error {
	conn, err := db.conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var t pgx.Tx
	err = raw(conn, func(c *pgx.Conn) (err error) { t, err = c.Begin(ctx); return err })
	if err != nil {
		return db.explain("begin a transaction", err)
	}
	defer func() {
		// Nothing after Commit; a connection that is gone has rolled back.
		_ = raw(conn, func(*pgx.Conn) error { return t.Rollback(context.WithoutCancel(ctx)) })
	}()
	if err := fn(&Tx{ops: ops{q: conn, d: db.d, db: db, tx: true, river: riverpgxv5.New(nil).UnwrapExecutor(t)}, postgres: t}); err != nil {
		return err
	}
	err = db.explain("commit a transaction", raw(conn, func(*pgx.Conn) error { return t.Commit(ctx) }))
	if Gone(err) {
		return errors.Join(err, ErrCommitUnknown)
	}
	return err
}

// raw calls f with the driver's connection.
func raw(conn *sql.Conn, f func(*pgx.Conn) error) error {
	return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
}

// Locked reports whether another process has kept everybody from writing to a
// SQLite database for a second. On Postgres nobody can for long.
func (db *DB) Locked(ctx context.Context) (bool, error) {
	if db.pool != nil {
		return false, nil
	}
	if _, err := db.Exec(ctx, `PRAGMA busy_timeout = 1000`); err != nil {
		return false, err
	}
	err := db.inSQLiteTx(ctx, func(*Tx) error { return nil })
	_, reset := db.Exec(context.WithoutCancel(ctx), `PRAGMA busy_timeout = 10000`)
	if errors.Is(err, Locked) {
		return true, reset
	}
	return false, errors.Join(err, reset)
}
