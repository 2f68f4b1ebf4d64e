package store_test

import (
	"errors"
	"testing"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/outbox"
	"judgement/internal/store"
)

// TestForget: every row about a submission goes, and nothing about another one.
func TestForget(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		own, err := store.PutBlob(ctx, db, []byte("own"))
		check(err)
		shared, err := store.PutBlob(ctx, db, []byte("shared"))
		check(err)
		for id, j := range map[string]job.Job{
			"one":   {SceneSlug: "demo", Brand: "acme", Spec: job.Spec{DocumentSHA256: own}},
			"two":   {SceneSlug: "demo", Brand: "demo-acme", Spec: job.Spec{DocumentSHA256: shared}},
			"other": {SceneSlug: "demo", Brand: "zeta", Spec: job.Spec{DocumentSHA256: shared}},
			"scene": {SceneSlug: "else", Brand: "acme"},
		} {
			j.ID = id
			check(store.InsertJob(ctx, db, j))
			dbtest.Must(t, true)(store.Report(ctx, db, id, nil, jury.Event{Text: "x"}))
			check(calllog.Add(ctx, db, calllog.Call{JobID: id}))
			dbtest.Must(t, true)(outbox.Put(ctx, db, outbox.Message{ID: "m-" + id, Kind: "webhook", JobID: id, Final: true}))
			dbtest.Must(t, true)(outbox.Put(ctx, db, outbox.Message{ID: "c-" + id, Kind: "chat", Group: "chat-" + id, Final: true}))
			_, _, err := store.ClaimKey(ctx, db, "k-"+id, "f", id)
			check(err)
			_, err = db.Exec(ctx, `INSERT INTO chat_job (job_id, app_id, data, created_ms) VALUES ($1, 'app', $2, {now})`,
				"chat-"+id, `{"scene":"`+j.SceneSlug+`","brand":"`+j.Brand+`"}`)
			check(err)
		}
		forget := func() (p store.Purged, err error) {
			err = db.InTx(ctx, func(tx *database.Tx) error {
				p, err = store.Forget(ctx, tx, store.Submitted{Case: "C-2026-0001", Scene: "demo", Brands: []string{"acme", "demo-acme"}})
				return err
			})
			return p, err
		}
		if _, err := forget(); !errors.Is(err, fault.Busy) {
			t.Errorf("a job that has not ended: %v", err)
		}
		for _, id := range []string{"one", "two"} {
			dbtest.Must(t, true)(store.EndJob(ctx, db, id, store.Ending{Status: job.Done}))
		}
		p, err := forget()
		check(err)
		if p.Bytes = 0; p != (store.Purged{Jobs: 2, Blobs: 1, Events: 2, Calls: 2, Messages: 4, Chats: 2, Keys: 2}) {
			t.Errorf("removed %+v", p)
		}
		for _, table := range []string{"job", "job_event", "call_log", "idempotency", "chat_job"} {
			n := 0
			_, err := db.Row(ctx, []any{&n}, `SELECT count(*) FROM `+table)
			if check(err); n != 2 {
				t.Errorf("%s has %d rows, want those of the other submissions", table, n)
			}
		}
	})
}
