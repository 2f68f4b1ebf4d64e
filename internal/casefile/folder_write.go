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
	dirs  map[string]*os.File
	order []string // keys of dirs in the order of their first file
	files []*staged
	above []string // folders above new ones, to be synced too
}

type staged struct {
	File
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
	b := &batch{f: f, dirs: map[string]*os.File{}}
	defer b.close()
	for _, file := range files {
		if err := b.stage(file); err != nil {
			return writeError(f.place(file.Name), err)
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
	if err := b.dir(path.Dir(file.Name)); err != nil {
		return err
	}
	s := &staged{File: file}
	b.f.at("stage " + file.Name)
	if err := b.f.openTemp(s); err != nil {
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
	_, err := s.fd.Write(data)
	return err
}

// openTemp makes the temporary file. Its lock tells a living writer's file from one
// that was left behind; a sweep may take it in the instant before it is locked,
// so that needs another try.
func (f *Folder) openTemp(s *staged) error {
	mode := fs.FileMode(0o644)
	if s.Once {
		mode = 0o444
	}
	for {
		s.temp = path.Join(path.Dir(s.Name), tempPrefix+rand.Text())
		fd, err := f.root.OpenFile(s.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		locked, err := flock(fd)
		if err == nil && locked && f.hasName(fd, s.temp) {
			s.fd = fd
			return nil
		}
		_ = fd.Close()
		if err != nil {
			return err
		}
	}
}

// hasName reports whether an open file still has its name.
func (f *Folder) hasName(fd *os.File, name string) bool {
	open, err := fd.Stat()
	if err != nil {
		return false
	}
	named, err := f.root.Lstat(name)
	return err == nil && os.SameFile(open, named)
}

// dir opens a folder, making it as needed: then the folder above it is opened
// too, for its new name is to be synced. The first time it also removes what
// dead writers left there, and has the folders above synced.
func (b *batch) dir(name string) error {
	if b.dirs[name] != nil {
		return nil
	}
	fd, err := b.f.root.Open(name)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		b.f.forgetMissing(name)
		fd, err = b.make(name)
	}
	if err != nil {
		return err
	}
	b.dirs[name] = fd
	b.order = append(b.order, name)
	if !b.f.knows(name, durable) {
		for up := name; up != "."; {
			up = path.Dir(up)
			b.above = append(b.above, up)
			if b.f.knows(up, durable) {
				break
			}
		}
	}
	if !made && !b.f.knows(name, swept) {
		b.f.sweep(name, fd)
	}
	return nil
}

// make makes a folder, unless another writer does at that moment, and opens it.
func (b *batch) make(name string) (*os.File, error) {
	if err := b.dir(path.Dir(name)); err != nil {
		return nil, err
	}
	b.f.at("make folder " + name)
	if err := b.f.root.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return b.f.root.Open(name)
}

// sweep removes temporary files of a folder whose writers are dead. What can't be
// removed stays: it does no harm except taking space.
func (f *Folder) sweep(dir string, fd *os.File) {
	names, _ := fd.Readdirnames(-1)
	for _, name := range names {
		if strings.HasPrefix(name, tempPrefix) {
			f.removeDead(path.Join(dir, name), false)
		}
	}
}

// removeDead removes a temporary file whose writer is dead, and reports whether it
// is gone; with dryRun, whether it would be.
func (f *Folder) removeDead(name string, dryRun bool) bool {
	file, err := f.root.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	free, err := flock(file)
	return err == nil && free && (dryRun || f.root.Remove(name) == nil)
}

// syncFiles makes the staged contents durable, all at once.
func (b *batch) syncFiles() error {
	b.f.at("sync contents")
	var g errgroup.Group
	for _, s := range b.files {
		g.Go(func() error {
			if err := b.f.sync(s.fd); err != nil {
				return writeError(b.f.place(s.Name), err)
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
			if err := b.rename(s); err != nil {
				if once && errors.Is(err, fs.ErrExist) {
					return fmt.Errorf("create %s: %w", b.f.place(s.Name), fs.ErrExist)
				}
				return writeError(b.f.place(s.Name), err)
			}
		}
	}
	return nil
}

// rename gives a staged file its name.
func (b *batch) rename(s *staged) error {
	ok, err := false, error(nil)
	if s.Once {
		if ok, err = renameNew(b.dirs[path.Dir(s.Name)], path.Base(s.temp), path.Base(s.Name)); !ok {
			return b.f.root.Link(s.temp, s.Name) // the temporary name is dropped before the folder is synced
		}
	} else {
		err = b.f.root.Rename(s.temp, s.Name)
	}
	if err == nil {
		s.temp = ""
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
			if err := b.f.sync(b.dirs[name]); err != nil {
				return writeError(b.f.place(name), err)
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
			if err := b.f.syncDir(up); err != nil {
				return writeError(b.f.place(up), err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	b.f.remember(durable, b.above)
	b.f.remember(durable|swept, b.order)
	return nil
}

// Probe implements Storage. Of a folder that isn't there it tries the one above.
func (f *Folder) Probe(ctx context.Context, dir string, size int) (err error) {
	if err := check(ctx, dir); err != nil {
		return err
	}
	_, err = f.root.Stat(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != "." {
		dir = path.Dir(dir)
		_, err = f.root.Stat(dir)
	}
	name := path.Join(dir, tempPrefix+rand.Text())
	if err == nil {
		err = f.root.WriteFile(name, make([]byte, size), 0o600)
	}
	if err == nil {
		err = f.root.Remove(name)
	} else {
		_ = f.root.Remove(name)
	}
	if err != nil {
		return writeError(f.place(dir), err)
	}
	return nil
}

func (f *Folder) syncDir(name string) error {
	d, err := f.root.Open(name)
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
			_ = b.f.root.Remove(s.temp)
			s.temp = ""
		}
	}
}

func (b *batch) close() {
	b.dropTemps()
	for _, s := range b.files {
		_ = s.fd.Close()
	}
	for _, d := range b.dirs {
		_ = d.Close()
	}
}

func (f *Folder) knows(dir string, what dirState) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[dir]&what == what
}

// remember keeps facts about folders that were synced with all above them.
func (f *Folder) remember(what dirState, dirs []string) {
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
