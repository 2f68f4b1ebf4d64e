//go:build unix

package pdfium

import (
	"os/exec"
	"syscall"
)

// isolate puts the worker into a process group of its own and has the whole
// group killed when the context ends.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// limitSelf bounds this process: processor seconds, no core file, no files
// written. Should the parent die, the worker ends by these at the latest.
func limitSelf(seconds int) {
	set := func(what int, n uint64) {
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n})
	}
	if seconds > 0 {
		set(syscall.RLIMIT_CPU, uint64(seconds))
	}
	set(syscall.RLIMIT_CORE, 0)
}
