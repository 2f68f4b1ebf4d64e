package chatdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"judgement/internal/chat"
	"judgement/internal/store"
)

// body is the part of a parcel that its sender makes.
type body struct {
	ChatID  string           `json:"chat_id"`
	ReplyTo string           `json:"reply_to,omitempty"`
	Card    *chat.Card       `json:"card,omitempty"`
	Text    string           `json:"text,omitempty"`
	File    *chat.FileParcel `json:"file,omitempty"`
	Scene   string           `json:"scene,omitempty"`
	InGroup bool             `json:"in_group,omitempty"`
	Shown   chat.Shown       `json:"shown,omitempty"`
}

// Put implements chat.Store.
func (s *Store) Put(ctx context.Context, p chat.Parcel) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error { return put(ctx, tx, p) })
}

func put(ctx context.Context, tx *store.Tx, p chat.Parcel) error {
	data, err := json.Marshal(body{p.ChatID, p.ReplyTo, p.Card, p.Text, p.File, p.Scene, p.InGroup, p.Shown})
	if err != nil {
		return fmt.Errorf("encode parcel %s: %w", p.ID, err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO chat_parcel (id, grp, app_id, body, final, version, due_ms, created_ms)
		VALUES ($1, $2, $3, $4, $5, 1, {now}, {now})
		ON CONFLICT (id) DO UPDATE SET body = excluded.body, final = excluded.final, version = chat_parcel.version + 1, dropped = 0, pending = 1
		WHERE chat_parcel.final = 0 AND (chat_parcel.dropped = 0 OR excluded.final = 1)`,
		p.ID, p.Group, p.AppID, string(data), number(p.Final))
	return err
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Due implements chat.Store.
func (s *Store) Due(ctx context.Context, apps []string, limit int) ([]chat.Parcel, error) {
	condition, args := among(apps, 1)
	var out []chat.Parcel
	err := s.db.Query(ctx, func(rows *sql.Rows) error {
		var p chat.Parcel
		var data string
		var due int64
		err := rows.Scan(&p.ID, &p.Group, &p.AppID, &data, &p.Final, &p.Version, &p.Delivered, &p.MessageID, &p.Round, &p.Plain, &p.Attempts, &due, &p.Trouble)
		if err != nil {
			return err
		}
		var b body
		if err := json.Unmarshal([]byte(data), &b); err != nil {
			return fmt.Errorf("decode parcel %s: %w", p.ID, err)
		}
		p.Scene, p.InGroup, p.Shown = b.Scene, b.InGroup, b.Shown
		p.ChatID, p.ReplyTo, p.Card, p.Text, p.File, p.Due = b.ChatID, b.ReplyTo, b.Card, b.Text, b.File, time.UnixMilli(due).UTC()
		out = append(out, p)
		return nil
	}, `SELECT id, grp, app_id, body, final, version, delivered, message_id, round, plain, attempts, due_ms, trouble FROM chat_parcel p
		WHERE pending = 1 AND due_ms <= {now} AND `+condition+` AND NOT EXISTS (
			SELECT 1 FROM chat_parcel e WHERE e.grp = p.grp AND e.seq < p.seq AND e.pending = 1 AND e.due_ms > {now})
		ORDER BY seq LIMIT `+strconv.Itoa(limit), args...)
	return out, err
}

// Settle implements chat.Store.
func (s *Store) Settle(ctx context.Context, t chat.Settlement) error {
	set := `attempts = attempts + 1, due_ms = {now} + $7`
	wait := t.Wait.Milliseconds()
	switch {
	case t.Delivered:
		set = `attempts = 0, delivered = {greatest}(delivered, $7), pending = CASE WHEN version > {greatest}(delivered, $7) THEN 1 ELSE 0 END`
		wait = int64(t.Version)
	case t.Dropped:
		set = `dropped = CASE WHEN version = $7 THEN 1 ELSE 0 END, pending = CASE WHEN version = $7 THEN 0 ELSE 1 END`
		wait = int64(t.Version)
	}
	n, err := s.db.Exec(ctx, `UPDATE chat_parcel SET message_id = $2, round = $3, plain = $4, trouble = $5, `+set+` WHERE id = $1 AND version >= $6`,
		t.ID, t.MessageID, t.Round, number(t.Plain), t.Trouble, t.Version, wait)
	if err == nil && n == 0 {
		err = fmt.Errorf("parcel %s is not in the outbox", t.ID)
	}
	return err
}
