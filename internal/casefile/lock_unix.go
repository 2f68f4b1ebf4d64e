//go:build unix

package casefile

import (
	"errors"
	"os"
	"syscall"
)

// flock takes the exclusive lock of an open file without waiting. The lock ends
// when the file is closed, at the latest with the process.
func flock(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		}
		return false, err
	}
}
