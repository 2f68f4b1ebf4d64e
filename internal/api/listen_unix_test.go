//go:build unix

package api

import (
	"net"
	"strconv"
	"syscall"
	"testing"
)

func TestInherited(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fd, err := syscall.Dup(int(f.Fd())) // inherited closes it
	if err != nil {
		t.Fatal(err)
	}
	env := func(pid, fds string) func(string) string {
		return func(k string) string { return map[string]string{"LISTEN_PID": pid, "LISTEN_FDS": fds}[k] }
	}
	for _, none := range []func(string) string{env("", ""), env("7", ""), env("8", "1"), env("", "1")} {
		if got, err := inherited(none, 7, uintptr(fd)); got != nil || err != nil {
			t.Errorf("not for this process: %v, %v", got, err)
		}
	}
	for _, fds := range []string{"2", "0", "x"} {
		if _, err := inherited(env("7", fds), 7, uintptr(fd)); err == nil {
			t.Errorf("LISTEN_FDS=%s passed", fds)
		}
	}
	got, err := inherited(env(strconv.Itoa(7), "1"), 7, uintptr(fd))
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if got.Addr().String() != l.Addr().String() {
		t.Errorf("address %s, want %s", got.Addr(), l.Addr())
	}
}
