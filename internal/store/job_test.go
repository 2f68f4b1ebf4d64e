package store_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

func insert(t *testing.T, db *database.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := store.InsertJob(t.Context(), db, job.Job{ID: id, Kind: "review", SceneSlug: "demo", Brand: "acme", Spec: job.Spec{Filename: "判断"}}); err != nil {
			t.Fatal(err)
		}
	}
}

func jobOf(t *testing.T, db *database.DB, id string) job.Job {
	t.Helper()
	j, ok, err := store.Job(t.Context(), db, id)
	if err != nil || !ok {
		t.Fatalf("Job(%s): %v, %v", id, ok, err)
	}
	return j
}

func TestJobLife(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		if err := store.InsertJob(ctx, db, job.Job{ID: "j1", Kind: "review", SceneSlug: "demo", Brand: "acme", Spec: job.Spec{Filename: "判断"}, QueueID: 42}); err != nil {
			t.Fatal(err)
		}
		if err := store.InsertJob(ctx, db, job.Job{ID: "j1"}); !errors.Is(err, fault.DatabaseTaken) {
			t.Errorf("a second job of one id: %v", err)
		}
		dbtest.Must(t, true)(store.Report(ctx, db, "j1", &store.Progress{Phase: "judge", Done: 2, Total: 5}))
		if err := store.SetCrashes(ctx, db, "j1", 2); err != nil {
			t.Fatal(err)
		}
		if err := store.Note(ctx, db, "j1", "its worker is gone"); err != nil {
			t.Fatal(err)
		}
		if err := store.SetAlone(ctx, db, "j1", "w"); err != nil {
			t.Fatal(err)
		}
		compare := func(want job.Job) {
			t.Helper()
			want.ID, want.Kind, want.SceneSlug, want.Brand, want.Spec.Filename, want.Filename = "j1", "review", "demo", "acme", "判断", "判断"
			got := jobOf(t, db, "j1")
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(job.Job{}, "CreatedAt", "FinishedAt")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.CreatedAt.IsZero() || got.FinishedAt.IsZero() == got.Status.Ended() {
				t.Errorf("times: created %v, ended %v", got.CreatedAt, got.FinishedAt)
			}
		}
		compare(job.Job{Status: job.Pending, Message: "its worker is gone", Phase: "judge", Done: 2, Total: 5, QueueID: 42, Crashes: 2, Alone: "w"})
		if j, found, err := store.JobOf(ctx, db, 42); err != nil || !found || j.ID != "j1" {
			t.Errorf("JobOf = %v, %v, %v", j, found, err)
		}
		started := time.UnixMilli(5000).UTC()
		dbtest.Must(t, true)(store.EndJob(ctx, db, "j1", store.Ending{Status: job.Done, Outcome: job.Outcome{CaseID: "C", Version: 2}, Started: started}))
		dbtest.Must(t, false)(store.EndJob(ctx, db, "j1", store.Ending{Status: job.Failed, Reason: "again"})) // the first ending stays
		if err := store.Note(ctx, db, "j1", "late"); err != nil {
			t.Error(err)
		}
		dbtest.Must(t, true)(store.Report(ctx, db, "j1", &store.Progress{Phase: "late"}))
		done := job.Job{Status: job.Done, Phase: "judge", Done: 2, Total: 5, Outcome: job.Outcome{CaseID: "C", Version: 2}, CaseID: "C", Version: 2, QueueID: 42, Crashes: 2, StartedAt: started}
		compare(done)
		if j, found, err := store.JobOf(ctx, db, 42); err != nil || found {
			t.Errorf("JobOf of an ended job = %v, %v, %v", j, found, err)
		}
		if err := store.Requeue(ctx, db, "j1", 43); err != nil {
			t.Fatal(err)
		}
		compare(job.Job{Status: job.Pending, QueueID: 43})
		if _, ok, err := store.Job(ctx, db, "none"); ok || err != nil {
			t.Errorf("Job of an unknown id: %v, %v", ok, err)
		}
		if _, err := store.EndJob(ctx, db, "j1", store.Ending{Status: job.Running}); err == nil {
			t.Error("a job was ended as running")
		}
	})
}

func TestCounts(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		insert(t, db, "a", "b", "c")
		dbtest.Must(t, true)(store.EndJob(ctx, db, "c", store.Ending{Status: job.Failed}))
		c, err := store.CountJobs(ctx, db)
		if c.OldestPending < 0 {
			t.Errorf("the oldest waits for %s", c.OldestPending)
		}
		c.OldestPending = 0
		if want := (store.Counts{Pending: 2, Failed: 1}); err != nil || c != want {
			t.Errorf("Counts = %+v, %v", c, err)
		}
		if n, err := store.Ahead(ctx, db, "b"); err != nil || n > 1 {
			t.Errorf("%d before it, %v", n, err)
		}
		var ids []string
		for after := ""; ; {
			page, err := store.Unfinished(ctx, db, after, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			after = page[0].ID
			ids = append(ids, after)
		}
		if diff := cmp.Diff([]string{"a", "b"}, ids); diff != "" {
			t.Errorf("unfinished (-want +got):\n%s", diff)
		}
	})
}

func TestListJobs(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		for i := range 7 {
			insert(t, db, fmt.Sprintf("j%d", i))
		}
		// Equal times must not lose or repeat any.
		if _, err := db.Exec(ctx, `UPDATE job SET created_ms = 1000 WHERE job_id <> 'j0'`); err != nil {
			t.Fatal(err)
		}
		var got []string
		var before job.Job
		for page := 0; ; page++ {
			jobs, err := store.Jobs(ctx, db, job.Query{Before: before.ID, BeforeAt: before.CreatedAt, Limit: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range jobs {
				got = append(got, j.ID)
			}
			insert(t, db, fmt.Sprintf("new%d", page)) // changes nothing of the pages to come
			if len(jobs) < 3 {
				break
			}
			before = jobs[2]
		}
		if diff := cmp.Diff([]string{"j0", "j6", "j5", "j4", "j3", "j2", "j1"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		dbtest.Must(t, true)(store.EndJob(ctx, db, "j3", store.Ending{Status: job.Done}))
		done, err := store.Jobs(ctx, db, job.Query{Status: job.Done, SceneSlug: "demo"})
		if err != nil || len(done) != 1 || done[0].ID != "j3" {
			t.Errorf("done: %v, %v", done, err)
		}
		if none, err := store.Jobs(ctx, db, job.Query{SceneSlug: "other"}); len(none) != 0 || err != nil {
			t.Errorf("another scene's: %v, %v", none, err)
		}
	})
}

// TestEvents has readers follow a log while writers add to it: nobody sees a
// gap, nothing comes twice, and each writer's order is kept.
func TestEvents(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		insert(t, db, "j", "other")
		const writers, each = 4, 10
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for i := range each / 2 {
					ok, err := store.Report(ctx, db, "j", nil,
						jury.Event{Type: jury.JudgeStarted, Phase: fmt.Sprint(w), Done: 2 * i},
						jury.Event{Type: jury.JudgeFinished, Phase: fmt.Sprint(w), Done: 2*i + 1, At: time.UnixMilli(5).UTC()})
					if err != nil || !ok {
						t.Errorf("Report: %v, %v", ok, err)
					}
				}
			})
		}
		var all []jury.Event
		for after := int64(0); len(all) < writers*each && !t.Failed(); {
			events, err := store.Events(ctx, db, "j", after, 7)
			if err != nil || len(events) > 7 {
				t.Fatal(len(events), err)
			}
			for _, e := range events {
				if after++; e.Seq != after || e.JobID != "j" {
					t.Fatalf("event %d of %s, want %d of j", e.Seq, e.JobID, after)
				}
			}
			all = append(all, events...)
		}
		wg.Wait()
		seen := map[string]int{}
		for _, e := range all {
			if seen[e.Phase] != e.Done {
				t.Fatalf("writer %s: event %d, want %d", e.Phase, e.Done, seen[e.Phase])
			}
			seen[e.Phase]++
		}
		dbtest.Must(t, false)(store.Report(ctx, db, "none", nil, jury.Event{}))
		dbtest.Must(t, true)(store.Report(ctx, db, "other", nil, jury.Event{Text: "queued"}))
		if events, err := store.Events(ctx, db, "other", 0, 0); err != nil || len(events) != 1 || events[0].Seq != 1 || events[0].JobID != "other" {
			t.Errorf("events of a pending job: %v, %v", events, err)
		}
	})
}

// TestClaimKey has many claim one key, one of them for each.
func TestClaimKey(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		var firsts atomic.Int64
		ids := make([]string, 8)
		var wg sync.WaitGroup
		for i := range ids {
			wg.Go(func() {
				err := db.InTx(ctx, func(tx *database.Tx) error {
					claim, first, err := store.ClaimKey(ctx, tx, "k", "f", fmt.Sprintf("j%d", i))
					if first {
						firsts.Add(1)
						err = store.InsertJob(ctx, tx, job.Job{ID: claim.JobID})
					}
					ids[i] = claim.JobID
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if firsts.Load() != 1 || len(slices.Compact(ids)) != 1 {
			t.Errorf("%d were first, the key is of %v", firsts.Load(), ids)
		}
		claim, first, err := store.ClaimKey(ctx, db, "k", "another", "late")
		if err != nil || first || claim.Fingerprint != "f" {
			t.Errorf("claim of a taken key: %+v, %v, %v", claim, first, err)
		}
		for _, ago := range []struct {
			days  int
			first bool
		}{{6, false}, {2, true}} {
			if _, err := db.Exec(ctx, `UPDATE idempotency SET until_ms = until_ms - $1`, ago.days*24*3600_000); err != nil {
				t.Fatal(err)
			}
			if _, first, err = store.ClaimKey(ctx, db, "k", "f2", "later"); err != nil || first != ago.first {
				t.Errorf("%d more days later: first %v, %v", ago.days, first, err)
			}
		}
		// A claim that is rolled back leaves the key free.
		stop := errors.New("stop")
		err = db.InTx(ctx, func(tx *database.Tx) error {
			_, _, err := store.ClaimKey(ctx, tx, "k2", "f", "gone")
			return errors.Join(err, stop)
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if _, first, err := store.ClaimKey(ctx, db, "k2", "f", "j"); !first || err != nil {
			t.Errorf("after a rollback: %v, %v", first, err)
		}
	})
}

func TestFirstSeenAndBlobs(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		dbtest.Must(t, true)(store.FirstSeen(ctx, db, "e", time.Hour))
		dbtest.Must(t, false)(store.FirstSeen(ctx, db, "e", time.Hour))
		dbtest.Must(t, true)(store.FirstSeen(ctx, db, "e2", time.Hour))
		if _, err := db.Exec(ctx, `UPDATE dedupe SET until_ms = until_ms - 3700000`); err != nil {
			t.Fatal(err)
		}
		dbtest.Must(t, true)(store.FirstSeen(ctx, db, "e", time.Hour))
		for _, data := range [][]byte{nil, []byte("a\x00\xff"), make([]byte, 26<<20)} {
			for range 2 {
				key, err := store.PutBlob(ctx, db, data)
				if err != nil {
					t.Fatal(err)
				}
				got, ok, err := store.Blob(ctx, db, key)
				if err != nil || !ok || string(got) != string(data) {
					t.Errorf("Blob: %d bytes, %v, %v; want %d", len(got), ok, err, len(data))
				}
			}
		}
		if _, ok, err := store.Blob(ctx, db, "none"); ok || err != nil {
			t.Errorf("a blob that isn't there: %v, %v", ok, err)
		}
		if _, err := db.Exec(ctx, `UPDATE blob SET sha256 = 'changed' WHERE length(data) = 3`); err != nil {
			t.Fatal(err)
		}
		if _, _, err := store.Blob(ctx, db, "changed"); err == nil {
			t.Error("a damaged blob was given")
		}
	})
}
