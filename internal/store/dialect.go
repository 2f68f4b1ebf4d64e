package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// dialect is all that differs between the two databases. Queries are written
// for both, with $1 placeholders and with these names in braces.
type dialect struct {
	name    string
	replace *strings.Replacer
}

// The dialects; they are never changed.
var (
	sqlite = dialect{name: "sqlite", replace: strings.NewReplacer(
		"{now}", "CAST(round(unixepoch('now','subsec')*1000) AS INTEGER)",
		"{now_us}", "CAST(round(unixepoch('now','subsec')*1000000) AS INTEGER)",
		"{greatest}", "max",
		"{skip locked}", "",
		"{for update}", "",
		"{serial}", "INTEGER PRIMARY KEY AUTOINCREMENT",
		"{bytes}", "BLOB",
		"{order by bytes}", "",
	)}
	postgres = dialect{name: "postgres", replace: strings.NewReplacer(
		"{now}", "(extract(epoch from clock_timestamp())*1000)::bigint",
		"{now_us}", "(extract(epoch from clock_timestamp())*1000000)::bigint",
		"{greatest}", "greatest",
		"{skip locked}", "FOR UPDATE SKIP LOCKED",
		"{for update}", "FOR UPDATE",
		"{serial}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		"{bytes}", "BYTEA",
		"{order by bytes}", `COLLATE "C"`,
	)}
)

// SQL returns a query for the database at hand. Queries use $1 placeholders and
// run unchanged on both databases but for these names: {now} and {now_us}, the
// database's clock in unix milliseconds and microseconds; {greatest}, the larger
// of two values; {for update} and {skip locked}, at the end of a SELECT.
func (o *ops) SQL(query string) string { return o.d.replace.Replace(query) }

// Exec runs a statement, see SQL, and returns how many rows it changed.
func (o *ops) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	var res sql.Result
	err := o.waitOut(ctx, func() (err error) { res, err = o.q.ExecContext(ctx, o.SQL(query), args...); return err })
	if err != nil {
		return 0, o.Fault(ctx, "write to the database", err)
	}
	n, err := res.RowsAffected()
	return n, o.Fault(ctx, "write to the database", err)
}

// row runs a query for one row, see SQL. It is false where there is none.
func (o *ops) row(ctx context.Context, dest []any, query string, args ...any) (bool, error) {
	err := o.waitOut(ctx, func() error { return o.q.QueryRowContext(ctx, o.SQL(query), args...).Scan(dest...) })
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, o.Fault(ctx, "read the database", err)
}

// Query runs a query, see SQL, and calls scan for each row.
func (o *ops) Query(ctx context.Context, scan func(row *sql.Rows) error, query string, args ...any) error {
	var rows *sql.Rows
	err := o.waitOut(ctx, func() (err error) { rows, err = o.q.QueryContext(ctx, o.SQL(query), args...); return err })
	if err != nil {
		return o.Fault(ctx, "read the database", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return o.Fault(ctx, "read the database", err)
		}
	}
	return o.Fault(ctx, "read the database", rows.Err())
}

// collect runs a query that only reads, or may be run twice, and returns what
// scan makes of its rows. It waits for Postgres to come back.
func collect[T any](ctx context.Context, o *ops, scan func(row scanner) (T, error), query string, args ...any) (out []T, err error) {
	err = o.again(ctx, func() error {
		out = nil
		return o.Query(ctx, func(row *sql.Rows) error {
			v, err := scan(row)
			out = append(out, v)
			return err
		}, query, args...)
	})
	return out, err
}

// scanner is a sql.Row or sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// Fault explains an error of River's operations. A connection that broke because the
// context ended is the context's end.
func (o *ops) Fault(ctx context.Context, doing string, err error) error {
	if err = o.db.explain(doing, err); Gone(err) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// atomically runs fn in the transaction at hand, or in one of its own.
func (o *ops) atomically(ctx context.Context, fn func(o *ops) error) error {
	if o.tx {
		return fn(o)
	}
	return o.db.transact(ctx, func(tx *Tx) error { return fn(&tx.ops) })
}

// Now returns the database's time.
func (o *ops) Now(ctx context.Context) (time.Time, error) {
	var ms int64
	_, err := o.row(ctx, []any{&ms}, `SELECT {now}`)
	return when(ms), err
}
