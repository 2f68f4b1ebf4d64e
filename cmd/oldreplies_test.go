package cmd

import (
	"path/filepath"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestOldReplies: replies that were stored when each judge's schema listed the lenses in
// an order of its own are found: by the run that goes on, and when they are replayed.
// See testdata/old/README.md.
func TestOldReplies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unpackOld(t, "testdata/old/replies.tar.gz", dir)
	s, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	judgement := func(args ...string) {
		t.Helper()
		cmd := command(t.Context(), t, append(args, "--workspace", dir)...)
		cmd.Env = append(cmd.Env, "OPENAI_BASE_URL="+s.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake", "JUDGEMENT_FORMATS=md")
		mustRun(t, cmd)
	}
	entry := filepath.Join(dir, "entry.md")
	judgement("report", "render", "C-2026-0002", "--verify")
	judgement("review", entry, "--scene", "startup-contest")
	if n := s.Counters().Calls; n != 4 {
		t.Errorf("%d calls: three of seven judges had answered", n)
	}
	judgement("review", entry, "--scene", "startup-contest", "--brand", "whole", "--repeats", "2", "--provider", "replay")
	judgement("report", "render", "C-2026-0001", "--verify")
	if n := s.Counters().Calls; n != 4 {
		t.Errorf("%d calls after the replay", n)
	}
}
