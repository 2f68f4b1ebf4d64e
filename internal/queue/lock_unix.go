//go:build unix

package queue

import (
	"errors"
	"os"
	"syscall"
)

const canLock = true

// tryLock takes the exclusive lock of an open file without waiting. The lock ends
// when the file is closed, at the latest with the process.
func tryLock(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, err
		}
	}
}
