// Package chatdb keeps what bots need in the database that all processes share:
// a chat.Store on internal/store, on SQLite and on Postgres. It decides nothing.
package chatdb

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"judgement/internal/chat"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/internal/ratelimit"
	"judgement/internal/store"
)

// Queue is where documents go.
type Queue interface {
	// Prepare reads from files what a submission needs, before a transaction begins.
	Prepare(s *job.Submission) error
	// SubmitTx gives a document to the queue within a transaction.
	SubmitTx(ctx context.Context, tx *database.Tx, s job.Submission) (job.Receipt, error)
}

// Store is a chat.Store. It is safe for concurrent use.
type Store struct {
	db    *database.DB
	queue Queue
}

// New returns the store that a database keeps. The queue may be nil if no
// documents are taken.
func New(db *database.DB, q Queue) *Store { return &Store{db, q} }

// Accept implements chat.Store.
func (s *Store) Accept(ctx context.Context, e chat.Entry) (chat.Receipt, error) {
	var r chat.Receipt
	var doc *job.Submission
	if e.Request != nil && e.Request.Data != nil {
		var err error
		if doc, err = s.submission(*e.Request, e.Request.Data); err != nil {
			return r, err
		}
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		r = chat.Receipt{}
		first, err := store.FirstSeen(ctx, tx, seenKey(e.Message.AppID, e.Message.MessageID), job.KeepSeen)
		if err != nil || !first {
			r.Duplicate = !first
			return err
		}
		if e.Request != nil {
			if err := s.addJob(ctx, tx, e, doc, &r); err != nil {
				return err
			}
		}
		if e.Cancel != "" {
			if err := s.cancel(ctx, tx, e.Cancel); err != nil {
				return err
			}
		}
		return putAll(ctx, tx, e.Reply(r))
	})
	if err != nil {
		return chat.Receipt{}, err
	}
	return r, nil
}

func seenKey(appID, messageID string) string { return "chat/" + appID + "/" + messageID }

func (s *Store) addJob(ctx context.Context, tx *database.Tx, e chat.Entry, doc *job.Submission, r *chat.Receipt) error {
	allowed, retry, err := ratelimit.Allow(ctx, tx, "chat/"+e.Request.Scene, e.PerHour, time.Hour)
	if err != nil {
		return err
	}
	if !allowed {
		r.Limited, r.RetryAt = true, time.Now().Add(retry)
		return nil
	}
	if r.Ahead, err = waiting(ctx, tx); err != nil {
		return err
	}
	queueID := ""
	if doc != nil {
		if queueID, err = s.submit(ctx, tx, e.Request.ID, *doc); err != nil {
			return err
		}
	}
	data, err := encode(*e.Request)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO chat_job (job_id, app_id, data, queue_id, created_ms) VALUES ($1, $2, $3, $4, {now})`,
		e.Request.ID, e.Request.AppID, data, queueID)
	return err
}

func encode(j chat.Request) (string, error) {
	data, err := json.Marshal(j)
	if err != nil {
		return "", fmt.Errorf("encode job %s: %w", j.ID, err)
	}
	return string(data), nil
}

// cancel notes that a job was called off.
func (s *Store) cancel(ctx context.Context, tx *database.Tx, jobID string) error {
	jobs, err := s.jobs(ctx, tx, `WHERE job_id = $1 AND closed_ms = 0 {for update}`, jobID)
	if err != nil || len(jobs) == 0 {
		return err
	}
	jobs[0].Cancelled = true
	data, err := encode(jobs[0].Request)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE chat_job SET data = $2 WHERE job_id = $1`, jobID, data)
	return err
}

// waiting counts the jobs that wait or run, those included whose files are still
// being fetched.
func waiting(ctx context.Context, tx *database.Tx) (int, error) {
	counts, err := store.CountJobs(ctx, tx)
	if err != nil {
		return 0, err
	}
	n := 0
	_, err = tx.Row(ctx, []any{&n}, `SELECT count(*) FROM chat_job WHERE closed_ms = 0 AND queue_id = ''`)
	return counts.Pending + counts.Running + n, err
}

// submission is a job's document for the queue; the job's own name is the key that
// makes a second time the same job.
func (s *Store) submission(j chat.Request, data []byte) (*job.Submission, error) {
	out := &job.Submission{
		SceneSlug: j.Scene, Brand: j.Brand, Filename: cmp.Or(j.Filename, "document"), Data: data,
		Origin:         job.Origin{Kind: "chat", AppID: j.AppID, ChatID: j.ChatID, MessageID: j.MessageID},
		IdempotencyKey: j.ID, Fingerprint: j.ID,
	}
	if err := s.queue.Prepare(out); err != nil {
		return nil, fmt.Errorf("queue job %s: %w", j.ID, err)
	}
	return out, nil
}

func (s *Store) submit(ctx context.Context, tx *database.Tx, jobID string, doc job.Submission) (string, error) {
	r, err := s.queue.SubmitTx(ctx, tx, doc)
	if err != nil {
		return "", fmt.Errorf("queue job %s: %w", jobID, err)
	}
	return r.Job.ID, nil
}

// Enqueue implements chat.Store.
func (s *Store) Enqueue(ctx context.Context, jobID string, f chat.Fetched) error {
	j, err := s.known(ctx, s.db, jobID)
	if err != nil || j.QueueID != "" || j.closed || j.Cancelled {
		return err
	}
	j.Request = j.Named(f)
	doc, err := s.submission(j.Request, f.Data)
	if err != nil {
		return err
	}
	data, err := encode(j.Request)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		// What was called off meanwhile has other data.
		n, err := tx.Exec(ctx, `UPDATE chat_job SET data = $2 WHERE job_id = $1 AND queue_id = '' AND closed_ms = 0 AND data = $3`, jobID, data, j.data)
		if err != nil || n == 0 {
			return err
		}
		id, err := s.submit(ctx, tx, jobID, *doc)
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE chat_job SET queue_id = $2 WHERE job_id = $1`, jobID, id)
		}
		return err
	})
}

type row struct {
	chat.Request
	data   string // as it is stored
	closed bool
}

func (s *Store) jobs(ctx context.Context, q database.Conn, where string, args ...any) ([]row, error) {
	return database.Collect(ctx, q, func(rows *sql.Rows) (r row, err error) {
		var queueID string
		var at, closed int64
		if err := rows.Scan(&r.data, &queueID, &at, &closed); err != nil {
			return r, err
		}
		if err := json.Unmarshal([]byte(r.data), &r.Request); err != nil {
			return r, fmt.Errorf("decode a job of a chat: %w", err)
		}
		r.QueueID, r.At, r.closed = queueID, database.Time(at), closed > 0
		return r, nil
	}, `SELECT data, queue_id, created_ms, closed_ms FROM chat_job `+where, args...)
}

// known is one job, or chat.ErrUnknownJob.
func (s *Store) known(ctx context.Context, q database.Conn, jobID string) (row, error) {
	jobs, err := s.jobs(ctx, q, `WHERE job_id = $1`, jobID)
	if err == nil && len(jobs) == 0 {
		err = fmt.Errorf("job %s: %w", jobID, chat.ErrUnknownJob)
	}
	if err != nil {
		return row{}, err
	}
	return jobs[0], nil
}

// Open implements chat.Store.
func (s *Store) Open(ctx context.Context, apps []string) ([]chat.Request, error) {
	rows, err := s.jobs(ctx, s.db, `WHERE closed_ms = 0 ORDER BY created_ms, job_id`)
	out := []chat.Request{}
	for _, r := range rows {
		if slices.Contains(apps, r.AppID) {
			out = append(out, r.Request)
		}
	}
	return out, err
}

// Close implements chat.Store.
func (s *Store) Close(ctx context.Context, jobID string, last []outbox.Message) (closed bool, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE chat_job SET closed_ms = {now} WHERE job_id = $1 AND closed_ms = 0`, jobID)
		if closed = n == 1; err != nil {
			return err
		}
		if !closed {
			_, err := s.known(ctx, tx, jobID)
			return err
		}
		return putAll(ctx, tx, last)
	})
	return closed && err == nil, err
}

// Put implements chat.Store.
func (s *Store) Put(ctx context.Context, m outbox.Message) error {
	_, err := outbox.Put(ctx, s.db, m)
	return err
}

func putAll(ctx context.Context, tx *database.Tx, messages []outbox.Message) error {
	for _, m := range messages {
		if _, err := outbox.Put(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}
