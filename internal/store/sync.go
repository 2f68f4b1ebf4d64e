package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// syncLog makes what was committed to a SQLite database survive a power cut.
// Commits go to its write-ahead log, which SQLite syncs only before it copies it
// into the database (synchronous=NORMAL). Opening and closing the log drops no
// lock: SQLite's locks are on the other two files.
func (db *DB) syncLog() error {
	if db.pool != nil {
		return nil
	}
	err := syncPath(db.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was written since the last copy, which was synced
	}
	if err == nil {
		err = db.folderSynced()
	}
	return db.explain("sync the database's log", err)
}

// settled is syncLog for what was not written in a transaction of the caller's.
func (o *ops) settled() error {
	if o.tx {
		return nil
	}
	return o.db.syncLog()
}

// syncFolder makes the names of the database's files survive, too.
func (db *DB) syncFolder() error { return syncPath(filepath.Dir(db.path)) }

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
