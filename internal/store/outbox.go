package store

import (
	"context"
	"fmt"
	"time"
)

// MessageStatus is the closed set of what a message in the outbox can be.
type MessageStatus string

// The statuses of a message.
const (
	Waiting   MessageStatus = "waiting"   // to be delivered, now or later
	Delivered MessageStatus = "delivered" // the receiver took it
	GaveUp    MessageStatus = "gave_up"   // it won't be tried again
)

// Message is something that is to be told to the world outside, at least once.
// Its id is the same at each try, so that the receiver can tell it again.
type Message struct {
	ID      string
	Kind    string // of the caller's choice, such as webhook
	JobID   string
	Target  string // where to; never shown where it may hold a secret
	Payload string // JSON
	Status  MessageStatus
	Tries   int
	Next    time.Time // the earliest time of the next try
	Owner   string    // who claimed it last
	Created time.Time
	Ended   time.Time // zero while Waiting
}

// Attempt is one try to deliver a message.
type Attempt struct {
	N     int       // from 1, filled in by the store
	At    time.Time // filled in by the store: when it was recorded
	Took  time.Duration
	Code  int    // of the receiver's answer, 0 without one
	Error string // empty where it was taken
}

const messageColumns = `id, kind, job_id, target, payload, status, tries, next_ms, owner, created_ms, finished_ms`

func scanMessage(row scanner) (Message, error) {
	var m Message
	var next, created, ended int64
	err := row.Scan(&m.ID, &m.Kind, &m.JobID, &m.Target, &m.Payload, &m.Status, &m.Tries, &next, &m.Owner, &created, &ended)
	m.Next, m.Created, m.Ended = when(next), when(created), when(ended)
	return m, err
}

// Post puts a message into the outbox: of m, only ID, Kind, JobID, Target and
// Payload count. It is false where a message of that id is there already, which
// then stays as it is.
func (o *ops) Post(ctx context.Context, m Message) (added bool, err error) {
	n, err := o.Exec(ctx, `INSERT INTO outbox (id, kind, job_id, target, payload, status, next_ms, created_ms)
		VALUES ($1, $2, $3, $4, $5, 'waiting', {now}, {now}) ON CONFLICT (id) DO NOTHING`, m.ID, m.Kind, m.JobID, m.Target, m.Payload)
	return n == 1, err
}

// free is the condition that a message may be claimed; see lapsed.
const free = `status = 'waiting' AND next_ms <= {now} AND (lease_ms < {now} OR lease_ms > {now} + 600000)`

// ClaimMessages claims messages of a kind that are due, those that are due the
// longest before others, for an owner and a while: nobody else gets them until it is over or
// RecordAttempt was called.
func (o *ops) ClaimMessages(ctx context.Context, owner, kind string, limit int, lease time.Duration) ([]Message, error) {
	return o.claim(ctx, owner, lease, `kind = $3 ORDER BY next_ms, id LIMIT $4`, kind, limit)
}

// ClaimMessage claims one message by its id. It is false where it isn't due, is
// claimed, or isn't waiting.
func (o *ops) ClaimMessage(ctx context.Context, owner, id string, lease time.Duration) (Message, bool, error) {
	all, err := o.claim(ctx, owner, lease, `id = $3 LIMIT $4`, id, 1)
	if err != nil || len(all) == 0 {
		return Message{}, false, err
	}
	return all[0], true, nil
}

func (o *ops) claim(ctx context.Context, owner string, lease time.Duration, which string, arg any, limit int) ([]Message, error) {
	if err := checkTTL(lease); err != nil {
		return nil, err
	}
	return collect(ctx, o, scanMessage, `WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE `+free+` AND `+which+` {skip locked})
		UPDATE outbox SET owner = $1, lease_ms = {now} + $2 WHERE id IN (SELECT id FROM due) RETURNING `+messageColumns,
		owner, lease.Milliseconds(), arg, limit)
}

// KeepMessage renews a claim for another while. It is false where the owner has
// it no longer.
func (o *ops) KeepMessage(ctx context.Context, id, owner string, lease time.Duration) (bool, error) {
	if err := checkTTL(lease); err != nil {
		return false, err
	}
	n, err := o.Exec(ctx, `UPDATE outbox SET lease_ms = {now} + $3 WHERE id = $1 AND owner = $2 AND status = 'waiting'
		AND lease_ms >= {now} AND lease_ms <= {now} + 600000`, id, owner, lease.Milliseconds())
	return n == 1, err
}

// After is what becomes of a message after a try.
type After struct {
	Status MessageStatus
	In     time.Duration // of a Waiting one: until its next try
}

// RecordAttempt notes a try, and what becomes of the message. A try counts and
// a delivery holds even where the claim has lapsed; otherwise ok is false and
// the message is left to its new owner.
func (o *ops) RecordAttempt(ctx context.Context, id, owner string, a Attempt, after After) (ok bool, err error) {
	switch after.Status {
	case Waiting, Delivered, GaveUp:
	default:
		return false, fmt.Errorf("record a try of message %s: unknown status %q", id, after.Status)
	}
	err = o.atomically(ctx, func(o *ops) error {
		var n int
		found, err := o.row(ctx, []any{&n}, `UPDATE outbox SET tries = tries + 1 WHERE id = $1 RETURNING tries`, id)
		if err != nil || !found {
			return err
		}
		_, err = o.Exec(ctx, `INSERT INTO outbox_try (id, n, at_ms, took_ms, code, error) VALUES ($1, $2, {now}, $3, $4, $5)`,
			id, n, a.Took.Milliseconds(), a.Code, a.Error)
		if err != nil {
			return err
		}
		ended := "{now}"
		if after.Status == Waiting {
			ended = "0"
		}
		changed, err := o.Exec(ctx, `UPDATE outbox SET status = $3, next_ms = {now} + $4, lease_ms = 0, finished_ms = `+ended+`
			WHERE id = $1 AND status = 'waiting' AND (owner = $2 OR $3 = 'delivered')`, id, owner, string(after.Status), after.In.Milliseconds())
		ok = changed == 1
		return err
	})
	return ok && err == nil, err
}

// Messages returns the messages of a job, the oldest first.
func (o *ops) Messages(ctx context.Context, jobID string) ([]Message, error) {
	return collect(ctx, o, scanMessage, `SELECT `+messageColumns+` FROM outbox WHERE job_id = $1 ORDER BY created_ms, id`, jobID)
}

// Attempts returns the tries of a message, the first one first.
func (o *ops) Attempts(ctx context.Context, id string) ([]Attempt, error) {
	return collect(ctx, o, func(row scanner) (a Attempt, err error) {
		var at, took int64
		err = row.Scan(&a.N, &at, &took, &a.Code, &a.Error)
		a.At, a.Took = when(at), time.Duration(took)*time.Millisecond
		return a, err
	}, `SELECT n, at_ms, took_ms, code, error FROM outbox_try WHERE id = $1 ORDER BY n`, id)
}

// OutboxCounts counts the messages that wait to be delivered, and those that
// were given up.
func (o *ops) OutboxCounts(ctx context.Context) (waiting, gaveUp int, err error) {
	_, err = o.row(ctx, []any{&waiting, &gaveUp}, `SELECT (SELECT count(*) FROM outbox WHERE status = 'waiting'),
		(SELECT count(*) FROM outbox WHERE status = 'gave_up')`)
	return waiting, gaveUp, err
}
