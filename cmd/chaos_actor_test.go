//go:build unix

package cmd

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// actor is a process of the deployment that is started again whenever it ends,
// as a service manager does, until it is retired.
type actor struct {
	name string
	make func() *exec.Cmd
	log  string // file of what it wrote to standard error

	mu      sync.Mutex
	cmd     *exec.Cmd // nil between two lives
	retired bool
	lives   int
	blows   int      // signals that end it
	alone   []string // how it ended by itself
	crashed bool
	thaw    *time.Timer
	ended   chan struct{} // closed when it was retired and has ended
	state   *os.ProcessState
	memory  []int64 // bytes, each half second of the life that runs
}

// start starts a command of the program that lives on the deployment's
// workspace and database.
func (c *chaos) start(name string, args ...string) *actor {
	a := &actor{name: name, log: filepath.Join(c.t.TempDir(), "log"), ended: make(chan struct{})}
	a.make = func() *exec.Cmd {
		cmd := c.site.live(context.Background(), c.t, c.database, args...)
		cmd.Env = append(cmd.Env, "SERVICE_API_TOKEN="+serveToken, "JUDGEMENT_WEBHOOK_SECRET="+webhookSecret,
			"JUDGEMENT_WEBHOOK_ALLOW_NETWORKS=127.0.0.0/8", "JUDGEMENT_LLM_TIMEOUT=20s")
		return cmd
	}
	go a.live(c.t)
	c.t.Cleanup(func() {
		a.retire(syscall.SIGKILL)
		<-a.ended
		if c.t.Failed() {
			c.t.Logf("%s:\n%s", name, a.lastWords(40))
		}
	})
	return a
}

func (a *actor) live(t *testing.T) {
	defer close(a.ended)
	for a.begin(t) {
		stop := make(chan struct{})
		go a.watch(stop)
		_ = a.cmd.Wait()
		close(stop)
		a.mu.Lock()
		a.state, a.cmd = a.cmd.ProcessState, nil
		if a.blows == 0 {
			a.alone = append(a.alone, a.state.String()+": "+a.lastWords(1))
			a.crashed = a.crashed || a.state.ExitCode() == 2 // as the runtime ends a panic
		}
		a.mu.Unlock()
		time.Sleep(50 * time.Millisecond)
	}
}

// begin starts the process, and is false if it was retired.
func (a *actor) begin(t *testing.T) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return false
	}
	log, err := os.OpenFile(a.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Error(err)
		return false
	}
	defer log.Close()
	cmd := a.make()
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return false
	}
	a.cmd, a.memory, a.blows = cmd, nil, 0
	a.lives++
	return true
}

// signal sends a signal to the process, if there is one.
func (a *actor) signal(sig syscall.Signal) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cmd == nil {
		return
	}
	_ = a.cmd.Process.Signal(sig)
	if sig == syscall.SIGKILL || sig == syscall.SIGTERM {
		a.blows++
	}
}

// pid returns the process's id, 0 between two lives.
func (a *actor) pid() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cmd == nil {
		return 0
	}
	return a.cmd.Process.Pid
}

// freeze stops the process for a while.
func (a *actor) freeze(d time.Duration) {
	a.signal(syscall.SIGSTOP)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.thaw != nil {
		a.thaw.Stop()
	}
	a.thaw = time.AfterFunc(d, func() { a.signal(syscall.SIGCONT) })
}

// retire ends the process and does not restart it.
func (a *actor) retire(sig syscall.Signal) {
	a.mu.Lock()
	a.retired = true
	a.mu.Unlock()
	a.signal(syscall.SIGCONT)
	a.signal(sig)
}

// watch notes how much memory the process holds.
func (a *actor) watch(stop <-chan struct{}) {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		a.mu.Lock()
		if a.cmd != nil {
			if n, err := resident(a.cmd.Process.Pid); err == nil && n > 0 {
				a.memory = append(a.memory, n)
			}
		}
		a.mu.Unlock()
	}
}

// resident returns the memory that a process holds, in bytes.
func resident(pid int) (int64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10, err
		}
	}
	return 0, nil // it is just ending
}

// grown returns what the process held in the middle, after its first quarter and
// at the end of its life, in bytes; ok is false for a life of less than a
// minute.
func (a *actor) grown() (early, late int64, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := len(a.memory)
	if n < 120 {
		return 0, 0, false
	}
	middle := func(part []int64) int64 { s := slices.Sorted(slices.Values(part)); return s[len(s)/2] }
	return middle(a.memory[n/4 : n/2]), middle(a.memory[n*3/4:]), true
}

// lastWords are the last lines that the process wrote.
func (a *actor) lastWords(n int) string {
	data, err := os.ReadFile(a.log)
	if err != nil {
		return err.Error()
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-n):], []byte("\n")))
}

// processesOf returns the command lines that name a folder.
func processesOf(t *testing.T, dir string) (out []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if data, err := os.ReadFile(name); err == nil && bytes.Contains(data, []byte(dir)) {
			out = append(out, strings.ReplaceAll(string(data), "\x00", " "))
		}
	}
	return out
}
