package store

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/job"
)

// Purged counts what was removed, in rows.
type Purged struct {
	Jobs     int64 `json:"jobs"`
	Blobs    int64 `json:"documents"`      // documents and texts of reports
	Bytes    int64 `json:"document_bytes"` // of these
	Events   int64 `json:"events"`
	Calls    int64 `json:"calls"`
	Messages int64 `json:"messages"` // webhooks and cards, with their tries
	Chats    int64 `json:"chats"`    // jobs of chats, notes about bots
	Keys     int64 `json:"keys"`     // of idempotent requests, of messages that were seen, hits of limits
}

// Rows is the number of rows that went.
func (p Purged) Rows() int64 {
	return p.Jobs + p.Blobs + p.Events + p.Calls + p.Messages + p.Chats + p.Keys
}

// Purge removes what is past its time, and keys that are. It may run at any
// time, in many processes. If it fails, what it had removed until then is in
// the count. Leases are not here: the reaper drops those of dead workers, as only it may
// forget one. Rows of chats have times of their own. A job whose message is still to be
// delivered stays.
func Purge(ctx context.Context, q database.Conn, keep time.Duration) (p Purged, err error) {
	if p.Jobs, err = purgeJobs(ctx, q, keep); err != nil {
		return p, err
	}
	for _, step := range []struct {
		count *int64
		keep  time.Duration
		query string
	}{
		{&p.Keys, time.Millisecond, `DELETE FROM idempotency WHERE until_ms < {now} - $1`},
		{&p.Keys, time.Millisecond, `DELETE FROM dedupe WHERE until_ms < {now} - $1`},
		{&p.Keys, job.KeepKeys, `DELETE FROM rate_hit WHERE at_ms < {now} - $1`},
		{&p.Events, keep, `DELETE FROM job_event WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Calls, keep, `DELETE FROM call_log WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Messages, job.KeepChats, `DELETE FROM outbox WHERE kind = 'chat' AND status <> 'waiting' AND created_ms < {now} - $1
			AND NOT EXISTS (SELECT 1 FROM chat_job WHERE chat_job.job_id = outbox.grp AND chat_job.closed_ms = 0)`},
		{&p.Messages, job.KeepUnended, `DELETE FROM outbox WHERE kind = 'chat' AND created_ms < {now} - $1`},
		{&p.Chats, job.KeepChats, `DELETE FROM chat_job WHERE closed_ms > 0 AND closed_ms < {now} - $1
			AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.grp = chat_job.job_id AND outbox.status = 'waiting')`},
		{&p.Chats, job.KeepUnended, `DELETE FROM chat_job WHERE closed_ms = 0 AND created_ms < {now} - $1`},
		{&p.Chats, job.KeepUnended, `DELETE FROM chat_bot WHERE at_ms < {now} - $1`},
		{&p.Messages, keep, `DELETE FROM outbox WHERE kind <> 'chat' AND status <> 'waiting' AND finished_ms < {now} - $1
			AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Messages, job.KeepChats, `DELETE FROM outbox_try WHERE at_ms < {now} - $1 AND id NOT IN (SELECT id FROM outbox)`},
	} {
		if step.keep <= 0 {
			continue
		}
		n, err := q.Exec(ctx, step.query, step.keep.Milliseconds())
		if *step.count += n; err != nil {
			return p, err
		}
	}
	if keep > 0 {
		err = purgeBlobs(ctx, q, keep+job.KeepBlobs, &p)
	}
	return p, err
}

// purgeJobs removes ended jobs with the queue's own rows, a few in a transaction.
func purgeJobs(ctx context.Context, q database.Conn, keep time.Duration) (total int64, err error) {
	const atOnce = 100
	for n := int64(atOnce); keep > 0 && n == atOnce && err == nil; total += n {
		n = 0
		err = q.Atomically(ctx, func(q database.Conn) error {
			ids, err := database.Collect(ctx, q, database.One[int64], `DELETE FROM job WHERE job_id IN (SELECT job_id FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1
				AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.job_id = job.job_id AND outbox.status = 'waiting') LIMIT $2) RETURNING queue_id`,
				keep.Milliseconds(), atOnce)
			for _, id := range ids {
				if err == nil {
					err = DeleteQueued(ctx, q, id)
				}
			}
			n = int64(len(ids))
			return err
		})
	}
	return total, err
}

// DeleteQueued deletes a row of the queue. It is no error if there is none, or if a
// worker runs it: its run can't end the job any more.
func DeleteQueued(ctx context.Context, q database.Conn, id int64) error {
	_, err := q.River().JobDelete(ctx, &riverdriver.JobDeleteParams{ID: id})
	if errors.Is(err, rivertype.ErrNotFound) || errors.Is(err, rivertype.ErrJobRunning) {
		err = nil
	}
	return q.Fault(ctx, "delete a row of the queue", err)
}

// purgeBlobs removes the bytes that no unfinished job names, nor a failed one,
// which may be tried again. Each goes in a statement of its own, so that no one waits
// long for the others.
func purgeBlobs(ctx context.Context, q database.Conn, keep time.Duration, p *Purged) error {
	old, err := database.Collect(ctx, q, database.One[string], `SELECT sha256 FROM blob WHERE touched_ms < {now} - $1 ORDER BY touched_ms, sha256`, keep.Milliseconds())
	if err != nil || len(old) == 0 {
		return err
	}
	jobs, err := findJobs(ctx, q, `status IN ('pending', 'failed')`)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, j := range jobs {
		named[j.Spec.DocumentSHA256] = true
	}
	for _, key := range old {
		if named[key] {
			continue
		}
		var size int64
		gone, err := q.Row(ctx, []any{&size}, `DELETE FROM blob WHERE sha256 = $1 AND touched_ms < {now} - $2 RETURNING length(data)`, key, keep.Milliseconds())
		if err != nil {
			return err
		}
		if gone {
			p.Blobs, p.Bytes = p.Blobs+1, p.Bytes+size
		}
	}
	return nil
}

// WouldPurge counts what Purge would remove now, and removes nothing. On SQLite
// writers wait while it counts.
func WouldPurge(ctx context.Context, db *database.DB, keep time.Duration) (p Purged, err error) {
	err = db.DryRun(ctx, func(tx *database.Tx) (err error) { p, err = Purge(ctx, tx, keep); return err })
	return p, err
}
