package faulttest

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"judgement/internal/testtool"
)

// AsNobody has a child run as an unprivileged user (uid and gid 65534). Its
// binary is copied to a place where that user can run it, and it starts there.
// It needs root.
func AsNobody(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if os.Geteuid() != 0 {
		testtool.Missing(t, "root")
	}
	dir, err := os.MkdirTemp("", "nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "child")
	if err := copyFile(cmd.Path, exe); err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	cmd.Path, cmd.Dir = exe, dir
	cmd.Env = append(cmd.Env, "TMPDIR="+os.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	probe := exec.CommandContext(t.Context(), "/proc/self/exe")
	probe.Path, probe.Args, probe.Dir = exe, []string{exe, "-test.run=^$"}, dir
	probe.SysProcAttr = cmd.SysProcAttr
	if out, err := probe.CombinedOutput(); err != nil {
		t.Fatalf("run a child as uid %d: %v %s: a user namespace needs several uids mapped", nobody, err, out)
	}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// WithoutRights runs f with an unprivileged user's rights to files, if this
// process is root.
func WithoutRights(t testing.TB, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread() // the rights are this thread's
	defer runtime.UnlockOSThread()
	if err := errors.Join(syscall.Setfsgid(65534), syscall.Setfsuid(65534)); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(syscall.Setfsuid(0), syscall.Setfsgid(0)); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}
