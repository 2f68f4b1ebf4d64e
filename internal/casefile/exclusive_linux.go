package casefile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames a file within an open folder unless the new name is taken:
// fs.ErrExist. ok is false where the file system can't do that.
func renameNew(dir *os.File, from, to string) (ok bool, err error) {
	fd := int(dir.Fd())
	for {
		err := unix.Renameat2(fd, from, fd, to, unix.RENAME_NOREPLACE)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
			return false, nil
		}
		return true, err
	}
}
