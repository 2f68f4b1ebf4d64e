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

	"judgement/internal/jury"
	"judgement/internal/store"
)

func insert(t *testing.T, db *store.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := db.InsertJob(t.Context(), store.Job{ID: id, Kind: "review", Scene: "demo", Brand: "acme", Payload: `{"a":"判断"}`}); err != nil {
			t.Fatal(err)
		}
	}
}

func start(t *testing.T, db *store.DB, id, owner string) int64 {
	t.Helper()
	fence, ok, err := db.StartJob(t.Context(), id, owner)
	if err != nil || !ok {
		t.Fatalf("StartJob(%s): %v, %v", id, ok, err)
	}
	return fence
}

func job(t *testing.T, db *store.DB, id string) store.Job {
	t.Helper()
	j, ok, err := db.Job(t.Context(), id)
	if err != nil || !ok {
		t.Fatalf("Job(%s): %v, %v", id, ok, err)
	}
	return j
}

// must takes what an operation gives and fails where it isn't as wanted.
func must(t *testing.T, want bool) func(got bool, err error) {
	return func(got bool, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
}

func TestJobLife(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		insert(t, db, "j1")
		if err := db.InsertJob(ctx, store.Job{ID: "j1"}); !store.IsTaken(err) {
			t.Errorf("a second job of one id: %v", err)
		}
		if err := db.SetQueueID(ctx, "j1", 42); err != nil {
			t.Fatal(err)
		}
		fence := start(t, db, "j1", "w1")
		must(t, true)(db.SetProgress(ctx, "j1", fence, "judge", 2, 5))
		must(t, true)(db.FinishJob(ctx, "j1", fence, store.Ending{Status: store.Done, Result: `{"case":"C"}`}))
		got := job(t, db, "j1")
		want := store.Job{
			ID: "j1", Kind: "review", Scene: "demo", Brand: "acme", Status: store.Done, Phase: "judge", Done: 2, Total: 5,
			Payload: `{"a":"判断"}`, Result: `{"case":"C"}`, QueueID: 42, Fence: 1, Owner: "w1",
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(store.Job{}, "Created", "Started", "Finished")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got.Created.IsZero() || got.Started.Before(got.Created) || got.Finished.Before(got.Started) || !got.CancelAt.IsZero() {
			t.Errorf("times: created %v, started %v, finished %v, cancel %v", got.Created, got.Started, got.Finished, got.CancelAt)
		}
		if byQueue, ok, err := db.JobByQueueID(ctx, 42); err != nil || !ok || byQueue.ID != "j1" {
			t.Errorf("JobByQueueID = %v, %v, %v", byQueue.ID, ok, err)
		}
		if _, ok, err := db.Job(ctx, "none"); ok || err != nil {
			t.Errorf("Job of an unknown id: %v, %v", ok, err)
		}
		if _, ok, err := db.StartJob(ctx, "j1", "w2"); ok || err != nil {
			t.Errorf("a finished job was started: %v, %v", ok, err)
		}
		if _, err := db.FinishJob(ctx, "j1", fence, store.Ending{Status: store.Running}); err == nil {
			t.Error("a job was finished as running")
		}
	})
}

// TestZombieIsFenced: whoever started a job before somebody else did changes
// nothing any more.
func TestZombieIsFenced(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		insert(t, db, "j")
		old := start(t, db, "j", "zombie")
		fresh := start(t, db, "j", "w2")
		must(t, false)(db.SetProgress(ctx, "j", old, "late", 9, 9))
		must(t, false)(db.ReleaseJob(ctx, "j", old, "late"))
		must(t, false)(db.FinishJob(ctx, "j", old, store.Ending{Status: store.Done, Result: `"zombie"`}))
		if _, ok, err := db.AppendEvents(ctx, "j", old, jury.Event{Text: "late"}); ok || err != nil {
			t.Errorf("AppendEvents: %v, %v", ok, err)
		}
		must(t, true)(db.FinishJob(ctx, "j", fresh, store.Ending{Status: store.Done, Result: `"w2"`}))
		must(t, false)(db.FinishJob(ctx, "j", fresh, store.Ending{Status: store.Failed, Reason: "again"}))
		if j := job(t, db, "j"); j.Result != `"w2"` || j.Phase != "" || j.LastSeq != 0 {
			t.Errorf("the job is %+v", j)
		}
	})
}

func TestCancelReleaseRetry(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		insert(t, db, "waits", "runs")
		j, ok, err := db.CancelJob(ctx, "waits")
		if err != nil || !ok || j.Status != store.Failed || j.Reason != store.Cancelled || j.Finished.IsZero() {
			t.Errorf("cancel of a pending job: %+v, %v, %v", j, ok, err)
		}
		fence := start(t, db, "runs", "w")
		j, ok, err = db.CancelJob(ctx, "runs")
		if err != nil || !ok || j.Status != store.Running || j.CancelAt.IsZero() {
			t.Errorf("cancel of a running job: %+v, %v, %v", j, ok, err)
		}
		if _, ok, err := db.CancelJob(ctx, "none"); ok || err != nil {
			t.Errorf("cancel of no job: %v, %v", ok, err)
		}
		must(t, true)(db.ReleaseJob(ctx, "runs", fence, "the model is away"))
		if j := job(t, db, "runs"); j.Status != store.Pending || j.Message != "the model is away" {
			t.Errorf("after release: %+v", j)
		}
		must(t, false)(db.RetryJob(ctx, "runs"))
		must(t, true)(db.RetryJob(ctx, "waits"))
		j = job(t, db, "waits")
		if j.Status != store.Pending || j.Reason != "" || !j.CancelAt.IsZero() || !j.Finished.IsZero() || j.Fence != 1 {
			t.Errorf("after retry: %+v", j)
		}
		c, err := db.Counts(ctx)
		if err != nil || c.Pending != 2 || c.Running+c.Done+c.Failed != 0 || c.OldestPending < 0 {
			t.Errorf("Counts = %+v, %v", c, err)
		}
	})
}

func TestListJobs(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		for i := range 7 {
			insert(t, db, fmt.Sprintf("j%d", i))
		}
		// Equal times must not lose or repeat any.
		if _, err := db.Exec(ctx, `UPDATE job SET created_ms = 1000 WHERE job_id <> 'j0'`); err != nil {
			t.Fatal(err)
		}
		start(t, db, "j3", "w")
		var got []string
		cursor := ""
		for page := 0; ; page++ {
			jobs, next, err := db.Jobs(ctx, store.Filter{After: cursor, Limit: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range jobs {
				got = append(got, j.ID)
			}
			insert(t, db, fmt.Sprintf("new%d", page)) // changes nothing of the pages to come
			if cursor = next; next == "" {
				break
			}
		}
		if diff := cmp.Diff([]string{"j0", "j6", "j5", "j4", "j3", "j2", "j1"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		running, _, err := db.Jobs(ctx, store.Filter{Status: store.Running, Scene: "demo", Kind: "review"})
		if err != nil || len(running) != 1 || running[0].ID != "j3" {
			t.Errorf("running: %v, %v", running, err)
		}
		if none, _, err := db.Jobs(ctx, store.Filter{Scene: "other"}); len(none) != 0 || err != nil {
			t.Errorf("another scene's: %v, %v", none, err)
		}
		for _, bad := range []string{"x", "!!!", "MTIz"} {
			if _, _, err := db.Jobs(ctx, store.Filter{After: bad}); !errors.Is(err, store.ErrCursor) {
				t.Errorf("cursor %q: %v", bad, err)
			}
		}
	})
}

// TestEvents has readers follow a log while writers add to it: nobody sees a
// gap, nothing comes twice, and each writer's order is kept.
func TestEvents(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		insert(t, db, "j", "other")
		fence := start(t, db, "j", "w")
		const writers, each = 4, 10
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for i := range each / 2 {
					_, ok, err := db.AppendEvents(ctx, "j", fence,
						jury.Event{Type: jury.JudgeStarted, Phase: fmt.Sprint(w), Done: 2 * i},
						jury.Event{Type: jury.JudgeFinished, Phase: fmt.Sprint(w), Done: 2*i + 1, At: time.UnixMilli(5).UTC()})
					if err != nil || !ok {
						t.Errorf("AppendEvents: %v, %v", ok, err)
					}
				}
			})
		}
		var all []jury.Event
		for after := int64(0); len(all) < writers*each && !t.Failed(); {
			events, err := db.Events(ctx, "j", after, 7)
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
		if kept, ok, err := db.AppendEvents(ctx, "none", 0, jury.Event{}); ok || err != nil || len(kept) != 0 {
			t.Errorf("events of no job: %v, %v, %v", kept, ok, err)
		}
		kept, ok, err := db.AppendEvents(ctx, "other", 0, jury.Event{Text: "queued"})
		if err != nil || !ok || kept[0].Seq != 1 || kept[0].JobID != "other" {
			t.Errorf("events of a pending job: %v, %v, %v", kept, ok, err)
		}
	})
}

// TestOneStarter has many claim one key, one of them for each.
func TestClaimKey(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		var firsts atomic.Int64
		ids := make([]string, 8)
		var wg sync.WaitGroup
		for i := range ids {
			wg.Go(func() {
				err := db.InTx(ctx, func(tx *store.Tx) error {
					claim, first, err := tx.ClaimKey(ctx, "k", "f", fmt.Sprintf("j%d", i))
					if first {
						firsts.Add(1)
						err = tx.InsertJob(ctx, store.Job{ID: claim.JobID})
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
		claim, first, err := db.ClaimKey(ctx, "k", "another", "late")
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
			if _, first, err = db.ClaimKey(ctx, "k", "f2", "later"); err != nil || first != ago.first {
				t.Errorf("%d more days later: first %v, %v", ago.days, first, err)
			}
		}
		// A claim that is rolled back leaves the key free.
		stop := errors.New("stop")
		err = db.InTx(ctx, func(tx *store.Tx) error {
			_, _, err := tx.ClaimKey(ctx, "k2", "f", "gone")
			return errors.Join(err, stop)
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if _, first, err := db.ClaimKey(ctx, "k2", "f", "j"); !first || err != nil {
			t.Errorf("after a rollback: %v, %v", first, err)
		}
	})
}

func TestFirstSeenAndBlobs(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		must(t, true)(db.FirstSeen(ctx, "e", time.Hour))
		must(t, false)(db.FirstSeen(ctx, "e", time.Hour))
		must(t, true)(db.FirstSeen(ctx, "e2", time.Hour))
		if _, err := db.Exec(ctx, `UPDATE dedupe SET until_ms = until_ms - 3700000`); err != nil {
			t.Fatal(err)
		}
		must(t, true)(db.FirstSeen(ctx, "e", time.Hour))
		for _, data := range [][]byte{nil, []byte("a\x00\xff"), make([]byte, 26<<20)} {
			for range 2 {
				key, err := db.PutBlob(ctx, data)
				if err != nil {
					t.Fatal(err)
				}
				got, ok, err := db.Blob(ctx, key)
				if err != nil || !ok || string(got) != string(data) {
					t.Errorf("Blob: %d bytes, %v, %v; want %d", len(got), ok, err, len(data))
				}
			}
		}
		if _, ok, err := db.Blob(ctx, "none"); ok || err != nil {
			t.Errorf("a blob that isn't there: %v, %v", ok, err)
		}
		if _, err := db.Exec(ctx, `UPDATE blob SET sha256 = 'changed' WHERE length(data) = 3`); err != nil {
			t.Fatal(err)
		}
		if _, _, err := db.Blob(ctx, "changed"); err == nil {
			t.Error("a damaged blob was given")
		}
	})
}
