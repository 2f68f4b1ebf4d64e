// Package pgfiles keeps the files of cases and reports in Postgres, with the locks on
// them. It passes the same suite as folders.
package pgfiles

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"judgement/internal/casefile"
	"judgement/internal/database"
)

// Files implements casefile.Storage: one Write is one transaction, and a lock is one
// of a session that this process holds, so that it ends with the process. It is
// safe for concurrent use.
type Files struct {
	db    *database.DB
	locks *lockSession
}

var _ casefile.Storage = (*Files)(nil)

// New returns the files of a Postgres database; they end with it. A SQLite database
// keeps none: on one machine folders hold them.
func New(db *database.DB) (*Files, error) {
	if db.Postgres() == nil {
		return nil, fmt.Errorf("keep files in %s: only a Postgres database keeps files", db.Name())
	}
	f := &Files{db: db, locks: newLockSession(db)}
	db.AtEnd(f.locks.close)
	return f, nil
}

// Read implements casefile.Storage.
func (f *Files) Read(ctx context.Context, name string) (data []byte, err error) {
	if err := checkName(ctx, name); err != nil {
		return nil, err
	}
	found, err := f.db.Row(ctx, []any{&data}, `SELECT data FROM file WHERE name = $1`, name)
	if err == nil && !found {
		err = fmt.Errorf("read %s: %w", name, fs.ErrNotExist)
	}
	return data, err
}

// List implements casefile.Storage.
func (f *Files) List(ctx context.Context, dir string) ([]string, error) {
	if dir != "." {
		if err := checkName(ctx, dir); err != nil {
			return nil, err
		}
	}
	return database.Collect(ctx, f.db, database.One[string], `SELECT base FROM (SELECT regexp_replace(name, '.*/', '') AS base FROM file WHERE parent = $1
		UNION ALL SELECT regexp_replace(name, '.*/', '') || '/' FROM folder WHERE parent = $1) entry
		ORDER BY base COLLATE "C"`, dir)
}

// eachPage is how many files ReadEach holds at once.
const eachPage = 500

// ReadEach implements casefile.Storage.
func (f *Files) ReadEach(ctx context.Context, dir, base string, most int64, found func(folder string, data []byte, err error) error) error {
	if err := checkName(ctx, dir+"/"+base); err != nil {
		return err
	}
	for last, n := "", eachPage; n == eachPage; {
		files, err := database.Collect(ctx, f.db, func(row *sql.Rows) (file casefile.File, err error) {
			return file, row.Scan(&file.Name, &file.Data)
		}, `SELECT d.name, f.data FROM folder d JOIN file f ON f.name = d.name || '/' || $2
			WHERE d.parent = $1 AND d.name COLLATE "C" > $3 ORDER BY d.name COLLATE "C" LIMIT $4`, dir, base, last, eachPage)
		if err != nil {
			return err
		}
		n = len(files)
		for _, file := range files {
			last = file.Name
			folder := path.Base(file.Name)
			if strings.HasPrefix(folder, ".") {
				continue
			}
			var err error
			if size := int64(len(file.Data)); size > most {
				file.Data, err = nil, fmt.Errorf("read %s/%s: %w: it has %d bytes, at most %d are read", file.Name, base, casefile.ErrTooBig, size, most)
			}
			if err := found(folder, file.Data, err); err != nil {
				return err
			}
		}
	}
	return nil
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
	if err := f.locks.guard(ctx, files); err != nil {
		return err
	}
	id := rand.Text() // marks this call's own files
	for {
		err := f.db.InTx(ctx, func(tx *database.Tx) error { return writeFiles(ctx, tx, id, files) })
		if !errors.Is(err, database.ErrCommitUnknown) { // else: a file of this call's own is no conflict
			return err
		}
	}
}

func writeFiles(ctx context.Context, tx *database.Tx, id string, files []casefile.File) error {
	if err := makeFolders(ctx, tx, files); err != nil {
		return err
	}
	onceFirst := slices.SortedStableFunc(slices.Values(files), func(a, b casefile.File) int { return database.Int(b.Once) - database.Int(a.Once) })
	for _, file := range onceFirst {
		if err := writeFile(ctx, tx, id, file); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders makes the folders of files, in the order of their names so that writers
// don't block each other.
func makeFolders(ctx context.Context, tx *database.Tx, files []casefile.File) error {
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
	found, err := tx.Row(ctx, []any{&taken}, `SELECT name FROM file WHERE name = ANY($1) LIMIT 1`, folders)
	if err != nil || found {
		return cmp.Or(err, error(&fs.PathError{Op: "write into", Path: taken, Err: syscall.ENOTDIR}))
	}
	_, err = tx.Exec(ctx, `INSERT INTO folder (name, parent) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (name) DO NOTHING`, folders, parents)
	return err
}

func writeFile(ctx context.Context, tx *database.Tx, id string, file casefile.File) error {
	data := file.Data
	if data == nil {
		data = []byte{}
	}
	update := `DO UPDATE SET data = excluded.data, once = excluded.once, write_id = excluded.write_id, at_ms = excluded.at_ms`
	if file.Once {
		update += ` WHERE file.write_id = excluded.write_id`
	}
	n, err := tx.Exec(ctx, `INSERT INTO file (name, parent, data, once, write_id, at_ms)
		SELECT $1, $2, $3, $5, $4, {now} WHERE NOT EXISTS (SELECT 1 FROM folder WHERE name = $1) ON CONFLICT (name) `+update,
		file.Name, path.Dir(file.Name), data, id, database.Int(file.Once))
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
		// It is run as a query, so that it is run again if Postgres restarts.
		n := 0
		found, err := f.db.Row(ctx, []any{&n}, `DELETE FROM file WHERE name = $1 RETURNING 1`, name)
		if err == nil && !found {
			err = f.removeFolder(ctx, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeFolder removes an empty folder. The error of one that is not empty is
// fs.ErrExist, as on a file system.
func (f *Files) removeFolder(ctx context.Context, name string) error {
	n := 0
	if _, err := f.db.Row(ctx, []any{&n}, `DELETE FROM folder WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM file WHERE parent = $1)
		AND NOT EXISTS (SELECT 1 FROM folder AS inner_folder WHERE inner_folder.parent = $1) RETURNING 1`, name); err != nil {
		return err
	}
	left, err := f.db.Row(ctx, []any{&n}, `SELECT 1 FROM folder WHERE name = $1`, name)
	if err == nil && left {
		err = fmt.Errorf("remove %s: the folder is not empty: %w", name, fs.ErrExist)
	}
	return err
}

// Probe implements casefile.Storage: a row is written and rolled back. Its size is
// that of one row, as a database that is written all the time has no need of more.
func (f *Files) Probe(ctx context.Context, dir string, _ int) error {
	if err := checkName(ctx, dir); err != nil {
		return err
	}
	return f.db.DryRun(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO folder (name, parent) VALUES ($1, $2)`, dir+"/"+rand.Text(), dir)
		return err
	})
}

// Lock implements casefile.Storage. If the connection is lost (Postgres is
// restarted), the locks are taken again as soon as it is back.
func (f *Files) Lock(ctx context.Context, name string) (func(), bool, error) {
	if err := checkName(ctx, name); err != nil {
		return nil, false, err
	}
	return f.locks.lock(ctx, name)
}

// Count counts the files of cases and reports that a database keeps.
func Count(ctx context.Context, q database.Conn) (n int, err error) {
	_, err = q.Row(ctx, []any{&n}, `SELECT count(*) FROM file`)
	return n, err
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
	return database.Collect(ctx, f.db, func(row *sql.Rows) (i FileInfo, err error) {
		return i, row.Scan(&i.Name, &i.Size, &i.Once, &i.SHA256)
	}, `SELECT name, octet_length(data), once = 1, encode(sha256(data), 'hex') FROM file ORDER BY name COLLATE "C"`)
}

func checkName(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return casefile.CheckName(name)
}
