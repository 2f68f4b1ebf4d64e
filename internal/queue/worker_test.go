package queue

import (
	"context"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"

	"judgement/internal/llm/fakeserver"
)

// TestPausedQueueGoesOn: a queue that somebody paused with an earlier release goes on
// with the next worker.
func TestPausedQueueGoesOn(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		r := w.db.River()
		if _, err := r.QueueCreateOrSetUpdatedAt(t.Context(), &riverdriver.QueueCreateOrSetUpdatedAtParams{Name: river.QueueDefault, Metadata: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		if err := r.QueuePause(t.Context(), &riverdriver.QueuePauseParams{Name: river.QueueDefault}); err != nil {
			t.Fatal(err)
		}
		id := w.submit(t, "kettle")
		w.work(t, WorkerOptions{})
		w.finish(t, id)
	})
}

// TestStopWhileStarting: a worker that is stopped while it starts ends without an
// error and holds no lease.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		p := w.pipeline(t)
		for range 8 {
			_, q := w.process(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- q.Work(ctx, WorkerOptions{Pipeline: p, Jobs: 1, ttl: time.Minute}) }()
			for {
				held, err := w.db.Leases(t.Context(), leasePrefix)
				if err != nil {
					t.Fatal(err)
				}
				if len(held) > 0 {
					break
				}
			}
			stop()
			if err := <-ended; err != nil {
				t.Errorf("Work: %v", err)
			}
			if held, err := w.db.Leases(t.Context(), leasePrefix); err != nil || len(held) != 0 {
				t.Fatalf("leases %v, %v", held, err)
			}
		}
	})
}
