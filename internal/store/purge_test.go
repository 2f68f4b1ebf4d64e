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

// TestPurgeChats: what chats keep goes with its time, except for jobs and cards that
// are still under way.
func TestPurgeChats(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		exec := func(query string) {
			t.Helper()
			if _, err := db.Exec(ctx, query); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO chat_job (job_id, app_id, data, created_ms, closed_ms) VALUES
			('closed', 'a', '{}', 1, 1), ('open', 'a', '{}', 1, 0), ('fresh', 'a', '{}', 1, {now})`)
		for _, of := range []string{"closed", "open", "fresh", "help"} {
			exec(`INSERT INTO outbox (id, kind, grp, lane, target, payload, final, status, next_ms, created_ms, finished_ms) VALUES
				('sent-` + of + `', 'chat', '` + of + `', 'x', 'a', '{}', 1, 'delivered', 1, 1, 1), ('due-` + of + `', 'chat', '` + of + `', 'x', 'a', '{}', 1, 'waiting', 1, 1, 0)`)
		}
		exec(`INSERT INTO outbox (id, kind, grp, lane, target, payload, final, status, next_ms, created_ms, finished_ms) VALUES ('new', 'chat', 'help', 'x', 'a', '{}', 1, 'delivered', 1, 1, {now})`)
		if gone, err := db.Purge(ctx, store.Keep{Jobs: 30 * 24 * time.Hour}); err != nil || gone != (store.Purged{Chats: 1, Messages: 2}) {
			t.Errorf("Purge = %+v, %v", gone, err)
		}
		var left []string
		for _, table := range []string{"job_id FROM chat_job", "id FROM outbox"} {
			err := db.Query(ctx, func(row *sql.Rows) error {
				var id string
				err := row.Scan(&id)
				left = append(left, id)
				return err
			}, `SELECT `+table+` ORDER BY 1`)
			if err != nil {
				t.Fatal(err)
			}
		}
		want := []string{"fresh", "open", "due-closed", "due-fresh", "due-help", "due-open", "new", "sent-fresh", "sent-open"}
		if diff := cmp.Diff(want, left); diff != "" {
			t.Errorf("left (-want +got):\n%s", diff)
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
