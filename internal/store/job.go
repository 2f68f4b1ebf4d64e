package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Status is the closed set of what a job can be.
type Status string

// The statuses. Done and Failed are final unless a failed job is retried.
const (
	Pending Status = "pending"
	Running Status = "running"
	Done    Status = "done"
	Failed  Status = "failed"
)

// Cancelled is the reason of a failed job that somebody cancelled.
const Cancelled = "cancelled"

// Job is what is kept of a job for good: the queue forgets its own rows.
type Job struct {
	ID      string
	Kind    string // of the queue's jobs
	Scene   string // slug
	Brand   string
	Status  Status
	Reason  string // why it failed: a stable word, such as Cancelled
	Message string // why it failed or waits, for people
	Phase   string // the last that was reported
	Done    int    // judges that ended
	Total   int    // judges in all
	Payload string // JSON
	Result  string // JSON, empty until done
	QueueID int64  // the queue's own number, 0 until known
	// Fence counts starts and retries. Whoever works on the job writes with the
	// fence that StartJob gave; an older one is refused.
	Fence    int64
	Owner    string // who started it last
	LastSeq  int64  // of its events
	Created  time.Time
	Started  time.Time // zero until it starts; of the last start
	CancelAt time.Time // zero until somebody asked to cancel it
	Finished time.Time // zero until it is final
}

const jobColumns = `job_id, kind, scene, brand, status, reason, message, phase, done, total, payload, result,
	queue_id, fence, owner, last_seq, created_ms, started_ms, cancel_ms, finished_ms`

func scanJob(row scanner) (Job, error) {
	var j Job
	var created, started, cancel, finished int64
	err := row.Scan(&j.ID, &j.Kind, &j.Scene, &j.Brand, &j.Status, &j.Reason, &j.Message, &j.Phase, &j.Done, &j.Total,
		&j.Payload, &j.Result, &j.QueueID, &j.Fence, &j.Owner, &j.LastSeq, &created, &started, &cancel, &finished)
	j.Created, j.Started, j.CancelAt, j.Finished = when(created), when(started), when(cancel), when(finished)
	return j, err
}

// when turns unix milliseconds into a time, 0 into the zero time.
func when(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// InsertJob adds a pending job: of j, only ID, Kind, Scene, Brand, Payload and
// QueueID count. An id that is taken is an error.
func (o *ops) InsertJob(ctx context.Context, j Job) error {
	_, err := o.Exec(ctx, `INSERT INTO job (job_id, kind, scene, brand, status, payload, queue_id, created_ms)
		VALUES ($1, $2, $3, $4, 'pending', $5, $6, {now})`, j.ID, j.Kind, j.Scene, j.Brand, j.Payload, j.QueueID)
	return err
}

// SetQueueID notes the queue's own number of a job.
func (o *ops) SetQueueID(ctx context.Context, id string, queueID int64) error {
	_, err := o.Exec(ctx, `UPDATE job SET queue_id = $2 WHERE job_id = $1`, id, queueID)
	return err
}

// Job returns a job, false where there is none of that id.
func (o *ops) Job(ctx context.Context, id string) (Job, bool, error) {
	jobs, err := o.jobs(ctx, `SELECT `+jobColumns+` FROM job WHERE job_id = $1`, id)
	if err != nil || len(jobs) == 0 {
		return Job{}, false, err
	}
	return jobs[0], true, nil
}

// JobByQueueID returns the job with a number of the queue's.
func (o *ops) JobByQueueID(ctx context.Context, queueID int64) (Job, bool, error) {
	jobs, err := o.jobs(ctx, `SELECT `+jobColumns+` FROM job WHERE queue_id = $1 ORDER BY created_ms DESC LIMIT 1`, queueID)
	if err != nil || len(jobs) == 0 {
		return Job{}, false, err
	}
	return jobs[0], true, nil
}

// EachResult calls f with the id and the result of each done job, by id. f must not
// use the database.
func (o *ops) EachResult(ctx context.Context, f func(id, result string) error) error {
	return o.Query(ctx, func(row *sql.Rows) error {
		var id, result string
		if err := row.Scan(&id, &result); err != nil {
			return err
		}
		return f(id, result)
	}, `SELECT job_id, result FROM job WHERE status = 'done' ORDER BY job_id`)
}

func (o *ops) jobs(ctx context.Context, query string, args ...any) ([]Job, error) {
	return collect(ctx, o, scanJob, query, args...)
}

// Filter says which jobs to list. Empty fields don't filter.
type Filter struct {
	Status Status
	Scene  string
	Kind   string
	After  string // a cursor that Jobs gave
	Limit  int    // at most so many, from 1 to 1000; 0: 100
}

// ErrCursor is the error of a cursor that Jobs never gave.
var ErrCursor = errors.New("the cursor is not one that a list gave")

// Jobs lists jobs, the newest first. The cursor continues the list, it is empty
// where the list is at its end. Jobs that come in between change nothing of
// what a cursor gives.
func (o *ops) Jobs(ctx context.Context, f Filter) (jobs []Job, cursor string, err error) {
	limit := min(max(f.Limit, 0), 1000)
	if limit == 0 {
		limit = 100
	}
	where, args := []string{"1 = 1"}, []any{}
	add := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where = append(where, condition)
	}
	if f.Status != "" {
		add("status = ?", string(f.Status))
	}
	if f.Scene != "" {
		add("scene = ?", f.Scene)
	}
	if f.Kind != "" {
		add("kind = ?", f.Kind)
	}
	if f.After != "" {
		ms, id, err := parseCursor(f.After)
		if err != nil {
			return nil, "", err
		}
		add("(created_ms < ? OR created_ms = ? AND job_id < ?)", ms, ms, id)
	}
	jobs, err = o.jobs(ctx, fmt.Sprintf(`SELECT %s FROM job WHERE %s ORDER BY created_ms DESC, job_id {order by bytes} DESC LIMIT %d`,
		jobColumns, strings.Join(where, " AND "), limit+1), args...)
	if err != nil || len(jobs) <= limit {
		return jobs, "", err
	}
	last := jobs[limit-1]
	return jobs[:limit], formatCursor(last), nil
}

func formatCursor(j Job) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(j.Created.UnixMilli(), 10) + " " + j.ID))
}

func parseCursor(text string) (ms int64, id string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	first, id, ok := strings.Cut(string(data), " ")
	ms, numErr := strconv.ParseInt(first, 10, 64)
	if err != nil || numErr != nil || !ok {
		return 0, "", ErrCursor
	}
	return ms, id, nil
}

// StartJob makes a pending or running job the owner's, with a new fence: what
// an earlier owner still writes is refused. It is false where the job is final
// or isn't there.
func (o *ops) StartJob(ctx context.Context, id, owner string) (fence int64, ok bool, err error) {
	ok, err = o.row(ctx, []any{&fence}, `UPDATE job SET status = 'running', owner = $2, fence = fence + 1, started_ms = {now}, message = ''
		WHERE job_id = $1 AND status IN ('pending', 'running') RETURNING fence`, id, owner)
	return fence, ok, err
}

// SetProgress notes how far a running job is. It is false where the job is no
// longer the fence's holder's.
func (o *ops) SetProgress(ctx context.Context, id string, fence int64, phase string, done, total int) (bool, error) {
	n, err := o.Exec(ctx, `UPDATE job SET phase = $3, done = $4, total = $5 WHERE job_id = $1 AND fence = $2 AND status = 'running'`,
		id, fence, phase, done, total)
	return n == 1, err
}

// ReleaseJob gives a running job back to wait for its next start, with the
// reason for people. It is false where the job is no longer the fence's
// holder's.
func (o *ops) ReleaseJob(ctx context.Context, id string, fence int64, message string) (bool, error) {
	n, err := o.Exec(ctx, `UPDATE job SET status = 'pending', owner = '', message = $3 WHERE job_id = $1 AND fence = $2 AND status = 'running'`,
		id, fence, message)
	return n == 1, err
}

// Ending is how a job ends.
type Ending struct {
	Status  Status // Done or Failed
	Reason  string // of a failed one, a stable word
	Message string // of a failed one, for people
	Result  string // JSON
}

// FinishJob makes a pending or running job final. It is false, and changes
// nothing, where the job is final already or has another fence: the first
// ending stays.
func (o *ops) FinishJob(ctx context.Context, id string, fence int64, e Ending) (bool, error) {
	if e.Status != Done && e.Status != Failed {
		return false, fmt.Errorf("finish job %s: %q is no final status", id, e.Status)
	}
	n, err := o.Exec(ctx, `UPDATE job SET status = $3, reason = $4, message = $5, result = $6, finished_ms = {now}
		WHERE job_id = $1 AND fence = $2 AND status IN ('pending', 'running')`,
		id, fence, string(e.Status), e.Reason, e.Message, e.Result)
	return n == 1, err
}

// CancelJob ends a pending job at once, with reason Cancelled, and notes on a
// running one that it is to end (CancelAt): whoever works on it ends it. It
// returns the job as it is then, false where there is none; a final job is left
// as it is.
func (o *ops) CancelJob(ctx context.Context, id string) (j Job, found bool, err error) {
	err = o.atomically(ctx, func(o *ops) error {
		_, err := o.Exec(ctx, `UPDATE job SET status = 'failed', reason = 'cancelled', message = 'cancelled before it started',
			cancel_ms = {now}, finished_ms = {now} WHERE job_id = $1 AND status = 'pending'`, id)
		if err == nil {
			_, err = o.Exec(ctx, `UPDATE job SET cancel_ms = {now} WHERE job_id = $1 AND status = 'running' AND cancel_ms = 0`, id)
		}
		if err == nil {
			j, found, err = o.Job(ctx, id)
		}
		return err
	})
	return j, found, err
}

// RetryJob makes a failed job pending again, with a new fence. It is false
// where the job isn't failed or isn't there.
func (o *ops) RetryJob(ctx context.Context, id string) (bool, error) {
	n, err := o.Exec(ctx, `UPDATE job SET status = 'pending', reason = '', message = '', result = '', phase = '', done = 0, total = 0,
		owner = '', fence = fence + 1, started_ms = 0, cancel_ms = 0, finished_ms = 0 WHERE job_id = $1 AND status = 'failed'`, id)
	return n == 1, err
}

// Counts says how many jobs there are of each status.
type Counts struct {
	Pending, Running, Done, Failed int
	OldestPending                  time.Duration // how long it has been waiting
}

// Counts counts the jobs.
func (o *ops) Counts(ctx context.Context) (Counts, error) {
	type count struct {
		status Status
		n      int
		oldest int64 // ms
	}
	counts, err := collect(ctx, o, func(row scanner) (c count, err error) {
		return c, row.Scan(&c.status, &c.n, &c.oldest)
	}, `SELECT status, count(*), {now} - min(created_ms) FROM job GROUP BY status`)
	var c Counts
	for _, each := range counts {
		switch each.status {
		case Pending:
			c.Pending, c.OldestPending = each.n, max(0, time.Duration(each.oldest)*time.Millisecond)
		case Running:
			c.Running = each.n
		case Done:
			c.Done = each.n
		case Failed:
			c.Failed = each.n
		}
	}
	return c, err
}
