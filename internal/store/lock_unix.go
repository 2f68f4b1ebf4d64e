//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// flock waits for the exclusive lock of an open file. The lock ends when the file
// is closed, at the latest with the process.
func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
