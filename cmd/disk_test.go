package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestFullDisk reviews on a disk with room for less and less of it. Every error
// names the file, the cause and the fix; no file is half-written; and the fix,
// carried out, ends with the bytes of a run that met no full disk, having paid
// only for what was missing.
func TestFullDisk(t *testing.T) {
	want := uninterrupted(t)
	failed, afterCalls := 0, 0
	for pages := 0; ; pages += 3 {
		dir := faulttest.FullDisk(t, 512<<10)
		s := newSite(t, dir, killJudges, fakeserver.Options{Responder: byJudge})
		faulttest.Fill(t, dir, pages*4096)
		code, stderr := run(t, s.review(t.Context(), t))
		if code == 0 {
			break
		}
		failed++
		if code != fault.ExitFailed || !strings.Contains(stderr, "write "+dir) ||
			!strings.Contains(stderr, "no space left on device\n  → free some space and run the same command again: what is done is kept") {
			t.Errorf("%d pages: exit code %d:\n%s", pages, code, stderr)
		}
		calls := s.server.Counters().Calls
		if run(t, s.review(t.Context(), t)); s.server.Counters().Calls != calls {
			t.Errorf("%d pages: the disk is as full as it was, and %d more calls were made", pages, s.server.Counters().Calls-calls)
		}
		left := s.written(t)
		for name, got := range left {
			// These two have two contents in their lives.
			if base := filepath.Base(name); got != want[name] && base != "case.yaml" && base != ".case.json" {
				t.Errorf("%d pages: %s is not whole: %q", pages, name, got)
			}
		}
		if s.server.Counters().Calls > 0 {
			afterCalls++
		}
		if err := os.Remove(filepath.Join(dir, ".filler")); err != nil {
			t.Fatal(err)
		}
		mustRun(t, s.review(t.Context(), t))
		if diff := cmp.Diff(want, s.written(t)); diff != "" {
			t.Errorf("%d pages: after freeing space (-want +got):\n%s", pages, diff)
		}
		if paid := s.server.Counters().Calls - killJudges; paid > killJudges-replies(left) {
			t.Errorf("%d pages: %d calls were paid again, with %d of %d replies kept", pages, paid, replies(left), killJudges)
		}
	}
	if failed < 4 || afterCalls < 2 {
		t.Errorf("%d runs met a full disk, %d of them after calls", failed, afterCalls)
	}
}

// TestReadOnlyReports reviews into a reports folder that can't be written: a
// new brand asks nobody; a known brand keeps what it paid for, and the next run
// pays nothing.
func TestReadOnlyReports(t *testing.T) {
	s := newSite(t, t.TempDir(), killJudges, fakeserver.Options{Responder: byJudge})
	reports := filepath.Join(s.dir, "reports")
	if err := os.Mkdir(reports, 0o755); err != nil {
		t.Fatal(err)
	}
	refused := func(t *testing.T) {
		before := s.written(t)
		faulttest.ReadOnly(t, reports)
		code, stderr := run(t, s.review(t.Context(), t))
		if code != fault.ExitFailed || !strings.Contains(stderr, "write "+reports) ||
			!strings.Contains(stderr, "read-only file system\n  → mount it for writing, or choose another folder with --workspace") {
			t.Errorf("exit code %d:\n%s", code, stderr)
		}
		for name, got := range s.written(t) {
			if strings.HasPrefix(name, "reports/") && got != before[name] {
				t.Errorf("%s was written", name)
			}
		}
	}
	t.Run("new brand", refused)
	if got := s.server.Counters().Calls; got != 0 {
		t.Errorf("%d calls for a report that can't be written", got)
	}
	mustRun(t, s.review(t.Context(), t)) // mounted for writing again
	paid := s.server.Counters().Calls
	if paid != killJudges {
		t.Errorf("%d calls, want %d", paid, killJudges)
	}
	t.Run("known brand", refused)
	mustRun(t, s.review(t.Context(), t))
	if got := s.server.Counters().Calls - paid; got > killJudges {
		t.Errorf("%d calls for one more version, want %d", got, killJudges)
	}
	v1, err := os.ReadFile(filepath.Join(reports, "t-ferry/versions/v1_2026-03-01.md"))
	if err != nil {
		t.Fatal(err)
	}
	v2, err := os.ReadFile(filepath.Join(reports, "t-ferry/versions/v2_2026-03-01.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(v1) == 0 || len(v2) == 0 {
		t.Error("a snapshot is empty")
	}
}

// TestNoCallIfRepliesCanNotBeKept: while replies can't be kept, a worker's attempts
// at a job and a review at the terminal ask no judge: only the calls in flight
// are lost.
func TestNoCallIfRepliesCanNotBeKept(t *testing.T) {
	asked, release := make(chan struct{}, 100), make(chan struct{})
	s := newSite(t, t.TempDir(), 2, fakeserver.Options{
		OnRequest: func(fakeserver.Request) { asked <- struct{}{} },
		Responder: func(r fakeserver.Request) string { <-release; return byJudge(r) },
	})
	mustRun(t, s.live(t.Context(), t, "", "review", s.document, "--scene", "s", "--queue"))
	db := s.open(t)
	worker := started(t, s.live(t.Context(), t, "", "worker", "--log-format", "text"))
	<-asked
	<-asked
	cases := filepath.Join(s.dir, "cases")
	t.Run("read-only", func(t *testing.T) {
		faulttest.ReadOnly(t, cases)
		close(release)
		for end := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			jobs, err := store.Jobs(t.Context(), db, job.Query{SceneSlug: "s"})
			if err != nil {
				t.Fatal(err)
			}
			if len(jobs) == 1 && strings.HasPrefix(jobs[0].Message, "attempt 2 of ") {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("the job is %+v", jobs)
			}
		}
		if err := worker.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = worker.Wait()
		if got := s.server.Counters().Calls; got != 2 {
			t.Errorf("%d calls, want the two that were in flight", got)
		}
		code, stderr := run(t, s.review(t.Context(), t))
		if code != fault.ExitFailed || !strings.Contains(stderr, "write "+cases) || !strings.Contains(stderr, "read-only file system\n  → mount it for writing") {
			t.Errorf("exit code %d:\n%s", code, stderr)
		}
		if got := s.server.Counters().Calls; got != 2 {
			t.Errorf("%d calls after a review at the terminal", got)
		}
	})
	mustRun(t, s.review(t.Context(), t))
	if got := s.server.Counters().Calls; got != 4 {
		t.Errorf("%d calls, want two more", got)
	}
}

// TestUnprivilegedUser reviews as a user who may not write to the workspace.
func TestUnprivilegedUser(t *testing.T) {
	dir, err := os.MkdirTemp("", "workspace-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := newSite(t, dir, killJudges, fakeserver.Options{Responder: byJudge})
	s.document = filepath.Join(dir, "ferry.md")
	if err := os.WriteFile(s.document, []byte(ferry), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := s.review(t.Context(), t)
	faulttest.AsNobody(t, cmd)
	code, stderr := run(t, cmd)
	if code != fault.ExitFailed || !strings.Contains(stderr, "write "+dir+"/reports/t-ferry: permission denied\n  → make the folder writable for this user, or choose another with --workspace") {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
	if left := s.written(t); len(left) != 0 || s.server.Counters().Calls != 0 {
		t.Errorf("%d calls, and files were left: %v", s.server.Counters().Calls, left)
	}
	if err := os.Chmod(dir, 0o777); err != nil { // the fix
		t.Fatal(err)
	}
	cmd = s.review(t.Context(), t)
	faulttest.AsNobody(t, cmd)
	mustRun(t, cmd)
	if _, err := os.Stat(filepath.Join(dir, "reports/t-ferry/report.md")); err != nil {
		t.Error(err)
	}
}

// TestBackupToAFullDisk: the error names the backup's file, not the database, whose
// disk has room.
func TestBackupToAFullDisk(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir(), 2, fakeserver.Options{})
	mustRun(t, s.live(t.Context(), t, "", "db", "migrate"))
	disk := faulttest.FullDisk(t, 64<<10)
	code, said := run(t, s.live(t.Context(), t, "", "db", "backup", filepath.Join(disk, "copy.db")))
	if code != fault.ExitFailed || !strings.Contains(said, "copy.db: the disk is full") || !strings.Contains(said, "\n  → free some space") {
		t.Errorf("exit code %d:\n%s", code, said)
	}
	if left, err := os.ReadDir(disk); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestDiskFillsUpUnderAWorker: a worker whose disk fills up while a job runs loses
// nothing: when there is room again, the job is done, with one version.
func TestDiskFillsUpUnderAWorker(t *testing.T) {
	t.Parallel()
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
		jobs, err := store.Jobs(t.Context(), db, job.Query{SceneSlug: "s"})
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
