package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/store"
)

// TestConnectAtOnce: processes that start at the same moment on a database that
// isn't there yet, such as after the first boot, all come to have it open.
func TestConnectAtOnce(t *testing.T) {
	for round := range 60 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", round))
		const openers = 6
		errs := make([]error, openers)
		var all sync.WaitGroup
		for i := range openers {
			all.Go(func() {
				db, err := store.Connect(t.Context(), path)
				if err == nil {
					err = db.Close()
				}
				errs[i] = err
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}

// TestOwnersFile: the files of a SQLite database hold all documents that were
// sent in, and only their owner may read them; rights that somebody gave since
// stay.
func TestOwnersFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "judgement.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, want mode 0700 (%v)", info, err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm", path + ".lock"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, want mode 0600 (%v)", name, info, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "new", ".new-*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left (%v)", left, err)
	}
	if err := errors.Join(db.Close(), os.Chmod(path, 0o640)); err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("after a second opening: %v (%v)", info, err)
	}
}

// TestNoDatabase: a file that holds something and is no database is damaged, also if
// SQLite takes it for an empty one, and is left as it is.
func TestNoDatabase(t *testing.T) {
	for _, text := range []string{"x", "\x00", "SQ", "SQLite format 3\x00", "no database at all"} {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if db, err := store.Open(t.Context(), path); !errors.Is(err, fault.DatabaseDamaged) {
			t.Errorf("%q: %v, want that it is damaged", text, err)
			if err == nil {
				_ = db.Close()
			}
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%q became %.20q (%v)", text, data, err)
		}
	}
}
