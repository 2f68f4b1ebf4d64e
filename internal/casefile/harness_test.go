package casefile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/database/pgtest"
	"judgement/internal/faulttest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

const dirEnv = "CASEFILE_TEST_DIR"

// runChild is the whole run of a child process.
func runChild(t *testing.T, brand string) {
	st := open(t, os.Getenv(dirEnv), casefile.WithSteps(faulttest.KillAt()))
	if _, err := review(t.Context(), st, brand, "k"); err != nil {
		t.Fatal(err)
	}
}

// twice reports whether a file has two contents in its life.
func twice(name string) bool {
	return strings.HasSuffix(name, "case.yaml") || strings.HasSuffix(name, ".case.json")
}

// checkWhole checks that every file with a real name is whole right after a
// kill.
func checkWhole(t *testing.T, dir string, want map[string]string, n int) {
	t.Helper()
	for name, got := range tree(t, dir) {
		if strings.HasPrefix(filepath.Base(name), ".new-") || twice(name) {
			continue // the next run reads it strictly
		}
		if got != want[name] {
			t.Errorf("kill %d: %s is %q, want %q", n, name, got, want[name])
		}
	}
}
