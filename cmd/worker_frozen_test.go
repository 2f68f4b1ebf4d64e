//go:build unix

package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// TestFrozenWorker stops a worker process in the middle of a job, as a machine does
// that hangs: its connections, its file locks and its locks in Postgres stay. Another
// worker goes on within two minutes and makes one version, also when the first one
// wakes up and its answers arrive; then the first one works again.
func TestFrozenWorker(t *testing.T) {
	t.Parallel()
	const judges = 3
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := ""
			if name == "postgres" {
				database = pgtest.URL(t)
			}
			arrived, release := make(chan struct{}, 1000), make(chan struct{})
			s := newSite(t, t.TempDir(), judges, fakeserver.Options{
				OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
				Responder: func(r fakeserver.Request) string { <-release; return byJudge(r) },
			})
			answer := sync.OnceFunc(func() { close(release) })
			t.Cleanup(answer) // else the server can't be closed after a failure
			first := s.queueOne(t, database, "first")
			frozen := started(t, s.live(t.Context(), t, database, "worker", "--concurrency", "2"))
			<-arrived
			if err := frozen.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			s.move(t, fakeserver.Options{Responder: byJudge})
			other := started(t, s.live(t.Context(), t, database, "worker"))
			s.watch(t, database, first)
			answer() // they wait for the process
			if err := frozen.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			if err := other.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			second := s.queueOne(t, database, "second")
			s.watch(t, database, second)
			for _, id := range []string{first, second} {
				if j := s.show(t, database, id); j.Status != job.Done || j.Version != 1 {
					t.Errorf("job %s is %s with version %d", id, j.Status, j.Version)
				}
			}
			if kept := s.kept(t, database); kept != 2*judges {
				t.Errorf("%d replies are kept, want one of each judge for both jobs: %d", kept, 2*judges)
			}
		})
	}
}

// queueOne submits the site's document under a brand.
func (s *site) queueOne(t *testing.T, database, brand string) string {
	t.Helper()
	var out bytes.Buffer
	submit := s.live(t.Context(), t, database, "review", s.document, "--scene", "s", "--brand", brand, "--queue", "--output", "json")
	submit.Stdout = &out
	mustWrite(t, submit)
	var jobs []struct {
		ID string `json:"job_id"`
	}
	if err := json.Unmarshal(out.Bytes(), &jobs); err != nil || len(jobs) != 1 {
		t.Fatalf("%v in %s", err, out.String())
	}
	return jobs[0].ID
}

// watch waits for a job's end, for the two minutes that a frozen worker may cost, and more
// on a busy machine.
func (s *site) watch(t *testing.T, database, id string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute)
	defer cancel()
	mustRun(t, s.live(ctx, t, database, "jobs", "watch", id))
}

// shownJob is what jobs show prints of a job.
type shownJob struct {
	Status  job.Status `json:"status"`
	Reason  string     `json:"reason"`
	Version int        `json:"version"`
}

func (s *site) show(t *testing.T, database, id string) shownJob {
	t.Helper()
	var out bytes.Buffer
	cmd := s.live(t.Context(), t, database, "jobs", "show", id, "--output", "json")
	cmd.Stdout = &out
	mustWrite(t, cmd)
	var shown struct{ Job shownJob }
	if err := json.NewDecoder(strings.NewReader(out.String())).Decode(&shown); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	return shown.Job
}

// TestHungWriter: while a process holds the lock of the SQLite database, 'doctor' and
// 'jobs list' name the worker that may be it.
func TestHungWriter(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir(), 1, fakeserver.Options{})
	s.queueOne(t, "", "first")
	db := s.open(t)
	if ok, err := lease.Take(t.Context(), db, "worker/hung-1-77", "hung-1-77", time.Millisecond); err != nil || !ok {
		t.Fatal(ok, err)
	}
	time.Sleep(5 * time.Millisecond) // its lease lapses
	err := db.InTx(t.Context(), func(*database.Tx) error {
		code, stderr := run(t, s.live(t.Context(), t, "", "jobs", "list"))
		if code != 0 || !strings.Contains(stderr, "hung-1-77") || !strings.Contains(stderr, "kill -CONT") {
			t.Errorf("jobs list: exit code %d:\n%s", code, stderr)
		}
		var out bytes.Buffer
		doctor := s.live(t.Context(), t, "", "doctor", "--output", "json")
		doctor.Stdout = &out
		if err := doctor.Run(); err == nil || !strings.Contains(out.String(), "hung-1-77") {
			t.Errorf("doctor: %v\n%s", err, out.String())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if code, stderr := run(t, s.live(t.Context(), t, "", "jobs", "list")); code != 0 || strings.Contains(stderr, "hung-1-77") {
		t.Errorf("jobs list of a database that can be written: exit code %d:\n%s", code, stderr)
	}
}
