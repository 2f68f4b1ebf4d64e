package chatdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"judgement/internal/chat"
	"judgement/internal/database"
	"judgement/internal/outbox"
)

// SetHealth stores the state of bots for other processes to read. The stop of a
// process is not stored if another serves the bot by then.
func (s *Store) SetHealth(ctx context.Context, bots []chat.Health) error {
	if len(bots) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		for _, h := range bots {
			if h.Stopped {
				notes, err := notes(ctx, tx, `WHERE app_id = $1`, h.AppID)
				if err != nil {
					return err
				}
				if len(notes) == 1 && notes[0].Process != h.Process {
					continue
				}
			}
			data, err := json.Marshal(h)
			if err != nil {
				return fmt.Errorf("encode the health of a bot: %w", err)
			}
			_, err = tx.Exec(ctx, `INSERT INTO chat_bot (app_id, health, at_ms) VALUES ($1, $2, {now})
				ON CONFLICT (app_id) DO UPDATE SET health = excluded.health, at_ms = excluded.at_ms`, h.AppID, string(data))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Noted is a bot's health with how old the note is.
type Noted struct {
	chat.Health
	Age time.Duration
}

// State says in a few words how the bot is.
func (n Noted) State() string { return n.Health.State(n.Age) }

// Health returns what is noted of bots, by scene.
func (s *Store) Health(ctx context.Context) ([]Noted, error) {
	out, err := notes(ctx, s.db, "")
	slices.SortFunc(out, func(a, b Noted) int { return strings.Compare(a.Scene+" "+a.AppID, b.Scene+" "+b.AppID) })
	return out, err
}

func notes(ctx context.Context, q database.Conn, where string, args ...any) ([]Noted, error) {
	return database.Collect(ctx, q, func(rows *sql.Rows) (n Noted, err error) {
		var data string
		var age int64
		if err := rows.Scan(&data, &age); err != nil {
			return n, err
		}
		if err := json.Unmarshal([]byte(data), &n.Health); err != nil {
			return n, fmt.Errorf("decode the health of a bot: %w", err)
		}
		n.Age = max(0, time.Duration(age)*time.Millisecond)
		return n, nil
	}, `SELECT health, {now} - at_ms FROM chat_bot `+where, args...)
}

// Backlog counts what has not ended: open jobs and undelivered messages.
func (s *Store) Backlog(ctx context.Context) (jobs, messages int, err error) {
	if messages, _, err = outbox.Count(ctx, s.db, chat.OutboxKind); err != nil {
		return 0, 0, err
	}
	_, err = s.db.Row(ctx, []any{&jobs}, `SELECT count(*) FROM chat_job WHERE closed_ms = 0`)
	return jobs, messages, err
}
