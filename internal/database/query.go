package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river/riverdriver"

	"judgement/internal/fault"
)

// querier is what sql.DB, sql.Tx and sql.Conn have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Conn is a DB or a Tx: the operations that both have.
type Conn interface {
	SQL(query string) string
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	Query(ctx context.Context, scan func(row *sql.Rows) error, query string, args ...any) error
	Row(ctx context.Context, dest []any, query string, args ...any) (bool, error)
	Atomically(ctx context.Context, fn func(q Conn) error) error
	Now(ctx context.Context) (time.Time, error)
	Fault(ctx context.Context, doing string, err error) error
	River() riverdriver.Executor

	again(ctx context.Context, fn func() error) error
}

// ops implements Conn.
type ops struct {
	q     querier
	db    *DB
	tx    bool // q is within a transaction
	river riverdriver.Executor
}

// The dialects are all that differs between the two databases. Queries are written
// for both, with $1 placeholders and with these names in braces.
var (
	sqliteDialect = strings.NewReplacer(
		"{now}", "CAST(round(unixepoch('now','subsec')*1000) AS INTEGER)",
		"{now_us}", "CAST(round(unixepoch('now','subsec')*1000000) AS INTEGER)",
		"{greatest}", "max",
		"{skip locked}", "",
		"{for update}", "",
		"{serial}", "INTEGER PRIMARY KEY AUTOINCREMENT",
		"{bytes}", "BLOB",
		"{order by bytes}", "",
	)
	postgresDialect = strings.NewReplacer(
		"{now}", "(extract(epoch from clock_timestamp())*1000)::bigint",
		"{now_us}", "(extract(epoch from clock_timestamp())*1000000)::bigint",
		"{greatest}", "greatest",
		"{skip locked}", "FOR UPDATE SKIP LOCKED",
		"{for update}", "FOR UPDATE",
		"{serial}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		"{bytes}", "BYTEA",
		"{order by bytes}", `COLLATE "C"`,
	)
)

// SQL returns a query for the database at hand. Queries use $1 placeholders and
// run unchanged on both databases except for these names: {now} and {now_us}, the
// database's clock in unix milliseconds and microseconds; {greatest}, the larger
// of two values; {for update} and {skip locked}, at the end of a SELECT.
func (o *ops) SQL(query string) string {
	if o.db.pool != nil {
		return postgresDialect.Replace(query)
	}
	return sqliteDialect.Replace(query)
}

// Exec runs a statement, see SQL, and returns how many rows it changed. If Postgres
// restarts, it waits for a connection.
func (o *ops) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = retry(ctx, outage, func(err error) bool { return !o.tx && unsent(err) }, func() error {
		res, err := o.q.ExecContext(ctx, o.SQL(query), args...)
		if err == nil {
			n, err = res.RowsAffected()
		}
		return err
	})
	return n, o.Fault(ctx, "write to the database", err)
}

// unsent reports whether an error means that there was no connection because the server
// is away or starting, so that nothing was sent. A refusal is no such error.
func unsent(err error) bool {
	return errors.As(err, new(*pgconn.ConnectError)) && codeOf(err) == fault.DatabaseUnreachable || recovering(err)
}

// recovering reports whether the server is starting, recovering or shutting down.
func recovering(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "57P03"
}

// Query runs a query, see SQL, and calls scan for each row.
func (o *ops) Query(ctx context.Context, scan func(row *sql.Rows) error, query string, args ...any) error {
	rows, err := o.q.QueryContext(ctx, o.SQL(query), args...)
	if err != nil {
		return o.Fault(ctx, "read the database", err)
	}
	defer rows.Close()
	for err == nil && rows.Next() {
		err = scan(rows)
	}
	return o.Fault(ctx, "read the database", errors.Join(err, rows.Err()))
}

// Collect runs a query that only reads, or may be run twice, and returns what
// scan makes of its rows. Outside a transaction it waits for Postgres to come back.
func Collect[T any](ctx context.Context, q Conn, scan func(row *sql.Rows) (T, error), query string, args ...any) (out []T, err error) {
	err = q.again(ctx, func() error {
		out = nil
		return q.Query(ctx, func(row *sql.Rows) error {
			v, err := scan(row)
			out = append(out, v)
			return err
		}, query, args...)
	})
	return out, err
}

// again repeats, outside a transaction, what fails while Postgres is away.
func (o *ops) again(ctx context.Context, fn func() error) error {
	return retry(ctx, outage, func(err error) bool { return !o.tx && o.db.pool != nil && Gone(err) }, fn)
}

// One scans a row of one column.
func One[T any](row *sql.Rows) (v T, err error) { return v, row.Scan(&v) }

// Row is Collect for a query of at most one row. It is false if there is none.
func (o *ops) Row(ctx context.Context, dest []any, query string, args ...any) (bool, error) {
	rows, err := Collect(ctx, o, func(row *sql.Rows) (bool, error) { return true, row.Scan(dest...) }, query, args...)
	return len(rows) > 0 && err == nil, err
}

// Fault explains an error of River's operations. A connection that broke because the
// context ended is the context's end.
func (o *ops) Fault(ctx context.Context, doing string, err error) error {
	if err = o.db.explain(doing, err); Gone(err) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Atomically runs fn in the transaction at hand, or in one of its own.
func (o *ops) Atomically(ctx context.Context, fn func(q Conn) error) error {
	if o.tx {
		return fn(o)
	}
	return o.db.transact(ctx, func(tx *Tx) error { return fn(tx) })
}

// Now returns the database's time.
func (o *ops) Now(ctx context.Context) (time.Time, error) {
	var ms int64
	_, err := o.Row(ctx, []any{&ms}, `SELECT {now}`)
	return Time(ms), err
}

// Time turns unix milliseconds into a time, 0 into the zero time.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Int is a truth value as a column keeps it.
func Int(b bool) int {
	if b {
		return 1
	}
	return 0
}
