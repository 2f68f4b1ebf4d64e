package cmd

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/faulttest"
	"judgement/internal/llm/fakeserver"
)

const killJudges = 4

// TestKilledAtEveryStep kills a whole review with SIGKILL at each step of its
// storage. Right after the kill every file with a real name is whole; the same
// command then ends with the bytes of a run that was never killed, and pays
// again only for calls in flight: those that were asked and whose replies were
// not yet kept.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	want := uninterrupted(t)
	disk := memoryDisk(t)
	kills := 0
	for n := 1; ; n += faulttest.Fewer(1, 9) {
		s := newSite(t, filepath.Join(disk, strconv.Itoa(n)), killJudges, fakeserver.Options{Responder: byJudge})
		code, stderr := run(t, s.review(t.Context(), t, fmt.Sprintf("JUDGEMENT_FAULTTEST_KILL_AT=%d", n)))
		if code == 0 { // it has fewer steps than that
			if n < 60 {
				t.Errorf("only %d steps", n-1)
			}
			t.Logf("%d kills", kills)
			return
		}
		if code != -1 {
			t.Fatalf("step %d: exit code %d, want a kill:\n%s", n, code, stderr)
		}
		kills++
		s.finish(t, want, fmt.Sprintf("step %d, %s", n, strings.TrimSpace(stderr)))
	}
}

// TestKilledAtAnyMoment kills a review from outside, as a machine that goes
// down does, at moments spread over its run.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	want := uninterrupted(t)
	slow := fakeserver.Delay{Median: 20 * time.Millisecond}
	killed, disk := 0, memoryDisk(t)
	for n := range 20 {
		s := newSite(t, filepath.Join(disk, strconv.Itoa(n)), killJudges, fakeserver.Options{Responder: byJudge, Delay: slow})
		cmd := s.review(t.Context(), t)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(n*8)*time.Millisecond, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			killed++
			s.finish(t, want, fmt.Sprintf("after %d ms", n*8))
		}
	}
	if killed == 0 {
		t.Error("no kill came in time")
	}
}

// memoryDisk is a file system that syncs at once: what a killed process wrote is
// there in any case, and the machine does not go down.
func memoryDisk(t *testing.T) string { return faulttest.FullDisk(t, 64<<20) }

// byJudge answers by the judge and the document alone, as a model with
// temperature 0 does; the server's own answers depend on the prompt's mark.
func byJudge(r fakeserver.Request) string {
	r.Key = uint64(len(r.Messages[1].Content))
	for _, c := range []byte(r.Messages[1].Content[strings.Index(r.Messages[1].Content, "You judge as"):][:22]) {
		r.Key = r.Key*31 + uint64(c)
	}
	return fakeserver.Answer(r)
}

// uninterrupted returns what a review writes that is left alone.
func uninterrupted(t *testing.T) map[string]string {
	t.Helper()
	s := newSite(t, t.TempDir(), killJudges, fakeserver.Options{Responder: byJudge})
	mustRun(t, s.review(t.Context(), t))
	if got := s.server.Counters().Calls; got != killJudges {
		t.Fatalf("%d calls, want %d", got, killJudges)
	}
	return s.written(t)
}

// finish checks what a kill left, runs the same command again and checks what
// it ends with.
func (s *site) finish(t *testing.T, want map[string]string, when string) {
	t.Helper()
	left := s.written(t)
	for name, got := range left {
		// case.yaml and .case.json have two contents in their lives; a temporary file
		// has any.
		if base := filepath.Base(name); got != want[name] && base != "case.yaml" && base != ".case.json" && !strings.HasPrefix(base, ".new-") {
			t.Errorf("%s: %s is not whole: %q", when, name, got)
		}
	}
	_, done := left["cases/C-2026-0001/v1/version.json"]
	if !done {
		mustRun(t, s.review(t.Context(), t))
	}
	if diff := cmp.Diff(want, s.written(t)); diff != "" {
		t.Errorf("%s: the end differs from that of an uninterrupted run (-want +got):\n%s", when, diff)
	}
	if paid := s.server.Counters().Calls - killJudges; paid > killJudges-replies(left) {
		t.Errorf("%s: %d calls were paid again, with %d of %d replies kept", when, paid, replies(left), killJudges)
	}
}
