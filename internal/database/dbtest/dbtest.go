// Package dbtest runs tests on both databases.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
)

// Both runs a test on each database, with an address of an empty one.
func Both(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "sub", "a b%?#.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.URL(t)) })
}

// Conform runs a test on each database, opened and empty.
func Conform(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	Both(t, func(t *testing.T, address string) { test(t, Open(t, address)) })
}

// Open opens a database until the test ends. A SQLite database that is not there
// begins as SQLite makes it.
func Open(t testing.TB, address string) *database.DB {
	t.Helper()
	if !database.IsPostgres(address) {
		copyEmpty(t, address)
	}
	db, err := database.Open(t.Context(), address)
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

// SQLite returns the path of a new SQLite database that has its tables.
func SQLite(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "judgement.db")
	copyEmpty(t, path)
	return path
}

// empty is a SQLite database that has its tables. It is made once per test
// program, because making the tables takes a second with the race detector.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "dbtest")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "empty.db")
	db, err := database.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// copyEmpty writes an empty database to a path at which there is no file.
func copyEmpty(t testing.TB, path string) {
	t.Helper()
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Shift moves times of a table, as if the database's clock had moved the other way.
func Shift(t *testing.T, db *database.DB, table, column string, by time.Duration) {
	t.Helper()
	if _, err := db.Exec(t.Context(), `UPDATE `+table+` SET `+column+` = `+column+` + $1`, by.Milliseconds()); err != nil {
		t.Fatal(err)
	}
}

// Must returns a check of a result that may come with an error.
func Must[T comparable](t *testing.T, want T) func(T, error) {
	t.Helper()
	return func(got T, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
}
