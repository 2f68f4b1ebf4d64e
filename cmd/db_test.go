package cmd

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestDamagedFileIsNoticed: status, doctor and backup name the damage, the file and
// the fix, whichever page is damaged; a backup of before stays as it is.
func TestDamagedFileIsNoticed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, ".judgement", "judgement.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		j := job.Job{ID: fmt.Sprint("j-", i), Kind: "review", SceneSlug: "s", Brand: "b", Spec: job.Spec{Filename: strings.Repeat("x", 400)}}
		if err := store.InsertJob(t.Context(), db, j); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(db.Compact(t.Context()), db.Close()); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (code int, said string) {
		var b bytes.Buffer
		app := &App{In: strings.NewReader(""), Out: &b, Err: &b, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
		return app.Run(t.Context(), args), b.String()
	}
	doctor := func() (int, string) { return run("doctor", "--output", "json") }
	if code, said := run("db", "backup", "good.db"); code != 0 {
		t.Fatal(said)
	}
	if _, said := doctor(); strings.Contains(said, "damaged") { // the workspace has no scenes, which it says
		t.Fatal(said)
	}
	good, err := os.ReadFile(filepath.Join(dir, "good.db"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		faulttest.DamageLeaf(t, path, seed)
		for name, look := range map[string]func() (int, string){
			"status": func() (int, string) { return run("db", "status") },
			"backup": func() (int, string) { return run("db", "backup", "bad.db") },
			"doctor": doctor,
		} {
			code, said := look()
			if code != fault.ExitFailed || !strings.Contains(said, "judgement.db: it is damaged") || !strings.Contains(said, "restore it from a backup") {
				t.Errorf("seed %d: %s: exit code %d:\n%s", seed, name, code, said)
			}
		}
	}
	if left, err := os.ReadFile(filepath.Join(dir, "good.db")); err != nil || !bytes.Equal(left, good) {
		t.Errorf("the good backup was changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a damaged backup was kept: %v", err)
	}
}

// TestUnusableDatabase: every command that needs the database of jobs says what is
// wrong with it, where, and what to do; and works when that is done.
func TestUnusableDatabase(t *testing.T) {
	commands := map[string][]string{
		"submit": {"review", "", "--scene", "s", "--queue"},
		"worker": {"worker"},
		"serve":  {"serve", "--listen", "127.0.0.1:0"},
		"cancel": {"jobs", "cancel", "j-none"},
	}
	for _, bad := range []struct {
		name, code, fix string
		spoil           func(t *testing.T, s *site)
		commands        []string
	}{
		{
			"newer", "database_newer", "install at least the version of judgement that it belongs to",
			func(t *testing.T, s *site) {
				if _, err := s.open(t).Exec(t.Context(), `INSERT INTO judgement_schema (version, at_ms) VALUES (999, 0)`); err != nil {
					t.Fatal(err)
				}
			},
			[]string{"submit", "worker", "serve", "cancel"},
		},
		{
			"read-only", "database_read_only", "make the file and its folder writable",
			func(t *testing.T, s *site) { faulttest.ReadOnly(t, s.jobsFolder()) },
			[]string{"submit", "worker"},
		},
		{
			"damaged", "database_damaged", "restore it from a backup",
			func(t *testing.T, s *site) {
				name := filepath.Join(s.jobsFolder(), "judgement.db")
				if err := os.WriteFile(name, []byte(strings.Repeat("no database ", 2000)), 0o600); err != nil {
					t.Fatal(err)
				}
			},
			[]string{"submit", "worker", "serve", "cancel"},
		},
	} {
		t.Run(bad.name, func(t *testing.T) {
			for _, name := range bad.commands {
				t.Run(name, func(t *testing.T) {
					s := newSite(t, t.TempDir(), 1, fakeserver.Options{Responder: byJudge})
					mustRun(t, s.live(t.Context(), t, "", "db", "migrate"))
					bad.spoil(t, s)
					args := append([]string{}, commands[name]...)
					if name == "submit" {
						args[1] = s.document
					}
					cmd := s.live(t.Context(), t, "", append(args, "--log-format", "none")...)
					if name == "submit" || name == "cancel" {
						cmd = s.live(t.Context(), t, "", args...)
					}
					code, stderr := run(t, cmd)
					if code != fault.ExitFailed || !strings.Contains(stderr, "judgement.db: ") || !strings.Contains(stderr, "\n  → "+bad.fix) {
						t.Errorf("exit code %d:\n%s", code, stderr)
					}
				})
			}
		})
	}
}

// TestLockedDatabase: while another process holds the file's lock, a submission
// waits for ten seconds and then says so; jobs that were there are still there.
func TestLockedDatabase(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir(), 1, fakeserver.Options{Responder: byJudge})
	mustRun(t, s.live(t.Context(), t, "", "db", "migrate"))
	other, err := sql.Open("sqlite", "file:"+filepath.Join(s.jobsFolder(), "judgement.db")+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	code, stderr := run(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--queue"))
	if code != fault.ExitFailed || !strings.Contains(stderr, "another process holds its lock") || !strings.Contains(stderr, "\n  → wait for the other process to end") {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--queue"))
}

// TestPrune: old jobs go with their documents where they are not only counted,
// and the file shrinks when it is asked to.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), filepath.Join(dir, ".judgement", "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`INSERT INTO job (job_id, kind, scene, brand, status, payload, created_ms, finished_ms) VALUES
			('old', 'review', 's', 'b', 'done', '{}', 1, {now} - 3456000000), ('fresh', 'review', 's', 'b', 'done', '{}', 1, {now})`,
		`INSERT INTO blob (sha256, data, touched_ms) VALUES ('x', zeroblob(3000000), {now} - 3456000000)`, // 40 days
	} {
		if _, err := db.Exec(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	prune := func(args ...string) (out store.Pruned) {
		t.Helper()
		var b, problems bytes.Buffer
		run := &App{In: strings.NewReader(""), Out: &b, Err: &problems, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
		if code := run.Run(t.Context(), append([]string{"db", "prune", "--output", "json"}, args...)); code != 0 {
			t.Fatalf("exit code %d: %s", code, problems.String())
		}
		if err := json.NewDecoder(io.TeeReader(&b, &problems)).Decode(&out); err != nil {
			t.Fatalf("%v: %s", err, problems.String())
		}
		return out
	}
	want := store.Purged{Jobs: 1, Blobs: 1, Bytes: 3_000_000}
	if got := prune(); got.Removed != (store.Purged{}) || got.OlderThan != "90d" {
		t.Errorf("after 90 days: %+v", got)
	}
	if got := prune("--older-than", "30d", "--dry-run"); got.Removed != want || !got.DryRun {
		t.Errorf("dry run: %+v", got)
	}
	if got := prune("--older-than", "30d", "--compact"); got.Removed != want || got.After > got.Before-2_900_000 {
		t.Errorf("prune: %+v", got)
	}
	if got := prune("--older-than", "30d"); got.Removed != (store.Purged{}) {
		t.Errorf("again: %+v", got)
	}
}

// TestPruneLeftovers: what killed runs left is listed, then removed, in a workspace
// that has a database and in one that has none; a job that is there keeps its own.
func TestPruneLeftovers(t *testing.T) {
	for _, jobs := range []bool{false, true} {
		t.Run(fmt.Sprint("database ", jobs), func(t *testing.T) {
			dir, now := t.TempDir(), time.Now()
			if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
				t.Fatal(err)
			}
			if jobs {
				db, err := database.Open(t.Context(), filepath.Join(dir, ".judgement", "judgement.db"))
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(store.InsertJob(t.Context(), db, job.Job{ID: "j-there", Kind: "review", SceneSlug: "s", Brand: "b"}), db.Close()); err != nil {
					t.Fatal(err)
				}
			}
			folder, err := casefile.OpenFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer folder.Close()
			c, err := casefile.New(folder, func() time.Time { return now.Add(-40 * 24 * time.Hour) }).Open(t.Context(), casefile.Ref{Scene: "s", Brand: "b"})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, job := range []string{"", "j-gone", "j-there"} {
				v, err := c.Begin(t.Context(), casefile.Plan{Key: "k" + job, JSON: []byte("{}"), Job: job})
				if err != nil {
					t.Fatal(err)
				}
				v.Close()
				names = append(names, fmt.Sprintf("cases/%s/v%d", c.ID, v.Number))
			}
			if jobs {
				names = names[:2]
			}
			prune := func(args ...string) (out store.Pruned, text string) {
				t.Helper()
				var b, problems bytes.Buffer
				run := &App{In: strings.NewReader(""), Out: &b, Err: &problems, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
				if code := run.Run(t.Context(), append([]string{"db", "prune", "--output", "json"}, args...)); code != 0 {
					t.Fatalf("exit code %d: %s", code, problems.String())
				}
				if err := json.Unmarshal(b.Bytes(), &out); err != nil {
					t.Fatalf("%v: %s", err, b.String())
				}
				return out, b.String()
			}
			if got, text := prune(); len(got.Leftovers) != 0 || !strings.Contains(text, `"leftovers": []`) {
				t.Errorf("within 90 days: %s", text)
			}
			for _, args := range [][]string{{"--older-than", "30d", "--dry-run"}, {"--older-than", "30d"}} {
				if got, text := prune(args...); !slices.Equal(got.Leftovers, names) {
					t.Errorf("%v: %s, want %v", args, text, names)
				}
			}
			if got, text := prune("--older-than", "30d"); len(got.Leftovers) != 0 {
				t.Errorf("again: %s", text)
			}
			if _, err := os.Stat(filepath.Join(dir, ".judgement", "judgement.db")); !jobs && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a database was made: %v", err)
			}
		})
	}
}
