//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// isolate puts the child into a process group of its own and has the whole group
// killed when the context ends.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// limitSelf bounds this process: processor seconds, memory in bytes, no core
// file. If the parent dies, these limits end the child at the latest.
func limitSelf(seconds, memory int) {
	setLimit(syscall.RLIMIT_CPU, seconds)
	setLimit(syscall.RLIMIT_CORE, 0)
	limitMemory(memory)
}

func setLimit(what, n int) {
	_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: uint64(n), Max: uint64(n)})
}
