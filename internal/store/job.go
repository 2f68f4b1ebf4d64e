package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/job"
)

const jobColumns = `job_id, kind, scene, brand, status, reason, message, phase, done, total, payload, result,
	queue_id, crashes, alone, last_seq, created_ms, started_ms, finished_ms`

// scanJob reads a job's row. Its status is Pending until the job has ended: whether it
// waits or runs, the queue's own row says.
func scanJob(row *sql.Rows) (job.Job, error) {
	var j job.Job
	var payload, result string
	var created, started, finished int64
	err := row.Scan(&j.ID, &j.Kind, &j.SceneSlug, &j.Brand, &j.Status, &j.Reason, &j.Message, &j.Phase, &j.Done, &j.Total,
		&payload, &result, &j.QueueID, &j.Crashes, &j.Alone, &j.LastSeq, &created, &started, &finished)
	j.CreatedAt, j.StartedAt, j.FinishedAt = database.Time(created), database.Time(started), database.Time(finished)
	if broken := json.Unmarshal([]byte(payload), &j.Spec); broken != nil {
		j.Damaged = fmt.Errorf("decode job %s: %w", j.ID, broken)
	} else if broken := json.Unmarshal([]byte(result), &j.Outcome); broken != nil && result != "" {
		j.Damaged = fmt.Errorf("decode the result of job %s: %w", j.ID, broken)
	}
	if j.Status == job.Failed {
		j.Fault = fault.Decode(j.Reason, j.Message)
		j.Message = job.Message(j.Fault)
	}
	j.Filename, j.CaseID, j.Version = j.Spec.Filename, j.Outcome.CaseID, j.Outcome.Version
	return j, err
}

// InsertJob adds a job that has not ended: of j, only ID, Kind, SceneSlug, Brand, Spec
// and QueueID count. An id that is taken is an error.
func InsertJob(ctx context.Context, q database.Conn, j job.Job) error {
	payload, err := json.Marshal(j.Spec)
	if err != nil {
		return fmt.Errorf("encode job %s: %w", j.ID, err)
	}
	_, err = q.Exec(ctx, `INSERT INTO job (job_id, kind, scene, brand, status, payload, queue_id, created_ms)
		VALUES ($1, $2, $3, $4, 'pending', $5, $6, {now})`, j.ID, j.Kind, j.SceneSlug, j.Brand, string(payload), j.QueueID)
	return err
}

// Job returns a job, false if there is none of that id.
func Job(ctx context.Context, q database.Conn, id string) (job.Job, bool, error) {
	return findJob(ctx, q, `job_id = $1`, id)
}

// LockJob is Job for a transaction that changes the job: others wait.
func LockJob(ctx context.Context, tx *database.Tx, id string) (job.Job, bool, error) {
	return findJob(ctx, tx, `job_id = $1 {for update}`, id)
}

// JobOf returns the job of a row of the queue, false if it has ended or has another row.
func JobOf(ctx context.Context, q database.Conn, queueID int64) (job.Job, bool, error) {
	return findJob(ctx, q, `status = 'pending' AND queue_id = $1`, queueID)
}

func findJob(ctx context.Context, q database.Conn, where string, id any) (job.Job, bool, error) {
	jobs, err := findJobs(ctx, q, where, id)
	if err != nil || len(jobs) == 0 {
		return job.Job{}, false, err
	}
	return jobs[0], true, nil
}

// Published returns the versions that done jobs published, by job. A damaged job names
// none.
func Published(ctx context.Context, q database.Conn) (out []job.Published, err error) {
	done, err := findJobs(ctx, q, `status = 'done' ORDER BY job_id`)
	for _, j := range done {
		if j.CaseID != "" && j.Version > 0 {
			out = append(out, job.Published{Job: j.ID, Case: j.CaseID, Version: j.Version})
		}
	}
	return out, err
}

// Jobs lists jobs, the newest first, at most 1,000; Pending and Running are both all
// that have not ended. Jobs that come in between change nothing of what a list gives that
// is continued with Before.
func Jobs(ctx context.Context, q database.Conn, f job.Query) ([]job.Job, error) {
	if f.Status == job.Running {
		f.Status = job.Pending
	}
	return findJobs(ctx, q, `($1 = '' OR status = $1) AND ($2 = '' OR scene = $2) AND ($3 = '' OR (created_ms, job_id) < ($4, $3))
		ORDER BY created_ms DESC, job_id DESC LIMIT $5`,
		string(f.Status), f.SceneSlug, f.Before, f.BeforeAt.UnixMilli(), min(cmp.Or(f.Limit, 1000), 1000))
}

func findJobs(ctx context.Context, q database.Conn, where string, args ...any) ([]job.Job, error) {
	return database.Collect(ctx, q, scanJob, `SELECT `+jobColumns+` FROM job WHERE `+where, args...)
}

// Unfinished returns at most limit jobs that have not ended, in the order of
// their ids, from the first after an id.
func Unfinished(ctx context.Context, q database.Conn, after string, limit int) ([]job.Job, error) {
	return findJobs(ctx, q, `status = 'pending' AND job_id > $1 ORDER BY job_id LIMIT $2`, after, limit)
}

// Note says for people why a job that has not ended waits.
func Note(ctx context.Context, q database.Conn, id, message string) error {
	return change(ctx, q, `message = $2`, id, message)
}

// SetAlone notes that a job runs alone in a worker; empty: it does no more.
func SetAlone(ctx context.Context, q database.Conn, id, worker string) error {
	return change(ctx, q, `alone = $2`, id, worker)
}

// SetCrashes sets how many worker processes died while they ran the job.
func SetCrashes(ctx context.Context, q database.Conn, id string, crashes int) error {
	return change(ctx, q, `crashes = $2, alone = ''`, id, crashes)
}

// change changes a job that has not ended.
func change(ctx context.Context, q database.Conn, set, id string, arg any) error {
	_, err := q.Exec(ctx, `UPDATE job SET `+set+` WHERE job_id = $1 AND status = 'pending'`, id, arg)
	return err
}

// Ending is how a job ends.
type Ending struct {
	Status  job.Status  // Done or Failed
	Reason  string      // of a failed one, a stable word
	Message string      // of a failed one, for people
	Outcome job.Outcome // of a done one
	Started time.Time   // the last start; zero: it never started
}

// EndJob writes how a job ended. It is false, and changes nothing, if the job has
// ended already: the first ending stays.
func EndJob(ctx context.Context, q database.Conn, id string, e Ending) (bool, error) {
	if !e.Status.Ended() {
		return false, fmt.Errorf("end job %s: %q is no final status", id, e.Status)
	}
	var started int64
	if !e.Started.IsZero() {
		started = e.Started.UnixMilli()
	}
	result := ""
	if e.Status == job.Done {
		data, err := json.Marshal(e.Outcome)
		if err != nil {
			return false, fmt.Errorf("encode the result of job %s: %w", id, err)
		}
		result = string(data)
	}
	n, err := q.Exec(ctx, `UPDATE job SET status = $2, reason = $3, message = $4, result = $5, started_ms = $6, alone = '', finished_ms = {now}
		WHERE job_id = $1 AND status = 'pending'`, id, string(e.Status), e.Reason, e.Message, result, started)
	return n == 1, err
}

// Requeue gives a job a new row of the queue; a failed one has not ended any more.
func Requeue(ctx context.Context, q database.Conn, id string, queueID int64) error {
	_, err := q.Exec(ctx, `UPDATE job SET status = 'pending', reason = '', message = '', result = '', phase = '', done = 0, total = 0,
		queue_id = $2, crashes = 0, alone = '', started_ms = 0, finished_ms = 0 WHERE job_id = $1`, id, queueID)
	return err
}

// Ahead counts the jobs that wait or run and came before a job.
func Ahead(ctx context.Context, q database.Conn, id string) (n int, err error) {
	_, err = q.Row(ctx, []any{&n}, `SELECT count(*) FROM job WHERE status = 'pending'
		AND created_ms < (SELECT created_ms FROM job WHERE job_id = $1)`, id)
	return n, err
}

// Counts says how many jobs there are of each status.
type Counts struct {
	Pending, Running, Done, Failed int
	OldestPending                  time.Duration // how long the oldest unfinished job has been there; 0 if none waits
}

// CountJobs counts the jobs.
func CountJobs(ctx context.Context, q database.Conn) (c Counts, err error) {
	var oldest int64
	_, err = q.Row(ctx, []any{&c.Pending, &c.Done, &c.Failed, &oldest}, `SELECT
		(SELECT count(*) FROM job WHERE status = 'pending'), (SELECT count(*) FROM job WHERE status = 'done'), (SELECT count(*) FROM job WHERE status = 'failed'),
		(SELECT coalesce({now} - min(created_ms), 0) FROM job WHERE status = 'pending')`)
	if err != nil {
		return c, err
	}
	running, err := q.River().JobCountByState(ctx, &riverdriver.JobCountByStateParams{State: rivertype.JobStateRunning})
	c.Running = min(running, c.Pending)
	if c.Pending -= c.Running; c.Pending > 0 {
		c.OldestPending = max(0, time.Duration(oldest)*time.Millisecond)
	}
	return c, q.Fault(ctx, "count the jobs", err)
}
