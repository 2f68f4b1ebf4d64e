package queue

import (
	"testing"

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
