package queue

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/pipeline"
)

// kindAttribution is the kind of job in River's rows that no format has.
const kindAttribution = "attribution"

// jobArgs only name a job: what is to be done is in the store. One worker runs all
// kinds.
type jobArgs struct {
	JobID string `json:"job_id"`
	kind  string
}

// Kind implements river.JobArgs.
func (a jobArgs) Kind() string { return cmp.Or(a.kind, kindAttribution) }

// KindAliases has one worker take jobs of all kinds.
func (jobArgs) KindAliases() []string { return pipeline.Kinds() }

// handler runs a worker's jobs for River. Jobs may take as long as they need: River's
// rescuer leaves them alone.
type handler struct {
	river.WorkerDefaults[jobArgs]
	w *worker
}

// Work is called by River.
func (h *handler) Work(ctx context.Context, j *river.Job[jobArgs]) error {
	return h.w.work(ctx, j.JobRow, j.Args.JobID)
}

// Timeout is called by River.
func (*handler) Timeout(*river.Job[jobArgs]) time.Duration { return -1 }

// client is River's client on either database, for what its driver can't do.
type client interface {
	// insert gives a job a row in River's table and returns its number.
	insert(ctx context.Context, tx *database.Tx, row job.Job) (int64, error)
	Start(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	Stopped() <-chan struct{}
}

// newClient makes a client. One without Queues only inserts and must not be
// started.
func newClient(db *database.DB, cfg *river.Config) (client, error) {
	// What River has ended is purged with the job's own row.
	cfg.CancelledJobRetentionPeriod, cfg.CompletedJobRetentionPeriod, cfg.DiscardedJobRetentionPeriod = -1, -1, -1
	if db.SQLite() != nil {
		c, err := river.NewClient(riversqlite.New(db.SQLite()), cfg)
		return &riverClient[*sql.Tx]{c}, err
	}
	c, err := river.NewClient(riverpgxv5.New(db.Postgres()), cfg)
	return &riverClient[pgx.Tx]{c}, err
}

type riverClient[T any] struct{ *river.Client[T] }

// priorities put people who wait in a chat before programs, and these before
// batches. 1 comes first.
var priorities = map[string]int{"chat": 1, "http": 2, "mcp": 2}

func (c *riverClient[T]) insert(ctx context.Context, tx *database.Tx, row job.Job) (int64, error) {
	res, err := c.InsertTx(ctx, tx.Driver().(T), jobArgs{row.ID, row.Kind}, &river.InsertOpts{
		MaxAttempts: maxAttempts, Priority: cmp.Or(priorities[row.Spec.Origin.Kind], 3),
	})
	if err != nil {
		return 0, tx.Fault(ctx, "put a job into the queue", err)
	}
	return res.Job.ID, nil
}

// allRunning returns River's rows that are running.
func allRunning(ctx context.Context, db *database.DB) ([]*rivertype.JobRow, error) {
	rows, err := db.River().JobGetStuck(ctx, &riverdriver.JobGetStuckParams{Max: math.MaxInt32, StuckHorizon: time.Now().AddDate(1, 0, 0)})
	return rows, db.Fault(ctx, "list the running jobs", err)
}

// transit changes River's row if it is running in the run that `was` is of, and
// returns the row as it is then. Anything else is errLost: roll back. It is what
// river.JobCompleteTx does, for every next state.
func transit(ctx context.Context, tx *database.Tx, was *rivertype.JobRow, to *riverdriver.JobSetStateIfRunningParams) (*rivertype.JobRow, error) {
	rows, err := tx.River().JobSetStateIfRunningMany(ctx, &riverdriver.JobSetStateIfRunningManyParams{
		ID: []int64{to.ID}, Attempt: []*int{to.Attempt}, ErrData: [][]byte{to.ErrData}, FinalizedAt: []*time.Time{to.FinalizedAt},
		MetadataDoMerge: []bool{false}, MetadataUpdates: [][]byte{nil}, ScheduledAt: []*time.Time{to.ScheduledAt}, State: []rivertype.JobState{to.State},
	})
	if err != nil {
		return nil, tx.Fault(ctx, "change a row of the queue", err)
	}
	if len(rows) != 1 || rows[0].State == rivertype.JobStateRunning || !sameRun(rows[0], was) {
		return nil, errLost
	}
	if cancelled := rows[0].State == rivertype.JobStateCancelled && cancelAsked(rows[0]); rows[0].State != to.State && !cancelled {
		return nil, errLost // it was not running any more
	}
	return rows[0], nil
}

// sameRun reports whether two rows are of one run of a job: River gives an attempt
// number back if a run is put off, so that it says nothing.
func sameRun(a, b *rivertype.JobRow) bool {
	return a.AttemptedAt != nil && b.AttemptedAt != nil && a.AttemptedAt.Equal(*b.AttemptedAt) && lastWorker(a) == lastWorker(b)
}

// lastWorker is the id of the worker that ran a job last, empty for none.
func lastWorker(r *rivertype.JobRow) string {
	if len(r.AttemptedBy) == 0 {
		return ""
	}
	return r.AttemptedBy[len(r.AttemptedBy)-1]
}

// cancelAsked reports whether a user asked to cancel the job.
func cancelAsked(r *rivertype.JobRow) bool {
	var meta struct {
		At *json.RawMessage `json:"cancel_attempted_at"`
	}
	return json.Unmarshal(r.Metadata, &meta) == nil && meta.At != nil
}

// controlTopic is that of River's notices to workers.
const controlTopic = "river_control"

// cancelRow ends a row that is not running and asks the worker of one that is. On
// SQLite River's driver marks the row but notifies no worker: the notice is sent here.
func cancelRow(ctx context.Context, tx *database.Tx, id int64) (*rivertype.JobRow, error) {
	row, err := tx.River().JobCancel(ctx, &riverdriver.JobCancelParams{ID: id, CancelAttemptedAt: time.Now(), ControlTopic: controlTopic})
	if _, sqlite := tx.Driver().(*sql.Tx); err == nil && sqlite && row.State == rivertype.JobStateRunning {
		var notice []byte
		notice, err = json.Marshal(map[string]any{"action": "cancel", "job_id": id, "queue": row.Queue})
		if err == nil {
			err = tx.River().NotifyMany(ctx, &riverdriver.NotifyManyParams{Topic: controlTopic, Payload: []string{string(notice)}})
		}
	}
	return row, tx.Fault(ctx, "cancel a row of the queue", err)
}

// longestWait is how long a job waits at most before it is tried again.
const longestWait = 10 * time.Minute

// nextTry is the policy of retries: 2, 8, 32, 128, … seconds, at most
// longestWait, by the number of errors so far.
func nextTry(errors int) time.Duration {
	d := 2 * time.Second
	for range min(errors, 8) {
		d *= 4
	}
	return min(d, longestWait)
}

// retryPolicy is how long to wait before another attempt, by the number of
// errors so far.
type retryPolicy func(errors int) time.Duration

// NextRetry is called by River.
func (p retryPolicy) NextRetry(j *rivertype.JobRow) time.Time {
	return time.Now().Add(p(len(j.Errors)))
}
