package faulttest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
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

// Children counts this process's children, zombies too, and all processes that run
// the program.
func (p *Program) Children(t testing.TB) int {
	t.Helper()
	exe := p.Path(t)
	procs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	self := strconv.Itoa(os.Getpid())
	n := 0
	for _, dir := range procs {
		data, err := os.ReadFile(dir + "/stat")
		if err != nil || filepath.Base(dir) == self {
			continue // it ended, or it is this one
		}
		f := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		target, _ := os.Readlink(dir + "/exe")
		if len(f) > 1 && f[1] == self || target == exe {
			n++
		}
	}
	return n
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
