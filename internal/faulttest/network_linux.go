package faulttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"judgement/internal/testtool"
)

// needNetwork is what a network of namespaces needs.
const needNetwork = "root or a user namespace (unshare -Urmn), to make network namespaces"

// Network is a bridge of this machine with hosts on it, each a network namespace
// of its own whose cable can be pulled. It ends with the test; the namespaces
// also end with the process.
type Network struct {
	t      testing.TB
	bridge string
	subnet string // its first three numbers
	hosts  []*os.File
}

// NewNetwork makes a network with so many hosts, at most 200. It needs ip and the
// right to make namespaces.
func NewNetwork(t testing.TB, hosts int) *Network {
	t.Helper()
	testtool.Need(t, "ip")
	probe, err := newNamespace()
	if errors.Is(err, unix.EPERM) {
		testtool.Missing(t, needNetwork)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = probe.Close()
	pid := os.Getpid()
	// A part of the addresses that are for tests of networks (RFC 2544).
	n := &Network{t: t, bridge: fmt.Sprintf("jbr%d", pid), subnet: fmt.Sprintf("198.18.%d", pid%250)}
	sweepBridges(t)
	n.ip("link", "add", n.bridge, "type", "bridge")
	t.Cleanup(func() { n.ip("link", "delete", n.bridge) })
	n.ip("address", "add", n.Gateway()+"/24", "dev", n.bridge)
	n.ip("link", "set", n.bridge, "up")
	for i := range hosts {
		n.add(i)
	}
	return n
}

// add makes a host: a namespace, and a pair of interfaces as its cable.
func (n *Network) add(i int) {
	n.t.Helper()
	space, err := newNamespace()
	if err != nil {
		n.t.Fatalf("make a network namespace: %v", err)
	}
	n.hosts = append(n.hosts, space)
	n.t.Cleanup(func() { _ = space.Close() })
	inside := fmt.Sprintf("jin%d-%d", os.Getpid(), i)
	n.ip("link", "add", n.cable(i), "type", "veth", "peer", "name", inside)
	// Not with the namespace, which goes some time after its last user.
	n.t.Cleanup(func() { n.ip("link", "delete", n.cable(i)) })
	n.ip("link", "set", inside, "netns", fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), space.Fd()))
	n.ip("link", "set", n.cable(i), "master", n.bridge, "up")
	err = n.On(i, func() error {
		return errors.Join(
			runIP("link", "set", "lo", "up"),
			runIP("address", "add", fmt.Sprintf("%s.%d/24", n.subnet, i+10), "dev", inside),
			runIP("link", "set", inside, "up"),
		)
	})
	if err != nil {
		n.t.Fatalf("set up host %d: %v", i, err)
	}
}

func (n *Network) cable(i int) string { return fmt.Sprintf("jve%d-%d", os.Getpid(), i) }

// Gateway returns the address under which the hosts reach this process and what
// it starts outside of them.
func (n *Network) Gateway() string { return n.subnet + ".1" }

// Subnet returns the hosts' addresses, in CIDR notation.
func (n *Network) Subnet() string { return n.subnet + ".0/24" }

// On calls f as on a host: sockets that it opens and processes that it starts
// are the host's, and stay so.
func (n *Network) On(host int, f func() error) error {
	done := make(chan error)
	go func() {
		// The thread is not unlocked, so that it ends with this goroutine and
		// nothing else ever runs in that namespace.
		runtime.LockOSThread()
		err := unix.Setns(int(n.hosts[host].Fd()), unix.CLONE_NEWNET)
		if err == nil {
			err = f()
		}
		done <- err
	}()
	return <-done
}

// Cut pulls a host's cable: what is sent either way is lost without a word. Restore
// plugs it in again.
func (n *Network) Cut(host int) { n.ip("link", "set", n.cable(host), "down") }

// Restore undoes Cut.
func (n *Network) Restore(host int) { n.ip("link", "set", n.cable(host), "up") }

func (n *Network) ip(args ...string) {
	n.t.Helper()
	if err := runIP(args...); err != nil {
		n.t.Fatal(err)
	}
}

func runIP(args ...string) error {
	out, err := exec.Command("ip", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %s: %w %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}

// newNamespace makes a network namespace that lasts for as long as the file is
// open, or a process lives in it.
func newNamespace() (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread() // for good, as in On
		err := unix.Unshare(unix.CLONE_NEWNET)
		if err != nil {
			done <- result{nil, os.NewSyscallError("unshare", err)}
			return
		}
		f, err := os.Open(fmt.Sprintf("/proc/self/task/%d/ns/net", unix.Gettid()))
		done <- result{f, err}
	}()
	r := <-done
	return r.file, r.err
}

// sweepBridges removes what test binaries that were killed left behind.
func sweepBridges(t testing.TB) {
	t.Helper()
	all, err := filepath.Glob("/sys/class/net/jbr*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		name := filepath.Base(path)
		pid, err := strconv.Atoi(strings.TrimPrefix(name, "jbr"))
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = runIP("link", "delete", name)
		}
	}
}
