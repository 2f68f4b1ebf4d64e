package chatdb_test

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/chattest"
	"judgement/internal/store"
)

// aged puts jobs, messages and notes of every kind and age into a database; their
// names say what they are.
func aged(t *testing.T, db *store.DB, s *chatdb.Store) {
	t.Helper()
	ctx := t.Context()
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(ctx, query, args...); err != nil {
			t.Fatal(err)
		}
	}
	days := func(n int) int64 { return int64(n) * 24 * time.Hour.Milliseconds() }
	for _, c := range []struct {
		name      string
		closed    bool
		delivered bool
		age       int // days
	}{
		{"ended, 6 days", true, true, 6},
		{"ended, 8 days", true, true, 8},
		{"undelivered, 8 days", true, false, 8},
		{"undelivered, 31 days", true, false, 31},
		{"open, 29 days", false, true, 29},
		{"open, 31 days", false, true, 31},
	} {
		m := store.OutboxMessage{ID: c.name + "/card", Group: c.name, Kind: chat.OutboxKind, Target: "cli_1", Payload: "{}", Final: true}
		_, err := s.Accept(ctx, chat.Entry{
			Message: chat.Message{AppID: "cli_1", MessageID: c.name},
			Job:     &chat.Job{ID: c.name, Scene: "pitch", AppID: "cli_1", ChatID: "oc_1"}, PerHour: 1000, Reply: func(chat.Receipt) []store.OutboxMessage { return []store.OutboxMessage{m} },
		})
		if err == nil && c.delivered {
			_, err = db.RecordDelivery(ctx, store.OutboxMessage{ID: m.ID, Version: 1}, store.DeliveryResult{Status: store.Delivered})
		}
		if err == nil && c.closed {
			_, err = s.Close(ctx, c.name, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		exec(`UPDATE outbox SET created_ms = created_ms - $2, next_ms = next_ms - $2 WHERE grp = $1`, c.name, days(c.age))
		exec(`UPDATE chat_job SET created_ms = created_ms - $2, closed_ms = CASE WHEN closed_ms > 0 THEN closed_ms - $2 ELSE 0 END WHERE job_id = $1`, c.name, days(c.age))
	}
	if err := s.SetHealth(ctx, []chat.Health{{AppID: "old"}, {AppID: "new"}}); err != nil {
		t.Fatal(err)
	}
	exec(`UPDATE chat_bot SET at_ms = at_ms - $2 WHERE app_id = $1`, "old", days(31))
}

// TestPrune: what has ended goes after a week, what never ends after a month, and
// nothing that is still needed.
func TestPrune(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		db := open(t, address(t))
		s := chatdb.New(db, nil)
		aged(t, db, s)
		names := func(query string) []string {
			t.Helper()
			var out []string
			err := db.Query(t.Context(), func(row *sql.Rows) error {
				var name string
				err := row.Scan(&name)
				out = append(out, name)
				return err
			}, query)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(out)
			return out
		}
		for i, want := range []int64{7, 0} {
			if rows, err := s.Prune(t.Context()); err != nil || rows != want {
				t.Errorf("time %d: %d rows went, want %d, %v", i, rows, want, err)
			}
		}
		kept := []string{"ended, 6 days", "open, 29 days", "undelivered, 8 days"}
		if d := cmp.Diff(kept, names(`SELECT job_id FROM chat_job`)); d != "" {
			t.Errorf("jobs: -want +got\n%s", d)
		}
		if d := cmp.Diff(kept, names(`SELECT grp FROM outbox`)); d != "" {
			t.Errorf("messages: -want +got\n%s", d)
		}
		if d := cmp.Diff([]string{"new"}, names(`SELECT app_id FROM chat_bot`)); d != "" {
			t.Errorf("notes: -want +got\n%s", d)
		}
		if due, err := db.ClaimMessages(t.Context(), "a", chat.OutboxKind, []string{"cli_1"}, 10, time.Minute); err != nil || len(due) != 1 {
			t.Errorf("due: %+v, %v", due, err)
		}
	})
}

// TestPruneMany: more rows than go in one statement go.
func TestPruneMany(t *testing.T) {
	db := open(t, t.TempDir()+"/judgement.db")
	s := chatdb.New(db, nil)
	err := db.InTx(t.Context(), func(tx *store.Tx) error {
		for i := range 1200 {
			_, err := tx.Exec(t.Context(), `INSERT INTO chat_job (job_id, app_id, data, created_ms, closed_ms) VALUES ($1, 'cli_1', '{}', 1, 1)`, fmt.Sprint(i))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := s.Prune(t.Context()); err != nil || rows != 1200 {
		t.Errorf("%d rows went, want 1200, %v", rows, err)
	}
}

// TestLimitOfTwo: two processes on one database share a scene's hour: at any
// number of documents at once, no more than the limit get in.
func TestLimitOfTwo(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		at := address(t)
		submit := chattest.Submit(func(chat.Job, []byte) (string, error) { return "", nil })
		processes := []*chatdb.Store{chatdb.New(open(t, at), submit), chatdb.New(open(t, at), submit)}
		type answer struct {
			r   chat.Receipt
			err error
		}
		const documents, limit = 16, 5
		answers := make(chan answer, documents)
		for i := range documents {
			go func() {
				id := fmt.Sprintf("om_%d", i)
				r, err := processes[i%2].Accept(t.Context(), chat.Entry{
					Message: chat.Message{AppID: "cli_1", MessageID: id}, PerHour: limit,
					Job:   &chat.Job{ID: id, Scene: "pitch", AppID: "cli_1"},
					Reply: func(chat.Receipt) []store.OutboxMessage { return nil },
				})
				answers <- answer{r, err}
			}()
		}
		in := 0
		for range documents {
			a := <-answers
			switch wait := time.Until(a.r.RetryAt); {
			case a.err != nil:
				t.Error(a.err)
			case !a.r.Limited:
				in++
			case wait < 50*time.Minute || wait > time.Hour:
				t.Errorf("come back in %s", wait)
			}
		}
		if in != limit {
			t.Errorf("%d documents got in, want %d", in, limit)
		}
	})
}
