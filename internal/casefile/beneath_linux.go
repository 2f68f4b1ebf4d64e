package casefile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// open opens a file or folder for reading. The kernel holds the path within the
// Folder in one call; os.Root would open every folder on the way.
func (f *Folder) open(name string) (*os.File, error) {
	how := unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	}
	for {
		fd, err := unix.Openat2(int(f.top.Fd()), name, &how)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), name), nil
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ENOENT):
			return nil, err
		}
		// A link out of the Folder, a path that changes meanwhile, a kernel
		// without the call or a sandbox that forbids it: os.Root knows.
		return f.root.Open(name)
	}
}

// readLimited opens the file as open does and reads it into buf, or into memory
// of its own where that is too small. It does without an os.File: a check of
// many cases reads little else than small files.
func (f *Folder) readLimited(name string, most int64, buf []byte) ([]byte, error) {
	how := unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	}
	for {
		fd, err := unix.Openat2(int(f.top.Fd()), name, &how)
		switch {
		case err == nil:
			data, err := readDescriptor(fd, most, buf)
			return data, errors.Join(err, unix.Close(fd))
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ENOENT):
			return nil, err
		}
		return f.readRooted(name, most, buf)
	}
}

func readDescriptor(fd int, most int64, buf []byte) ([]byte, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, err
	}
	read := func(b []byte) (int, error) { return unix.Read(fd, b) }
	return readSized(read, st.Mode&unix.S_IFMT == unix.S_IFREG, st.Size, most, buf)
}
