package queue

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/riverqueue/river/rivertype"

	"judgement/internal/store"
)

// live is the condition that the worker that River's row names last holds its
// lease. River's own clients hold none, nor do workers that died.
const (
	lastSQLite   = `json_extract(attempted_by, '$[#-1]')`
	lastPostgres = `attempted_by[array_upper(attempted_by, 1)]`
)

// maxCrashes is how often a job may end the process that runs it alone.
const maxCrashes = 2

// crashKey is the key in the metadata of a job that was in flight when its worker
// died: how often the worker died while it ran nothing else. Such a job runs alone.
const crashKey = "judgement_crashes"

// rescueSQL is one statement that puts the running jobs of dead workers back: to
// the end where they were cancelled, had all their attempts or ended too many
// processes, else into the queue. An attempt is charged only to a job that ran
// alone: of several nobody knows which one ended the process, and a job that its
// worker had not begun did nothing. $1 begins the names of leases.
func rescueSQL(db *store.DB) string {
	last, cancelled := lastSQLite, `json_extract(metadata, '$.cancel_attempted_at') IS NOT NULL`
	crashes := `coalesce(json_extract(metadata, '$.` + crashKey + `'), 0)`
	if db.SQLite() == nil {
		last, cancelled = lastPostgres, `metadata->>'cancel_attempted_at' IS NOT NULL`
		crashes = `coalesce((metadata->>'` + crashKey + `')::int, 0)`
	}
	begun := `EXISTS (SELECT 1 FROM job WHERE queue_id = river_job.id AND status = 'running' AND owner = ` + last + `)`
	alone := begun + ` AND NOT EXISTS (SELECT 1 FROM job WHERE queue_id <> river_job.id AND status = 'running' AND owner = ` + last + `)`
	given := alone + ` AND (attempt >= max_attempts OR ` + crashes + ` + 1 >= ` + strconv.Itoa(maxCrashes) + `)`
	counted := `CASE WHEN ` + alone + ` THEN ` + crashes + ` + 1 ELSE ` + crashes + ` END`
	set := func(now, state, metadata, problem string) string {
		return `UPDATE river_job SET
			state = (CASE WHEN ` + cancelled + ` THEN 'cancelled' WHEN ` + given + ` THEN 'discarded' ELSE 'available' END)` + state + `,
			finalized_at = CASE WHEN ` + cancelled + ` OR ` + given + ` THEN ` + now + ` END,
			scheduled_at = ` + now + `,
			max_attempts = CASE WHEN ` + alone + ` THEN max_attempts ELSE max_attempts + 1 END,
			metadata = CASE WHEN ` + begun + ` THEN ` + metadata + ` ELSE metadata END,
			errors = ` + problem + `
			WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM lease
				WHERE name = $1` + castText(db) + ` || ` + last + ` AND until_ms >= {now} AND until_ms <= {now} + 600000) RETURNING id`
	}
	if db.SQLite() != nil {
		return set(`strftime('%Y-%m-%d %H:%M:%f', 'now')`, ``, `jsonb(json_set(json(metadata), '$.`+crashKey+`', `+counted+`))`,
			`jsonb(json_insert(json(coalesce(errors, jsonb('[]'))), '$[#]', json_object(
				'at', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'attempt', attempt,
				'error', 'the worker died: ' || coalesce(`+last+`, ''), 'trace', '')))`)
	}
	return set(`now()`, `::river_job_state`, `metadata || jsonb_build_object('`+crashKey+`', `+counted+`)`,
		`array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt,
			'error', 'the worker died: ' || coalesce(`+last+`, ''), 'trace', ''))`)
}

func castText(db *store.DB) string {
	if db.SQLite() != nil {
		return ""
	}
	return "::text"
}

// suspect reports whether a job was in flight when a worker died.
func suspect(j *rivertype.JobRow) bool {
	var keys map[string]json.RawMessage
	return json.Unmarshal(j.Metadata, &keys) == nil && keys[crashKey] != nil
}

// clear takes a job off the suspects: its worker lives.
func (w *worker) clear(ctx context.Context, id int64) error {
	without := `jsonb(json_remove(json(metadata), '$.` + crashKey + `'))`
	if w.q.db.SQLite() == nil {
		without = `metadata - '` + crashKey + `'`
	}
	_, err := w.q.db.Exec(ctx, `UPDATE river_job SET metadata = `+without+` WHERE id = $1`, id)
	return err
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
	crashes                   int
}

// mend brings rows that drifted apart together again: jobs that River discarded
// or cancelled by itself fail visibly, and jobs that a dead worker's last word
// completed go back into the queue.
func (w *worker) mend(ctx context.Context) error {
	problem := `coalesce(json_extract(r.errors, '$[#-1].error'), ''), coalesce(json_extract(r.metadata, '$.` + crashKey + `'), 0)`
	if w.q.db.SQLite() == nil {
		problem = `coalesce(r.errors[array_upper(r.errors, 1)]->>'error', ''), coalesce((r.metadata->>'` + crashKey + `')::int, 0)`
	}
	var all []strayed
	err := w.q.db.Query(ctx, func(row *sql.Rows) error {
		var s strayed
		err := row.Scan(&s.id, &s.owner, &s.queueID, &s.state, &s.problem, &s.crashes)
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
			if s.crashes >= maxCrashes {
				return w.q.fail(ctx, tx, row, "crashed", fmt.Sprintf("its worker process died %d times while it ran this job alone: the document or the scene crashes the program, or needs more memory than there is", s.crashes))
			}
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
