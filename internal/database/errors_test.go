package database_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/fault"
)

func TestDamagedAndRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := database.Open(t.Context(), path)
	wantKind(t, err, fault.DatabaseDamaged, path)

	address := pgtest.URL(t)
	_, err = database.Open(t.Context(), strings.Replace(address, "postgres@", "ann:hunter2@", 1))
	wantKind(t, err, fault.DatabaseRefused, "ann")
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the password is shown: %v", err)
	}
	_, err = database.Open(t.Context(), strings.Replace(address, "/test", "/none", 1))
	wantKind(t, err, fault.DatabaseRefused)
	_, err = database.Open(t.Context(), "postgres://u:hunter2@h:port/d?x=1")
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a bad address: %v", err)
	}
}
