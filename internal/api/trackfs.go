package api

import (
	"io/fs"
	"os"
	"sync"
	"time"
)

// racyWindow is how long after its last change a file may change again without
// its time stamp showing it.
const racyWindow = 2 * time.Second

// trackFS remembers what was asked of a file system, so that one look at the
// same names tells later whether an answer made of them still holds. It may be
// used by several goroutines.
type trackFS struct {
	fsys fs.FS
	mu   sync.Mutex
	seen map[string]fs.FileInfo // nil: not there
}

func newTrackFS(fsys fs.FS) *trackFS { return &trackFS{fsys: fsys, seen: map[string]fs.FileInfo{}} }

// note remembers a name's state before it is read: a change while it is read
// shows as one.
func (t *trackFS) note(name string) {
	if !fs.ValidPath(name) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.seen[name]; !known {
		t.seen[name] = statOf(t.fsys, name)
	}
}

// statOf is nil if there is no such file.
func statOf(fsys fs.FS, name string) fs.FileInfo {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil
	}
	return info
}

func (t *trackFS) Open(name string) (fs.File, error) {
	t.note(name)
	return t.fsys.Open(name)
}

func (t *trackFS) Stat(name string) (fs.FileInfo, error) {
	t.note(name)
	return fs.Stat(t.fsys, name)
}

func (t *trackFS) ReadFile(name string) ([]byte, error) {
	t.note(name)
	return fs.ReadFile(t.fsys, name)
}

func (t *trackFS) ReadDir(name string) ([]fs.DirEntry, error) {
	t.note(name)
	return fs.ReadDir(t.fsys, name)
}

// changed reports whether the file of a name that was asked for is another one by
// now, or may be: just after a change equal time stamps prove nothing. made is when
// the answer was made.
func (t *trackFS) changed(made time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, was := range t.seen {
		if was != nil && made.Before(was.ModTime().Add(racyWindow)) || !sameFile(was, statOf(t.fsys, name)) {
			return true
		}
	}
	return false
}

// sameFile compares what a stat tells. Files that an editor or a deployment
// replaced differ by identity even with equal times.
func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if a.Size() != b.Size() || a.Mode() != b.Mode() || !a.ModTime().Equal(b.ModTime()) {
		return false
	}
	return a.Sys() == nil || b.Sys() == nil || os.SameFile(a, b)
}
