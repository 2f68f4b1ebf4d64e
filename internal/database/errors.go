package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"

	"judgement/internal/fault"
)

// wrong is what went wrong with the database in place, which holds no secret.
func wrong(code fault.Code, doing, place string, err error) error {
	return fault.New(code, err, "doing", doing, "place", place, "detail", brief(err))
}

// Gone reports whether an error means that the database was out of reach or
// locked, so that the same thing may succeed later.
func Gone(err error) bool {
	return errors.Is(err, fault.DatabaseUnreachable) || errors.Is(err, fault.DatabaseLocked)
}

// brief drops what a driver's message repeats, such as the address, which may
// hold a secret.
func brief(err error) string {
	var pg *pgconn.PgError
	var netErr *net.OpError
	var lost *net.DNSError
	switch {
	case errors.As(err, &pg):
		return fmt.Sprintf("%s, SQLSTATE %s", pg.Message, pg.Code)
	case errors.As(err, &lost):
		return "no such host: " + lost.Name
	case errors.As(err, &netErr):
		return netErr.Err.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was lost"
	}
	return strings.TrimPrefix(err.Error(), "sqlite: ")
}

// explain wraps an error of a driver. It leaves nil, what is explained already,
// and the end of a context as they are.
func (db *DB) explain(doing string, err error) error {
	if err == nil || fault.From(err) != nil || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*pgconn.ConnectError)) {
		return err
	}
	return wrong(codeOf(err), doing, db.name, err)
}

func codeOf(err error) fault.Code {
	var pg *pgconn.PgError
	var sl *driver.Error
	var connect *pgconn.ConnectError
	var netErr net.Error
	switch {
	case errors.As(err, &pg):
		return cmp.Or(sqlStates[pg.Code], sqlStates[pg.Code[:min(2, len(pg.Code))]], fault.Database)
	case errors.As(err, &sl):
		return cmp.Or(resultCodes[sl.Code()], resultCodes[sl.Code()&0xff], fault.Database)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.DatabaseFull
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return fault.DatabaseReadOnly
	case errors.Is(err, syscall.ENOTDIR): // which is a net.Error, as every errno
		return fault.Database
	case errors.As(err, &connect), errors.As(err, &netErr), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, sql.ErrConnDone), errors.Is(err, pgx.ErrTxClosed),
		// pgx and database/sql wrap no sentinel here: their texts are all there is.
		strings.Contains(err.Error(), "conn closed"), strings.Contains(err.Error(), "bad connection"):
		return fault.DatabaseUnreachable
	}
	return fault.Database
}

// sqlStates are the codes of SQLSTATEs, of whole classes by their first two characters.
var sqlStates = map[string]fault.Code{
	"40001": fault.DatabaseConflict, "40P01": fault.DatabaseConflict,
	"23505": fault.DatabaseTaken, "55P03": fault.DatabaseLocked,
	"25006": fault.DatabaseReadOnly, "53100": fault.DatabaseFull,
	"3D000": fault.DatabaseRefused, "42501": fault.DatabaseRefused, "28": fault.DatabaseRefused,
	"XX001": fault.DatabaseDamaged, "XX002": fault.DatabaseDamaged,
	"08": fault.DatabaseUnreachable, "25P03": fault.DatabaseUnreachable, "53300": fault.DatabaseUnreachable,
	"57P01": fault.DatabaseUnreachable, "57P02": fault.DatabaseUnreachable, "57P03": fault.DatabaseUnreachable, "57P05": fault.DatabaseUnreachable,
}

// resultCodes are the codes of SQLite's result codes, of whole classes by their low byte.
var resultCodes = map[int]fault.Code{
	lite.SQLITE_CONSTRAINT_PRIMARYKEY: fault.DatabaseTaken, lite.SQLITE_CONSTRAINT_UNIQUE: fault.DatabaseTaken,
	lite.SQLITE_BUSY: fault.DatabaseLocked, lite.SQLITE_LOCKED: fault.DatabaseLocked,
	lite.SQLITE_READONLY: fault.DatabaseReadOnly, lite.SQLITE_CANTOPEN: fault.DatabaseReadOnly, lite.SQLITE_PERM: fault.DatabaseReadOnly,
	lite.SQLITE_FULL:    fault.DatabaseFull,
	lite.SQLITE_CORRUPT: fault.DatabaseDamaged, lite.SQLITE_NOTADB: fault.DatabaseDamaged,
}
