package queue

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// life is the file that a worker holds the lock of while its process lives, a
// stopped process included. A worker that may write no file has none: then only its
// lease tells.
type life struct{ file *os.File }

var notInName = regexp.MustCompile(`[^a-zA-Z0-9.]+`)

// workerID is the name of a worker: its place, which is the same at each start on
// this host with this folder, then what tells its terms apart. It ends with the
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
	sum := sha256.Sum256([]byte(host + "\x00" + folder))
	name := notInName.ReplaceAllString(host, "-")
	return name[:min(len(name), 40)] + "-" + hex.EncodeToString(sum[:4])
}

// newLife begins the life of a worker; without a folder, or in one that can't be
// written, there is none.
func newLife(folder, id string) (*life, error) {
	if folder == "" || !canLock {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Join(folder, "workers"), 0o755); err != nil {
		return nil, unlessReadOnly(err)
	}
	f, err := os.OpenFile(lifePath(folder, id), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, unlessReadOnly(err)
	}
	if ok, err := tryLock(f); err != nil || !ok {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), cmp.Or(err, error(syscall.EWOULDBLOCK))), f.Close())
	}
	return &life{f}, nil
}

func unlessReadOnly(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return nil
	}
	return fmt.Errorf("note that the worker lives: %w", err)
}

func lifePath(folder, id string) string { return filepath.Join(folder, "workers", id) }

func (l *life) end() {
	_ = os.Remove(l.file.Name())
	_ = l.file.Close()
}

// Fates of another worker's process.
type fate int

const (
	unknown fate = iota // it is on another host, or notes nothing
	alive               // maybe stopped
	dead
)

// fateOf looks whether a worker's process lives, and removes what a dead one left.
func fateOf(folder, id string) fate {
	if folder == "" || !strings.HasPrefix(id, placeOf(folder)+"-") {
		return unknown
	}
	f, err := os.Open(lifePath(folder, id))
	if err != nil {
		return unknown
	}
	defer f.Close()
	switch ok, err := tryLock(f); {
	case err != nil:
		return unknown
	case !ok:
		return alive
	}
	_ = os.Remove(f.Name())
	return dead
}
