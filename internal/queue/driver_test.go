package queue

import (
	"database/sql"
	"testing"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestTakenOverAsItEnds: a worker ends a job while another one takes it over.
// River's statement waits for the other's, changes nothing, and returns the row
// as it was before; River would panic.
func TestTakenOverAsItEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "postgres"))
	id := w.submit(t, "kettle")
	w.dead(t, id, 1, false)
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := w.process(t)
	type result struct {
		rows []*rivertype.JobRow
		err  error
	}
	ended := make(chan result, 1)
	err = w.db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE river_job SET state = 'available' WHERE id = $1`, row.QueueID); err != nil {
			return err
		}
		go func() {
			rows, err := steadyDriver{riverpgxv5.New(other.Postgres())}.GetExecutor().JobSetStateIfRunningMany(t.Context(), &riverdriver.JobSetStateIfRunningManyParams{
				ID: []int64{row.QueueID}, Attempt: []*int{nil}, ErrData: [][]byte{nil}, FinalizedAt: make([]*time.Time, 1),
				MetadataDoMerge: []bool{false}, MetadataUpdates: [][]byte{nil}, ScheduledAt: make([]*time.Time, 1), State: []rivertype.JobState{rivertype.JobStateAvailable},
			})
			ended <- result{rows, err}
		}()
		eventually(t, func() bool {
			n := 0
			err := w.db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) },
				`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
			return err == nil && n > 0
		}, func() string { return "it does not wait" })
		return nil
	})
	if r := <-ended; err != nil || r.err != nil || len(r.rows) != 0 {
		t.Errorf("%v, %v: rows %+v", err, r.err, r.rows)
	}
}
