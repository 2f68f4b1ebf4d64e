package queue

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"judgement/internal/job"
	"judgement/internal/store"
)

// View is a job's row as everybody but the store sees it, for what is told of
// its end.
func View(row store.Job) job.Job { return view(row) }

// views are jobs' rows with the next tries of those that wait, which only
// River's rows know.
func (q *Queue) views(ctx context.Context, rows ...store.Job) ([]job.Job, error) {
	out := make([]job.Job, len(rows))
	waiting := map[int64]int{}
	var numbers []string
	for i, row := range rows {
		out[i] = view(row)
		if row.Status == store.Pending {
			waiting[row.QueueID] = i
			numbers = append(numbers, strconv.FormatInt(row.QueueID, 10))
		}
	}
	if len(numbers) == 0 {
		return out, nil
	}
	at := `CAST(unixepoch(scheduled_at, 'subsec') * 1000 AS INTEGER)`
	if q.db.SQLite() == nil {
		at = `CAST(extract(epoch FROM scheduled_at) * 1000 AS BIGINT)`
	}
	err := q.db.Query(ctx, func(row *sql.Rows) error {
		var number, ms int64
		if err := row.Scan(&number, &ms); err != nil {
			return err
		}
		out[waiting[number]].NextTryAt = time.UnixMilli(ms).UTC()
		return nil
	}, fmt.Sprintf(`SELECT id, %s FROM river_job WHERE id IN (%s)
		AND (state IN ('scheduled', 'retryable') OR state = 'available' AND attempt > 0)`, at, strings.Join(numbers, ", ")))
	return out, err
}
