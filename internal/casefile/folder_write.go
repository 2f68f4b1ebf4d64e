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
		fd, err := s.dir.create(s.temp, mode)
		if err != nil {
			return err
		}
		locked, err := flock(fd)
		if err == nil && locked {
			var named bool
			if named, err = hasName(fd); named {
				s.fd = fd
				return nil
			}
		}
		_ = fd.Close()
		if err != nil {
			return err
		}
	}
}

// dir opens a folder, making it as needed: then the folder above it is opened
// too, for its new name is to be synced. The first time it also removes what
// dead writers left there, and has the folders above synced.
func (b *batch) dir(name string) (*dirHandle, error) {
	if d, ok := b.dirs[name]; ok {
		return d, nil
	}
	fd, err := b.f.open(name)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		b.f.forgetMissing(name)
		fd, err = b.make(name)
	}
	if err != nil {
		return nil, err
	}
	d := &dirHandle{fd}
	b.dirs[name] = d
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
		d.sweep()
	}
	return d, nil
}

// make makes a folder, unless another writer does at that moment, and opens it.
func (b *batch) make(name string) (*os.File, error) {
	above, err := b.dir(path.Dir(name))
	if err != nil {
		return nil, err
	}
	b.f.at("make folder " + name)
	if err := above.mkdir(path.Base(name)); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return b.f.open(name)
}

// sweep removes temporary files whose writers are dead. What can't be removed
// stays: it does no harm but taking space.
func (d *dirHandle) sweep() {
	names, _ := d.names()
	for _, name := range names {
		if !strings.HasPrefix(name, tempPrefix) {
			continue
		}
		file, err := d.open(name)
		if err != nil {
			continue
		}
		if free, err := flock(file); err == nil && free {
			_ = d.remove(name)
		}
		_ = file.Close()
	}
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
			if err := s.name(); err != nil {
				if once && errors.Is(err, fs.ErrExist) {
					return fmt.Errorf("create %s: %w", b.f.place(s.Name), fs.ErrExist)
				}
				return writeError(b.f.place(s.Name), err)
			}
		}
	}
	return nil
}

func (s *staged) name() error {
	if !s.Once {
		err := s.dir.rename(s.temp, s.base)
		if err == nil {
			s.temp = ""
		}
		return err
	}
	if ok, err := renameNew(s.dir.fd, s.temp, s.base); ok {
		if err == nil {
			s.temp = ""
		}
		return err
	}
	// The temporary name is dropped before the folder is synced.
	return s.dir.link(s.temp, s.base)
}

// syncDirs makes the names durable.
func (b *batch) syncDirs() error {
	b.dropTemps()
	b.f.at("sync folders")
	var g errgroup.Group
	for _, name := range b.order {
		g.Go(func() error {
			if err := b.f.sync(b.dirs[name].fd); err != nil {
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
	b.f.learn(durable, b.above)
	b.f.learn(durable|swept, b.order)
	return nil
}

// Probe implements Storage. Of a folder that isn't there it tries the one above.
func (f *Folder) Probe(ctx context.Context, dir string, size int) (err error) {
	if err := check(ctx, dir); err != nil {
		return err
	}
	fd, err := f.open(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != "." {
		dir = path.Dir(dir)
		fd, err = f.open(dir)
	}
	if err != nil {
		return writeError(f.place(dir), err)
	}
	defer fd.Close()
	d := &dirHandle{fd}
	name := tempPrefix + rand.Text()
	file, err := d.create(name, 0o600)
	if err == nil {
		_, err = file.Write(make([]byte, size))
		err = errors.Join(err, file.Close(), d.remove(name))
	}
	if err != nil {
		return writeError(f.place(dir), err)
	}
	return nil
}

func (f *Folder) syncDir(name string) error {
	d, err := f.open(name)
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
			_ = s.dir.remove(s.temp)
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
		_ = d.fd.Close()
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
