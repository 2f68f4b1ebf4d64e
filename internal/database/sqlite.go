package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	modernc "modernc.org/sqlite"

	"judgement/internal/fault"
)

// sqliteOptions never failed under contention: writers wait for each other
// (busy_timeout, and transactions that take the write lock as they begin).
const sqliteOptions = "?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)"

func connectSQLite(ctx context.Context, path string) (*DB, error) {
	db := &DB{from: path, name: path}
	db.folderSynced = sync.OnceValue(func() error { return syncPath(filepath.Dir(path)) })
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		if errors.Is(err, syscall.ENOTDIR) {
			err = fmt.Errorf("%w: move away what is in a folder's place", err)
		}
		return nil, db.explain("make the database's folder", err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 1 {
		// SQLite takes it for an empty one; all else that is no database it refuses.
		return nil, wrong(fault.DatabaseDamaged, "open the database", path, errors.New("the file has one byte"))
	}
	makePrivate(path)
	db.lite = &connector{name: sqliteURI(path) + sqliteOptions}
	db.sql = sql.OpenDB(db.lite)
	db.sql.SetMaxOpenConns(1)
	db.ops = ops{q: db.sql, db: db, river: riversqlite.New(db.sql).GetExecutor()}
	// Of several processes that make the file at one moment SQLite turns some away at
	// once, whatever busy_timeout says: changing to the write-ahead log needs the whole
	// file. They try again.
	locked := func(err error) bool { return errors.Is(err, fault.DatabaseLocked) }
	err := retry(ctx, 10*time.Second, locked, func() error { return db.explain("open the database", db.sql.PingContext(ctx)) })
	if err != nil {
		_ = db.sql.Close()
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

// Connect implements driver.Connector. After sever it fails with what River takes
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

// sever ends the connection once it is free, and lets no caller make another.
func (c *connector) sever(pool *sql.DB) {
	c.severed.Store(true)
	for { // until the connection is gone: what waits for it would get it otherwise
		conn, err := pool.Conn(context.Background())
		if err != nil {
			return
		}
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

// sqliteURI names a file to SQLite; options may follow.
func sqliteURI(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
}

// makePrivate makes a file that isn't there yet, empty and for its owner alone:
// SQLite would let every user read the documents that were sent in. Its own files
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

// syncLog makes what was committed to a SQLite database survive a power cut.
// Commits go to its write-ahead log, which SQLite syncs only before it copies it
// into the database (synchronous=NORMAL). Opening and closing the log drops no
// lock: SQLite's locks are on the other two files.
func (db *DB) syncLog() error {
	if db.pool != nil {
		return nil
	}
	err := syncPath(db.name + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was written since the last copy, which was synced
	}
	if err == nil {
		err = db.folderSynced() // so that the names of the files survive, too
	}
	return db.explain("sync the database's log", err)
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Locked reports whether another process has kept all others from writing to a
// SQLite database for a second. On Postgres no process can for long.
func (db *DB) Locked(ctx context.Context) (bool, error) {
	if db.pool != nil {
		return false, nil
	}
	if _, err := db.Exec(ctx, `PRAGMA busy_timeout = 1000`); err != nil {
		return false, err
	}
	err := db.inSQLiteTx(ctx, func(*Tx) error { return nil })
	_, reset := db.Exec(context.WithoutCancel(ctx), `PRAGMA busy_timeout = 10000`)
	if errors.Is(err, fault.DatabaseLocked) {
		return true, reset
	}
	return false, errors.Join(err, reset)
}
