package store

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

// Codes of a database's errors that this package tells apart.
const (
	Locked      = fault.DatabaseLocked
	ReadOnly    = fault.DatabaseReadOnly
	NoSpace     = fault.DatabaseFull
	Newer       = fault.DatabaseNewer
	Unreachable = fault.DatabaseUnreachable
	Refused     = fault.DatabaseRefused
	Damaged     = fault.DatabaseDamaged
	Mismatch    = fault.DatabaseMismatch
	Conflict    = fault.DatabaseConflict
	Taken       = fault.DatabaseTaken
	Other       = fault.Database
)

// wrong is what went wrong with the database in place, which holds no secret.
func wrong(code fault.Code, doing, place string, err error) error {
	return fault.New(code, err, "doing", doing, "place", place, "detail", brief(err))
}

// Gone reports whether an error means that the database was out of reach or
// locked, so that the same thing may succeed later.
func Gone(err error) bool {
	return errors.Is(err, Unreachable) || errors.Is(err, Locked)
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
	if err == nil || fault.From(err) != nil || ended(err) {
		return err
	}
	return wrong(codeOf(err), doing, db.name, err)
}

func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*pgconn.ConnectError))
}

func codeOf(err error) fault.Code {
	var pg *pgconn.PgError
	var sl *driver.Error
	var connect *pgconn.ConnectError
	var netErr net.Error
	switch {
	case errors.As(err, &pg):
		return postgresCode(pg.Code)
	case errors.As(err, &sl):
		return sqliteCode(sl.Code())
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return NoSpace
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return ReadOnly
	case errors.Is(err, syscall.ENOTDIR): // which is a net.Error, as every errno
		return Other
	case errors.As(err, &connect), errors.As(err, &netErr), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, net.ErrClosed), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, sql.ErrConnDone), errors.Is(err, pgx.ErrTxClosed),
		strings.Contains(err.Error(), "conn closed"), strings.Contains(err.Error(), "bad connection"):
		return Unreachable
	}
	return Other
}

// sqlStates are the codes of SQLSTATEs, of whole classes by their first two characters.
var sqlStates = map[string]fault.Code{
	"40001": Conflict, "40P01": Conflict, "23505": Taken, "55P03": Locked, "25006": ReadOnly, "53100": NoSpace,
	"3D000": Refused, "42501": Refused, "28": Refused, "XX001": Damaged, "XX002": Damaged,
	"53300": Unreachable, "57P01": Unreachable, "57P02": Unreachable, "57P03": Unreachable, "57P05": Unreachable, "25P03": Unreachable, "08": Unreachable,
}

func postgresCode(state string) fault.Code {
	return cmp.Or(sqlStates[state], sqlStates[state[:min(2, len(state))]], Other)
}

// sqliteCode reads a result code, of which the low byte is the primary one.
func sqliteCode(code int) fault.Code {
	switch code {
	case lite.SQLITE_CONSTRAINT_PRIMARYKEY, lite.SQLITE_CONSTRAINT_UNIQUE:
		return Taken
	}
	switch code & 0xff {
	case lite.SQLITE_BUSY, lite.SQLITE_LOCKED:
		return Locked
	case lite.SQLITE_READONLY, lite.SQLITE_CANTOPEN, lite.SQLITE_PERM:
		return ReadOnly
	case lite.SQLITE_FULL:
		return NoSpace
	case lite.SQLITE_CORRUPT, lite.SQLITE_NOTADB:
		return Damaged
	}
	return Other
}

// IsFault reports whether an error is the database's.
func IsFault(err error) bool { return fault.CodeOf(err).Database() }

// IsTaken reports whether an error means that a name or number is there already.
func IsTaken(err error) bool { return errors.Is(err, Taken) }
