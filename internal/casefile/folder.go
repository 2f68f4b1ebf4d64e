package casefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Folder is a Storage in a folder of the local file system. No name and no
// symbolic link leads out of it.
//
// What it syncs, within one Write: each file's content goes to a temporary name
// in its own folder and is synced (fsync), all files at once. Then the files get
// their names, by renameat2(2) or link(2), which can't overwrite, or by rename(2),
// which replaces atomically. Then every folder that got a name is synced, all at once; for a folder
// that was made this includes those above it, and so does the first time that a
// Folder writes into a folder.
//
// Locks are flock(2) locks, which end with the process. A writer that died
// leaves a temporary file at most; the next process that writes into the folder
// removes it.
type Folder struct {
	dir   string
	root  *os.Root
	step  func(step string)
	known sync.Map // folders that are swept, and whose names and those of all above are synced
}

// A FolderOption changes how a Folder works.
type FolderOption func(*Folder)

// WithSteps has step called before each change that the Folder makes to the
// disk, in the middle of each content and after the last change of each call,
// with a description. Fault tests stop the process there.
func WithSteps(step func(step string)) FolderOption {
	return func(f *Folder) { f.step = step }
}

// OpenFolder opens a folder, which must exist, as a Storage. Close it when
// done.
func OpenFolder(dir string, opts ...FolderOption) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open workspace folder: %w", err)
	}
	f := &Folder{dir: dir, root: root}
	for _, o := range opts {
		o(f)
	}
	return f, nil
}

// Close releases the folder. Locks that are held stay held until unlocked.
func (f *Folder) Close() error { return f.root.Close() }

// Read implements Storage. Its errors name the file from the workspace on.
func (f *Folder) Read(ctx context.Context, name string) ([]byte, error) {
	if err := check(ctx, name); err != nil {
		return nil, err
	}
	data, err := f.read(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, bare(err))
	}
	return data, nil
}

// read never waits for a pipe, and refuses what is too big before it reads it.
func (f *Folder) read(name string) ([]byte, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > MaxFile:
		return nil, tooBig(info.Size(), MaxFile)
	}
	data := make([]byte, info.Size())
	_, err = io.ReadFull(file, data)
	return data, err
}

// ReadEach implements Storage.
func (f *Folder) ReadEach(ctx context.Context, dir, base string, most int64, found func(folder string, data []byte, err error) error) error {
	names, err := f.List(ctx, dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		folder, ok := strings.CutSuffix(name, "/")
		if !ok || strings.HasPrefix(folder, ".") {
			continue
		}
		data, err := ReadLimited(ctx, f, path.Join(dir, folder, base), most)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := found(folder, data, err); err != nil {
			return err
		}
	}
	return nil
}

// List implements Storage.
func (f *Folder) List(ctx context.Context, dir string) ([]string, error) {
	if dir != "." {
		if err := check(ctx, dir); err != nil {
			return nil, err
		}
	}
	entries, err := fs.ReadDir(f.root.FS(), dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("list %s: %w", dir, bare(err))
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if e.Type().IsRegular() && tempName.MatchString(name) {
			continue
		}
		if e.IsDir() || e.Type()&fs.ModeSymlink != 0 && isDir(f.root, path.Join(dir, name)) {
			name += "/"
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

func isDir(root *os.Root, name string) bool {
	info, err := root.Stat(name)
	return err == nil && info.IsDir()
}

// Remove implements Storage.
func (f *Folder) Remove(ctx context.Context, names ...string) error {
	var dirs []string
	for _, name := range names {
		if err := check(ctx, name); err != nil {
			return err
		}
		f.at("remove " + name)
		err := f.root.Remove(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return writeError(f.place(name), err)
		}
		if dir := path.Dir(name); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		if err := f.syncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// Lock implements Storage.
func (f *Folder) Lock(ctx context.Context, name string) (func(), bool, error) {
	if err := check(ctx, name); err != nil {
		return nil, false, err
	}
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := f.root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return nil, false, writeError(f.place(path.Dir(name)), err)
		}
		file, err = f.root.OpenFile(name, os.O_RDONLY|os.O_CREATE, 0o644)
	}
	if err != nil {
		return nil, false, writeError(f.place(name), err)
	}
	ok, err := flock(file)
	if err != nil || !ok {
		_ = file.Close()
		if err != nil {
			err = fmt.Errorf("lock %s: %w", f.place(name), bare(err))
		}
		return nil, false, err
	}
	return sync.OnceFunc(func() { _ = file.Close() }), true, nil
}

// place returns a name as a user would find it.
func (f *Folder) place(name string) string {
	return filepath.Join(f.dir, filepath.FromSlash(name))
}

func (f *Folder) at(step string) {
	if f.step != nil {
		f.step(step)
	}
}

func check(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return CheckName(name)
}

// bare drops the path that an os error repeats, and says what to do if
// something on the way is no folder of the workspace. Package os reports a link
// that leads out of a root only by its text.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w: move away what is in a folder's place, then run the same command again", err)
	case strings.Contains(err.Error(), "escapes from parent"): // package os does not export this error
		return fmt.Errorf("a symbolic link leads out of the workspace (%w): put a folder in its place, or use the workspace that it leads to", err)
	}
	return err
}
