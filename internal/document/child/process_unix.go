//go:build unix

package child

import (
	"os/exec"
	"runtime"
	"syscall"
)

// isolate puts the child into a process group of its own and has the whole group
// killed when the context ends.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// limitSelf bounds this process: processor seconds, memory in bytes, no core
// file. If the parent dies, the child ends by these at the latest. Only Linux
// counts all memory against the limit of data.
func limitSelf(seconds, memory int) {
	set := func(what int, n uint64) {
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n})
	}
	set(syscall.RLIMIT_CPU, uint64(seconds))
	if runtime.GOOS == "linux" {
		set(syscall.RLIMIT_DATA, uint64(memory))
	}
	set(syscall.RLIMIT_CORE, 0)
}
