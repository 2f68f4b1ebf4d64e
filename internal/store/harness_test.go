package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
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

// shift moves times of a table, as if the database's clock had moved the other
// way.
func shift(t *testing.T, db *store.DB, table, column string, by time.Duration) {
	t.Helper()
	if _, err := db.Exec(t.Context(), `UPDATE `+table+` SET `+column+` = `+column+` + $1`, by.Milliseconds()); err != nil {
		t.Fatal(err)
	}
}

// filled makes a closed SQLite file with many jobs and no free page.
func filled(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.InTx(t.Context(), func(tx *store.Tx) error {
		for i := range 300 {
			j := job.Job{ID: fmt.Sprintf("j-%d", i), Kind: "review", SceneSlug: "s", Brand: fmt.Sprint(i % 7), Spec: job.Spec{Filename: strings.Repeat(fmt.Sprint(i, " "), 50)}}
			if err := tx.InsertJob(t.Context(), j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	return path
}

// connected opens a file as it is for one call.
func connected(t *testing.T, path string, do func(*store.DB, context.Context) error) error {
	t.Helper()
	db, err := store.Connect(t.Context(), path)
	if err != nil {
		return err
	}
	defer db.Close()
	return do(db, t.Context())
}

// wantKind demands an error of a kind that names the database.
func wantKind(t *testing.T, err error, code fault.Code, words ...string) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Errorf("error %v, want one of code %s", err, code)
		return
	}
	for _, word := range append(words, fault.From(err).Params["place"]) {
		if word == "" || !strings.Contains(err.Error(), word) {
			t.Errorf("%q is not in: %v", word, err)
		}
	}
}
