package database_test

import (
	"context"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

// TestLostVersion: tables that don't fit the recorded version are named as that,
// whatever the migration met first; a damaged file is named as damaged.
func TestLostVersion(t *testing.T) {
	for _, query := range []string{
		`DELETE FROM judgement_schema`, `DELETE FROM judgement_schema WHERE version > 1`, `DROP TABLE judgement_schema`,
		`DELETE FROM river_migration`, `DELETE FROM river_migration WHERE version > 4`, `DROP TABLE river_migration`,
	} {
		t.Run(query, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, address string) {
				if _, err := dbtest.Open(t, address).Exec(t.Context(), query); err != nil {
					t.Fatal(err)
				}
				_, err := database.Open(t.Context(), address)
				wantKind(t, err, fault.DatabaseMismatch, "recorded version")
			})
		})
	}
	path := filled(t)
	if err := connected(t, path, func(db *database.DB, ctx context.Context) error {
		_, err := db.Exec(ctx, `DELETE FROM judgement_schema`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	faulttest.DamageLeaf(t, path, 0)
	_, err := database.Open(t.Context(), path)
	wantKind(t, err, fault.DatabaseDamaged, path)
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, address string) {
		db := dbtest.Open(t, address)
		for _, change := range []struct{ newer, back string }{
			{`INSERT INTO judgement_schema (version, at_ms) VALUES (999, 0)`, `DELETE FROM judgement_schema WHERE version = 999`},
			{`INSERT INTO river_migration (line, version) VALUES ('main', 999)`, `DELETE FROM river_migration WHERE version = 999`},
		} {
			if _, err := db.Exec(t.Context(), change.newer); err != nil {
				t.Fatal(err)
			}
			_, err := database.Open(t.Context(), address)
			wantKind(t, err, fault.DatabaseNewer, "999")
			if info, err := db.Info(t.Context()); err != nil || !info.Newer() {
				t.Errorf("Info = %+v, %v", info, err)
			}
			if _, err := db.Exec(t.Context(), change.back); err != nil {
				t.Fatal(err)
			}
		}
		dbtest.Open(t, address)
	})
}

// TestMigrationIsWhole: a migration that fails leaves nothing of itself.
func TestMigrationIsWhole(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, address string) {
		db, err := database.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(t.Context(), `CREATE TABLE scene_slot (mine TEXT)`); err != nil {
			t.Fatal(err)
		}
		if _, err := database.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "scene_slot") {
			t.Errorf("Open: %v", err)
		}
		v, err := db.Version(t.Context())
		if err != nil || v.Own != 0 {
			t.Errorf("Version = %+v, %v", v, err)
		}
		if _, err := db.Exec(t.Context(), `DROP TABLE scene_slot`); err != nil {
			t.Fatal(err)
		}
		dbtest.Open(t, address)
	})
}
