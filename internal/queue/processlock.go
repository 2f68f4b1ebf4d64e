package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/gofrs/flock"

	"judgement/internal/text"
)

var notInName = regexp.MustCompile(`[^a-zA-Z0-9.]+`)

// workerID is the name of a worker: its place, which is the same at each start on
// this host with this folder, then what differs in each of its terms. It ends with the
// number of the process, for people.
func workerID(folder, nonce string) string {
	return fmt.Sprintf("%s-%s-%d", placeOf(folder), nonce, os.Getpid())
}

// placeOf names this host and folder.
func placeOf(folder string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	name := notInName.ReplaceAllString(host, "-")
	return name[:min(len(name), 40)] + "-" + text.Hash([]byte(host + "\x00" + folder))[:8]
}

func processLockPath(folder, id string) string { return filepath.Join(folder, "workers", id) }

// newProcessLock returns the lock of a file that a worker holds while its process runs
// or is stopped. Without a folder, or in one that can't be written, it is nil: then
// only the worker's lease says that it runs.
func newProcessLock(folder, id string) (*flock.Flock, error) {
	if folder == "" {
		return nil, nil
	}
	l := flock.New(processLockPath(folder, id))
	locked, err := false, os.MkdirAll(filepath.Dir(l.Path()), 0o755)
	if err == nil {
		locked, err = l.TryLock()
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return nil, nil
	case err == nil && !locked:
		err = errors.New("another process holds the lock")
	}
	if err != nil {
		return nil, fmt.Errorf("note that the worker lives: %w", err)
	}
	return l, nil
}

func removeProcessLock(l *flock.Flock) {
	if l != nil {
		_ = os.Remove(l.Path())
		_ = l.Close()
	}
}

// States of another worker's process.
type processState int

const (
	unknown processState = iota // it is on another host, or notes nothing
	alive                       // maybe stopped
	dead
)

// processStateOf looks whether a worker's process lives, and removes what a dead one left.
func processStateOf(folder, id string) processState {
	if folder == "" || !strings.HasPrefix(id, placeOf(folder)+"-") {
		return unknown
	}
	l := flock.New(processLockPath(folder, id), flock.SetFlag(os.O_RDONLY)) // which makes no file
	switch free, err := l.TryLock(); {
	case err != nil:
		return unknown
	case !free:
		return alive
	}
	removeProcessLock(l)
	return dead
}
