package faulttest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
)

// childEnv marks a child process of a test, killEnv the step at which it kills
// itself.
const (
	childEnv = "JUDGEMENT_FAULTTEST_CHILD"
	killEnv  = "JUDGEMENT_FAULTTEST_KILL_AT"
)

// Child returns a command that runs the test binary again, for the current test
// alone, with more environment ("NAME=value"). The test finds itself there by
// InChild.
func Child(t testing.TB, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd.Env = append(os.Environ(), childEnv+"="+t.Name())
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// InChild reports whether this process was started by Child for this test.
func InChild(t testing.TB) bool { return os.Getenv(childEnv) == t.Name() }

// KillAt returns a function to be called at each step. In a child that
// KillEverywhere started, it kills the process with SIGKILL at the child's
// step; elsewhere it does nothing.
func KillAt() func(step string) {
	at, err := strconv.ParseInt(os.Getenv(killEnv), 10, 64)
	if err != nil {
		return func(string) {}
	}
	var n atomic.Int64
	return func(step string) {
		if n.Add(1) != at {
			return
		}
		fmt.Fprintf(os.Stderr, "killed at %s\n", step)
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {} // the signal is on its way
	}
}

// KillEverywhere runs children one after another, the first killed at its first
// step, the next at its second and so on, until one ends by itself. child makes
// the n-th command, n from 1; after is called when it was killed. It returns
// the number of kills. A child that fails in another way fails the test.
func KillEverywhere(t testing.TB, child func(n int) *exec.Cmd, after func(n int)) int {
	t.Helper()
	for n := 1; ; n++ {
		cmd := child(n)
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", killEnv, n))
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if err == nil {
			return n - 1
		}
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
			t.Fatalf("child %d: %v, want a kill:\n%s", n, err, out.Bytes())
		}
		t.Logf("%d: %s", n, bytes.TrimSpace(out.Bytes()))
		after(n)
	}
}

// Fill uses up the room of a file system that FullDisk made, except for keep bytes.
func Fill(t testing.TB, dir string, keep int) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(dir, ".filler"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	size := 0
	for err == nil {
		var n int
		n, err = file.Write(make([]byte, 4096))
		size += n
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill %s: %v", dir, err)
	}
	if err := file.Truncate(int64(max(0, size-keep))); err != nil {
		t.Fatal(err)
	}
}
