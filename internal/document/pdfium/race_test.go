//go:build race

package pdfium

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// mutations is smaller under the race detector: the workers are processes of
// their own, of which it learns nothing.
const mutations = 24

// plainWorker builds these tests without the race detector, once.
var plainWorker = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "judgement-test-worker-")
	if err != nil {
		return "", err
	}
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
	if exe, err := plainWorker(); err == nil {
		_ = os.RemoveAll(filepath.Dir(exe))
	}
}
