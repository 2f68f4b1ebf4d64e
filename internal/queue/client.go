package queue

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/store"
)

// client is River's client on either database.
type client interface {
	insert(ctx context.Context, tx *store.Tx, args river.JobArgs, opts *river.InsertOpts) (int64, error)
	insertMany(ctx context.Context, jobs []river.InsertManyParams) error
	// cancel ends a job that isn't running and tells the worker of one that is.
	cancel(ctx context.Context, tx *store.Tx, id int64) (*rivertype.JobRow, error)
	get(ctx context.Context, id int64) (*rivertype.JobRow, error)
	start(ctx context.Context) error
	stopped() <-chan struct{}
	pages(prefix string, log *slog.Logger) (pages, error)
}

// pages are River UI.
type pages interface {
	http.Handler
	Start(ctx context.Context) error
}

// newClient makes a client. One without Queues only inserts and must not be
// started.
func newClient(db *store.DB, cfg *river.Config) (client, error) {
	if db.SQLite() != nil {
		c, err := river.NewClient(riversqlite.New(db.SQLite()), cfg)
		if err != nil {
			return nil, fmt.Errorf("set up the queue: %w", err)
		}
		return &riverClient[*sql.Tx]{c, (*store.Tx).SQLite}, nil
	}
	c, err := river.NewClient[pgx.Tx](steadyDriver{riverpgxv5.New(db.Postgres())}, cfg)
	if err != nil {
		return nil, fmt.Errorf("set up the queue: %w", err)
	}
	return &riverClient[pgx.Tx]{c, (*store.Tx).Postgres}, nil
}

type riverClient[T any] struct {
	*river.Client[T]
	tx func(*store.Tx) T
}

func (c *riverClient[T]) insert(ctx context.Context, tx *store.Tx, args river.JobArgs, opts *river.InsertOpts) (int64, error) {
	res, err := c.InsertTx(ctx, c.tx(tx), args, opts)
	if err != nil {
		return 0, fmt.Errorf("put a job into the queue: %w", err)
	}
	return res.Job.ID, nil
}

func (c *riverClient[T]) insertMany(ctx context.Context, jobs []river.InsertManyParams) error {
	if _, err := c.InsertManyFast(ctx, jobs); err != nil {
		return fmt.Errorf("put jobs into the queue: %w", err)
	}
	return nil
}

func (c *riverClient[T]) cancel(ctx context.Context, tx *store.Tx, id int64) (*rivertype.JobRow, error) {
	row, err := c.JobCancelTx(ctx, c.tx(tx), id)
	if err != nil || tx.SQLite() == nil || row.State != rivertype.JobStateRunning {
		return row, err
	}
	// On SQLite River marks a running job but tells nobody, so that it runs on:
	// its worker listens for this.
	_, err = tx.Exec(ctx, `INSERT INTO river_notification (topic, payload)
		VALUES ('river_control', json_object('action', 'cancel', 'job_id', $1, 'queue', $2))`, id, row.Queue)
	return row, err
}

func (c *riverClient[T]) get(ctx context.Context, id int64) (*rivertype.JobRow, error) {
	return c.JobGet(ctx, id)
}

func (c *riverClient[T]) start(ctx context.Context) error { return c.Start(ctx) }

func (c *riverClient[T]) stopped() <-chan struct{} { return c.Stopped() }
