package store

import (
	"context"
	"encoding/json"
	"fmt"

	"judgement/internal/jury"
)

// AppendEvents adds events to a job's log, in order, and returns them with
// their JobID and Seq filled in; Seq counts from 1 without gaps. It is false,
// and adds nothing, where the job isn't there or has another fence. A reader
// that saw a Seq has seen all before it.
func (o *ops) AppendEvents(ctx context.Context, id string, fence int64, events ...jury.Event) (kept []jury.Event, ok bool, err error) {
	if len(events) == 0 {
		return nil, true, nil
	}
	err = o.atomically(ctx, func(o *ops) error {
		var last int64
		ok, err = o.row(ctx, []any{&last}, `UPDATE job SET last_seq = last_seq + $3 WHERE job_id = $1 AND fence = $2 RETURNING last_seq`,
			id, fence, len(events))
		if err != nil || !ok {
			return err
		}
		kept = make([]jury.Event, len(events))
		for i, e := range events {
			e.JobID, e.Seq = id, last-int64(len(events))+int64(i)+1
			kept[i] = e
			data, err := json.Marshal(e)
			if err != nil {
				return fmt.Errorf("encode an event of job %s: %w", id, err)
			}
			_, err = o.Exec(ctx, `INSERT INTO job_event (job_id, seq, at_ms, data) VALUES ($1, $2, {now}, $3)`, id, e.Seq, string(data))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	return kept, ok, nil
}

// Events returns a job's events after a Seq, in order, at most limit of them
// (1 to 10,000; 0: 1,000).
func (o *ops) Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error) {
	if limit <= 0 {
		limit = 1000
	}
	return collect(ctx, o, func(row scanner) (e jury.Event, err error) {
		var data string
		if err := row.Scan(&data); err != nil {
			return e, err
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			return e, fmt.Errorf("decode an event of job %s: %w", id, err)
		}
		return e, nil
	}, `SELECT data FROM job_event WHERE job_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, id, after, min(limit, 10_000))
}
