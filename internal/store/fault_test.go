package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/store"
	"judgement/internal/store/pgtest"
	"judgement/internal/testtool"
)

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

func TestNewerDatabaseIsRefused(t *testing.T) {
	both(t, func(t *testing.T, address string) {
		db := open(t, address)
		for _, change := range []struct{ newer, back string }{
			{`INSERT INTO judgement_schema (version, at_ms) VALUES (999, 0)`, `DELETE FROM judgement_schema WHERE version = 999`},
			{`INSERT INTO river_migration (line, version) VALUES ('main', 999)`, `DELETE FROM river_migration WHERE version = 999`},
		} {
			if _, err := db.Exec(t.Context(), change.newer); err != nil {
				t.Fatal(err)
			}
			_, err := store.Open(t.Context(), address)
			wantKind(t, err, fault.DatabaseNewer, "999")
			if info, err := db.Info(t.Context()); err != nil || info.Readable || info.Upgrade == "" {
				t.Errorf("Info = %+v, %v", info, err)
			}
			if _, err := db.Exec(t.Context(), change.back); err != nil {
				t.Fatal(err)
			}
		}
		open(t, address)
	})
}

// TestMigrationIsWhole: a migration that fails leaves nothing of itself.
func TestMigrationIsWhole(t *testing.T) {
	both(t, func(t *testing.T, address string) {
		db, err := store.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(t.Context(), `CREATE TABLE scene_slot (mine TEXT)`); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "scene_slot") {
			t.Errorf("Open: %v", err)
		}
		v, err := db.Version(t.Context())
		if err != nil || v.Own != 0 {
			t.Errorf("Version = %+v, %v", v, err)
		}
		if _, err := db.Exec(t.Context(), `DROP TABLE scene_slot`); err != nil {
			t.Fatal(err)
		}
		open(t, address)
	})
}

// TestLockedFile: while another process holds the file's write lock, writers
// wait for the busy timeout and then say so; it takes its ten seconds.
func TestLockedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	db := open(t, path)
	other, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.InsertJob(t.Context(), job.Job{ID: "j"})
	wantKind(t, err, fault.DatabaseLocked, "another process holds its lock")
	if !store.Gone(err) {
		t.Error("a locked database is not gone for good")
	}
	if _, _, err := db.Job(t.Context(), "j"); err != nil {
		t.Errorf("reading beside a writer: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	insert(t, db, "j")
}

func TestReadOnlyFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	faulttest.WithoutRights(t, func() {
		db, err := store.Open(t.Context(), path)
		if err == nil {
			err = db.InsertJob(t.Context(), job.Job{ID: "j"})
			_ = db.Close()
		}
		wantKind(t, err, fault.DatabaseReadOnly, path)
		_, err = store.Open(t.Context(), filepath.Join(dir, "new", "x.db"))
		wantKind(t, err, fault.DatabaseReadOnly)
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyPostgres(t *testing.T) {
	db := open(t, pgtest.URL(t))
	// As a standby has it.
	err := db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET TRANSACTION READ ONLY`); err != nil {
			return err
		}
		return tx.InsertJob(t.Context(), job.Job{ID: "j"})
	})
	wantKind(t, err, fault.DatabaseReadOnly)
}

// TestFullDisk: what didn't fit isn't there, what was there stays, and it goes
// on when there is space again.
func TestFullDisk(t *testing.T) {
	full := map[string][2]string{
		// The limit of pages gives the very error that a full disk gives.
		"sqlite": {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 1000000`},
		"postgres": {
			`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
			CREATE TRIGGER disk_full BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION disk_full()`,
			`DROP TRIGGER disk_full ON job`,
		},
	}
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		insert(t, db, "before")
		steps := full["postgres"]
		exec := func(query string) error { _, err := db.Postgres().Exec(ctx, query); return err }
		if db.SQLite() != nil {
			steps = full["sqlite"]
			exec = func(query string) error { _, err := db.SQLite().ExecContext(ctx, query); return err }
		}
		if err := exec(steps[0]); err != nil {
			t.Fatal(err)
		}
		err := db.InsertJob(ctx, job.Job{ID: "big", Spec: job.Spec{Filename: strings.Repeat("x", 1<<20)}})
		wantKind(t, err, fault.DatabaseFull, "the disk is full")
		if err := exec(steps[1]); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := db.Job(ctx, "big"); ok || err != nil {
			t.Errorf("what didn't fit is there: %v, %v", ok, err)
		}
		jobOf(t, db, "before")
		insert(t, db, "big")
	})
}

func TestDamagedAndRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(t.Context(), path)
	wantKind(t, err, fault.DatabaseDamaged, path)

	address := pgtest.URL(t)
	_, err = store.Open(t.Context(), strings.Replace(address, "postgres@", "ann:hunter2@", 1))
	wantKind(t, err, fault.DatabaseRefused, "ann")
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the password is shown: %v", err)
	}
	_, err = store.Open(t.Context(), strings.Replace(address, "/test", "/none", 1))
	wantKind(t, err, fault.DatabaseRefused)
	_, err = store.Open(t.Context(), "postgres://u:hunter2@h:port/d?x=1")
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a bad address: %v", err)
	}
}

// TestContextEnds: what was cancelled says so, and leaves a database that works.
func TestContextEnds(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(tx *store.Tx) error {
			if err := tx.InsertJob(ctx, job.Job{ID: "j"}); err != nil {
				return err
			}
			cancel()
			return tx.InsertJob(ctx, job.Job{ID: "k"})
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("InTx: %v", err)
		}
		if err := db.InsertJob(ctx, job.Job{ID: "l"}); !errors.Is(err, context.Canceled) {
			t.Errorf("InsertJob: %v", err)
		}
		insert(t, db, "j", "k", "l")
		short, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		if _, _, err := db.Job(short, "j"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Job: %v", err)
		}
	})
}

// TestBackup: a backup is a whole database that opens, is made beside writers,
// and never replaces a file.
func TestBackup(t *testing.T) {
	both(t, func(t *testing.T, address string) {
		ctx := t.Context()
		db := open(t, address)
		insert(t, db, "j1", "j2")
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
		again := open(t, copied)
		if j := jobOf(t, again, "j2"); j.Filename != "判断" {
			t.Errorf("the copy has %+v", j)
		}
		insert(t, again, "j3")
	})
}

// TestDumpSeesNoSecrets: of the environment pg_dump gets what libpq reads, the
// database's password included, and no other key or token.
func TestDumpSeesNoSecrets(t *testing.T) {
	db := open(t, pgtest.URL(t))
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
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	const row = `INSERT INTO river_job (args, kind, max_attempts, metadata) VALUES (jsonb('{"job_id":"j"}'), 'review', 6, jsonb('{"a":7}'))`
	if _, err := db.Exec(ctx, row); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := db.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	var a int
	err := open(t, path).Query(ctx, func(row *sql.Rows) error { return row.Scan(&a) }, `SELECT json_extract(metadata, '$.a') FROM river_job`)
	if err != nil || a != 7 {
		t.Errorf("%d, %v", a, err)
	}
	if info, err := db.Info(ctx); err != nil || !info.Readable {
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
