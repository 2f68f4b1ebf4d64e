package database

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
	"strings"

	"judgement/internal/childenv"
	"judgement/internal/fault"
)

// Backup writes a copy of the whole database, as it is at one moment and while
// others work on it, into a file that must not be there: a SQLite database, or
// an archive that pg_restore reads. The file appears whole or not at all, and is
// durable when Backup returns nil. The error is fs.ErrExist if the name is taken,
// and has the code fault.DatabaseDamaged if the database or the copy does not pass
// Check.
func (db *DB) Backup(ctx context.Context, path string) error {
	const doing = "back the database up"
	err := db.backup(ctx, path)
	switch {
	case errors.Is(err, fault.DatabaseFull): // the disk of the backup, not that of the database
		return wrong(fault.DatabaseFull, doing, path, fault.From(err).Cause)
	case err == nil, fault.From(err) != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s into %s: %w", doing, path, fs.ErrExist)
	}
	code := codeOf(err)
	if code != fault.DatabaseFull && code != fault.DatabaseReadOnly {
		code = fault.Database // it is about a file that isn't the database
	}
	return wrong(code, doing, path, err)
}

func (db *DB) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".new-backup-") // no other user may read it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	temp := filepath.Join(dir, "backup")
	write := db.dump
	if db.pool == nil {
		write = db.copyTo
	}
	for _, step := range []func() error{
		func() error { return write(ctx, temp) },
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

// checkCopy checks a SQLite file that no other process uses, and leaves it as it is.
func checkCopy(ctx context.Context, path string) (err error) {
	pool, err := sql.Open("sqlite", sqliteURI(path)+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	made := &DB{sql: pool, name: path}
	made.ops = ops{q: pool, db: made}
	err = made.Check(ctx)
	if damage := fault.From(err); damage != nil {
		return fmt.Errorf("the copy is not whole and was removed (%w): run the command again, and check the disk if that does not help", damage.Cause)
	}
	return err
}

// dump runs pg_dump. The password goes by the environment, where other users
// can't see it.
func (db *DB) dump(ctx context.Context, path string) error {
	tool, err := exec.LookPath("pg_dump")
	if err != nil {
		return errors.New("there is no pg_dump: install the client tools of Postgres (Debian: apt-get install postgresql-client)")
	}
	cfg := db.pool.Config().ConnConfig
	address, err := dumpAddress(cfg.ConnString())
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, tool, "--format=custom", "--no-password", "--file="+path, "--dbname="+address)
	cmd.Env = childenv.Only("HOME", "USER", "PG*", "KRB5*", "SSL_CERT_*", "OPENSSL_*") // as libpq reads them
	if cfg.Password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+cfg.Password)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		text := strings.TrimSpace(stderr.String())
		if strings.Contains(text, "No space left on device") {
			return wrong(fault.DatabaseFull, "back the database up", path, errors.New(text))
		}
		return fmt.Errorf("pg_dump: %w: %s", err, text)
	}
	return nil
}

// driverParameters are those of an address that only this program's driver knows.
var driverParameters = []string{
	"default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity", "min_protocol_version", "max_protocol_version",
}

// dumpAddress is an address as libpq takes it: without its password and without
// the driver's parameters.
func dumpAddress(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("the address is no URL") // the error has the password
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for name := range q {
		if name == "password" || strings.HasPrefix(name, "pool_") || slices.Contains(driverParameters, name) {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	return u.String(), nil
}
