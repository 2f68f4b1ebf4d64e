//go:build linux

package pgtest_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"judgement/internal/database/pgtest"
	"judgement/internal/testtool"
)

// childEnv has the test binary start a cluster, say where it is, and wait.
const childEnv = "PGTEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(pgtest.Main(m))
	}
	c, err := pgtest.New()
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString(c.Dir() + "\n")
	time.Sleep(time.Minute)
}

// TestKilledOwner: a server ends with the process that started it, however that
// ends, and the next one removes its folder.
func TestKilledOwner(t *testing.T) {
	testtool.Need(t, "postgres")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 1000)
	n, err := out.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(b[:n]))
	pid, err := os.ReadFile(dir + "/data/postmaster.pid")
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	first, _, _ := strings.Cut(string(pid), "\n")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat("/proc/" + first); errors.Is(err, os.ErrNotExist) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("server %s outlives its owner", first)
		}
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(dir+"/owner", old, old); err != nil {
		t.Fatal(err)
	}
	pgtest.Start(t)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left behind: %v", dir, err)
	}
}

// TestUpAndDown: data outlives the server's end, clean or not.
func TestUpAndDown(t *testing.T) {
	c := pgtest.Start(t)
	for _, end := range []func(){c.Down, c.Kill} {
		end()
		if c.PID() != 0 {
			t.Error("a server that is down has a process")
		}
		if err := c.Up(); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(c.PID(), 0); err != nil {
			t.Errorf("the server's process: %v", err)
		}
	}
}
