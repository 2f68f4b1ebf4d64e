package pgfiles_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/casefile/storagetest"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/store"
)

func files(t *testing.T, db *database.DB) *pgfiles.Files {
	t.Helper()
	f, err := pgfiles.New(db)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilesConform(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) casefile.Storage { return files(t, dbtest.Open(t, pgtest.URL(t))) })
}

func TestFiles(t *testing.T) {
	ctx := t.Context()
	db := dbtest.Open(t, pgtest.URL(t))
	f := files(t, db)
	write := func(name, data string) error { return f.Write(ctx, casefile.File{Name: name, Data: []byte(data)}) }
	if err := errors.Join(write("a/b", "12345"), write("a/.hidden", "x"), f.Write(ctx, casefile.File{Name: "top", Data: []byte("x"), Once: true})); err != nil {
		t.Fatal(err)
	}
	if got, err := casefile.ReadLimited(ctx, f, "a/b", 5); string(got) != "12345" || err != nil {
		t.Errorf("ReadLimited to the size: %q, %v", got, err)
	}
	if got, err := casefile.ReadLimited(ctx, f, "a/b", 4); !errors.Is(err, casefile.ErrTooBig) {
		t.Errorf("ReadLimited below the size: %q, %v", got, err)
	}
	if err := write("a/b/c", "x"); err == nil {
		t.Error("a file became a folder")
	}
	if err := write("a", "x"); err == nil {
		t.Error("a folder became a file")
	}
	all, err := f.All(ctx)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("12345")))
	for i := range all {
		if all[i].Name == "a/b" && all[i].SHA256 != sum {
			t.Errorf("%s has the hash %s", all[i].Name, all[i].SHA256)
		}
		all[i].SHA256 = ""
	}
	if diff := cmp.Diff([]pgfiles.FileInfo{{Name: "a/.hidden", Size: 1}, {Name: "a/b", Size: 5}, {Name: "top", Size: 1, Once: true}}, all); diff != "" || err != nil {
		t.Errorf("All: %v (-want +got):\n%s", err, diff)
	}
	lite := dbtest.Open(t, filepath.Join(t.TempDir(), "x.db"))
	if _, err := pgfiles.New(lite); err == nil {
		t.Error("a SQLite database keeps files")
	}
}

// TestFilesOfTwoProcesses: what one process takes another can't, and a process
// that dies holds nothing.
func TestFilesOfTwoProcesses(t *testing.T) {
	ctx := t.Context()
	address := pgtest.URL(t)
	one, err := database.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	first, second := files(t, one), files(t, dbtest.Open(t, address))
	if _, ok, err := first.Lock(ctx, "cases/x/.lock"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, ok, err := second.Lock(ctx, "cases/x/.lock"); ok || err != nil {
		t.Errorf("a lock was taken twice: %v, %v", ok, err)
	}
	if err := first.Write(ctx, casefile.File{Name: "n", Data: []byte("1"), Once: true}); err != nil {
		t.Error(err)
	}
	if err := second.Write(ctx, casefile.File{Name: "n", Data: []byte("2"), Once: true}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name was taken twice: %v", err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	unlock, ok, err := second.Lock(ctx, "cases/x/.lock")
	if !ok || err != nil {
		t.Fatalf("the lock of an ended process: %v, %v", ok, err)
	}
	unlock()
}

// TestPostgresRestarts: what runs when Postgres goes away for a moment goes on,
// nothing is half done, and locks are held again.
func TestPostgresRestarts(t *testing.T) {
	c := pgtest.Start(t)
	ctx := t.Context()
	address := c.URL(t)
	db := dbtest.Open(t, address)
	f := files(t, db)
	if err := f.Write(ctx, casefile.File{Name: "a/b", Data: []byte("kept"), Once: true}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := f.Lock(ctx, "a/.lock"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, down := range []func(){c.Down, c.Kill} {
		down()
		up := make(chan error, 1)
		go func() {
			time.Sleep(300 * time.Millisecond)
			up <- c.Up()
		}()
		if data, err := f.Read(ctx, "a/b"); string(data) != "kept" || err != nil {
			t.Errorf("Read: %q, %v", data, err)
		}
		if err := <-up; err != nil {
			t.Fatal(err)
		}
	}
	// In the middle of a transaction: it runs again as a whole.
	runs := 0
	err := db.InTx(ctx, func(tx *database.Tx) error {
		if err := store.InsertJob(ctx, tx, job.Job{ID: "k"}); err != nil {
			return err
		}
		if runs++; runs == 1 {
			c.Kill()
			if err := c.Up(); err != nil {
				return err
			}
		}
		return store.Requeue(ctx, tx, "k", 7)
	})
	if j, _, look := store.Job(ctx, db, "k"); err != nil || look != nil || runs != 2 || j.QueueID != 7 {
		t.Errorf("after a transaction was cut off: %v, %d runs, %+v", err, runs, j)
	}
	other := files(t, dbtest.Open(t, address))
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		unlock, ok, err := other.Lock(ctx, "a/.lock")
		if err == nil && !ok {
			break // held again
		}
		if ok {
			unlock()
		}
		if time.Now().After(end) {
			t.Fatalf("the lock isn't held after a restart: %v, %v", ok, err)
		}
	}
	if _, ok, err := f.Lock(ctx, "a/.lock"); ok || err != nil {
		t.Errorf("the lock was taken twice: %v, %v", ok, err)
	}
}

// TestLostLock: a lock that another process took while the connection was lost is
// not this process's any more: what it guards can't be written.
func TestLostLock(t *testing.T) {
	ctx, address := t.Context(), pgtest.URL(t)
	db, otherDB := dbtest.Open(t, address), dbtest.Open(t, address)
	f, other := files(t, db), files(t, otherDB)
	for _, name := range []string{"a/v1/plan.json", "b/.lock"} {
		if _, ok, err := f.Lock(ctx, name); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	for ok := false; !ok; { // unless the first process takes it again before
		_, err := otherDB.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
			WHERE locktype = 'advisory' AND datname = current_database()`)
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Second); !ok && time.Now().Before(end); {
			if _, ok, err = other.Lock(ctx, "a/v1/plan.json"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.Write(ctx, casefile.File{Name: "a/v1/replies/x", Once: true}); !errors.Is(err, casefile.ErrLockLost) {
		t.Errorf("Write under a lock that is lost: %v", err)
	}
	if err := other.Write(ctx, casefile.File{Name: "a/v1/replies/x", Once: true}); err != nil {
		t.Errorf("Write of the new holder: %v", err)
	}
	if err := f.Write(ctx, casefile.File{Name: "b/x"}, casefile.File{Name: "c/x"}); err != nil {
		t.Errorf("Write under a lock that is taken again, and under none: %v", err)
	}
	if _, ok, err := other.Lock(ctx, "b/.lock"); ok || err != nil {
		t.Errorf("a lock that was taken again is free: %v", err)
	}
}
