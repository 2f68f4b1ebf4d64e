package database_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/store"
)

// TestOwnersFile: the files of a SQLite database hold all documents that were
// sent in, and only their owner may read them; rights that somebody gave since
// stay.
func TestOwnersFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "judgement.db")
	db, err := database.Open(t.Context(), path)
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
	if db, err = database.Open(t.Context(), path); err != nil {
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
		if db, err := database.Open(t.Context(), path); !errors.Is(err, fault.DatabaseDamaged) {
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

// TestLockedFile: while another process holds the file's write lock, writers
// wait for the busy timeout and then say so; it takes its ten seconds.
func TestLockedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	db := dbtest.Open(t, path)
	other, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = store.InsertJob(t.Context(), db, job.Job{ID: "j"})
	wantKind(t, err, fault.DatabaseLocked, "another process holds its lock")
	if !database.Gone(err) {
		t.Error("a locked database is not gone for good")
	}
	if _, _, err := store.Job(t.Context(), db, "j"); err != nil {
		t.Errorf("reading beside a writer: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	insertJobs(t, db, "j")
}

func TestReadOnlyFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	faulttest.WithoutRights(t, func() {
		db, err := database.Open(t.Context(), path)
		if err == nil {
			err = store.InsertJob(t.Context(), db, job.Job{ID: "j"})
			_ = db.Close()
		}
		wantKind(t, err, fault.DatabaseReadOnly, path)
		_, err = database.Open(t.Context(), filepath.Join(dir, "new", "x.db"))
		wantKind(t, err, fault.DatabaseReadOnly)
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk: what didn't fit isn't there, what was there stays, and it goes
// on when there is space again.
func TestFullDisk(t *testing.T) {
	full := map[string][2]string{
		// The limit of pages gives the very error that a full disk gives.
		"sqlite": {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 1000000`},
		"postgres": {
			`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
			CREATE TRIGGER disk_full BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION disk_full()`,
			`DROP TRIGGER disk_full ON job`,
		},
	}
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		insertJobs(t, db, "before")
		steps := full["postgres"]
		exec := func(query string) error { _, err := db.Postgres().Exec(ctx, query); return err }
		if db.SQLite() != nil {
			steps = full["sqlite"]
			exec = func(query string) error { _, err := db.SQLite().ExecContext(ctx, query); return err }
		}
		if err := exec(steps[0]); err != nil {
			t.Fatal(err)
		}
		err := store.InsertJob(ctx, db, job.Job{ID: "big", Spec: job.Spec{Filename: strings.Repeat("x", 1<<20)}})
		wantKind(t, err, fault.DatabaseFull, "the disk is full")
		if err := exec(steps[1]); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := store.Job(ctx, db, "big"); ok || err != nil {
			t.Errorf("what didn't fit is there: %v, %v", ok, err)
		}
		jobOf(t, db, "before")
		insertJobs(t, db, "big")
	})
}
