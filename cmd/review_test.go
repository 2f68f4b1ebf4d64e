package cmd

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/llm/fakeserver"
)

// TestInterrupted stops a review as Ctrl-C does: exit code 130, and the same
// command resumes and pays only for what is missing.
func TestInterrupted(t *testing.T) {
	arrived := make(chan struct{}, 16)
	s := newSite(t, t.TempDir(), killJudges, fakeserver.Options{
		Responder: byJudge, Schedule: fakeserver.Script(fakeserver.None, fakeserver.Hang, fakeserver.Hang),
		OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
	})
	cmd := s.review(t.Context(), t)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3 { // one was answered, two hang
		<-arrived
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != fault.ExitInterrupted ||
		!strings.Contains(errs.String(), "judgement: interrupted: 1 of 4 judges had finished; 1 reply is kept\n  → run the same command again to resume: what was answered is kept and not paid for twice; calls that were under way are made again, and may be paid twice\n") {
		t.Errorf("exit code %d:\n%s", code, errs.String())
	}
	kept := replies(s.written(t))
	if kept != 1 {
		t.Errorf("%d replies are kept, want 1", kept)
	}
	mustRun(t, s.review(t.Context(), t))
	if got := s.server.Counters().Calls; got != 3+killJudges-kept {
		t.Errorf("%d calls in all, want %d", got, 3+killJudges-kept)
	}
	if _, done := s.written(t)["cases/C-2026-0001/v1/version.json"]; !done {
		t.Error("the run was not resumed to its end")
	}
}
