//go:build linux

package pgtest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// prefix begins the names of the clusters' folders.
const prefix = "judgement-pg-"

// own makes a file and locks it for as long as this process lives.
func own(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sweep removes what test binaries that were killed left behind. Their servers
// ended with them.
func sweep() {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		owner := filepath.Join(dir, "owner")
		info, err := os.Stat(owner)
		if err != nil || time.Since(info.ModTime()) < time.Minute {
			continue // perhaps it is just being made
		}
		f, err := own(owner)
		if err != nil {
			continue // its owner lives
		}
		_ = os.RemoveAll(dir)
		_ = f.Close()
	}
}
