// Package dbtest runs tests on both databases.
package dbtest

import (
	"path/filepath"
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

// Open opens a database until the test ends.
func Open(t *testing.T, address string) *database.DB {
	t.Helper()
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
