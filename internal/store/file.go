package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"judgement/internal/casefile"
)

// Files keeps cases and reports in Postgres. It implements casefile.Storage:
// one Write is one transaction, and a lock is one of a session that this process
// holds, so that it ends with the process. Safe for concurrent use.
type Files struct{ db *DB }

var _ casefile.Storage = (*Files)(nil)

// Files returns the files of a Postgres database. A SQLite database keeps none:
// on one machine folders hold them.
func (db *DB) Files() (*Files, error) {
	if db.pool == nil {
		return nil, fmt.Errorf("keep files in %s: only a Postgres database keeps files", db.name)
	}
	return &Files{db}, nil
}

// Read implements casefile.Storage.
func (f *Files) Read(ctx context.Context, name string) ([]byte, error) {
	data, _, err := f.read(ctx, name, -1)
	return data, err
}

// ReadLimited reads a file of at most most bytes: casefile.ErrTooBig where it
// is bigger.
func (f *Files) ReadLimited(ctx context.Context, name string, most int64) ([]byte, error) {
	data, size, err := f.read(ctx, name, most)
	if err == nil && size > most {
		return nil, tooBig(name, size, most)
	}
	return data, err
}

// read returns a file and its size; beyond most bytes (0 or more) only the size.
func (f *Files) read(ctx context.Context, name string, most int64) (data []byte, size int64, err error) {
	if err := checkName(ctx, name); err != nil {
		return nil, 0, err
	}
	var found bool
	err = f.db.again(ctx, func() (err error) {
		found, err = f.db.row(ctx, []any{&size, &data},
			`SELECT octet_length(data), CASE WHEN $2 < 0 OR octet_length(data) <= $2 THEN data END FROM file WHERE name = $1`, name, most)
		return err
	})
	if err == nil && !found {
		err = fmt.Errorf("read %s: %w", name, fs.ErrNotExist)
	}
	return data, size, err
}

// List implements casefile.Storage.
func (f *Files) List(ctx context.Context, dir string) ([]string, error) {
	if dir != "." {
		if err := checkName(ctx, dir); err != nil {
			return nil, err
		}
	}
	names, err := collect(ctx, &f.db.ops, func(row scanner) (name string, err error) {
		err = row.Scan(&name)
		return path.Base(name) + name[len(strings.TrimSuffix(name, "/")):], err
	}, `SELECT name || '/' FROM folder WHERE parent = $1 UNION ALL SELECT name FROM file WHERE parent = $1`, dir)
	slices.Sort(names)
	return names, err
}

// eachPage is how many files ReadEach holds at once.
const eachPage = 500

// ReadEach implements casefile.Storage.
func (f *Files) ReadEach(ctx context.Context, dir, base string, most int64, found func(folder string, data []byte, err error) error) error {
	if err := checkName(ctx, dir+"/"+base); err != nil {
		return err
	}
	type row struct {
		folder string
		size   int64
		data   []byte
	}
	for last, n := "", eachPage; n == eachPage; {
		rows, err := collect(ctx, &f.db.ops, func(s scanner) (r row, err error) {
			return r, s.Scan(&r.folder, &r.size, &r.data)
		}, `SELECT d.name, octet_length(f.data), CASE WHEN octet_length(f.data) <= $4 THEN f.data END
			FROM folder d JOIN file f ON f.name = d.name || '/' || $2
			WHERE d.parent = $1 AND d.name COLLATE "C" > $3 ORDER BY d.name COLLATE "C" LIMIT $5`, dir, base, last, most, eachPage)
		if err != nil {
			return err
		}
		n = len(rows)
		for _, r := range rows {
			last = r.folder
			folder := path.Base(r.folder)
			if strings.HasPrefix(folder, ".") {
				continue
			}
			var err error
			if r.size > most {
				err = tooBig(r.folder+"/"+base, r.size, most)
			}
			if err := found(folder, r.data, err); err != nil {
				return err
			}
		}
	}
	return nil
}

func tooBig(name string, size, most int64) error {
	return fmt.Errorf("read %s: %w: it has %d bytes, at most %d are read", name, casefile.ErrTooBig, size, most)
}

// Write implements casefile.Storage: all the files are written, or none. Where
// Postgres is restarted in the middle, it is written again.
func (f *Files) Write(ctx context.Context, files ...casefile.File) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, file := range files {
		if err := casefile.CheckName(file.Name); err != nil {
			return err
		}
	}
	if len(files) == 0 {
		return nil
	}
	if err := f.db.lockSession().guard(ctx, files); err != nil {
		return err
	}
	id := rand.Text() // tells this call's own files from those of others
	for {
		err := f.db.InTx(ctx, func(tx *Tx) error { return writeFiles(ctx, tx, id, files) })
		if !errors.Is(err, ErrCommitUnknown) { // else: a file of this call's own is no conflict
			return err
		}
	}
}

func writeFiles(ctx context.Context, tx *Tx, id string, files []casefile.File) error {
	if err := makeFolders(ctx, tx, files); err != nil {
		return err
	}
	for _, once := range []bool{true, false} {
		for _, file := range files {
			if file.Once != once {
				continue
			}
			if err := writeFile(ctx, tx, id, file); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeFolders makes the folders of files, in the order of their names so that writers
// don't stand in each other's way.
func makeFolders(ctx context.Context, tx *Tx, files []casefile.File) error {
	var folders, parents []string
	for _, file := range files {
		for dir := path.Dir(file.Name); dir != "." && !slices.Contains(folders, dir); dir = path.Dir(dir) {
			folders = append(folders, dir)
		}
	}
	slices.Sort(folders)
	for _, dir := range folders {
		parents = append(parents, path.Dir(dir))
	}
	var taken string
	found, err := tx.row(ctx, []any{&taken}, `SELECT name FROM file WHERE name = ANY($1) LIMIT 1`, folders)
	if err != nil || found {
		return cmp.Or(err, error(&fs.PathError{Op: "write into", Path: taken, Err: syscall.ENOTDIR}))
	}
	_, err = tx.Exec(ctx, `INSERT INTO folder (name, parent) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (name) DO NOTHING`, folders, parents)
	return err
}

func writeFile(ctx context.Context, tx *Tx, id string, file casefile.File) error {
	data := file.Data
	if data == nil {
		data = []byte{}
	}
	once := 0
	update := `DO UPDATE SET data = excluded.data, once = excluded.once, write_id = excluded.write_id, at_ms = excluded.at_ms`
	if file.Once {
		once = 1
		update += ` WHERE file.write_id = excluded.write_id`
	}
	n, err := tx.Exec(ctx, `INSERT INTO file (name, parent, data, once, write_id, at_ms)
		SELECT $1, $2, $3, $5, $4, {now} WHERE NOT EXISTS (SELECT 1 FROM folder WHERE name = $1) ON CONFLICT (name) `+update,
		file.Name, path.Dir(file.Name), data, id, once)
	switch {
	case err != nil:
		return err
	case n == 1:
		return nil
	case file.Once:
		return fmt.Errorf("create %s: %w", file.Name, fs.ErrExist)
	}
	return &fs.PathError{Op: "write", Path: file.Name, Err: syscall.EISDIR}
}

// Remove implements casefile.Storage.
func (f *Files) Remove(ctx context.Context, names ...string) error {
	for _, name := range names {
		if err := checkName(ctx, name); err != nil {
			return err
		}
		err := f.db.again(ctx, func() error {
			_, err := f.db.Exec(ctx, `DELETE FROM file WHERE name = $1`, name)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Probe implements casefile.Storage: a row is written and rolled back. Its size is
// that of one row, as a database that is written all the time has no need of more.
func (f *Files) Probe(ctx context.Context, dir string, _ int) error {
	if err := checkName(ctx, dir); err != nil {
		return err
	}
	undo := errors.New("the row is not to stay")
	err := f.db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO folder (name, parent) VALUES ($1, $2)`, dir+"/"+rand.Text(), dir); err != nil {
			return err
		}
		return undo
	})
	if errors.Is(err, undo) {
		return nil
	}
	return err
}

// Lock implements casefile.Storage. Where the connection is lost (Postgres is
// restarted), the locks are taken again as soon as it is back.
func (f *Files) Lock(ctx context.Context, name string) (func(), bool, error) {
	if err := checkName(ctx, name); err != nil {
		return nil, false, err
	}
	return f.db.lockSession().lock(ctx, name)
}

// FileInfo says what is known of a file without reading it.
type FileInfo struct {
	Name   string
	Size   int64  // bytes
	Once   bool   // it never changes
	SHA256 string // of the content, hex
}

// All returns all files, sorted by the bytes of their names.
func (f *Files) All(ctx context.Context) ([]FileInfo, error) {
	all, err := collect(ctx, &f.db.ops, func(row scanner) (i FileInfo, err error) {
		return i, row.Scan(&i.Name, &i.Size, &i.Once, &i.SHA256)
	}, `SELECT name, octet_length(data), once = 1, encode(sha256(data), 'hex') FROM file`)
	slices.SortFunc(all, func(a, b FileInfo) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

func checkName(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return casefile.CheckName(name)
}
