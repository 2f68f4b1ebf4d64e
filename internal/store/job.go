package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/job"
)

// Job is what is kept of a job beside the queue's own row: what was submitted,
// how far it is, and how it ended.
type Job struct {
	ID    string
	Kind  string // review, meeting or attribution
	Scene string // slug
	Brand string
	// Status is Pending until the job has ended: whether it waits or runs, the
	// queue's own row says.
	Status  job.Status
	Reason  string // why it failed: a stable word, such as job.Cancelled
	Message string // why it failed or waits, for people
	Phase   string // the last that was reported
	Done    int    // judges that ended
	Total   int    // judges in all
	Payload string // JSON
	Result  string // JSON, empty until done
	QueueID int64  // the number of the queue's row; each retry has a new one
	Crashes int    // see SetCrashes
	Alone   string // the worker in which it runs alone, see SetAlone
	LastSeq int64  // of its events
	Created time.Time
	Started time.Time // of an ended job: the last start
	Ended   time.Time // zero before
}

const jobColumns = `job_id, kind, scene, brand, status, reason, message, phase, done, total, payload, result,
	queue_id, crashes, alone, last_seq, created_ms, started_ms, finished_ms`

func scanJob(row scanner) (Job, error) {
	var j Job
	var created, started, ended int64
	err := row.Scan(&j.ID, &j.Kind, &j.Scene, &j.Brand, &j.Status, &j.Reason, &j.Message, &j.Phase, &j.Done, &j.Total,
		&j.Payload, &j.Result, &j.QueueID, &j.Crashes, &j.Alone, &j.LastSeq, &created, &started, &ended)
	j.Created, j.Started, j.Ended = when(created), when(started), when(ended)
	return j, err
}

// when turns unix milliseconds into a time, 0 into the zero time.
func when(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// River returns River's operations on its own rows.
func (db *DB) River() riverdriver.Executor { return db.river }

// River returns River's operations within the transaction.
func (tx *Tx) River() riverdriver.Executor { return tx.river }

// InsertJob adds a job that has not ended: of j, only ID, Kind, Scene, Brand,
// Payload and QueueID count. An id that is taken is an error.
func (o *ops) InsertJob(ctx context.Context, j Job) error {
	_, err := o.Exec(ctx, `INSERT INTO job (job_id, kind, scene, brand, status, payload, queue_id, created_ms)
		VALUES ($1, $2, $3, $4, 'pending', $5, $6, {now})`, j.ID, j.Kind, j.Scene, j.Brand, j.Payload, j.QueueID)
	return err
}

// Job returns a job, false if there is none of that id.
func (o *ops) Job(ctx context.Context, id string) (Job, bool, error) {
	return o.oneJob(ctx, `SELECT `+jobColumns+` FROM job WHERE job_id = $1`, id)
}

// LockJob is Job for a transaction that changes the job: others wait.
func (tx *Tx) LockJob(ctx context.Context, id string) (Job, bool, error) {
	return tx.oneJob(ctx, `SELECT `+jobColumns+` FROM job WHERE job_id = $1 {for update}`, id)
}

func (o *ops) oneJob(ctx context.Context, query, id string) (Job, bool, error) {
	jobs, err := collect(ctx, o, scanJob, query, id)
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

// Filter says which jobs to list. Empty fields don't filter.
type Filter struct {
	Status job.Status // Pending: all that have not ended
	Scene  string
	// Before and BeforeAt are the id and the time of creation of a job: only those
	// after it in the list, whether it is still there or not.
	Before   string
	BeforeAt time.Time
	Limit    int // from 1 to 1000; 0: 100
}

// Jobs lists jobs, the newest first. Jobs that come in between change nothing of
// what a list gives that is continued with Before.
func (o *ops) Jobs(ctx context.Context, f Filter) ([]Job, error) {
	if f.Limit <= 0 {
		f.Limit = 100
	}
	where, args := "", []any{}
	add := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where += " AND " + condition
	}
	if f.Status != "" {
		add("status = ?", string(f.Status))
	}
	if f.Scene != "" {
		add("scene = ?", f.Scene)
	}
	if f.Before != "" {
		add("(created_ms, job_id) < (?, ?)", f.BeforeAt.UnixMilli(), f.Before)
	}
	return collect(ctx, o, scanJob, fmt.Sprintf(`SELECT %s FROM job WHERE 1 = 1%s ORDER BY created_ms DESC, job_id DESC LIMIT %d`,
		jobColumns, where, min(f.Limit, 1000)), args...)
}

// Unfinished returns at most limit jobs that have not ended, in the order of
// their ids, from the first after an id.
func (o *ops) Unfinished(ctx context.Context, after string, limit int) ([]Job, error) {
	return collect(ctx, o, scanJob, `SELECT `+jobColumns+` FROM job WHERE status = 'pending' AND job_id > $1 ORDER BY job_id LIMIT $2`, after, limit)
}

// JobsOf returns the jobs of rows of the queue.
func (o *ops) JobsOf(ctx context.Context, queueIDs []int64) ([]Job, error) {
	if len(queueIDs) == 0 {
		return nil, nil
	}
	ids := make([]string, len(queueIDs))
	for i, id := range queueIDs {
		ids[i] = strconv.FormatInt(id, 10)
	}
	return collect(ctx, o, scanJob, `SELECT `+jobColumns+` FROM job WHERE status = 'pending' AND queue_id IN (`+strings.Join(ids, ", ")+`) ORDER BY job_id`)
}

// Note says for people why a job that has not ended waits.
func (o *ops) Note(ctx context.Context, id, message string) error {
	return o.change(ctx, `message = $2`, id, message)
}

// SetAlone notes that a job runs alone in a worker; empty: it does no more.
func (o *ops) SetAlone(ctx context.Context, id, worker string) error {
	return o.change(ctx, `alone = $2`, id, worker)
}

// SetCrashes notes that a worker process died while it ran the job: 1 is a
// suspicion, as it ran beside others; each run alone that ended so adds 1.
func (o *ops) SetCrashes(ctx context.Context, id string, crashes int) error {
	return o.change(ctx, `crashes = $2, alone = ''`, id, crashes)
}

// change changes a job that has not ended.
func (o *ops) change(ctx context.Context, set, id string, arg any) error {
	_, err := o.Exec(ctx, `UPDATE job SET `+set+` WHERE job_id = $1 AND status = 'pending'`, id, arg)
	return err
}

// Ending is how a job ends.
type Ending struct {
	Status  job.Status // Done or Failed
	Reason  string     // of a failed one, a stable word
	Message string     // of a failed one, for people
	Result  string     // JSON
	Started time.Time  // the last start; zero: it never started
}

// EndJob writes how a job ended. It is false, and changes nothing, if the job has
// ended already: the first ending stays.
func (o *ops) EndJob(ctx context.Context, id string, e Ending) (bool, error) {
	if !e.Status.Ended() {
		return false, fmt.Errorf("end job %s: %q is no final status", id, e.Status)
	}
	var started int64
	if !e.Started.IsZero() {
		started = e.Started.UnixMilli()
	}
	n, err := o.Exec(ctx, `UPDATE job SET status = $2, reason = $3, message = $4, result = $5, started_ms = $6, alone = '', finished_ms = {now}
		WHERE job_id = $1 AND status = 'pending'`, id, string(e.Status), e.Reason, e.Message, e.Result, started)
	return n == 1, err
}

// Requeue gives a job a new row of the queue; a failed one has not ended any more.
func (o *ops) Requeue(ctx context.Context, id string, queueID int64) error {
	_, err := o.Exec(ctx, `UPDATE job SET status = 'pending', reason = '', message = '', result = '', phase = '', done = 0, total = 0,
		queue_id = $2, crashes = 0, alone = '', started_ms = 0, finished_ms = 0 WHERE job_id = $1`, id, queueID)
	return err
}

// Ahead counts the jobs that wait or run and came before a job.
func (o *ops) Ahead(ctx context.Context, id string) (n int, err error) {
	_, err = o.row(ctx, []any{&n}, `SELECT count(*) FROM job WHERE status = 'pending'
		AND created_ms < (SELECT created_ms FROM job WHERE job_id = $1)`, id)
	return n, err
}

// Counts says how many jobs there are of each status.
type Counts struct {
	Pending, Running, Done, Failed int
	OldestPending                  time.Duration // how long the oldest unfinished job has been there; 0 if none waits
}

// Counts counts the jobs.
func (o *ops) Counts(ctx context.Context) (c Counts, err error) {
	var oldest int64
	_, err = o.row(ctx, []any{&c.Pending, &c.Done, &c.Failed, &oldest}, `SELECT
		(SELECT count(*) FROM job WHERE status = 'pending'), (SELECT count(*) FROM job WHERE status = 'done'), (SELECT count(*) FROM job WHERE status = 'failed'),
		(SELECT coalesce({now} - min(created_ms), 0) FROM job WHERE status = 'pending')`)
	if err != nil {
		return c, err
	}
	running, err := o.river.JobCountByState(ctx, &riverdriver.JobCountByStateParams{State: rivertype.JobStateRunning})
	c.Running = min(running, c.Pending)
	if c.Pending -= c.Running; c.Pending > 0 {
		c.OldestPending = max(0, time.Duration(oldest)*time.Millisecond)
	}
	return c, o.fault(ctx, "count the jobs", err)
}
