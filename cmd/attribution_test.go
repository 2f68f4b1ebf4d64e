package cmd

import (
	"os"
	"strings"
	"testing"
)

// TestRealRunSaysWhatItDecided: each outcome of a rule is named with its state
// and its failure card, and so is a person's that needed one; the next run has
// no news.
func TestRealRunSaysWhatItDecided(t *testing.T) {
	dir := t.TempDir()
	foreseen(t, dir, 2)
	check := func() string {
		t.Helper()
		cmd := command(t.Context(), t, "attribution", "check", "--dry-run=false", "--today", "2026-02-05", "--workspace", dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	got := check()
	for _, want := range []string{
		"New in this run: case checkpoint state what",
		"C-2026-0001 v1-1 falsified recorded by a person; see cases/C-2026-0001/failures/v1-1-1.json",
		"C-2026-0001 v1-2 confirmed 150 >= 140 holds",
		"C-2026-0002 v1-2 confirmed 150 >= 141 holds",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the run doesn't say %q:\n%s", want, got)
		}
	}
	if got := check(); strings.Contains(got, "New in this run") {
		t.Errorf("the second run has news:\n%s", got)
	}
}
