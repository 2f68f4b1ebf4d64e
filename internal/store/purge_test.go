package store_test

import (
	"strings"
	"testing"
	"time"

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
		insert(t, db, "old", "unsent", "fresh")
		check(db.InsertJob(ctx, store.Job{ID: "waits", Payload: `{"document_sha256":"` + needed + `"}`}))
		for _, id := range []string{"old", "unsent", "fresh"} {
			fence := start(t, db, id, "w")
			_, _, err := db.AppendEvents(ctx, id, fence, jury.Event{Text: "x"})
			check(err)
			must(t, true)(db.FinishJob(ctx, id, fence, store.Ending{Status: store.Done, Result: "{}"}))
			check(db.LogCall(ctx, store.Call{JobID: id}))
			must(t, true)(db.Post(ctx, store.Message{ID: "m-" + id, Kind: "webhook", JobID: id}))
			if id != "unsent" {
				must(t, true)(db.RecordAttempt(ctx, "m-"+id, "", store.Attempt{Code: 200}, store.After{Status: store.Delivered}))
			}
		}
		check(db.Ledger("run").Put(ctx, jury.Record{Text: "old"}))
		_, _, err = db.ClaimKey(ctx, "k", "f", "old")
		check(err)
		for _, column := range []string{
			"job.finished_ms", "job_event.at_ms", "call_log.at_ms", "outbox.finished_ms", "outbox_try.at_ms", "reply.at_ms",
			"blob.touched_ms", "idempotency.until_ms",
		} {
			table, name, _ := strings.Cut(column, ".")
			shift(t, db, table, name, -50*24*time.Hour)
		}
		_, err = db.Exec(ctx, `UPDATE job SET finished_ms = {now} WHERE job_id = 'fresh'`)
		check(err)

		rows, err := db.Purge(ctx, store.Keep{})
		if err != nil || rows != 1 { // the key
			t.Errorf("Purge of nothing but keys: %d rows, %v", rows, err)
		}
		_, err = db.Purge(ctx, store.Keep{Jobs: 30 * 24 * time.Hour, Events: 24 * time.Hour, Replies: time.Hour, Blobs: time.Hour})
		check(err)
		for id, want := range map[string]bool{"old": false, "unsent": true, "fresh": true, "waits": true} {
			_, ok, err := db.Job(ctx, id)
			calls, err2 := db.Calls(ctx, id)
			messages, err3 := db.Messages(ctx, id)
			if err != nil || err2 != nil || err3 != nil || ok != want || id != "waits" && (len(calls) == 1 != want || len(messages) == 1 != want) {
				t.Errorf("job %s: %v, %d calls, %d messages, %v %v %v; want %v", id, ok, len(calls), len(messages), err, err2, err3, want)
			}
		}
		if events, err := db.Events(ctx, "unsent", 0, 0); len(events) != 0 || err != nil {
			t.Errorf("events of an old job: %v, %v", events, err)
		}
		if events, err := db.Events(ctx, "fresh", 0, 0); len(events) != 1 || err != nil {
			t.Errorf("events of a fresh job: %v, %v", events, err)
		}
		if tries, err := db.Attempts(ctx, "m-old"); len(tries) != 0 || err != nil {
			t.Errorf("tries of a message that went: %v, %v", tries, err)
		}
		if _, ok, err := db.Ledger("run").Get(ctx, jury.Key{}); ok || err != nil {
			t.Errorf("an old reply: %v, %v", ok, err)
		}
		if _, ok, err := db.Blob(ctx, unneeded); ok || err != nil {
			t.Errorf("bytes that nobody needs: %v, %v", ok, err)
		}
		if _, ok, err := db.Blob(ctx, needed); !ok || err != nil {
			t.Errorf("bytes that a job needs: %v, %v", ok, err)
		}
	})
}
