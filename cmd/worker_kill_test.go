package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// on is a command line on the site's workspace and database.
func (s *site) on(ctx context.Context, t *testing.T, database string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := command(ctx, t, append(args, "--workspace", s.dir)...)
	cmd.Dir = filepath.Dir(s.document)
	cmd.Env = append(cmd.Env, "OPENAI_BASE_URL="+s.server.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1",
		"JUDGEMENT_DATABASE_URL="+database, "JUDGEMENT_FORMATS=md")
	return cmd
}

// live is on in real time and with real randomness, as several processes need
// that do the same thing.
func (s *site) live(ctx context.Context, t *testing.T, database string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := s.on(ctx, t, database, args...)
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, fixedEnv+"=") })
	return cmd
}

// started starts a command that is killed when the test ends.
func started(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%v:\n%s", cmd.Args[1:3], errs.String())
		}
	})
	return cmd
}

// TestKilledWorker kills a worker process after some of a job's calls: another
// one goes on, pays again only for the calls in flight, and makes one version.
func TestKilledWorker(t *testing.T) {
	t.Parallel()
	const judges, atOnce, before = 8, 2, 5
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := ""
			if name == "postgres" {
				database = pgtest.URL(t)
			}
			arrived := make(chan struct{}, 1000)
			s := newSite(t, t.TempDir(), judges, fakeserver.Options{
				Responder: byJudge, Delay: fakeserver.Delay{Median: 100 * time.Millisecond},
				OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
			})
			var out bytes.Buffer
			submit := s.on(t.Context(), t, database, "review", s.document, "--scene", "s", "--queue", "--output", "json")
			submit.Stdout = &out
			if err := submit.Run(); err != nil {
				t.Fatal(err)
			}
			var jobs []struct {
				ID string `json:"job_id"`
			}
			if err := json.Unmarshal(out.Bytes(), &jobs); err != nil || len(jobs) != 1 {
				t.Fatalf("%v in %s", err, out.String())
			}
			first := started(t, s.on(t.Context(), t, database, "worker", "--concurrency", "2"))
			for range before + atOnce {
				<-arrived
			}
			if err := first.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			killed := time.Now()
			_ = first.Wait()
			kept := s.kept(t, database)
			// A model server of its own counts what the second worker asks: what
			// the first one sent before it died may arrive at the first one later.
			again := make(chan struct{}, 1000)
			s.move(t, fakeserver.Options{Responder: byJudge, OnRequest: func(fakeserver.Request) { again <- struct{}{} }})
			started(t, s.on(t.Context(), t, database, "worker", "--concurrency", "2"))
			<-again
			t.Logf("the job ran again after %s", time.Since(killed).Round(100*time.Millisecond))
			mustRun(t, s.on(t.Context(), t, database, "jobs", "watch", jobs[0].ID))
			// Calls in flight at the kill are those whose replies are not kept.
			if paid := s.server.Counters().Calls; paid > judges-kept || kept == 0 {
				t.Errorf("the second worker made %d calls, with %d of %d replies kept at the kill", paid, kept, judges)
			}
			out.Reset()
			show := s.on(t.Context(), t, database, "jobs", "show", jobs[0].ID, "--output", "json")
			show.Stdout = &out
			mustWrite(t, show)
			var shown struct {
				Job struct {
					Status  job.Status `json:"status"`
					Version int        `json:"version"`
				} `json:"job"`
			}
			if err := json.Unmarshal(out.Bytes(), &shown); err != nil || shown.Job.Status != job.Done || shown.Job.Version != 1 {
				t.Errorf("jobs show: %v, %+v", err, shown)
			}
			if name == "sqlite" {
				snapshots := 0
				for file := range s.written(t) {
					if strings.HasPrefix(file, "reports/t-ferry/versions/") {
						snapshots++
					}
				}
				if snapshots != 1 {
					t.Errorf("%d versions, want 1", snapshots)
				}
			}
		})
	}
}

// move has the site's next commands ask another fake model server.
func (s *site) move(t *testing.T, o fakeserver.Options) {
	t.Helper()
	var err error
	if s.server, err = fakeserver.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
}

// kept counts the replies that are kept.
func (s *site) kept(t *testing.T, address string) (n int) {
	t.Helper()
	if address == "" {
		return replies(s.written(t))
	}
	db, err := database.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, `SELECT count(*) FROM file WHERE name LIKE '%/replies/%.json'`)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mustWrite runs a command whose output is caught already.
func mustWrite(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
}

// TestLostCasesAreReported: a job that is done while its version was deleted is an
// error of the attribution check on both kinds of storage, and fails doctor.
func TestLostCasesAreReported(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"folder", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, t.TempDir(), 2, fakeserver.Options{})
			address := ""
			if kind == "postgres" {
				address = pgtest.URL(t)
			}
			run := func(args ...string) (string, error) {
				out, err := s.live(t.Context(), t, address, args...).CombinedOutput()
				return string(out), err
			}
			if out, err := run("review", s.document, "--scene", "s", "--queue"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			started(t, s.live(t.Context(), t, address, "worker"))
			if out, err := run("jobs", "watch"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := run("attribution", "check", "--fail-on", "error,evidence"); err != nil || strings.Contains(out, "missing") {
				t.Fatalf("before the loss: %v\n%s", err, out)
			}
			if address == "" {
				if err := os.RemoveAll(filepath.Join(s.dir, "cases")); err != nil {
					t.Fatal(err)
				}
			} else {
				db, err := database.Open(t.Context(), address)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				if _, err := db.Exec(t.Context(), `DELETE FROM file WHERE name LIKE 'cases/%'`); err != nil {
					t.Fatal(err)
				}
			}
			for _, only := range [][]string{nil, {"--case", "t-ferry"}} {
				out, err := run(append([]string{"attribution", "check", "--fail-on", "error"}, only...)...)
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != fault.ExitBelow || !strings.Contains(out, "cases/C-") || !strings.Contains(out, "/v1 is missing") {
					t.Errorf("attribution check %v: %v\n%s", only, err, out)
				}
			}
			if kind == "postgres" {
				return
			}
			if out, err := run("doctor"); err == nil || !strings.Contains(out, "1 of 1 versions that jobs published are missing") {
				t.Errorf("doctor: %v\n%s", err, out)
			}
		})
	}
}
