package store

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/job"
)

// Keep says for how long things are kept that nobody needs for good. What is
// zero is kept for ever.
type Keep struct {
	Jobs  time.Duration // final jobs with all that is theirs: events, calls, messages, cards; at least job.KeepKeys
	Blobs time.Duration // bytes that no unfinished or failed job names, from when they were last put
}

// Purged counts what was removed, in rows.
type Purged struct {
	Jobs     int64 `json:"jobs"`
	Blobs    int64 `json:"documents"`      // documents and texts of reports
	Bytes    int64 `json:"document_bytes"` // of these
	Events   int64 `json:"events"`
	Calls    int64 `json:"calls"`
	Messages int64 `json:"messages"` // webhooks and cards, with their tries
	Chats    int64 `json:"chats"`    // jobs of chats
	Replies  int64 `json:"replies"`  // always 0: replies are kept with their cases
	Keys     int64 `json:"keys"`     // of idempotent requests, of messages that were seen, hits of limits, old leases
}

// Rows is the number of rows that went.
func (p Purged) Rows() int64 {
	return p.Jobs + p.Blobs + p.Events + p.Calls + p.Messages + p.Chats + p.Keys
}

// Purge removes what is past its time, and keys that are. It may run at any
// time, in many processes. If it fails, what it had removed until then is in
// the count.
func (o *ops) Purge(ctx context.Context, k Keep) (p Purged, err error) {
	for _, step := range []struct {
		count *int64
		keep  time.Duration
		query string
	}{
		{&p.Keys, time.Millisecond, `DELETE FROM idempotency WHERE until_ms < {now} - $1`},
		{&p.Keys, time.Millisecond, `DELETE FROM dedupe WHERE until_ms < {now} - $1`},
		{&p.Keys, job.KeepKeys, `DELETE FROM rate_hit WHERE at_ms < {now} - $1`},
		{&p.Keys, job.KeepKeys, `DELETE FROM lease WHERE until_ms < {now} - $1`},
		{&p.Jobs, k.Jobs, ""},
		{&p.Events, k.Jobs, `DELETE FROM job_event WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Calls, k.Jobs, `DELETE FROM call_log WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Chats, k.Jobs, `DELETE FROM chat_job WHERE closed_ms > 0 AND closed_ms < {now} - $1`},
		{&p.Messages, k.Jobs, `DELETE FROM outbox WHERE status <> 'waiting' AND finished_ms < {now} - $1
			AND job_id NOT IN (SELECT job_id FROM job) AND grp NOT IN (SELECT job_id FROM chat_job)`},
		{&p.Messages, k.Jobs, `DELETE FROM outbox_try WHERE at_ms < {now} - $1 AND id NOT IN (SELECT id FROM outbox)`},
	} {
		if step.keep <= 0 {
			continue
		}
		var n int64
		if step.query == "" {
			n, err = o.purgeJobs(ctx, step.keep)
		} else {
			n, err = o.Exec(ctx, step.query, step.keep.Milliseconds())
		}
		if *step.count += n; err != nil {
			return p, err
		}
	}
	if k.Jobs > 0 {
		if err := o.purgeStrays(ctx, k.Jobs); err != nil {
			return p, err
		}
	}
	return p, o.purgeBlobs(ctx, k.Blobs, &p)
}

// purgeJobs removes ended jobs with the queue's own rows, a few in a transaction.
// A job whose message is still to be delivered stays.
func (o *ops) purgeJobs(ctx context.Context, keep time.Duration) (total int64, err error) {
	const atOnce = 100
	for n := int64(atOnce); n == atOnce && err == nil; total += n {
		n = 0
		err = o.atomically(ctx, func(o *ops) error {
			ids, err := collect(ctx, o, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
				`DELETE FROM job WHERE job_id IN (SELECT job_id FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1
				AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.job_id = job.job_id AND outbox.status = 'waiting') LIMIT $2) RETURNING queue_id`,
				keep.Milliseconds(), atOnce)
			for _, id := range ids {
				if err == nil {
					err = o.DeleteQueued(ctx, id)
				}
			}
			n = int64(len(ids))
			return err
		})
	}
	return total, err
}

// purgeStrays removes rows of the queue that have ended and belong to no job: those
// that earlier versions left, and of measurements.
func (o *ops) purgeStrays(ctx context.Context, keep time.Duration) error {
	now, err := o.Now(ctx)
	if err != nil {
		return err
	}
	const atOnce = 1000
	before := now.Add(-keep - 24*time.Hour) // the jobs' own rows go first
	for n := atOnce; n == atOnce && err == nil; {
		n, err = o.river.JobDeleteBefore(ctx, &riverdriver.JobDeleteBeforeParams{
			CancelledDoDelete: true, CancelledFinalizedAtHorizon: before, CompletedDoDelete: true, CompletedFinalizedAtHorizon: before,
			DiscardedDoDelete: true, DiscardedFinalizedAtHorizon: before, Max: atOnce,
		})
	}
	return o.Fault(ctx, "delete old rows of the queue", err)
}

// DeleteQueued deletes a row of the queue. It is no error if there is none, or if a
// worker runs it: its run can't end the job any more.
func (o *ops) DeleteQueued(ctx context.Context, id int64) error {
	_, err := o.river.JobDelete(ctx, &riverdriver.JobDeleteParams{ID: id})
	if errors.Is(err, rivertype.ErrNotFound) || errors.Is(err, rivertype.ErrJobRunning) {
		err = nil
	}
	return o.Fault(ctx, "delete a row of the queue", err)
}

// hash finds the hashes of contents in a job.
var hash = regexp.MustCompile(`[0-9a-f]{64}`)

// purgeBlobs removes the bytes that no unfinished job names, nor a failed one,
// which may be tried again. Each goes in a
// statement of its own, so that nobody waits long for the others.
func (o *ops) purgeBlobs(ctx context.Context, keep time.Duration, p *Purged) error {
	if keep <= 0 {
		return nil
	}
	type blob struct {
		key  string
		size int64
	}
	var old []blob
	err := o.Query(ctx, func(row *sql.Rows) error {
		var b blob
		err := row.Scan(&b.key, &b.size)
		old = append(old, b)
		return err
	}, `SELECT sha256, length(data) FROM blob WHERE touched_ms < {now} - $1 ORDER BY touched_ms, sha256`, keep.Milliseconds())
	if err != nil || len(old) == 0 {
		return err
	}
	named := map[string]bool{}
	err = o.Query(ctx, func(row *sql.Rows) error {
		var payload string
		err := row.Scan(&payload)
		for _, key := range hash.FindAllString(payload, -1) {
			named[key] = true
		}
		return err
	}, `SELECT payload FROM job WHERE status IN ('pending', 'failed')`)
	if err != nil {
		return err
	}
	for _, b := range old {
		if named[b.key] {
			continue
		}
		n, err := o.Exec(ctx, `DELETE FROM blob WHERE sha256 = $1 AND touched_ms < {now} - $2`, b.key, keep.Milliseconds())
		if err != nil {
			return err
		}
		p.Blobs, p.Bytes = p.Blobs+n, p.Bytes+n*b.size
	}
	return nil
}

// errCounted ends the transaction of WouldPurge.
var errCounted = errors.New("counted")

// WouldPurge counts what Purge would remove now, and removes nothing. On SQLite
// writers wait while it counts.
func (db *DB) WouldPurge(ctx context.Context, k Keep) (p Purged, err error) {
	err = db.InTx(ctx, func(tx *Tx) error {
		if p, err = tx.Purge(ctx, k); err != nil {
			return err
		}
		return errCounted
	})
	if errors.Is(err, errCounted) {
		err = nil
	}
	return p, err
}

// Compact gives the room of what was removed back to the file system. On SQLite
// the file is written again: it needs as much room again while it lasts, and
// writers wait. On Postgres autovacuum makes the room free for new rows by
// itself, and VACUUM FULL, which locks the tables, is left to the operator:
// Compact does nothing there.
func (db *DB) Compact(ctx context.Context) error {
	if db.pool != nil {
		return nil
	}
	for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
