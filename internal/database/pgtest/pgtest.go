//go:build linux

// Package pgtest starts a real Postgres for tests, from Debian's package
// postgresql: in a temporary folder, reached by a Unix socket only, as an
// unprivileged user if the tests run as root (Postgres refuses root). It ends
// with the process that started it, however that ends. It is for tests and
// benchmarks; no command of the program imports it.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"judgement/internal/testtool"
)

// Cluster is a running Postgres.
type Cluster struct {
	dir      string // temporary: data, socket and log
	bin      string
	user     *syscall.SysProcAttr
	settings []string
	owner    *os.File     // locked while this process lives
	n        atomic.Int64 // databases made

	mu   sync.Mutex
	proc *process
}

// process is one run of the server.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// shared is the cluster of this test binary, started by the first test that
// needs one.
var shared struct {
	mu sync.Mutex
	c  *Cluster
}

// Main runs a package's tests and stops the shared cluster after them. Call it
// from TestMain.
func Main(m *testing.M) int {
	code := m.Run()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.c != nil {
		if err := shared.c.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "stop postgres:", err)
			return 1
		}
	}
	return code
}

// memory is the folder that Linux keeps in memory.
const memory = "/dev/shm"

// MainInMemory is Main with temporary files in memory, the cluster's among them,
// if there is room: tests whose databases need not survive a power cut then
// don't wait for a disk that others use, too.
func MainInMemory(m *testing.M) int {
	const room = 1 << 30
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err == nil && fs.Bavail*uint64(fs.Bsize) >= room && writable(memory) {
		if err := os.Setenv("TMPDIR", memory); err != nil {
			fmt.Fprintln(os.Stderr, "use memory for temporary files:", err)
			return 1
		}
	}
	return Main(m)
}

// writable reports whether files can be made in a folder.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, prefix)
	if err != nil {
		return false
	}
	return errors.Join(f.Close(), os.Remove(f.Name())) == nil
}

// URL makes an empty database in the cluster that all tests of the binary
// share, and returns its address. The database goes when the test ends. The
// package's TestMain must call Main.
func URL(t testing.TB) string {
	t.Helper()
	testtool.Need(t, "postgres")
	address, drop, err := Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return address
}

// Database is URL for callers that have no test at hand: it returns what drops
// the database.
func Database(ctx context.Context) (address string, drop func() error, err error) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.c == nil {
		if shared.c, err = New("fsync=off"); err != nil {
			return "", nil, err
		}
	}
	return shared.c.database(ctx)
}

// Start starts a cluster of the test's own, which it may stop and start. Each
// setting has the form name=value, as in postgresql.conf.
func Start(t testing.TB, settings ...string) *Cluster {
	t.Helper()
	testtool.Need(t, "postgres")
	c, err := New(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// New makes and starts a cluster. Close it when done.
func New(settings ...string) (*Cluster, error) {
	bin, err := testtool.Postgres()
	if err != nil {
		return nil, err
	}
	attr, uid, gid, err := unprivileged()
	if err != nil {
		return nil, err
	}
	sweep()
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, fmt.Errorf("make a folder for postgres: %w", err)
	}
	c := &Cluster{dir: dir, bin: bin, user: attr, settings: settings}
	if c.owner, err = own(filepath.Join(dir, "owner")); err == nil && uid >= 0 {
		err = os.Chown(dir, uid, gid)
	}
	if err == nil {
		err = c.init()
	}
	if err == nil {
		err = c.Up()
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// unprivileged says as whom to run the server: uid is -1 if this process
// isn't root, so that it can run it itself.
func unprivileged() (attr *syscall.SysProcAttr, uid, gid int, err error) {
	attr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() != 0 {
		return attr, -1, -1, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, lookup := user.Lookup(name)
		if lookup != nil {
			err = lookup
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return attr, uid, gid, errors.Join(err1, err2)
	}
	return nil, 0, 0, fmt.Errorf("find a user to run postgres as: %w", err)
}

func (c *Cluster) init() error {
	cmd := exec.CommandContext(context.Background(), filepath.Join(c.bin, "initdb"), "-D", c.data(), "-U", "postgres", "-A", "trust",
		"-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	cmd.SysProcAttr, cmd.Dir = &syscall.SysProcAttr{Credential: c.user.Credential}, c.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// Up starts the server if it is down, and waits until it answers.
func (c *Cluster) Up() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proc != nil {
		return nil
	}
	p, err := c.start()
	if err != nil {
		return err
	}
	deadline := time.Now().Add(time.Minute)
	for {
		err := c.answers()
		if err == nil {
			c.proc = p
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("postgres ended as it started:\n%s", c.log())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			_ = p.cmd.Process.Signal(syscall.SIGQUIT)
			<-p.done
			return fmt.Errorf("postgres doesn't answer: %w\n%s", err, c.log())
		}
	}
}

// start runs the server from a thread that lives as long as the server: its
// death signal is that thread's.
func (c *Cluster) start() (*process, error) {
	args := []string{"-D", c.data(), "-k", c.dir, "-p", "5432", "-c", "listen_addresses=", "-c", "max_connections=300"}
	for _, s := range c.settings {
		args = append(args, "-c", s)
	}
	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.CommandContext(context.Background(), filepath.Join(c.bin, "postgres"), args...), done: make(chan struct{})}
	p.cmd.SysProcAttr, p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = c.user, c.dir, log, log
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		_ = log.Close()
		started <- err
		if err == nil {
			_ = p.cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	return p, nil
}

func (c *Cluster) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.Address("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func (c *Cluster) log() string {
	data, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// Kill ends the server as a power cut would, and Down as an administrator who
// doesn't wait for clients. Both return when it is gone.
func (c *Cluster) Kill() { c.end(syscall.SIGQUIT) }

// Down shuts the server down cleanly and cuts its clients off.
func (c *Cluster) Down() { c.end(syscall.SIGINT) }

func (c *Cluster) end(sig syscall.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proc == nil {
		return
	}
	_ = c.proc.cmd.Process.Signal(sig)
	select {
	case <-c.proc.done:
	case <-time.After(30 * time.Second):
		_ = c.proc.cmd.Process.Kill()
		<-c.proc.done
	}
	c.proc = nil
}

// PID returns the server's process id, 0 while it is down.
func (c *Cluster) PID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proc == nil {
		return 0
	}
	return c.proc.cmd.Process.Pid
}

// Allow lets all hosts of a network connect (CIDR notation), if the setting
// listen_addresses has the server listen on an address there.
func (c *Cluster) Allow(network string) error {
	f, err := os.OpenFile(filepath.Join(c.data(), "pg_hba.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "host all all %s trust\n", network)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return syscall.Kill(c.PID(), syscall.SIGHUP)
}

// Dir returns the cluster's temporary folder; the data is in its folder data.
func (c *Cluster) Dir() string { return c.dir }

// Close stops the server and removes all that it kept.
func (c *Cluster) Close() error {
	c.Kill()
	err := os.RemoveAll(c.dir)
	if c.owner != nil {
		err = errors.Join(err, c.owner.Close())
	}
	return err
}

// Address returns the address of a database of the cluster.
func (c *Cluster) Address(database string) string {
	return "postgres://postgres@/" + database + "?" + url.Values{"host": {c.dir}, "port": {"5432"}}.Encode()
}

// URL makes an empty database and returns its address. The database goes when
// the test ends.
func (c *Cluster) URL(t testing.TB) string {
	t.Helper()
	address, drop, err := c.database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return address
}

func (c *Cluster) database(ctx context.Context) (string, func() error, error) {
	name := fmt.Sprintf("test%d", c.n.Add(1))
	if err := c.admin(ctx, "CREATE DATABASE "+name); err != nil {
		return "", nil, fmt.Errorf("make a database: %w", err)
	}
	drop := func() error {
		if c.PID() == 0 {
			return nil // the cluster goes as a whole
		}
		if err := c.admin(context.WithoutCancel(ctx), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			return fmt.Errorf("drop a database: %w", err)
		}
		return nil
	}
	return c.Address(name), drop, nil
}

func (c *Cluster) admin(ctx context.Context, query string) error {
	conn, err := pgx.Connect(ctx, c.Address("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, query)
	return errors.Join(err, conn.Close(ctx))
}
