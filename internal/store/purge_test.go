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

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/outbox"
	"judgement/internal/store"
)

func TestPurge(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		needed, err := store.PutBlob(ctx, db, []byte("needed"))
		check(err)
		unneeded, err := store.PutBlob(ctx, db, []byte("unneeded"))
		check(err)
		retriable, err := store.PutBlob(ctx, db, []byte("retriable"))
		check(err)
		insert(t, db, "old", "unsent", "fresh")
		check(store.InsertJob(ctx, db, job.Job{ID: "lost", Spec: job.Spec{DocumentSHA256: retriable}}))
		dbtest.Must(t, true)(store.EndJob(ctx, db, "lost", store.Ending{Status: job.Failed, Reason: "x"}))
		check(store.InsertJob(ctx, db, job.Job{ID: "waits", Spec: job.Spec{DocumentSHA256: needed}}))
		for _, id := range []string{"old", "unsent", "fresh"} {
			dbtest.Must(t, true)(store.Report(ctx, db, id, nil, jury.Event{Text: "x"}))
			dbtest.Must(t, true)(store.EndJob(ctx, db, id, store.Ending{Status: job.Done}))
			check(calllog.Add(ctx, db, calllog.Call{JobID: id}))
			dbtest.Must(t, true)(outbox.Put(ctx, db, outbox.Message{ID: "m-" + id, Kind: "webhook", JobID: id, Final: true}))
			if id != "unsent" {
				dbtest.Must(t, true)(outbox.Of(db).Record(ctx, outbox.Message{ID: "m-" + id, Version: 1}, outbox.Result{Code: 200, Status: outbox.Delivered}))
			}
		}
		_, _, err = store.ClaimKey(ctx, db, "k", "f", "old")
		check(err)
		for _, column := range []string{
			"job.finished_ms", "job_event.at_ms", "call_log.at_ms", "outbox.finished_ms", "outbox_try.at_ms",
			"blob.touched_ms", "idempotency.until_ms",
		} {
			table, name, _ := strings.Cut(column, ".")
			dbtest.Shift(t, db, table, name, -50*24*time.Hour)
		}
		_, err = db.Exec(ctx, `UPDATE job SET finished_ms = {now} WHERE job_id IN ('fresh', 'lost')`)
		check(err)

		gone, err := store.Purge(ctx, db, 0)
		if err != nil || gone != (store.Purged{Keys: 1}) {
			t.Errorf("Purge of nothing but keys: %+v, %v", gone, err)
		}
		const keep = 30 * 24 * time.Hour
		want := store.Purged{Jobs: 1, Blobs: 1, Bytes: 8, Events: 1, Calls: 1, Messages: 2}
		for range 2 { // counting changes nothing
			if would, err := store.WouldPurge(ctx, db, keep); err != nil || would != want {
				t.Errorf("WouldPurge = %+v, %v; want %+v", would, err, want)
			}
		}
		if gone, err = store.Purge(ctx, db, keep); err != nil || gone != want {
			t.Errorf("Purge = %+v, %v; want %+v", gone, err, want)
		}
		for id, want := range map[string]bool{"old": false, "unsent": true, "fresh": true, "waits": true} {
			_, ok, err := store.Job(ctx, db, id)
			calls, err2 := calllog.OfJob(ctx, db, id)
			messages, err3 := outbox.OfJob(ctx, db, id)
			if err != nil || err2 != nil || err3 != nil || ok != want || id != "waits" && (len(calls) == 1 != want || len(messages) == 1 != want) {
				t.Errorf("job %s: %v, %d calls, %d messages, %v %v %v; want %v", id, ok, len(calls), len(messages), err, err2, err3, want)
			}
		}
		for id, want := range map[string]int{"old": 0, "unsent": 1, "fresh": 1} {
			if events, err := store.Events(ctx, db, id, 0, 0); len(events) != want || err != nil {
				t.Errorf("events of the %s job: %v, %v", id, events, err)
			}
		}
		if tries, err := outbox.Tries(ctx, db, "m-old"); len(tries) != 0 || err != nil {
			t.Errorf("tries of a message that went: %v, %v", tries, err)
		}
		if _, ok, err := store.Blob(ctx, db, unneeded); ok || err != nil {
			t.Errorf("bytes that nobody needs: %v, %v", ok, err)
		}
		for _, key := range []string{needed, retriable} {
			if _, ok, err := store.Blob(ctx, db, key); !ok || err != nil {
				t.Errorf("bytes that a job needs: %v, %v", ok, err)
			}
		}
	})
}

// TestPurgeChats: of what chats keep, what has ended goes after a week, what never ends
// after a month, and nothing that is still needed. The names say what it is.
func TestPurgeChats(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
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
			dbtest.Must(t, true)(outbox.Put(ctx, db, outbox.Message{ID: c.name, Kind: "chat", Target: "a", Payload: "{}", Final: true}))
			if c.delivered {
				dbtest.Must(t, true)(outbox.Of(db).Record(ctx, outbox.Message{ID: c.name, Version: 1}, outbox.Result{Status: outbox.Delivered}))
			}
			age := (c.age * 24 * time.Hour).Milliseconds()
			exec(`UPDATE outbox SET created_ms = created_ms - $2, next_ms = next_ms - $2 WHERE id = $1`, c.name, age)
			exec(`UPDATE chat_job SET created_ms = created_ms - $2, closed_ms = CASE WHEN closed_ms > 0 THEN closed_ms - $2 ELSE 0 END WHERE job_id = $1`, c.name, age)
		}
		exec(`INSERT INTO chat_bot (app_id, health, at_ms) VALUES ('old', '{}', {now} - $1), ('new', '{}', {now})`, (31 * 24 * time.Hour).Milliseconds())
		for _, want := range []store.Purged{{Chats: 4, Messages: 3}, {}} {
			if gone, err := store.Purge(ctx, db, 0); err != nil || gone.Chats != want.Chats || gone.Messages != want.Messages {
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
		if due, err := outbox.Of(db).Claim(ctx, "a", "chat", nil, 10, time.Minute); err != nil || len(due) != 1 {
			t.Errorf("due: %+v, %v", due, err)
		}
	})
}

// TestCompact: the room of what was removed goes back to the file system.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.db")
	db := dbtest.Open(t, path)
	ctx := t.Context()
	if _, err := store.PutBlob(ctx, db, bytes.Repeat([]byte("x"), 4<<20)); err != nil {
		t.Fatal(err)
	}
	dbtest.Shift(t, db, "blob", "touched_ms", -26*time.Hour)
	if gone, err := store.Purge(ctx, db, time.Hour); err != nil || gone.Bytes != 4<<20 {
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
