package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// syncLog makes what was committed to a SQLite database survive a power cut.
// Commits go to its write-ahead log, which SQLite syncs only before it copies it
// into the database (synchronous=NORMAL). Opening and closing the log drops no
// lock: SQLite's locks are on the other two files.
func (db *DB) syncLog() error {
	if db.pool != nil {
		return nil
	}
	return db.syncs.do(db.syncLogNow)
}

func (db *DB) syncLogNow() error {
	err := syncPath(db.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was written since the last copy, which was synced
	}
	if err == nil {
		err = db.folderSynced()
	}
	return db.explain("sync the database's log", err)
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

// batcher runs a function for many callers at once: each returns after a run that
// began after it called.
type batcher struct {
	running sync.Mutex // one run at a time

	mu   sync.Mutex
	next *batch // has not begun; nil: none waits
}

type batch struct {
	done chan struct{}
	err  error
}

func (b *batcher) do(f func() error) error {
	b.mu.Lock()
	if n := b.next; n != nil {
		b.mu.Unlock()
		<-n.done
		return n.err
	}
	n := &batch{done: make(chan struct{})}
	b.next = n
	b.mu.Unlock()

	b.running.Lock()
	b.mu.Lock()
	b.next = nil // it begins: who comes now needs another
	b.mu.Unlock()
	n.err = f()
	b.running.Unlock()
	close(n.done)
	return n.err
}
