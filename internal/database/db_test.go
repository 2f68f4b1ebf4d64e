package database_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/store"
)

func TestOpen(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, address string) {
		db := dbtest.Open(t, address)
		v, err := db.Version(t.Context())
		if err != nil || !v.Current() || v.Newer() || v.Own < 1 || v.Queue < 6 {
			t.Errorf("Version = %+v, %v", v, err)
		}
		again := dbtest.Open(t, address)
		if _, err := again.Exec(t.Context(), `INSERT INTO dedupe (key, until_ms) VALUES ($1, $2)`, "k", 1); err != nil {
			t.Error(err)
		}
		if (db.SQLite() == nil) == (db.Postgres() == nil) {
			t.Error("a database is of exactly one kind")
		}
	})
}

// TestOpenAtOnce has many processes' worth of openers race for the migration.
func TestOpenAtOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, address string) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				db, err := database.Open(t.Context(), address)
				if err != nil {
					t.Error(err)
					return
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

func TestInTx(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		count := func() (n int) {
			err := db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, `SELECT count(*) FROM dedupe`)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		insert := func(tx *database.Tx) error {
			_, err := tx.Exec(context.Background(), `INSERT INTO dedupe (key, until_ms) VALUES ('k', {now})`)
			return err
		}
		stop := errors.New("stop")
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if _, sqlite := tx.Driver().(*sql.Tx); sqlite != (db.SQLite() != nil) {
				t.Errorf("the transaction is a %T", tx.Driver())
			}
			return errors.Join(insert(tx), stop)
		})
		if !errors.Is(err, stop) || count() != 0 {
			t.Errorf("after a rollback: %v, %d rows", err, count())
		}
		if err := db.InTx(t.Context(), insert); err != nil || count() != 1 {
			t.Errorf("after a commit: %v, %d rows", err, count())
		}
		if err := db.InTx(t.Context(), insert); err == nil || count() != 1 {
			t.Errorf("after a conflict: %v, %d rows", err, count())
		}
	})
}

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
				db, err := database.Connect(t.Context(), path)
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

// TestDamageIsNoticed: damage in any leaf page is found, and no backup is made of
// it.
func TestDamageIsNoticed(t *testing.T) {
	path := filled(t)
	if err := connected(t, path, (*database.DB).Check); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for seed := range uint64(24) {
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		faulttest.DamageLeaf(t, path, seed)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			wantKind(t, connected(t, path, (*database.DB).Check), fault.DatabaseDamaged, path)
			err := connected(t, path, func(db *database.DB, ctx context.Context) error { return db.Backup(ctx, filepath.Join(dir, "copy.db")) })
			wantKind(t, err, fault.DatabaseDamaged, path)
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestContextEnds: what was cancelled says so, and leaves a database that works.
func TestContextEnds(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(tx *database.Tx) error {
			if err := store.InsertJob(ctx, tx, job.Job{ID: "j"}); err != nil {
				return err
			}
			cancel()
			return store.InsertJob(ctx, tx, job.Job{ID: "k"})
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("InTx: %v", err)
		}
		if err := store.InsertJob(ctx, db, job.Job{ID: "l"}); !errors.Is(err, context.Canceled) {
			t.Errorf("InsertJob: %v", err)
		}
		insertJobs(t, db, "j", "k", "l")
		short, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		if _, _, err := store.Job(short, db, "j"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Job: %v", err)
		}
	})
}
