package faulttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Program is the executable of a package's tests, for those that run it as a
// process of its own. Under the race detector it is a build without it, which is
// ten times as fast: the detector learns nothing of another process. The zero
// Program is ready; Forget removes what was built. It is safe for concurrent use.
type Program struct {
	once sync.Once
	exe  string
	dir  string
	err  error
}

// Path returns the executable. It must be called by the tests of the package
// that is built, in their folder.
func (p *Program) Path(t testing.TB) string {
	t.Helper()
	p.once.Do(func() {
		if p.exe, p.err = os.Executable(); p.err == nil && Race {
			p.build()
		}
	})
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.exe
}

// build builds the tests in the current folder without the race detector.
func (p *Program) build() {
	if p.dir, p.err = os.MkdirTemp("", "judgement-test-program-"); p.err != nil {
		return
	}
	p.exe = filepath.Join(p.dir, "program")
	if out, err := exec.Command("go", "test", "-c", "-race=false", "-o", p.exe, ".").CombinedOutput(); err != nil {
		p.err = fmt.Errorf("build the program: %w: %s", err, out)
	}
}

// Forget removes what Path built.
func (p *Program) Forget() {
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// Fewer returns how often to do what a process of its own does: less often under
// the race detector, which learns nothing of it.
func Fewer(times, underRace int) int {
	if Race {
		return underRace
	}
	return times
}
