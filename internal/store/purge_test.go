package store_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

func TestPurge(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		needed, err := db.PutBlob(ctx, []byte("needed"))
		check(err)
		unneeded, err := db.PutBlob(ctx, []byte("unneeded"))
		check(err)
		retriable, err := db.PutBlob(ctx, []byte("retriable"))
		check(err)
		insert(t, db, "old", "unsent", "fresh")
		check(db.InsertJob(ctx, job.Job{ID: "lost", Spec: job.Spec{DocumentSHA256: retriable}}))
		must(t, true)(db.EndJob(ctx, "lost", store.Ending{Status: job.Failed, Reason: "x"}))
		check(db.InsertJob(ctx, job.Job{ID: "waits", Spec: job.Spec{DocumentSHA256: needed}}))
		for _, id := range []string{"old", "unsent", "fresh"} {
			must(t, true)(db.Report(ctx, id, nil, jury.Event{Text: "x"}))
			must(t, true)(db.EndJob(ctx, id, store.Ending{Status: job.Done}))
			check(db.LogCall(ctx, store.Call{JobID: id}))
			must(t, true)(db.PutMessage(ctx, store.OutboxMessage{ID: "m-" + id, Kind: "webhook", JobID: id, Final: true}))
			if id != "unsent" {
				must(t, true)(db.RecordDelivery(ctx, store.OutboxMessage{ID: "m-" + id, Version: 1}, store.DeliveryResult{Code: 200, Status: store.Delivered}))
			}
		}
		_, _, err = db.ClaimKey(ctx, "k", "f", "old")
		check(err)
		for _, column := range []string{
			"job.finished_ms", "job_event.at_ms", "call_log.at_ms", "outbox.finished_ms", "outbox_try.at_ms",
			"blob.touched_ms", "idempotency.until_ms",
		} {
			table, name, _ := strings.Cut(column, ".")
			shift(t, db, table, name, -50*24*time.Hour)
		}
		_, err = db.Exec(ctx, `UPDATE job SET finished_ms = {now} WHERE job_id IN ('fresh', 'lost')`)
		check(err)

		gone, err := db.Purge(ctx, store.Keep{})
		if err != nil || gone != (store.Purged{Keys: 1}) {
			t.Errorf("Purge of nothing but keys: %+v, %v", gone, err)
		}
		keep := store.Keep{Jobs: 30 * 24 * time.Hour, Blobs: time.Hour}
		want := store.Purged{Jobs: 1, Blobs: 1, Bytes: 8, Events: 1, Calls: 1, Messages: 2}
		for range 2 { // counting changes nothing
			if would, err := db.WouldPurge(ctx, keep); err != nil || would != want {
				t.Errorf("WouldPurge = %+v, %v; want %+v", would, err, want)
			}
		}
		if gone, err = db.Purge(ctx, keep); err != nil || gone != want {
			t.Errorf("Purge = %+v, %v; want %+v", gone, err, want)
		}
		for id, want := range map[string]bool{"old": false, "unsent": true, "fresh": true, "waits": true} {
			_, ok, err := db.Job(ctx, id)
			calls, err2 := db.Calls(ctx, id)
			messages, err3 := db.Messages(ctx, id)
			if err != nil || err2 != nil || err3 != nil || ok != want || id != "waits" && (len(calls) == 1 != want || len(messages) == 1 != want) {
				t.Errorf("job %s: %v, %d calls, %d messages, %v %v %v; want %v", id, ok, len(calls), len(messages), err, err2, err3, want)
			}
		}
		for id, want := range map[string]int{"old": 0, "unsent": 1, "fresh": 1} {
			if events, err := db.Events(ctx, id, 0, 0); len(events) != want || err != nil {
				t.Errorf("events of the %s job: %v, %v", id, events, err)
			}
		}
		if tries, err := db.Deliveries(ctx, "m-old"); len(tries) != 0 || err != nil {
			t.Errorf("tries of a message that went: %v, %v", tries, err)
		}
		if _, ok, err := db.Blob(ctx, unneeded); ok || err != nil {
			t.Errorf("bytes that nobody needs: %v, %v", ok, err)
		}
		for _, key := range []string{needed, retriable} {
			if _, ok, err := db.Blob(ctx, key); !ok || err != nil {
				t.Errorf("bytes that a job needs: %v, %v", ok, err)
			}
		}
	})
}

// TestPurgeChats: of what chats keep, what has ended goes after a week, what never ends
// after a month, and nothing that is still needed. The names say what it is.
func TestPurgeChats(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		exec := func(query string, args ...any) {
			t.Helper()
			if _, err := db.Exec(ctx, query, args...); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			name              string
			closed, delivered bool
			age               time.Duration // days
		}{
			{"ended, 6 days", true, true, 6},
			{"ended, 8 days", true, true, 8},
			{"undelivered, 8 days", true, false, 8},
			{"undelivered, 31 days", true, false, 31},
			{"open, 29 days", false, true, 29},
			{"open, 31 days", false, true, 31},
		} {
			exec(`INSERT INTO chat_job (job_id, app_id, data, created_ms) VALUES ($1, 'a', '{}', {now})`, c.name)
			if c.closed {
				exec(`UPDATE chat_job SET closed_ms = {now} WHERE job_id = $1`, c.name)
			}
			must(t, true)(db.PutMessage(ctx, store.OutboxMessage{ID: c.name, Kind: "chat", Target: "a", Payload: "{}", Final: true}))
			if c.delivered {
				must(t, true)(db.RecordDelivery(ctx, store.OutboxMessage{ID: c.name, Version: 1}, store.DeliveryResult{Status: store.Delivered}))
			}
			age := (c.age * 24 * time.Hour).Milliseconds()
			exec(`UPDATE outbox SET created_ms = created_ms - $2, next_ms = next_ms - $2 WHERE id = $1`, c.name, age)
			exec(`UPDATE chat_job SET created_ms = created_ms - $2, closed_ms = CASE WHEN closed_ms > 0 THEN closed_ms - $2 ELSE 0 END WHERE job_id = $1`, c.name, age)
		}
		exec(`INSERT INTO chat_bot (app_id, health, at_ms) VALUES ('old', '{}', {now} - $1), ('new', '{}', {now})`, (31 * 24 * time.Hour).Milliseconds())
		for _, want := range []store.Purged{{Chats: 4, Messages: 3}, {}} {
			if gone, err := db.Purge(ctx, store.Keep{}); err != nil || gone.Chats != want.Chats || gone.Messages != want.Messages {
				t.Errorf("Purge = %+v, %v; want %+v", gone, err, want)
			}
		}
		kept := []string{"ended, 6 days", "open, 29 days", "undelivered, 8 days"}
		for query, want := range map[string][]string{"job_id FROM chat_job": kept, "id FROM outbox": kept, "app_id FROM chat_bot": {"new"}} {
			var left []string
			err := db.Query(ctx, func(row *sql.Rows) error {
				var id string
				err := row.Scan(&id)
				left = append(left, id)
				return err
			}, `SELECT `+query+` ORDER BY 1`)
			if diff := cmp.Diff(want, left); err != nil || diff != "" {
				t.Errorf("%s (-want +got): %v\n%s", query, err, diff)
			}
		}
		if due, err := db.ClaimMessages(ctx, "a", "chat", nil, 10, time.Minute); err != nil || len(due) != 1 {
			t.Errorf("due: %+v, %v", due, err)
		}
	})
}

// TestCompact: the room of what was removed goes back to the file system.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.db")
	db := open(t, path)
	ctx := t.Context()
	if _, err := db.PutBlob(ctx, bytes.Repeat([]byte("x"), 4<<20)); err != nil {
		t.Fatal(err)
	}
	shift(t, db, "blob", "touched_ms", -time.Hour)
	if gone, err := db.Purge(ctx, store.Keep{Blobs: time.Minute}); err != nil || gone.Bytes != 4<<20 {
		t.Fatalf("Purge = %+v, %v", gone, err)
	}
	if err := db.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err != nil || info.Size() > 1<<20 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}
