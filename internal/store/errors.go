package store

import (
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
)

// Kind is a closed set of what can be wrong with a database.
type Kind string

// The kinds of error.
const (
	Locked      Kind = "database_locked"      // another process holds it, or its lock
	ReadOnly    Kind = "database_read_only"   // it can't be written
	NoSpace     Kind = "database_full"        // the disk, or a quota, is full
	Newer       Kind = "database_newer"       // a newer version of the program made it
	Outdated    Kind = "database_outdated"    // its tables are of an older version
	Unreachable Kind = "database_unreachable" // no connection, or it was lost
	Refused     Kind = "database_refused"     // user, password or rights
	Damaged     Kind = "database_damaged"     // not a database, or broken
	Mismatch    Kind = "database_mismatch"    // its tables are not those of the version that it records
	Conflict    Kind = "database_conflict"    // another transaction stood in the way
	Taken       Kind = "database_taken"       // a name or number that is there already
	Other       Kind = "database"             // anything else; the message says it
)

// Error is what went wrong with the database. It unwraps to the cause.
type Error struct {
	Kind  Kind
	Doing string // what was being done
	Place string // the database, without any secret
	Err   error
}

// Error gives what was being done, the place, the cause and the fix.
func (e *Error) Error() string {
	if fix := e.Fix(); fix != "" {
		return e.Message() + ": " + fix
	}
	return e.Message()
}

// Message gives what was being done, the place and the cause.
func (e *Error) Message() string {
	cause := e.Err.Error()
	switch e.Kind {
	case Locked:
		cause = "another process holds its lock"
	case ReadOnly:
		cause = "it can't be written"
	case NoSpace:
		cause = "the disk is full"
	case Unreachable:
		cause = "the database can't be reached (" + brief(e.Err) + ")"
	case Refused:
		cause = "the database refused (" + brief(e.Err) + ")"
	case Damaged:
		cause = "it is damaged or no database (" + brief(e.Err) + ")"
	case Mismatch:
		cause = "its tables are not those of its recorded version (" + brief(e.Err) + ")"
	case Newer, Outdated, Conflict, Taken, Other:
		cause = brief(e.Err)
	}
	return fmt.Sprintf("%s: %s: %s", e.Doing, e.Place, cause)
}

// Fix says what to do, empty where the message says all.
func (e *Error) Fix() string {
	switch e.Kind {
	case Locked:
		return "wait for the other process to end, or end the one that hangs, then run the same command again"
	case ReadOnly:
		return "make the file and its folder writable for this user; a Postgres database must not be a standby (the primary's address belongs into database.url)"
	case NoSpace:
		return "free some space and run the same command again: what is done is kept"
	case Newer:
		return "install at least the version of judgement that it belongs to, or restore a backup from before the change"
	case Outdated:
		return "run 'judgement db migrate'"
	case Unreachable:
		return "see to it that Postgres runs and can be reached, and that database.url (JUDGEMENT_DATABASE_URL) is right, then run the same command again: what is done is kept"
	case Refused:
		return "check user, password, database name and rights in database.url (JUDGEMENT_DATABASE_URL)"
	case Damaged:
		return "restore it from a backup (see 'judgement db backup'), or move it away to begin with an empty one"
	case Mismatch:
		return "if other programs keep tables in it, give judgement a database of its own; otherwise its record of the version is lost: restore it from a backup (see 'judgement db backup')"
	case Conflict:
		return "run the same command again"
	case Taken, Other:
	}
	return ""
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Gone tells whether an error means that the database was out of reach or
// locked, so that the same thing may succeed later.
func Gone(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Kind == Unreachable || e.Kind == Locked)
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
	var known *Error
	if err == nil || errors.As(err, &known) || ended(err) {
		return err
	}
	return &Error{Kind: kindOf(err), Doing: doing, Place: db.name, Err: err}
}

func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*pgconn.ConnectError))
}

func kindOf(err error) Kind {
	var pg *pgconn.PgError
	var sl *driver.Error
	var connect *pgconn.ConnectError
	var netErr net.Error
	switch {
	case errors.As(err, &pg):
		return postgresKind(pg.Code)
	case errors.As(err, &sl):
		return sqliteKind(sl.Code())
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return NoSpace
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return ReadOnly
	case errors.As(err, &connect), errors.As(err, &netErr), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, net.ErrClosed), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, sql.ErrConnDone), errors.Is(err, pgx.ErrTxClosed),
		strings.Contains(err.Error(), "conn closed"), strings.Contains(err.Error(), "bad connection"):
		return Unreachable
	}
	return Other
}

// postgresKind reads a SQLSTATE.
func postgresKind(code string) Kind {
	switch code {
	case "40001", "40P01":
		return Conflict
	case "23505":
		return Taken
	case "55P03":
		return Locked
	case "25006":
		return ReadOnly
	case "53100":
		return NoSpace
	case "3D000", "42501":
		return Refused
	case "53300", "57P01", "57P02", "57P03", "57P05", "25P03":
		return Unreachable
	case "XX001", "XX002":
		return Damaged
	}
	switch code[:min(2, len(code))] {
	case "28":
		return Refused
	case "08":
		return Unreachable
	}
	return Other
}

// sqliteKind reads a result code, of which the low byte is the primary one.
func sqliteKind(code int) Kind {
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
	case lite.SQLITE_IOERR:
		return Other
	}
	return Other
}

// IsTaken tells whether an error means that a name or number is there already.
func IsTaken(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == Taken
}

// conflict tells a transaction that another one stood in the way of.
func conflict(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == Conflict
}
