package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

// filled makes a closed SQLite file with many jobs and no free page.
func filled(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.InTx(t.Context(), func(tx *database.Tx) error {
		for i := range 300 {
			j := job.Job{ID: fmt.Sprintf("j-%d", i), Kind: "review", SceneSlug: "s", Brand: fmt.Sprint(i % 7), Spec: job.Spec{Filename: strings.Repeat(fmt.Sprint(i, " "), 50)}}
			if err := store.InsertJob(t.Context(), tx, j); err != nil {
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
func connected(t *testing.T, path string, do func(*database.DB, context.Context) error) error {
	t.Helper()
	db, err := database.Connect(t.Context(), path)
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

func insertJobs(t *testing.T, db *database.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := store.InsertJob(t.Context(), db, job.Job{ID: id, Spec: job.Spec{Filename: "判断"}}); err != nil {
			t.Fatal(err)
		}
	}
}

func jobOf(t *testing.T, db *database.DB, id string) job.Job {
	t.Helper()
	j, ok, err := store.Job(t.Context(), db, id)
	if err != nil || !ok {
		t.Fatalf("Job(%s): %v, %v", id, ok, err)
	}
	return j
}
