package store

import (
	"context"
	"time"
)

// Keep says for how long things are kept that nobody needs for good. What is
// zero is kept for ever.
type Keep struct {
	Jobs    time.Duration // final jobs with all that is theirs: events, calls, messages
	Events  time.Duration // events of final jobs
	Replies time.Duration // replies, from when they came
	Blobs   time.Duration // bytes that no unfinished job names, from when they were last put
}

// Purge removes what is past its time, and keys that are. It returns how many
// rows went. It may run at any time, in many processes.
func (o *ops) Purge(ctx context.Context, k Keep) (rows int64, err error) {
	old := ` IN (SELECT job_id FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1)`
	unsent := ` AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.job_id = job.job_id AND outbox.status = 'waiting')`
	day := 24 * time.Hour
	for _, step := range []struct {
		keep  time.Duration
		query string
	}{
		{time.Millisecond, `DELETE FROM idempotency WHERE until_ms < {now} - $1`},
		{time.Millisecond, `DELETE FROM dedupe WHERE until_ms < {now} - $1`},
		{7 * day, `DELETE FROM rate_hit WHERE at_ms < {now} - $1`},
		{7 * day, `DELETE FROM lease WHERE until_ms < {now} - $1`},
		{k.Events, `DELETE FROM job_event WHERE job_id` + old},
		{k.Jobs, `DELETE FROM job WHERE status IN ('done', 'failed') AND finished_ms < {now} - $1` + unsent},
		{k.Jobs, `DELETE FROM job_event WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{k.Jobs, `DELETE FROM call_log WHERE at_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{k.Jobs, `DELETE FROM outbox WHERE status <> 'waiting' AND finished_ms < {now} - $1 AND job_id NOT IN (SELECT job_id FROM job)`},
		{k.Jobs, `DELETE FROM outbox_try WHERE at_ms < {now} - $1 AND id NOT IN (SELECT id FROM outbox)`},
		{k.Replies, `DELETE FROM reply WHERE at_ms < {now} - $1`},
		{k.Blobs, `DELETE FROM blob WHERE touched_ms < {now} - $1 AND NOT EXISTS
			(SELECT 1 FROM job WHERE status IN ('pending', 'running') AND payload LIKE '%' || blob.sha256 || '%')`},
	} {
		if step.keep <= 0 {
			continue
		}
		n, err := o.Exec(ctx, step.query, step.keep.Milliseconds())
		if rows += n; err != nil {
			return rows, err
		}
	}
	return rows, nil
}
