package api

import (
	"io/fs"
	"time"
)

// racyWindow is how long after its last change a file may change again without
// its time stamp showing it.
const racyWindow = 2 * time.Second

// trackFS remembers which files were asked for, so that one look at them says
// later whether an answer made of them is still right. It is for one goroutine at a time.
type trackFS struct {
	fsys fs.FS
	seen map[string]fs.FileInfo // nil: not there
}

func newTrackFS(fsys fs.FS) *trackFS { return &trackFS{fsys: fsys, seen: map[string]fs.FileInfo{}} }

// note remembers a file's state before it is read: a change while it is read
// shows as one.
func (t *trackFS) note(name string) {
	if _, known := t.seen[name]; !known {
		t.seen[name], _ = fs.Stat(t.fsys, name)
	}
}

// Open implements fs.FS.
func (t *trackFS) Open(name string) (fs.File, error) {
	t.note(name)
	return t.fsys.Open(name)
}

// Stat implements fs.StatFS: to open a named pipe would wait for its writer.
func (t *trackFS) Stat(name string) (fs.FileInfo, error) {
	t.note(name)
	return fs.Stat(t.fsys, name)
}

// changed reports whether a file is another one by now, or may be: just after a
// change equal time stamps prove nothing. made is when the answer was made.
func (t *trackFS) changed(made time.Time) bool {
	for name, was := range t.seen {
		now, err := fs.Stat(t.fsys, name)
		switch {
		case was == nil && err != nil:
		case was == nil || err != nil, made.Before(was.ModTime().Add(racyWindow)),
			was.Size() != now.Size(), was.Mode() != now.Mode(), !was.ModTime().Equal(now.ModTime()):
			return true
		}
	}
	return false
}
