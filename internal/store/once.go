package store

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/text"
)

// KeyClaim is what a key of an idempotent request belongs to.
type KeyClaim struct {
	JobID       string
	Fingerprint string // of the request that came first
}

// ClaimKey claims a key for a job, for job.KeepKeys. If the key is taken, first
// is false and the claim is that of the one who was first. In a transaction
// that inserts the job too, a key and its job come together or not at all.
func ClaimKey(ctx context.Context, q database.Conn, key, fingerprint, jobID string) (claim KeyClaim, first bool, err error) {
	if _, err := q.Exec(ctx, `DELETE FROM idempotency WHERE key = $1 AND until_ms < {now}`, key); err != nil {
		return claim, false, err
	}
	// The update changes nothing: it locks the row, and has it returned.
	_, err = q.Row(ctx, []any{&claim.JobID, &claim.Fingerprint}, `INSERT INTO idempotency (key, fingerprint, job_id, until_ms)
		VALUES ($1, $2, $3, {now} + $4) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING job_id, fingerprint`,
		key, fingerprint, jobID, job.KeepKeys.Milliseconds())
	return claim, claim.JobID == jobID && err == nil, err
}

// FirstSeen reports whether a key is seen for the first time, and keeps it for a
// while from then on.
func FirstSeen(ctx context.Context, q database.Conn, key string, keep time.Duration) (bool, error) {
	n, err := q.Exec(ctx, `INSERT INTO dedupe (key, until_ms) VALUES ($1, {now} + $2)
		ON CONFLICT (key) DO UPDATE SET until_ms = excluded.until_ms WHERE dedupe.until_ms < {now}`, key, keep.Milliseconds())
	return n == 1, err
}

// PutBlob keeps bytes under the hash of their content (SHA-256, hex), which it
// returns. The same bytes are kept once.
func PutBlob(ctx context.Context, q database.Conn, data []byte) (string, error) {
	key := text.Hash(data)
	n, err := q.Exec(ctx, `UPDATE blob SET touched_ms = {now} WHERE sha256 = $1`, key)
	if err != nil || n == 1 {
		return key, err
	}
	if data == nil {
		data = []byte{}
	}
	_, err = q.Exec(ctx, `INSERT INTO blob (sha256, data, touched_ms) VALUES ($1, $2, {now})
		ON CONFLICT (sha256) DO UPDATE SET touched_ms = excluded.touched_ms`, key, data)
	return key, err
}

// Blob returns the bytes of a hash, false if there are none, and an error
// where they aren't those that were kept.
func Blob(ctx context.Context, q database.Conn, key string) ([]byte, bool, error) {
	var data []byte
	ok, err := q.Row(ctx, []any{&data}, `SELECT data FROM blob WHERE sha256 = $1`, key)
	if err != nil || !ok {
		return nil, false, err
	}
	if text.Hash(data) != key {
		return nil, false, fmt.Errorf("read document %s from the database: it is not what was kept", key)
	}
	return data, true, nil
}
