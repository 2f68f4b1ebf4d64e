package store

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"time"
)

// Keep says for how long things are kept that nobody needs for good. What is
// zero is kept for ever.
type Keep struct {
	Jobs    time.Duration // final jobs with all that is theirs: events, calls, messages, cards; at least KeyKept
	Events  time.Duration // events of final jobs
	Replies time.Duration // replies, from when they came
	Blobs   time.Duration // bytes that no unfinished or failed job names, from when they were last put
}

// Purged counts what was removed, in rows.
type Purged struct {
	Jobs     int64 `json:"jobs"`
	Blobs    int64 `json:"documents"`      // documents and texts of reports
	Bytes    int64 `json:"document_bytes"` // of these
	Events   int64 `json:"events"`
	Calls    int64 `json:"calls"`
	Messages int64 `json:"messages"` // with their tries
	Chats    int64 `json:"chats"`    // jobs and cards of chats
	Replies  int64 `json:"replies"`
	Keys     int64 `json:"keys"` // of idempotent requests, of messages that were seen, hits of limits, old leases
}

// Rows is the number of rows that went.
func (p Purged) Rows() int64 {
	return p.Jobs + p.Blobs + p.Events + p.Calls + p.Messages + p.Chats + p.Replies + p.Keys
}

// purgeStep removes rows that are older than keep; no step where keep is zero.
type purgeStep struct {
	count *int64
	keep  time.Duration
	query string
}

func purgeSteps(p *Purged, k Keep) []purgeStep {
	old := ` IN (SELECT job_id FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1)`
	unsent := ` AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.job_id = job.job_id AND outbox.status = 'waiting')`
	day := 24 * time.Hour
	return []purgeStep{
		{&p.Keys, time.Millisecond, `DELETE FROM idempotency WHERE until_ms < {now} - $1`},
		{&p.Keys, time.Millisecond, `DELETE FROM dedupe WHERE until_ms < {now} - $1`},
		{&p.Keys, 7 * day, `DELETE FROM rate_hit WHERE at_ms < {now} - $1`},
		{&p.Keys, 7 * day, `DELETE FROM lease WHERE until_ms < {now} - $1`},
		{&p.Events, k.Events, `DELETE FROM job_event WHERE job_id` + old},
		{&p.Jobs, k.Jobs, `DELETE FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1` + unsent},
		{&p.Events, k.Jobs, `DELETE FROM job_event WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Calls, k.Jobs, `DELETE FROM call_log WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Messages, k.Jobs, `DELETE FROM outbox WHERE status <> 'waiting' AND finished_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{&p.Messages, k.Jobs, `DELETE FROM outbox_try WHERE at_ms < {now} - $1 AND id NOT IN (SELECT id FROM outbox)`},
		{&p.Chats, k.Jobs, `DELETE FROM chat_job WHERE closed_ms > 0 AND closed_ms < {now} - $1`},
		{&p.Chats, k.Jobs, `DELETE FROM chat_parcel WHERE pending = 0 AND created_ms < {now} - $1 AND grp NOT IN (SELECT job_id FROM chat_job)`},
		{&p.Replies, k.Replies, `DELETE FROM reply WHERE at_ms < {now} - $1`},
	}
}

// Purge removes what is past its time, and keys that are. It may run at any
// time, in many processes. Where it fails, what it had removed until then is in
// the count.
func (o *ops) Purge(ctx context.Context, k Keep) (p Purged, err error) {
	for _, step := range purgeSteps(&p, k) {
		if step.keep <= 0 {
			continue
		}
		n, err := o.Exec(ctx, step.query, step.keep.Milliseconds())
		if *step.count += n; err != nil {
			return p, err
		}
	}
	return p, o.purgeBlobs(ctx, k.Blobs, &p)
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
	}, `SELECT payload FROM job WHERE status IN ('pending', 'running', 'failed')`)
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
// the file is written anew: it needs as much room again while it lasts, and
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
