package queue

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"judgement/internal/store"
)

// live is the condition that the worker that River's row names last holds its
// lease. River's own clients hold none, nor do workers that died.
const (
	lastSQLite   = `json_extract(attempted_by, '$[#-1]')`
	lastPostgres = `attempted_by[array_upper(attempted_by, 1)]`
)

// rescue is one statement that puts the running jobs of dead workers back: to
// the end where they were cancelled or had all their attempts, else into the
// queue. $1 begins the names of leases.
func rescueSQL(db *store.DB) string {
	if db.SQLite() != nil {
		return `UPDATE river_job SET
			state = CASE WHEN json_extract(metadata, '$.cancel_attempted_at') IS NOT NULL THEN 'cancelled'
				WHEN attempt >= max_attempts THEN 'discarded' ELSE 'available' END,
			finalized_at = CASE WHEN json_extract(metadata, '$.cancel_attempted_at') IS NOT NULL OR attempt >= max_attempts
				THEN strftime('%Y-%m-%d %H:%M:%f', 'now') END,
			scheduled_at = strftime('%Y-%m-%d %H:%M:%f', 'now'),
			errors = jsonb(json_insert(json(coalesce(errors, jsonb('[]'))), '$[#]', json_object(
				'at', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'attempt', attempt,
				'error', 'the worker died: ' || coalesce(` + lastSQLite + `, ''), 'trace', '')))
			WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM lease
				WHERE name = $1 || ` + lastSQLite + ` AND until_ms >= {now} AND until_ms <= {now} + 600000) RETURNING id`
	}
	return `UPDATE river_job SET
		state = (CASE WHEN metadata->>'cancel_attempted_at' IS NOT NULL THEN 'cancelled'
			WHEN attempt >= max_attempts THEN 'discarded' ELSE 'available' END)::river_job_state,
		finalized_at = CASE WHEN metadata->>'cancel_attempted_at' IS NOT NULL OR attempt >= max_attempts THEN now() END,
		scheduled_at = now(),
		errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt,
			'error', 'the worker died: ' || coalesce(` + lastPostgres + `, ''), 'trace', ''))
		WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM lease
			WHERE name = $1::text || ` + lastPostgres + ` AND until_ms >= {now} AND until_ms <= {now} + 600000) RETURNING id`
}

// reap puts the jobs of workers that lost their lease back into the queue.
func (w *worker) reap(ctx context.Context) error {
	var ids []int64
	err := w.q.db.Query(ctx, scanID(&ids), rescueSQL(w.q.db), leasePrefix)
	if len(ids) > 0 {
		w.log.Warn("a worker died; its jobs go on elsewhere", "jobs", len(ids), "queue_ids", ids[:min(len(ids), 10)])
	}
	return err
}

// hurry lets jobs go that are to wait for longer than any wait is: the clock was
// set back after they were put off, or queued.
func (w *worker) hurry(ctx context.Context) error {
	query := `UPDATE river_job SET state = 'available', scheduled_at = strftime('%Y-%m-%d %H:%M:%f', 'now')
		WHERE state IN ('available', 'scheduled', 'retryable') AND unixepoch(scheduled_at) > unixepoch('now') + $1`
	if w.q.db.SQLite() == nil {
		query = `UPDATE river_job SET state = 'available', scheduled_at = now()
			WHERE state IN ('available', 'scheduled', 'retryable') AND scheduled_at > now() + $1 * interval '1 second'`
	}
	n, err := w.q.db.Exec(ctx, query, int64((longestWait + time.Minute).Seconds()))
	if n > 0 {
		w.log.Warn("the clock was set back; jobs that waited for it go on", "jobs", n)
	}
	return err
}

func scanID(ids *[]int64) func(*sql.Rows) error {
	return func(row *sql.Rows) error {
		var id int64
		err := row.Scan(&id)
		*ids = append(*ids, id)
		return err
	}
}

// reclaim frees the jobs that River's table says this worker runs, but that it
// doesn't: their end could not be written, as while a database restarts. It acts
// on what it saw twice in a row.
func (w *worker) reclaim(ctx context.Context) error {
	last := lastSQLite
	if w.q.db.SQLite() == nil {
		last = lastPostgres
	}
	var ids, forgotten []int64
	if err := w.q.db.Query(ctx, scanID(&ids), `SELECT id FROM river_job WHERE state = 'running' AND `+last+` = $1`, w.id); err != nil {
		return err
	}
	for _, id := range ids {
		if w.running.has(id) {
			continue
		}
		if slices.Contains(w.suspects, id) {
			if _, err := w.q.db.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE id = $1 AND state = 'running' AND `+last+` = $2`, id, w.id); err != nil {
				return err
			}
			continue
		}
		forgotten = append(forgotten, id)
	}
	w.suspects = forgotten
	return nil
}

// strayed is a job that isn't final although River is through with it, or never
// had it.
type strayed struct {
	id, owner, state, problem string
	queueID                   int64
}

// mend brings rows that drifted apart together again: jobs that River discarded
// or cancelled by itself fail visibly, and jobs that a dead worker's last word
// completed go back into the queue.
func (w *worker) mend(ctx context.Context) error {
	problem := `coalesce(json_extract(r.errors, '$[#-1].error'), '')`
	if w.q.db.SQLite() == nil {
		problem = `coalesce(r.errors[array_upper(r.errors, 1)]->>'error', '')`
	}
	var all []strayed
	err := w.q.db.Query(ctx, func(row *sql.Rows) error {
		var s strayed
		err := row.Scan(&s.id, &s.owner, &s.queueID, &s.state, &s.problem)
		all = append(all, s)
		return err
	}, `SELECT j.job_id, j.owner, j.queue_id, coalesce(CAST(r.state AS TEXT), ''), `+problem+`
		FROM job j LEFT JOIN river_job r ON r.id = j.queue_id
		WHERE j.status IN ('pending', 'running') AND (r.id IS NULL OR r.state IN ('completed', 'cancelled', 'discarded'))
		ORDER BY j.job_id LIMIT 100`)
	for _, s := range all {
		if err == nil {
			err = w.mendOne(ctx, s)
		}
	}
	return err
}

func (w *worker) mendOne(ctx context.Context, s strayed) error {
	alive, err := w.alive(ctx, s.owner)
	if err != nil || alive {
		return err // its worker has the last word
	}
	return w.q.db.InTx(ctx, func(tx *store.Tx) error {
		row, found, err := tx.Job(ctx, s.id)
		if err != nil || !found || row.QueueID != s.queueID || row.Status != store.Pending && row.Status != store.Running {
			return err
		}
		switch s.state {
		case "cancelled":
			return w.q.fail(ctx, tx, row, store.Cancelled, "cancelled")
		case "discarded":
			return w.q.fail(ctx, tx, row, "attempts", "stopped after all its attempts: "+s.problem)
		}
		w.log.Warn("a job had left the queue unfinished; it is queued again", "job", s.id)
		return w.q.requeue(ctx, tx, row)
	})
}

// alive reports whether a worker holds its lease.
func (w *worker) alive(ctx context.Context, owner string) (bool, error) {
	if owner == "" {
		return false, nil
	}
	leases, err := w.q.db.Leases(ctx, leasePrefix+owner)
	for _, l := range leases {
		if l.Owner == owner && l.Left > 0 {
			return true, nil
		}
	}
	return false, err
}

// fail ends a job that isn't final.
func (q *Queue) fail(ctx context.Context, tx *store.Tx, row store.Job, reason, message string) error {
	return q.finish(ctx, tx, row.ID, row.Fence, store.Ending{Status: store.Failed, Reason: reason, Message: message})
}

// finish ends a job for the holder of its fence; for others it changes nothing
// and is errLost.
func (q *Queue) finish(ctx context.Context, tx *store.Tx, id string, fence int64, e store.Ending) error {
	ok, err := tx.FinishJob(ctx, id, fence, e)
	if err == nil && !ok {
		err = errLost
	}
	if err != nil {
		return err
	}
	row, _, err := tx.Job(ctx, id)
	if err != nil {
		return err
	}
	return q.ended(ctx, tx, row)
}

// heed notes in a job's row that somebody cancelled it on River's own pages,
// which on SQLite tell nobody.
func (w *worker) heed(ctx context.Context) error {
	last, asked := lastSQLite, `json_extract(r.metadata, '$.cancel_attempted_at')`
	if w.q.db.SQLite() == nil {
		last, asked = lastPostgres, `r.metadata->>'cancel_attempted_at'`
	}
	var jobs []string
	err := w.q.db.Query(ctx, func(row *sql.Rows) error {
		var id string
		err := row.Scan(&id)
		jobs = append(jobs, id)
		return err
	}, `SELECT j.job_id FROM river_job r JOIN job j ON j.queue_id = r.id
		WHERE r.state = 'running' AND `+last+` = $1 AND j.status = 'running' AND j.cancel_ms = 0 AND `+asked+` IS NOT NULL`, w.id)
	for _, id := range jobs {
		if err == nil {
			_, _, err = w.q.db.CancelJob(ctx, id)
		}
	}
	return err
}

// cancelled stops the jobs of this worker that somebody cancelled. River tells
// at once; this is for what River did not hear.
func (w *worker) cancelled(ctx context.Context) error {
	if err := w.heed(ctx); err != nil {
		return err
	}
	var ids []int64
	err := w.q.db.Query(ctx, scanID(&ids), `SELECT queue_id FROM job WHERE status = 'running' AND owner = $1 AND cancel_ms > 0`, w.id)
	for _, id := range ids {
		w.running.stop(id, errCancelled)
	}
	return err
}
