package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// outage is how long a connection is waited for while Postgres restarts.
const outage = 15 * time.Second

// conn returns a connection of its own. While Postgres restarts it is waited
// for: nothing was sent yet, so trying again is safe.
func (db *DB) conn(ctx context.Context) (*sql.Conn, error) {
	var conn *sql.Conn
	err := db.waitOut(ctx, func() (err error) { conn, err = db.sql.Conn(ctx); return err })
	return conn, db.explain("connect to the database", err)
}

// waitOut repeats what got no connection, for as long as an outage may last.
func (o *ops) waitOut(ctx context.Context, try func() error) error {
	return retry(ctx, outage, func(err error) bool { return !o.tx && unconnected(err) }, try)
}

// again repeats what only reads, while Postgres restarts.
func (o *ops) again(ctx context.Context, read func() error) error {
	return retry(ctx, outage, func(err error) bool { return !o.tx && o.db.pool != nil && Gone(err) }, read)
}

// recovery is how long a server that starts or recovers is waited for.
const recovery = time.Minute

// waitForRecovery repeats a first connection while the server answers that it is
// starting, recovering or shutting down. A server that is away is not waited for:
// the address may be wrong.
func waitForRecovery(ctx context.Context, connect func(context.Context) error) error {
	return retry(ctx, recovery, recovering, func() error { return connect(ctx) })
}

// retry repeats what fails with a passing error, with pauses of up to a second that
// together take as long as limit.
func retry(ctx context.Context, limit time.Duration, passing func(error) bool, try func() error) error {
	wait := 20 * time.Millisecond
	for waited := time.Duration(0); ; waited += wait {
		err := try()
		if err == nil || !passing(err) || waited >= limit {
			return err
		}
		wait = min(2*wait, time.Second)
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func recovering(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "57P03"
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// unconnected reports whether no connection was made because the server is away or
// starting, so that nothing was sent. A refusal is no such thing.
func unconnected(err error) bool {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return codeOf(err) == Unreachable
	}
	return recovering(err)
}
