package casefile

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"golang.org/x/sync/errgroup"
)

// batch is one Write: files staged under temporary names, then named.
type batch struct {
	f     *Folder
	dirs  map[string]*dirHandle
	order []string // keys of dirs in the order of their first file
	files []*staged
	above []string // folders above new ones, to be synced too
}

// dirHandle is a folder that is written to: as a root for names in it, and as a
// file to be synced.
type dirHandle struct {
	*os.Root
	fd *os.File
}

type staged struct {
	File
	dir  *dirHandle
	base string
	temp string // empty once it is gone
	fd   *os.File
}

// Write implements Storage.
func (f *Folder) Write(ctx context.Context, files ...File) (err error) {
	for _, file := range files {
		if err := check(ctx, file.Name); err != nil {
			return err
		}
	}
	b := &batch{f: f, dirs: map[string]*dirHandle{}}
	defer b.close()
	for _, file := range files {
		if err := b.stage(file); err != nil {
			return &WriteError{Path: f.place(file.Name), Err: err}
		}
	}
	if err := b.syncFiles(); err != nil {
		return err
	}
	if err := b.name(); err != nil {
		return err
	}
	if err := b.syncDirs(); err != nil {
		return err
	}
	f.at("written")
	return nil
}

// stage writes one file's content under a temporary name.
func (b *batch) stage(file File) error {
	dir, err := b.dir(path.Dir(file.Name))
	if err != nil {
		return err
	}
	s := &staged{File: file, dir: dir, base: path.Base(file.Name)}
	b.f.at("stage " + file.Name)
	if err := s.open(); err != nil {
		return err
	}
	b.files = append(b.files, s)
	data := s.Data
	if b.f.step != nil {
		half := len(data) / 2
		if _, err := s.fd.Write(data[:half]); err != nil {
			return err
		}
		b.f.at("middle of " + file.Name)
		data = data[half:]
	}
	_, err = s.fd.Write(data)
	return err
}

// open makes the temporary file. Its lock tells a living writer's file from one
// that was left behind; a sweep may take it in the instant before it is locked,
// so that needs another try.
func (s *staged) open() error {
	mode := fs.FileMode(0o644)
	if s.Once {
		mode = 0o444
	}
	for {
		s.temp = tempPrefix + rand.Text()
		fd, err := s.dir.OpenFile(s.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		locked, err := flock(fd)
		if err == nil && locked {
			if _, err = s.dir.Lstat(s.temp); err == nil {
				s.fd = fd
				return nil
			}
		}
		fd.Close()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

// dir opens a folder, making it as needed. The first time it also removes what
// dead writers left there, and has the folders above synced.
func (b *batch) dir(name string) (*dirHandle, error) {
	if r, ok := b.dirs[name]; ok {
		return r, nil
	}
	root, err := b.f.root.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) {
		b.f.forgetMissing(name)
		b.f.at("make folder " + name)
		if err := b.f.root.MkdirAll(name, 0o755); err != nil {
			return nil, err
		}
		root, err = b.f.root.OpenRoot(name)
	}
	if err != nil {
		return nil, err
	}
	r := &dirHandle{Root: root}
	b.dirs[name] = r
	b.order = append(b.order, name)
	if r.fd, err = root.Open("."); err != nil {
		return nil, err
	}
	if !b.f.knows(name, durable) {
		for up := name; up != "."; {
			up = path.Dir(up)
			b.above = append(b.above, up)
			if b.f.knows(up, durable) {
				break
			}
		}
	}
	if !b.f.knows(name, swept) {
		b.f.sweep(root)
	}
	return r, nil
}

// sweep removes temporary files whose writers are dead. What can't be removed
// stays: it does no harm but taking space.
func (f *Folder) sweep(dir *os.Root) {
	d, err := dir.Open(".")
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		if !strings.HasPrefix(name, tempPrefix) {
			continue
		}
		file, err := dir.Open(name)
		if err != nil {
			continue
		}
		if free, err := flock(file); err == nil && free {
			_ = dir.Remove(name)
		}
		file.Close()
	}
}

// syncFiles makes the staged contents durable, all at once.
func (b *batch) syncFiles() error {
	b.f.at("sync contents")
	var g errgroup.Group
	for _, s := range b.files {
		g.Go(func() error {
			if err := b.f.sync(s.fd); err != nil {
				return &WriteError{Path: b.f.place(s.Name), Err: err}
			}
			return nil
		})
	}
	return g.Wait()
}

// name gives the staged files their names: Once files first.
func (b *batch) name() error {
	for _, once := range []bool{true, false} {
		for _, s := range b.files {
			if s.Once != once {
				continue
			}
			b.f.at("name " + s.Name)
			if err := s.name(); err != nil {
				if once && errors.Is(err, fs.ErrExist) {
					return fmt.Errorf("create %s: %w", b.f.place(s.Name), fs.ErrExist)
				}
				return &WriteError{Path: b.f.place(s.Name), Err: err}
			}
		}
	}
	return nil
}

func (s *staged) name() error {
	if !s.Once {
		err := s.dir.Rename(s.temp, s.base)
		if err == nil {
			s.temp = ""
		}
		return linkCause(err)
	}
	if ok, err := renameNew(s.dir.fd, s.temp, s.base); ok {
		if err == nil {
			s.temp = ""
		}
		return err
	}
	// The temporary name is dropped before the folder is synced.
	return linkCause(s.dir.Link(s.temp, s.base))
}

// linkCause drops the two names of a link error, one of which is temporary.
func linkCause(err error) error {
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// syncDirs makes the names durable.
func (b *batch) syncDirs() error {
	b.dropTemps()
	b.f.at("sync folders")
	var g errgroup.Group
	for _, name := range b.order {
		g.Go(func() error {
			if err := b.f.sync(b.dirs[name].fd); err != nil {
				return &WriteError{Path: b.f.place(name), Err: err}
			}
			return nil
		})
	}
	seen := map[string]bool{}
	for _, up := range b.above {
		if b.dirs[up] != nil || seen[up] {
			continue
		}
		seen[up] = true
		g.Go(func() error {
			if err := b.f.syncDir(b.f.root, up); err != nil {
				return &WriteError{Path: b.f.place(up), Err: err}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	b.f.learn(durable, b.above)
	b.f.learn(durable|swept, b.order)
	return nil
}

func (f *Folder) syncDir(root *os.Root, name string) error {
	d, err := root.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return f.sync(d)
}

func (f *Folder) sync(file *os.File) error {
	f.syncs <- struct{}{}
	defer func() { <-f.syncs }()
	return file.Sync()
}

func (b *batch) dropTemps() {
	for _, s := range b.files {
		if s.temp != "" {
			b.f.at("drop temporary name of " + s.Name)
			_ = s.dir.Remove(s.temp)
			s.temp = ""
		}
	}
}

func (b *batch) close() {
	b.dropTemps()
	for _, s := range b.files {
		_ = s.fd.Close()
	}
	for _, name := range b.order {
		if fd := b.dirs[name].fd; fd != nil {
			_ = fd.Close()
		}
		_ = b.dirs[name].Close()
	}
}

func (f *Folder) knows(dir string, what knowledge) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[dir]&what == what
}

// learn remembers facts about folders that were synced with all above them.
func (f *Folder) learn(what knowledge, dirs []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.known) > maxKnown {
		clear(f.known)
	}
	for _, d := range dirs {
		f.known[d] |= what
	}
}

// forgetMissing drops what is known of a folder that isn't there, and of those
// above it that are gone with it.
func (f *Folder) forgetMissing(dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, err := f.root.Lstat(dir); err == nil {
			return
		}
		f.mu.Lock()
		delete(f.known, dir)
		f.mu.Unlock()
	}
}
