//go:build race

package pdfium

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// mutations is smaller under the race detector: the workers are processes of
// their own, of which it learns nothing.
const mutations = 24

// builtIn is the folder of what plainWorker built, nil before.
var builtIn atomic.Pointer[string]

// plainWorker builds these tests without the race detector, once.
var plainWorker = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "judgement-test-worker-")
	if err != nil {
		return "", err
	}
	builtIn.Store(&dir)
	exe := filepath.Join(dir, "worker")
	if out, err := exec.Command("go", "test", "-c", "-race=false", "-o", exe, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the worker: %w: %s", err, out)
	}
	return exe, nil
})

// program is what plays the worker. Under the race detector that is a build
// without it: compiling PDFium would take ten times as long.
func program(t testing.TB) string {
	t.Helper()
	exe, err := plainWorker()
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
