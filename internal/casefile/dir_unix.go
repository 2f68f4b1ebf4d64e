//go:build unix

package casefile

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// dirHandle is an open folder. Names are of files directly in it, given by this
// package; no call follows a symbolic link.
type dirHandle struct{ fd *os.File }

// uninterrupted repeats a system call that a signal broke off.
func uninterrupted(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

func (d *dirHandle) openat(name string, flags int, mode fs.FileMode) (*os.File, error) {
	var fd int
	err := uninterrupted(func() (err error) {
		fd, err = unix.Openat(int(d.fd.Fd()), name, flags|unix.O_CLOEXEC|unix.O_NOFOLLOW, uint32(mode.Perm()))
		return err
	})
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// create makes a file for writing; fs.ErrExist where the name is taken.
func (d *dirHandle) create(name string, mode fs.FileMode) (*os.File, error) {
	return d.openat(name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL, mode)
}

func (d *dirHandle) open(name string) (*os.File, error) { return d.openat(name, unix.O_RDONLY, 0) }

func (d *dirHandle) mkdir(name string) error {
	return uninterrupted(func() error { return unix.Mkdirat(int(d.fd.Fd()), name, 0o755) })
}

// rename replaces to.
func (d *dirHandle) rename(from, to string) error {
	fd := int(d.fd.Fd())
	return uninterrupted(func() error { return unix.Renameat(fd, from, fd, to) })
}

// link gives a file a second name; fs.ErrExist where it is taken.
func (d *dirHandle) link(from, to string) error {
	fd := int(d.fd.Fd())
	return uninterrupted(func() error { return unix.Linkat(fd, from, fd, to, 0) })
}

func (d *dirHandle) remove(name string) error {
	return uninterrupted(func() error { return unix.Unlinkat(int(d.fd.Fd()), name, 0) })
}

// names lists the folder from its beginning.
func (d *dirHandle) names() ([]string, error) {
	if _, err := d.fd.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return d.fd.Readdirnames(-1)
}

// hasName reports whether an open file still has a name in some folder.
func hasName(file *os.File) (bool, error) {
	var st unix.Stat_t
	err := uninterrupted(func() error { return unix.Fstat(int(file.Fd()), &st) })
	return err == nil && st.Nlink > 0, err
}
