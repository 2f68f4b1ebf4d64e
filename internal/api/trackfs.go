package api

import (
	"io/fs"
	"os"
	"slices"
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
	_, known := t.seen[name]
	t.mu.Unlock()
	if known {
		return
	}
	info, err := fs.Stat(t.fsys, name)
	if err != nil {
		info = nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.seen[name]; !known {
		t.seen[name] = info
	}
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

// snapshot is the state of all names that an answer was made of.
type snapshot struct {
	names []string
	infos []fs.FileInfo
	racy  time.Time // until then equal time stamps prove nothing
}

func (t *trackFS) snapshot() snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	var s snapshot
	for name, info := range t.seen {
		s.names = append(s.names, name)
		if info != nil && info.ModTime().Add(racyWindow).After(s.racy) {
			s.racy = info.ModTime().Add(racyWindow)
		}
	}
	slices.Sort(s.names)
	for _, name := range s.names {
		s.infos = append(s.infos, t.seen[name])
	}
	return s
}

// changed reports whether any name's file is another one by now, or may be.
func (s snapshot) changed(fsys fs.FS, made time.Time) bool {
	if made.Before(s.racy) {
		return true
	}
	for i, name := range s.names {
		info, err := fs.Stat(fsys, name)
		if err != nil {
			info = nil
		}
		if !sameFile(s.infos[i], info) {
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
