//go:build race

package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Fewer kills under the race detector: what is killed is a process of its own,
// of which it learns nothing.
const (
	randomKills = 20
	killStride  = 9
)

// builtIn is the folder of what plainProgram built, nil before.
var builtIn atomic.Pointer[string]

// plainProgram builds these tests without the race detector, once.
var plainProgram = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "judgement-test-program-")
	if err != nil {
		return "", err
	}
	builtIn.Store(&dir)
	exe := filepath.Join(dir, "judgement")
	if out, err := exec.Command("go", "test", "-c", "-race=false", "-o", exe, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w: %s", err, out)
	}
	return exe, nil
})

// program is what runs command lines in processes of their own. Under the race
// detector that is a build without it, which starts ten times as fast; the
// scripts run the build with it.
func program(t *testing.T) string {
	t.Helper()
	exe, err := plainProgram()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// forgetProgram removes what program built.
func forgetProgram() {
	if dir := builtIn.Load(); dir != nil {
		_ = os.RemoveAll(*dir)
	}
}

// scripts are the transcripts to run: those whose commands do several things at
// once.
func scripts(*testing.T) []string {
	var names []string
	for _, name := range []string{
		"interrupt", "meeting", "postgres", "queue", "ranking", "review-batch", "review_failures", "review_models", "review_resume", "serve",
	} {
		names = append(names, "testdata/script/"+name+".txtar")
	}
	return names
}
