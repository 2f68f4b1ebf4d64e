package database

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jackc/puddle/v2"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// poolSize is the number of connections a process holds at most, if the
// address doesn't say (pool_max_conns).
const poolSize = 16

// poolLeast is what a process can't do without: the session that holds locks,
// the queue's listener, and two to work with.
const poolLeast = 4

// recovery is how long a server that starts or recovers is waited for. A server that
// is away is not waited for: the address may be wrong.
const recovery = time.Minute

func connectPostgres(ctx context.Context, address string) (*DB, error) {
	db := &DB{from: address, name: redact(address)}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, db.explain("read the database's address", errors.New("it is not a valid postgres:// address"))
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = poolSize
	}
	cfg.MaxConns = max(cfg.MaxConns, poolLeast)
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	for name, value := range map[string]string{
		"application_name": "judgement",
		// a machine that is cut off loses its locks within half a minute
		"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3", "tcp_user_timeout": "25000",
		// and one that is frozen in a transaction loses it
		"idle_in_transaction_session_timeout": "30000",
	} {
		if _, ok := cfg.ConnConfig.RuntimeParams[name]; !ok {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	if db.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return nil, db.explain("open the database", err)
	}
	db.sql = stdlib.OpenDBFromPool(db.pool)
	db.ops = ops{q: db.sql, db: db, river: riverpgxv5.New(db.pool).GetExecutor()}
	if err := retry(ctx, recovery, recovering, func() error { return db.pool.Ping(ctx) }); err != nil {
		_ = db.Close()
		return nil, db.explain("open the database", err)
	}
	return db, nil
}

// redact returns an address without its password and its query, which may hold
// one.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the Postgres database"
	}
	u.RawQuery, u.Fragment = "", ""
	return u.Redacted()
}

// severPool closes a pool and returns when no caller gets a connection of it any more.
// What is under way goes on.
func severPool(pool *pgxpool.Pool) {
	go pool.Close() // which waits for what is under way
	for {
		c, err := pool.Acquire(context.Background())
		if errors.Is(err, puddle.ErrClosedPool) {
			return
		}
		if err == nil {
			c.Release()
		}
		time.Sleep(time.Millisecond)
	}
}
