package chatdb

import (
	"context"
	"fmt"
	"time"
)

// How long rows are kept. Cards hold what judges have said: once shown, the chat
// and the case keep it.
const (
	KeepEnded   = 7 * 24 * time.Hour  // closed jobs, and what was delivered or given up
	KeepUnended = 30 * 24 * time.Hour // jobs and messages of applications that nobody serves any more
	keepHealth  = 30 * 24 * time.Hour // notes about bots that run no more
)

// pruneBatch is how many rows go in one statement, so that events are taken in
// meanwhile.
const pruneBatch = 500

// Prune removes the jobs, messages and notes of bots that are past their time, and
// returns how many rows went. It may run at any time, in many processes. A message
// stays while its job is open, a closed job while a message of it waits.
func (s *Store) Prune(ctx context.Context) (rows int64, err error) {
	for _, step := range []struct {
		keep             time.Duration
		table, id, where string
	}{
		{KeepEnded, "outbox", "id", `kind = 'chat' AND status <> 'waiting' AND created_ms < {now} - $1
			AND NOT EXISTS (SELECT 1 FROM chat_job WHERE chat_job.job_id = outbox.grp AND chat_job.closed_ms = 0)`},
		{KeepUnended, "outbox", "id", `kind = 'chat' AND created_ms < {now} - $1`},
		{KeepEnded, "chat_job", "job_id", `closed_ms > 0 AND closed_ms < {now} - $1
			AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.grp = chat_job.job_id AND outbox.status = 'waiting')`},
		{KeepUnended, "chat_job", "job_id", `closed_ms = 0 AND created_ms < {now} - $1`},
		{keepHealth, "chat_bot", "app_id", `at_ms < {now} - $1`},
	} {
		for {
			n, err := s.db.Exec(ctx, fmt.Sprintf(`DELETE FROM %[1]s WHERE %[2]s IN (SELECT %[2]s FROM %[1]s WHERE %[3]s LIMIT %[4]d)`,
				step.table, step.id, step.where, pruneBatch), step.keep.Milliseconds())
			if rows += n; err != nil {
				return rows, fmt.Errorf("remove old rows of %s: %w", step.table, err)
			}
			if n < pruneBatch {
				break
			}
		}
	}
	return rows, nil
}
