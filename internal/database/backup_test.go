package database_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/faulttest"
	"judgement/internal/testtool"
)

// TestCopyIsChecked: a copy that is not whole is refused, and one that is stays
// as it is.
func TestCopyIsChecked(t *testing.T) {
	path := filled(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.CheckCopy(t.Context(), path); err != nil {
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
		if err := database.CheckCopy(t.Context(), path); err == nil || !strings.Contains(err.Error(), "not whole") {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestBackup: a backup is a whole database that opens, is made beside writers,
// and never replaces a file.
func TestBackup(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, address string) {
		ctx := t.Context()
		db := dbtest.Open(t, address)
		insertJobs(t, db, "j1", "j2")
		dir := t.TempDir()
		path := filepath.Join(dir, "back up.db")
		if err := db.Backup(ctx, path); err != nil {
			t.Fatal(err)
		}
		if err := db.Backup(ctx, path); !errors.Is(err, os.ErrExist) {
			t.Errorf("a second backup of one name: %v", err)
		}
		if err := db.Backup(ctx, filepath.Join(dir, "none", "x")); err == nil || !strings.Contains(err.Error(), "none") {
			t.Errorf("a backup into no folder: %v", err)
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if err := db.Backup(ended, filepath.Join(dir, "cancelled")); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled backup: %v", err)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != 1 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		copied := path
		if db.Postgres() != nil {
			copied = restore(t, path)
		}
		again := dbtest.Open(t, copied)
		if j := jobOf(t, again, "j2"); j.Filename != "判断" {
			t.Errorf("the copy has %+v", j)
		}
		insertJobs(t, again, "j3")
	})
}

// TestDumpSeesNoSecrets: of the environment pg_dump gets what libpq reads, the
// database's password included, and no other key or token.
func TestDumpSeesNoSecrets(t *testing.T) {
	db := dbtest.Open(t, pgtest.URL(t))
	for _, name := range []string{"OPENAI_API_KEY", "SERVICE_API_TOKEN", "JUDGEMENT_DATABASE_URL", "CHAT_APP_SECRET_X"} {
		t.Setenv(name, "canary")
	}
	t.Setenv("PGSSLROOTCERT", "/ca.pem")
	bin, seen := t.TempDir(), filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(filepath.Join(bin, "pg_dump"), []byte("#!/bin/sh\nenv > "+seen+"; exit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := db.Backup(t.Context(), filepath.Join(t.TempDir(), "x")); err == nil {
		t.Fatal("no error")
	}
	got, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), "canary") || !strings.Contains(string(got), "PGSSLROOTCERT=/ca.pem\n") || !strings.Contains(string(got), "PATH="+bin) {
		t.Errorf("pg_dump sees:\n%s", got)
	}
}

// TestSQLiteNeedsNoTool: Debian's sqlite3 can't read the queue's rows, so nothing
// asks it to.
func TestSQLiteNeedsNoTool(t *testing.T) {
	t.Setenv("PATH", "")
	ctx := t.Context()
	db := dbtest.Open(t, filepath.Join(t.TempDir(), "x.db"))
	const row = `INSERT INTO river_job (args, kind, max_attempts, metadata) VALUES (jsonb('{"job_id":"j"}'), 'review', 6, jsonb('{"a":7}'))`
	if _, err := db.Exec(ctx, row); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := db.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	var a int
	err := dbtest.Open(t, path).Query(ctx, func(row *sql.Rows) error { return row.Scan(&a) }, `SELECT json_extract(metadata, '$.a') FROM river_job`)
	if err != nil || a != 7 {
		t.Errorf("%d, %v", a, err)
	}
	if info, err := db.Info(ctx); err != nil || info.Newer() {
		t.Errorf("%+v, %v", info, err)
	}
}

// restore reads an archive into an empty database and returns its address.
func restore(t *testing.T, archive string) string {
	t.Helper()
	testtool.Need(t, "postgres")
	bin, err := testtool.Postgres()
	if err != nil {
		t.Fatal(err)
	}
	address := pgtest.URL(t)
	if out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "pg_restore"), "--exit-on-error", "--dbname="+address, archive).CombinedOutput(); err != nil {
		t.Fatalf("pg_restore: %v\n%s", err, out)
	}
	return address
}
