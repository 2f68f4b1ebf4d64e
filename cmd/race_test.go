package cmd

import (
	"path/filepath"
	"testing"

	"judgement/internal/faulttest"
)

// program is what runs command lines in processes of their own; the scripts run
// these tests themselves, under the race detector with it.
var program faulttest.Program

// scripts are the transcripts to run: all, and under the race detector those
// whose commands do several things at once.
func scripts(t *testing.T) []string {
	t.Helper()
	var names []string
	if faulttest.Race {
		for _, name := range []string{
			"interrupt", "meeting", "postgres", "queue", "ranking", "review-batch", "review_failures", "review_models", "review_resume", "serve",
		} {
			names = append(names, "testdata/script/"+name+".txtar")
		}
		return names
	}
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d scripts, %v", len(names), err)
	}
	return names
}
