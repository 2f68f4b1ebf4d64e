package queue

import (
	"database/sql"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestPurge: a worker removes what is past its time; a second one within the hour
// leaves it alone. What has not ended stays, and so do fresh keys.
func TestPurge(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		old, err := w.q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: "old", Filename: "old.md", Data: []byte(kettle), IdempotencyKey: "old", Fingerprint: "x"})
		if err != nil {
			t.Fatal(err)
		}
		first := w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		w.finish(t, old.Job.ID)
		number := w.queued(t, old.Job.ID).ID
		eventually(t, func() bool { return w.count(t, "dedupe") == 1 }, func() string { return "the first worker does not purge" })
		first.stop()
		<-first.done
		age := func(column string, by time.Duration) {
			t.Helper()
			table, _, _ := strings.Cut(column, ".")
			name := column[len(table)+1:]
			if _, err := w.db.Exec(ctx, `UPDATE `+table+` SET `+name+` = `+name+` - $1`, by.Milliseconds()); err != nil {
				t.Fatal(err)
			}
		}
		for _, column := range []string{"job.finished_ms", "job_event.at_ms", "blob.touched_ms"} {
			age(column, 32*24*time.Hour)
		}
		age("idempotency.until_ms", 6*24*time.Hour) // six of its seven days are over
		fresh, err := w.q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: "fresh", Filename: "fresh.md", Data: []byte("# Another\n\nIt boils a litre in nine minutes.\n")})
		if err != nil {
			t.Fatal(err)
		}
		second := w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		w.finish(t, fresh.Job.ID)
		if _, err := w.q.Job(ctx, old.Job.ID); err != nil {
			t.Errorf("tidied twice within the hour: %v", err)
		}
		second.stop()
		<-second.done
		age("dedupe.until_ms", purgeEvery)
		w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		eventually(t, func() bool { _, err := w.q.Job(ctx, old.Job.ID); return errors.Is(err, job.ErrUnknown) }, func() string { return "the old job stays" })
		if rows, err := rowsOf(ctx, w.db, number); err != nil || len(rows) != 0 {
			t.Errorf("the queue's own row of the old job stays: %v, %v", rows, err)
		}
		eventually(t, func() bool { return w.count(t, "blob") == 2 }, func() string { return "old documents stay" })
		if res, err := w.q.Result(ctx, fresh.Job.ID); err != nil || res.Report == "" {
			t.Errorf("the fresh job's result: %+v, %v", res, err)
		}
		if keys := w.count(t, "idempotency"); keys != 1 {
			t.Errorf("%d keys, want the one that is not a week old", keys)
		}
		age("idempotency.until_ms", 2*24*time.Hour)
		if gone, err := store.Purge(ctx, w.db, 0); err != nil || gone != (store.Purged{Keys: 1}) {
			t.Errorf("after a week: %+v, %v", gone, err)
		}
	})
}

// scrape is what a registry says.
func scrape(reg *prometheus.Registry) string {
	w := httptest.NewRecorder()
	promhttp.HandlerFor(reg, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func (w *world) count(t testing.TB, table string) (n int) {
	t.Helper()
	if err := w.db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, `SELECT count(*) FROM `+table); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestReady follows a worker's readiness: from its start to its end, except for the
// time in which it doesn't hold its lease.
func TestReady(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	if err := w.q.Ready(); !errors.Is(err, errNoWorker) {
		t.Errorf("before the start: %v", err)
	}
	s := w.workOn(t, w.db, w.q, WorkerOptions{})
	if err := w.q.Ready(); err != nil {
		t.Errorf("while it runs: %v", err)
	}
	w.q.working.Load().lease.lapse()
	if err := w.q.Ready(); err != nil && !errors.Is(err, errNoLease) {
		t.Errorf("after the lease lapsed: %v", err)
	}
	eventually(t, func() bool { return w.q.Ready() == nil }, func() string { return "the lease is not taken again" })
	s.stop()
	<-s.done
	if err := w.q.Ready(); !errors.Is(err, errNoWorker) {
		t.Errorf("after the end: %v", err)
	}
}
