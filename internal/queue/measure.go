package queue

import (
	"context"
	"database/sql"
	"time"

	"github.com/riverqueue/river"
)

// QueueNoops adds jobs that do nothing, for measuring; WorkerOptions.Noop is
// told when one starts.
func (q *Queue) QueueNoops(ctx context.Context, n int) error {
	const most = 500
	for n > 0 {
		jobs := make([]river.InsertManyParams, min(n, most))
		for i := range jobs {
			jobs[i].Args = noopArgs{time.Now()}
		}
		if err := q.client.insertMany(ctx, jobs); err != nil {
			return err
		}
		n -= len(jobs)
	}
	return nil
}

// Waiting counts the jobs in River's table that aren't through, measuring jobs
// included.
func (q *Queue) Waiting(ctx context.Context) (n int, err error) {
	err = q.db.Query(ctx, func(row *sql.Rows) error { return row.Scan(&n) },
		`SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'retryable', 'scheduled')`)
	return n, err
}
