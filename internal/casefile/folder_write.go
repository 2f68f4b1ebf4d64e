package casefile

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// batch is one Write: files staged under temporary names, then named.
type batch struct {
	f     *Folder
	files []*staged
	dirs  map[string]bool // folders to be synced; true: a file of the batch is in it
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
	if len(files) == 0 {
		return nil
	}
	b := &batch{f: f, dirs: map[string]bool{}}
	defer b.close()
	for _, file := range files {
		if err := b.stage(file); err != nil {
			return writeError(f.place(file.Name), err)
		}
	}
	f.at("sync contents")
	err = together(b.files, func(s *staged) error {
		if err := s.fd.Sync(); err != nil {
			return writeError(f.place(s.Name), err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := b.name(); err != nil {
		return err
	}
	b.dropTemps()
	f.at("sync folders")
	if err := together(slices.Sorted(maps.Keys(b.dirs)), f.syncDir); err != nil {
		return err
	}
	for dir := range b.dirs {
		if b.dirs[dir] {
			f.known.Store(dir, true)
		}
	}
	f.at("written")
	return nil
}

// maxSyncs bounds the fsync calls of one Write in flight: each occupies a thread.
const maxSyncs = 32

// together calls do for all items, several at once, and returns the first error.
func together[T any](items []T, do func(T) error) error {
	var g errgroup.Group
	g.SetLimit(maxSyncs)
	for _, item := range items {
		g.Go(func() error { return do(item) })
	}
	return g.Wait()
}

// stage writes one file's content under a temporary name.
func (b *batch) stage(file File) error {
	dir := path.Dir(file.Name)
	if err := b.folder(dir); err != nil {
		return err
	}
	s := &staged{File: file}
	b.f.at("stage " + file.Name)
	err := b.f.openTemp(s)
	if errors.Is(err, fs.ErrNotExist) { // a prune removed the folder while it was empty
		delete(b.dirs, dir)
		if err = b.folder(dir); err == nil {
			err = b.f.openTemp(s)
		}
	}
	if err != nil {
		return err
	}
	b.files = append(b.files, s)
	half := len(s.Data) / 2
	if _, err := s.fd.Write(s.Data[:half]); err != nil {
		return err
	}
	b.f.at("middle of " + file.Name)
	_, err = s.fd.Write(s.Data[half:])
	return err
}

// openTemp makes the temporary file. Its lock tells a living writer's file from one
// that was left behind. A sweep may take it in the instant before it is locked, so
// that needs another try.
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
		if _, gone := f.root.Lstat(s.temp); err == nil && locked && gone == nil {
			s.fd = fd
			return nil
		}
		_ = fd.Close()
		if err != nil {
			return err
		}
	}
}

// folder makes a folder as needed, and notes what is to be synced: the folder, and
// those above it if it is new. The first time that this process writes into it, it
// also removes what dead writers left there, and all those above are synced too.
func (b *batch) folder(dir string) error {
	if b.dirs[dir] {
		return nil
	}
	_, err := b.f.root.Stat(dir)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		b.f.at("make folder " + dir)
		err = b.f.root.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	b.dirs[dir] = true
	if _, known := b.f.known.Load(dir); known && !made {
		return nil
	}
	for up := dir; up != "."; {
		up = path.Dir(up)
		if _, noted := b.dirs[up]; !noted {
			b.dirs[up] = false
		}
		if _, known := b.f.known.Load(up); known && !made {
			break
		}
	}
	return b.f.sweep(dir)
}

// sweep removes temporary files of a folder whose writers are dead. What can't be
// removed stays: it does no harm except taking space.
func (f *Folder) sweep(dir string) error {
	entries, err := fs.ReadDir(f.root.FS(), dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			f.removeDead(path.Join(dir, e.Name()), false)
		}
	}
	return err
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

// name gives the staged files their names: Once files first.
func (b *batch) name() error {
	for _, once := range []bool{true, false} {
		for _, s := range b.files {
			if s.Once != once {
				continue
			}
			b.f.at("name " + s.Name)
			switch err := b.rename(s); {
			case once && errors.Is(err, fs.ErrExist):
				return fmt.Errorf("create %s: %w", b.f.place(s.Name), fs.ErrExist)
			case err != nil:
				return writeError(b.f.place(s.Name), err)
			}
		}
	}
	return nil
}

// rename gives a staged file its name, of a Once file without overwriting.
func (b *batch) rename(s *staged) (err error) {
	if s.Once {
		var ok bool
		if ok, err = b.f.renameNew(s.temp, s.Name); !ok {
			return b.f.root.Link(s.temp, s.Name) // dropTemps removes the temporary name
		}
	} else {
		err = b.f.root.Rename(s.temp, s.Name)
	}
	if err == nil {
		s.temp = ""
	}
	return err
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
	if err == nil {
		name := path.Join(dir, tempPrefix+rand.Text())
		err = f.root.WriteFile(name, make([]byte, size), 0o600)
		if gone := f.root.Remove(name); err == nil {
			err = gone
		}
	}
	if err != nil {
		return writeError(f.place(dir), err)
	}
	return nil
}

// syncDir makes the names in a folder durable.
func (f *Folder) syncDir(name string) error {
	d, err := f.root.Open(name)
	if err == nil {
		defer d.Close()
		err = d.Sync()
	}
	if err != nil {
		return writeError(f.place(name), err)
	}
	return nil
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
}
