package casefile

import (
	"errors"
	"path"

	"golang.org/x/sys/unix"
)

// renameNew renames a file within its folder unless the new name is taken:
// fs.ErrExist. ok is false if the file system can't do that.
func (f *Folder) renameNew(from, to string) (ok bool, err error) {
	dir, err := f.root.Open(path.Dir(to))
	if err != nil {
		return false, err
	}
	defer dir.Close()
	fd := int(dir.Fd())
	err = unix.Renameat2(fd, path.Base(from), fd, path.Base(to), unix.RENAME_NOREPLACE)
	return !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS), err
}
