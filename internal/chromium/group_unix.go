//go:build unix

package chromium

import (
	"os/exec"
	"syscall"
)

// group puts the browser and its children into a process group, which is killed
// as a whole when the context ends.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// sweep kills what is left of the group. Usually nothing is.
func sweep(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
