package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// socketMode lets the service's group, such as a reverse proxy's, connect.
const socketMode = 0o660

// firstInherited is the descriptor of the first socket that a service manager
// hands over.
const firstInherited = 3

// socketPath returns the path of a Unix socket, which has a slash or starts
// with unix:.
func socketPath(addr string) (string, bool) {
	if path, ok := strings.CutPrefix(addr, "unix:"); ok {
		return path, path != ""
	}
	return addr, strings.Contains(addr, "/")
}

// Listen opens an address: host:port, :port, or the path of a Unix socket, which
// has a slash or starts with unix:. The socket of a process
// that is gone is replaced; that of a living one, and any other file, is an
// error.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	var lc net.ListenConfig
	path, ok := socketPath(addr)
	if !ok {
		return lc.Listen(ctx, "tcp", addr)
	}
	if err := clearSocket(ctx, path); err != nil {
		return nil, err
	}
	l, err := lc.Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, socketMode); err != nil {
		return nil, errors.Join(fmt.Errorf("let the group use the socket: %w", err), l.Close())
	}
	return l, nil
}

func clearSocket(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("listen on %s: there is a file of that name that is no socket", path)
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err == nil {
		return errors.Join(fmt.Errorf("listen on %s: another process listens there", path), conn.Close())
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("listen on %s: %w", path, err)
	}
	return os.Remove(path)
}

// Inherited returns the socket that a service manager has opened for this
// process, or nil if it has opened none: the variables LISTEN_PID and
// LISTEN_FDS of systemd's protocol. More than one is an error.
func Inherited(env func(string) string, pid int) (net.Listener, error) {
	return inherited(env, pid, firstInherited)
}

func inherited(env func(string) string, pid int, first uintptr) (net.Listener, error) {
	if env("LISTEN_FDS") == "" || env("LISTEN_PID") != strconv.Itoa(pid) {
		return nil, nil
	}
	n, err := strconv.Atoi(env("LISTEN_FDS"))
	if err != nil || n != 1 {
		return nil, fmt.Errorf("LISTEN_FDS is %q: the socket unit must have exactly one ListenStream", env("LISTEN_FDS"))
	}
	f := os.NewFile(first, "inherited socket")
	if f == nil {
		return nil, errors.New("LISTEN_FDS names a socket, but none was handed over")
	}
	defer f.Close() // FileListener works on a copy
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("use the inherited socket: %w", err)
	}
	return l, nil
}
