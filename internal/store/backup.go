package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/childenv"
	"judgement/internal/fault"
)

// Backup writes a copy of the whole database, as it is at one moment and while
// others work on it, into a file that must not be there: a SQLite database, or
// an archive that pg_restore reads. The file appears whole or not at all, and is
// durable when Backup returns nil. The error is fs.ErrExist if the name is taken,
// and of kind Damaged if the database or the copy does not pass Check.
func (db *DB) Backup(ctx context.Context, path string) (err error) {
	const doing = "back the database up"
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s into %s: %w", doing, path, fs.ErrExist)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".new-backup-") // nobody else may read it
	if err != nil {
		return wrong(fileCode(err), doing, path, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	temp := filepath.Join(dir, "backup")
	if db.pool == nil {
		err = db.copyTo(ctx, temp)
	} else {
		err = db.dump(ctx, temp)
	}
	if err == nil {
		err = settle(temp, path)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil || fault.From(err) != nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return wrong(fileCode(err), doing, path, err)
}

// copyTo makes a copy of a SQLite database. VACUUM leaves out what it can't find
// and rebuilds the indexes, so that damage may not show in the copy: both are
// checked.
func (db *DB) copyTo(ctx context.Context, path string) error {
	if err := db.Check(ctx); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, `VACUUM INTO $1`, path); err != nil {
		return err
	}
	return checkCopy(ctx, path)
}

// checkCopy checks a SQLite file that nobody else uses, and leaves it as it is.
func checkCopy(ctx context.Context, path string) (err error) {
	pool, err := sql.Open("sqlite", sqliteURI(path)+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	made := &DB{sql: pool, path: path, name: path}
	made.ops = ops{q: pool, d: &sqlite, db: made}
	err = made.Check(ctx)
	if damage := fault.From(err); damage != nil {
		return fmt.Errorf("the copy is not whole and was removed (%w): run the command again, and check the disk if that does not help", damage.Cause)
	}
	return err
}

// fileCode is the kind of an error about a file that isn't the database.
func fileCode(err error) fault.Code {
	if k := codeOf(err); k == NoSpace || k == ReadOnly {
		return k
	}
	return Other
}

// settle makes a finished file durable and gives it its name, which must be
// free.
func settle(temp, path string) error {
	for _, step := range []func() error{
		func() error { return os.Chmod(temp, 0o600) }, // documents and replies are in it
		func() error { return syncPath(temp) },
		func() error { return os.Link(temp, path) }, // unlike a rename, it replaces nothing
		func() error { return syncPath(filepath.Dir(path)) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// dump runs pg_dump. The password goes by the environment, where other users
// can't see it.
func (db *DB) dump(ctx context.Context, path string) error {
	tool, err := pgDump()
	if err != nil {
		return err
	}
	cfg := db.pool.Config().ConnConfig
	cmd := exec.CommandContext(ctx, tool, "--format=custom", "--no-password", "--file="+path, "--dbname="+dumpAddress(cfg.ConnString()))
	cmd.Env = childenv.Only("HOME", "USER", "PG*", "KRB5*", "SSL_CERT_*", "OPENSSL_*") // as libpq reads them
	if cfg.Password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+cfg.Password)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		text := strings.TrimSpace(said.String())
		if strings.Contains(text, "No space left on device") {
			return wrong(NoSpace, "back the database up", path, errors.New(text))
		}
		return fmt.Errorf("pg_dump: %w: %s", err, text)
	}
	return nil
}

// dumpAddress is an address as libpq takes it: without its password and without
// the parameters that only this program's driver knows.
func dumpAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for name := range q {
		own := []string{"password", "default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity", "min_protocol_version", "max_protocol_version"}
		if strings.HasPrefix(name, "pool_") || slices.Contains(own, name) {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// pgDump finds pg_dump: in PATH, or the newest of Debian's packages.
func pgDump() (string, error) {
	if path, err := exec.LookPath("pg_dump"); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(found) == 0 {
		return "", errors.New("there is no pg_dump: install the client tools of Postgres (Debian: apt-get install postgresql-client)")
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(strings.Split(path, "/")[4])
		return n
	}
	return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
}
