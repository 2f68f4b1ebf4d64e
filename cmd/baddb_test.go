package cmd

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// jobsFolder is where a workspace keeps its database.
func (s *site) jobsFolder() string { return filepath.Join(s.dir, ".judgement") }

func (s *site) open(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(s.jobsFolder(), "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
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

// TestDiskFillsUpUnderAWorker: a worker whose disk fills up while a job runs loses
// nothing: when there is room again, the job is done, with one version.
func TestDiskFillsUpUnderAWorker(t *testing.T) {
	asked, release := make(chan struct{}, 100), make(chan struct{})
	dir := faulttest.FullDisk(t, 16<<20)
	s := newSite(t, dir, 2, fakeserver.Options{
		OnRequest: func(fakeserver.Request) { asked <- struct{}{} },
		Responder: func(r fakeserver.Request) string { <-release; return byJudge(r) },
	})
	mustRun(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--queue"))
	db := s.open(t)
	worker := s.live(t.Context(), t, "", "worker", "--log-format", "text")
	started(t, worker)
	<-asked
	faulttest.Fill(t, dir, 0)
	close(release)
	code, stderr := run(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--brand", "other", "--queue"))
	if code != fault.ExitFailed || !strings.Contains(stderr, "the disk is full") || !strings.Contains(stderr, "\n  → free some space") {
		t.Errorf("a submission to a full disk: exit code %d:\n%s", code, stderr)
	}
	if err := os.Remove(filepath.Join(dir, ".filler")); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		jobs, err := db.Jobs(t.Context(), job.Query{SceneSlug: "s"})
		if err != nil {
			t.Fatal(err)
		}
		if len(jobs) != 1 {
			t.Fatalf("%d jobs, want the first one", len(jobs))
		}
		if jobs[0].Status.Ended() || time.Now().After(end) {
			if jobs[0].Status != job.Done || jobs[0].Version != 1 {
				t.Errorf("the job is %+v", jobs[0])
			}
			break
		}
	}
	mustRun(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--brand", "other", "--queue"))
}
