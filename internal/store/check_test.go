package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/store"
)

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

// TestDamageIsNoticed: damage in any leaf page is found, and no backup is made of
// it.
func TestDamageIsNoticed(t *testing.T) {
	path := filled(t)
	if err := connected(t, path, (*store.DB).Check); err != nil {
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
			wantKind(t, connected(t, path, (*store.DB).Check), fault.DatabaseDamaged, path)
			err := connected(t, path, func(db *store.DB, ctx context.Context) error { return db.Backup(ctx, filepath.Join(dir, "copy.db")) })
			wantKind(t, err, fault.DatabaseDamaged, path)
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestCopyIsChecked: a copy that is not whole is refused, and one that is stays
// as it is.
func TestCopyIsChecked(t *testing.T) {
	path := filled(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.CheckCopy(t.Context(), path); err != nil {
		t.Error(err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("checking changed the copy: %v", err)
	}
	for seed := range uint64(6) {
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Fatal(err)
		}
		faulttest.DamageLeaf(t, path, seed)
		if err := store.CheckCopy(t.Context(), path); err == nil || !strings.Contains(err.Error(), "not whole") {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestLostVersion: tables that don't fit the recorded version are named as that,
// whatever the migration met first; a damaged file is named as damaged.
func TestLostVersion(t *testing.T) {
	for _, query := range []string{
		`DELETE FROM judgement_schema`, `DELETE FROM judgement_schema WHERE version > 1`, `DROP TABLE judgement_schema`,
		`DELETE FROM river_migration`, `DELETE FROM river_migration WHERE version > 4`, `DROP TABLE river_migration`,
	} {
		t.Run(query, func(t *testing.T) {
			both(t, func(t *testing.T, address string) {
				if _, err := open(t, address).Exec(t.Context(), query); err != nil {
					t.Fatal(err)
				}
				_, err := store.Open(t.Context(), address)
				wantKind(t, err, fault.DatabaseMismatch, "recorded version")
			})
		})
	}
	path := filled(t)
	if err := connected(t, path, func(db *store.DB, ctx context.Context) error {
		_, err := db.Exec(ctx, `DELETE FROM judgement_schema`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	faulttest.DamageLeaf(t, path, 0)
	_, err := store.Open(t.Context(), path)
	wantKind(t, err, fault.DatabaseDamaged, path)
}
