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
