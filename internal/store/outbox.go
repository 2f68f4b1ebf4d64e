package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MessageStatus is the closed set of what a message in the outbox can be.
type MessageStatus string

// The statuses of a message.
const (
	Waiting   MessageStatus = "waiting"   // to be delivered, now or later
	Delivered MessageStatus = "delivered" // the receiver has its newest payload
	GaveUp    MessageStatus = "gave_up"   // it is not tried again
)

// OutboxMessage is something that is delivered outside, at least once: a webhook, or
// a card of a chat. Its id is the same at each try, so that the receiver can recognize
// it. Put takes the fields up to Final; the others are the store's.
type OutboxMessage struct {
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
	Status    MessageStatus
	Tries     int       // of a message that is not final: since the last delivery
	Next      time.Time // the earliest time of the next try
	Owner     string    // who claimed it last
	Created   time.Time
	Ended     time.Time // zero while Waiting
}

// DeliveryResult is how one try to deliver a message ended.
type DeliveryResult struct {
	At     time.Time // filled in by the store: when it was recorded
	Took   time.Duration
	Code   int           // of the receiver's answer, 0 without one
	Error  string        // why it was not taken; empty if it was. Kept, and shown to operators.
	Status MessageStatus // what becomes of the message
	Wait   time.Duration // of a Waiting one: until its next try
	State  string        // replaces the message's
}

const messageColumns = `id, kind, grp, lane, job_id, target, payload, final, version, delivered, state, status, tries, next_ms, owner, created_ms, finished_ms`

func scanMessage(row *sql.Rows) (OutboxMessage, error) {
	var m OutboxMessage
	var next, created, ended int64
	err := row.Scan(&m.ID, &m.Kind, &m.Group, &m.Lane, &m.JobID, &m.Target, &m.Payload, &m.Final, &m.Version, &m.Delivered, &m.State,
		&m.Status, &m.Tries, &next, &m.Owner, &created, &ended)
	m.Next, m.Created, m.Ended = when(next), when(created), when(ended)
	return m, err
}

// PutMessage puts a message into the outbox. One of that id gets the new payload and
// waits again, unless it is final, or was given up and the new payload is not final: then
// put is false and nothing changes.
func (o *ops) PutMessage(ctx context.Context, m OutboxMessage) (put bool, err error) {
	n, err := o.Exec(ctx, `INSERT INTO outbox (id, kind, grp, lane, job_id, target, payload, final, status, next_ms, created_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', {now}, {now})
		ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, final = excluded.final, job_id = excluded.job_id, lane = excluded.lane,
			version = outbox.version + 1, status = 'waiting', finished_ms = 0
		WHERE outbox.final = 0 AND (outbox.status <> 'gave_up' OR excluded.final = 1)`,
		m.ID, m.Kind, orID(m.Group, m.ID), orID(m.Lane, m.ID), m.JobID, m.Target, m.Payload, number(m.Final))
	return n == 1, err
}

func orID(name, id string) string {
	if name == "" {
		return id
	}
	return name
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// MaxClaim is the longest time that a message is claimed without a renewal.
const MaxClaim = 10 * time.Minute

// claimed is the condition that a process tries a message; see lapsed.
const claimed = `claim_ms >= {now} AND claim_ms <= {now} + 600000`

// ClaimMessages claims waiting messages of a kind that are due, those that are due the
// longest first, for an owner and a while (at most MaxClaim): no one else gets them
// until it is over or RecordDelivery was called. With targets it claims messages to
// these only.
func (o *ops) ClaimMessages(ctx context.Context, owner, kind string, targets []string, limit int, claim time.Duration) ([]OutboxMessage, error) {
	if claim < time.Millisecond || claim > MaxClaim {
		return nil, fmt.Errorf("a claim of %s: it must be from 1ms to %s", claim, MaxClaim)
	}
	args := []any{kind, limit, owner, claim.Milliseconds()}
	due := `kind = $1 AND status = 'waiting' AND next_ms <= {now} AND NOT (` + claimed + `)`
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
		AND NOT EXISTS (SELECT 1 FROM outbox WHERE lane = m.lane AND status = 'waiting' AND ` + claimed + `)`
	return collect(ctx, o, scanMessage, `WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE NOT (`+claimed+`) AND id IN (
			SELECT id FROM (`+first+`) one WHERE nth = 1 ORDER BY next_ms, id LIMIT $2) {skip locked})
		UPDATE outbox SET owner = $3, claim_ms = {now} + $4 WHERE id IN (SELECT id FROM due) RETURNING `+messageColumns, args...)
}

// RenewClaim renews the claim of a message for another while. It is false if the owner
// has it no longer.
func (o *ops) RenewClaim(ctx context.Context, m OutboxMessage, claim time.Duration) (bool, error) {
	n, err := o.Exec(ctx, `UPDATE outbox SET claim_ms = {now} + $3 WHERE id = $1 AND owner = $2 AND status = 'waiting' AND `+claimed,
		m.ID, m.Owner, min(claim, MaxClaim).Milliseconds())
	return n == 1, err
}

// RecordDelivery notes how a try of a claimed message ended, and what becomes of the
// message: it waits on if it got a newer payload meanwhile. A try counts and a delivery
// holds even if the claim has lapsed; otherwise ok is false and the message is left to
// its new owner. Tries that delivered a payload that is not final are not listed.
func (o *ops) RecordDelivery(ctx context.Context, m OutboxMessage, r DeliveryResult) (ok bool, err error) {
	switch r.Status {
	case Waiting, Delivered, GaveUp:
	default:
		return false, fmt.Errorf("record a try of message %s: unknown status %q", m.ID, r.Status)
	}
	err = o.atomically(ctx, func(o *ops) error {
		var final bool
		found, err := o.row(ctx, []any{&final}, `UPDATE outbox SET tries = CASE WHEN $2 = 'delivered' AND final = 0 THEN 0 ELSE tries + 1 END
			WHERE id = $1 RETURNING final`, m.ID, string(r.Status))
		if err != nil || !found {
			return err
		}
		if r.Error != "" || final {
			if _, err = o.Exec(ctx, `INSERT INTO outbox_try (id, n, at_ms, took_ms, code, error)
				SELECT $1, coalesce(max(n), 0) + 1, {now}, $2, $3, $4 FROM outbox_try WHERE id = $1`, m.ID, r.Took.Milliseconds(), r.Code, r.Error); err != nil {
				return err
			}
		}
		const newer = `($3 <> 'waiting' AND version > $4)`
		n, err := o.Exec(ctx, `UPDATE outbox SET state = $5, next_ms = {now} + $6, claim_ms = 0,
			delivered = CASE WHEN $3 = 'delivered' THEN {greatest}(delivered, $4) ELSE delivered END,
			status = CASE WHEN `+newer+` THEN 'waiting' ELSE $3 END, finished_ms = CASE WHEN $3 = 'waiting' OR `+newer+` THEN 0 ELSE {now} END
			WHERE id = $1 AND status = 'waiting' AND (owner = $2 OR $3 = 'delivered')`,
			m.ID, m.Owner, string(r.Status), m.Version, r.State, r.Wait.Milliseconds())
		ok = n == 1
		return err
	})
	return ok && err == nil, err
}

// Messages returns the messages of a job, the oldest first.
func (o *ops) Messages(ctx context.Context, jobID string) ([]OutboxMessage, error) {
	return collect(ctx, o, scanMessage, `SELECT `+messageColumns+` FROM outbox WHERE job_id = $1 ORDER BY seq`, jobID)
}

// Deliveries returns the tries of a message, the first one first.
func (o *ops) Deliveries(ctx context.Context, id string) ([]DeliveryResult, error) {
	return collect(ctx, o, func(row *sql.Rows) (r DeliveryResult, err error) {
		var at, took int64
		err = row.Scan(&at, &took, &r.Code, &r.Error)
		r.At, r.Took = when(at), time.Duration(took)*time.Millisecond
		return r, err
	}, `SELECT at_ms, took_ms, code, error FROM outbox_try WHERE id = $1 ORDER BY n`, id)
}

// OutboxCounts counts the messages of a kind that wait to be delivered, and those that
// were given up; of all kinds if it is empty.
func (o *ops) OutboxCounts(ctx context.Context, kind string) (waiting, gaveUp int, err error) {
	_, err = o.row(ctx, []any{&waiting, &gaveUp}, `SELECT count(CASE status WHEN 'waiting' THEN 1 END), count(CASE status WHEN 'gave_up' THEN 1 END)
		FROM outbox WHERE status IN ('waiting', 'gave_up') AND (kind = $1 OR $1 = '')`, kind)
	return waiting, gaveUp, err
}
