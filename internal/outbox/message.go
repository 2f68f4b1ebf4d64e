package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/lease"
)

// Status is the closed set of what a message in the outbox can be.
type Status string

// The statuses of a message.
const (
	Waiting   Status = "waiting"   // to be delivered, now or later
	Delivered Status = "delivered" // the receiver has its newest payload
	GaveUp    Status = "gave_up"   // it is not tried again
)

// Message is something that is delivered outside, at least once: a webhook, or
// a card of a chat. Its id is the same at each try, so that the receiver can recognize
// it. Put takes the fields up to Final; the others are the store's.
type Message struct {
	ID      string
	Kind    string // which sender takes it, such as webhook
	Group   string // it waits for the earlier messages of its group; empty: the id
	Lane    string // at most one message per lane is tried at a time; empty: the id
	JobID   string // of the queue; empty: none
	Target  string // where to; never shown where it may hold a secret
	Payload string // JSON
	Final   bool   // the payload does not change any more

	Version   int    // of the payload, from 1
	Delivered int    // the version that the receiver has; 0: none
	State     string // what the sender keeps for the next try
	Status    Status
	Tries     int       // of a message that is not final: since the last delivery
	Next      time.Time // the earliest time of the next try
	Owner     string    // who claimed it last
	Created   time.Time
	Ended     time.Time // zero while Waiting
}

// Result is how one try to deliver a message ended.
type Result struct {
	At     time.Time // filled in by the store: when it was recorded
	Took   time.Duration
	Code   int           // of the receiver's answer, 0 without one
	Error  string        // why it was not taken; empty if it was. Kept, and shown to operators.
	Status Status        // what becomes of the message
	Wait   time.Duration // of a Waiting one: until its next try
	State  string        // replaces the message's
}

const messageColumns = `id, kind, grp, lane, job_id, target, payload, final, version, delivered, state, status, tries, next_ms, owner, created_ms, finished_ms`

func scanMessage(row *sql.Rows) (Message, error) {
	var m Message
	var next, created, ended int64
	err := row.Scan(&m.ID, &m.Kind, &m.Group, &m.Lane, &m.JobID, &m.Target, &m.Payload, &m.Final, &m.Version, &m.Delivered, &m.State,
		&m.Status, &m.Tries, &next, &m.Owner, &created, &ended)
	m.Next, m.Created, m.Ended = database.Time(next), database.Time(created), database.Time(ended)
	return m, err
}

// Put puts a message into the outbox. One of that id gets the new payload and
// waits again, unless it is final, or was given up and the new payload is not final: then
// put is false and nothing changes.
func Put(ctx context.Context, q database.Conn, m Message) (put bool, err error) {
	n, err := q.Exec(ctx, `INSERT INTO outbox (id, kind, grp, lane, job_id, target, payload, final, status, next_ms, created_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', {now}, {now})
		ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, final = excluded.final, job_id = excluded.job_id, lane = excluded.lane,
			version = outbox.version + 1, status = 'waiting', finished_ms = 0
		WHERE outbox.final = 0 AND (outbox.status <> 'gave_up' OR excluded.final = 1)`,
		m.ID, m.Kind, orID(m.Group, m.ID), orID(m.Lane, m.ID), m.JobID, m.Target, m.Payload, database.Int(m.Final))
	return n == 1, err
}

func orID(name, id string) string {
	if name == "" {
		return id
	}
	return name
}

// Box is the outbox of a database or of a transaction, for a Deliverer.
type Box struct{ q database.Conn }

// Of returns the outbox of a database or of a transaction.
func Of(q database.Conn) Box { return Box{q} }

// Claim claims waiting messages of a kind that are due, those that are due the
// longest first, for an owner and a while (at most lease.Max): no one else gets them
// until it is over or Record was called. With targets it claims messages to
// these only.
func (b Box) Claim(ctx context.Context, owner, kind string, targets []string, limit int, claim time.Duration) ([]Message, error) {
	if claim < time.Millisecond || claim > lease.Max {
		return nil, fmt.Errorf("a claim of %s: it must be from 1ms to %s", claim, lease.Max)
	}
	args := []any{kind, limit, owner, claim.Milliseconds()}
	due := `kind = $1 AND status = 'waiting' AND next_ms <= {now} AND ` + lease.Lapsed("claim_ms")
	if len(targets) > 0 {
		marks := make([]string, len(targets))
		for i, t := range targets {
			args = append(args, t)
			marks[i] = "$" + strconv.Itoa(len(args))
		}
		due += ` AND target IN (` + strings.Join(marks, ", ") + `)`
	}
	// Of each lane in which nothing is tried, the oldest that nothing of its group is before.
	first := `SELECT id, next_ms, row_number() OVER (PARTITION BY lane ORDER BY seq) AS nth FROM outbox m WHERE ` + due + `
		AND NOT EXISTS (SELECT 1 FROM outbox WHERE grp = m.grp AND status = 'waiting' AND seq < m.seq)
		AND NOT EXISTS (SELECT 1 FROM outbox WHERE lane = m.lane AND status = 'waiting' AND ` + lease.Held("claim_ms") + `)`
	return database.Collect(ctx, b.q, scanMessage, `WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE `+lease.Lapsed("claim_ms")+` AND id IN (
			SELECT id FROM (`+first+`) one WHERE nth = 1 ORDER BY next_ms, id LIMIT $2) {skip locked})
		UPDATE outbox SET owner = $3, claim_ms = {now} + $4 WHERE id IN (SELECT id FROM due) RETURNING `+messageColumns, args...)
}

// Renew renews the claim of a message for another while. It is false if the owner
// has it no longer.
func (b Box) Renew(ctx context.Context, m Message, claim time.Duration) (bool, error) {
	n, err := b.q.Exec(ctx, `UPDATE outbox SET claim_ms = {now} + $3 WHERE id = $1 AND owner = $2 AND status = 'waiting' AND `+lease.Held("claim_ms"),
		m.ID, m.Owner, min(claim, lease.Max).Milliseconds())
	return n == 1, err
}

// Record notes how a try of a claimed message ended, and what becomes of the
// message: it waits on if it got a newer payload meanwhile. A try counts and a delivery
// holds even if the claim has lapsed; otherwise ok is false and the message is left to
// its new owner. Tries that delivered a payload that is not final are not listed.
func (b Box) Record(ctx context.Context, m Message, r Result) (ok bool, err error) {
	switch r.Status {
	case Waiting, Delivered, GaveUp:
	default:
		return false, fmt.Errorf("record a try of message %s: unknown status %q", m.ID, r.Status)
	}
	err = b.q.Atomically(ctx, func(q database.Conn) error {
		var final bool
		found, err := q.Row(ctx, []any{&final}, `UPDATE outbox SET tries = CASE WHEN $2 = 'delivered' AND final = 0 THEN 0 ELSE tries + 1 END
			WHERE id = $1 RETURNING final`, m.ID, string(r.Status))
		if err != nil || !found {
			return err
		}
		if r.Error != "" || final {
			if _, err = q.Exec(ctx, `INSERT INTO outbox_try (id, n, at_ms, took_ms, code, error)
				SELECT $1, coalesce(max(n), 0) + 1, {now}, $2, $3, $4 FROM outbox_try WHERE id = $1`, m.ID, r.Took.Milliseconds(), r.Code, r.Error); err != nil {
				return err
			}
		}
		const newer = `($3 <> 'waiting' AND version > $4)`
		n, err := q.Exec(ctx, `UPDATE outbox SET state = $5, next_ms = {now} + $6, claim_ms = 0,
			delivered = CASE WHEN $3 = 'delivered' THEN {greatest}(delivered, $4) ELSE delivered END,
			status = CASE WHEN `+newer+` THEN 'waiting' ELSE $3 END, finished_ms = CASE WHEN $3 = 'waiting' OR `+newer+` THEN 0 ELSE {now} END
			WHERE id = $1 AND status = 'waiting' AND (owner = $2 OR $3 = 'delivered')`,
			m.ID, m.Owner, string(r.Status), m.Version, r.State, r.Wait.Milliseconds())
		ok = n == 1
		return err
	})
	return ok && err == nil, err
}

// OfJob returns the messages of a job, the oldest first.
func OfJob(ctx context.Context, q database.Conn, jobID string) ([]Message, error) {
	return database.Collect(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM outbox WHERE job_id = $1 ORDER BY seq`, jobID)
}

// Tries returns the tries of a message, the first one first.
func Tries(ctx context.Context, q database.Conn, id string) ([]Result, error) {
	return database.Collect(ctx, q, func(row *sql.Rows) (r Result, err error) {
		var at, took int64
		err = row.Scan(&at, &took, &r.Code, &r.Error)
		r.At, r.Took = database.Time(at), time.Duration(took)*time.Millisecond
		return r, err
	}, `SELECT at_ms, took_ms, code, error FROM outbox_try WHERE id = $1 ORDER BY n`, id)
}

// Count counts the messages of a kind that wait to be delivered, and those that
// were given up; of all kinds if it is empty.
func Count(ctx context.Context, q database.Conn, kind string) (waiting, gaveUp int, err error) {
	_, err = q.Row(ctx, []any{&waiting, &gaveUp}, `SELECT count(CASE status WHEN 'waiting' THEN 1 END), count(CASE status WHEN 'gave_up' THEN 1 END)
		FROM outbox WHERE status IN ('waiting', 'gave_up') AND (kind = $1 OR $1 = '')`, kind)
	return waiting, gaveUp, err
}
