package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"judgement/internal/store"
	"judgement/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

// both runs a test on each database, with an address of an empty one.
func both(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "sub", "a b%?#.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.URL(t)) })
}

// conform runs a test on each database, opened and empty.
func conform(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	both(t, func(t *testing.T, address string) { test(t, open(t, address)) })
}

func open(t *testing.T, address string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestOpen(t *testing.T) {
	both(t, func(t *testing.T, address string) {
		db := open(t, address)
		v, err := db.Version(t.Context())
		if err != nil || !v.Current() || v.Newer() || v.Own < 1 || v.Queue < 6 {
			t.Errorf("Version = %+v, %v", v, err)
		}
		again := open(t, address)
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
	both(t, func(t *testing.T, address string) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				db, err := store.Open(t.Context(), address)
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
	conform(t, func(t *testing.T, db *store.DB) {
		count := func() (n int) {
			err := db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, `SELECT count(*) FROM dedupe`)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		insert := func(tx *store.Tx) error {
			_, err := tx.Exec(context.Background(), `INSERT INTO dedupe (key, until_ms) VALUES ('k', {now})`)
			return err
		}
		stop := errors.New("stop")
		err := db.InTx(t.Context(), func(tx *store.Tx) error {
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
