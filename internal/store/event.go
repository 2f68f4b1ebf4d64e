package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"judgement/internal/database"
	"judgement/internal/jury"
)

// Progress is how far a job is.
type Progress struct {
	Phase       string
	Done, Total int // judges
}

// Report adds events to a job's log, in order, and notes how far the job is; nil:
// as before. The events' Seq counts from 1 without gaps. It is false, and adds
// nothing, if the job is not there. A reader that saw a Seq has seen all before it.
func Report(ctx context.Context, q database.Conn, id string, p *Progress, events ...jury.Event) (ok bool, err error) {
	err = q.Atomically(ctx, func(q database.Conn) error {
		var last int64
		ok, err = q.Row(ctx, []any{&last}, `UPDATE job SET last_seq = last_seq + $2 WHERE job_id = $1 RETURNING last_seq`, id, len(events))
		if err != nil || !ok {
			return err
		}
		for i, e := range events {
			e.JobID, e.Seq = id, last-int64(len(events)-i-1)
			data, err := json.Marshal(e)
			if err != nil {
				return fmt.Errorf("encode an event of job %s: %w", id, err)
			}
			if _, err = q.Exec(ctx, `INSERT INTO job_event (job_id, seq, at_ms, data) VALUES ($1, $2, {now}, $3)`, id, e.Seq, string(data)); err != nil {
				return err
			}
		}
		if p != nil {
			_, err = q.Exec(ctx, `UPDATE job SET phase = $2, done = $3, total = $4 WHERE job_id = $1 AND status = 'pending'`, id, p.Phase, p.Done, p.Total)
		}
		return err
	})
	return ok && err == nil, err
}

// Events returns a job's events after a Seq, in order, at most limit of them
// (1 to 10,000; 0: 1,000).
func Events(ctx context.Context, q database.Conn, id string, after int64, limit int) ([]jury.Event, error) {
	if limit <= 0 {
		limit = 1000
	}
	return database.Collect(ctx, q, func(row *sql.Rows) (e jury.Event, err error) {
		var data string
		if err = row.Scan(&data); err == nil {
			if err = json.Unmarshal([]byte(data), &e); err != nil {
				err = fmt.Errorf("decode an event of job %s: %w", id, err)
			}
		}
		return e, err
	}, `SELECT data FROM job_event WHERE job_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, id, after, min(limit, 10_000))
}
