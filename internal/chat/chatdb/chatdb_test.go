package chatdb_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/chattest"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/outbox"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func both(t *testing.T, test func(t *testing.T, address func(t *testing.T) string)) {
	t.Run("sqlite", func(t *testing.T) {
		test(t, func(t *testing.T) string { return dbtest.SQLite(t) })
	})
	t.Run("postgres", func(t *testing.T) { test(t, func(t *testing.T) string { return pgtest.URL(t) }) })
}

func open(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestStore(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		chattest.Conform(t, func(t *testing.T, q *chattest.Submitted) *chattest.Store {
			db := open(t, address(t))
			submit := chattest.Submit(func(j chat.Request, data []byte) (string, error) { return q.Take(j.Brand, string(data)) })
			return &chattest.Store{Store: chatdb.New(db, submit), DB: db}
		})
	})
}

// TestHealth: what one process notes of its bots, another reads.
func TestHealth(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		at := address(t)
		writer, reader := chatdb.New(open(t, at), nil), chatdb.New(open(t, at), nil)
		last := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for _, connected := range []bool{false, true} {
			err := writer.SetHealth(t.Context(), []chat.Health{{Scene: "b", AppID: "cli_b"}, {Scene: "a", AppID: "cli_a", Connected: connected, LastFrame: last, Reconnects: 2}})
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := reader.Health(t.Context())
		if err != nil || len(got) != 2 || got[0].Scene != "a" || !got[0].Connected || !got[0].LastFrame.Equal(last) || got[0].Reconnects != 2 || got[0].Age > time.Minute {
			t.Errorf("Health = %+v, %v", got, err)
		}
		if jobs, parcels, err := reader.Backlog(t.Context()); err != nil || jobs != 0 || parcels != 0 {
			t.Errorf("Backlog = %d, %d, %v", jobs, parcels, err)
		}
	})
}

// TestStoppedHealth: that a process has stopped does not hide that another
// serves the bot by then.
func TestStoppedHealth(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		s := chatdb.New(open(t, address(t)), nil)
		for _, c := range []struct {
			note  chat.Health
			state string
		}{
			{chat.Health{AppID: "a", Process: "one", Connected: true}, "connected"},
			{chat.Health{AppID: "a", Process: "two", Connected: true}, "connected"},
			{chat.Health{AppID: "a", Process: "one", Stopped: true}, "connected"},
			{chat.Health{AppID: "a", Process: "two", Callback: true}, "by callback"},
			{chat.Health{AppID: "a", Process: "two"}, "not connected"},
			{chat.Health{AppID: "a", Process: "two", Stopped: true}, "stopped"},
		} {
			if err := s.SetHealth(t.Context(), []chat.Health{c.note}); err != nil {
				t.Fatal(err)
			}
			got, err := s.Health(t.Context())
			if err != nil || len(got) != 1 || got[0].State() != c.state {
				t.Errorf("after %+v: %+v, %v; want %s", c.note, got, err, c.state)
			}
		}
		if got := (chat.Health{Connected: true}).State(chat.StaleAfter + time.Second); got != "not running" {
			t.Errorf("an old note says %s", got)
		}
	})
}

// TestLimitOfTwo: two processes on one database share a scene's hour: at any
// number of documents at once, no more than the limit get in.
func TestLimitOfTwo(t *testing.T) {
	both(t, func(t *testing.T, address func(t *testing.T) string) {
		at := address(t)
		submit := chattest.Submit(func(chat.Request, []byte) (string, error) { return "", nil })
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
					Request: &chat.Request{ID: id, Scene: "pitch", AppID: "cli_1"},
					Reply:   func(chat.Receipt) []outbox.Message { return nil },
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
