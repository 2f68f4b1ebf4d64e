package queue

import (
	"strings"
	"testing"

	"judgement/internal/faulttest"
	"judgement/internal/llm/fakeserver"
)

// TestNoPathsLeave: what is said of a job that failed on the server's disk names no
// folder of it.
func TestNoPathsLeave(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		faulttest.ReadOnly(t, w.dir)
		p := w.pipeline(t)
		w.work(t, WorkerOptions{Pipeline: p, wait: quick})
		id := w.submit(t, "kettle")
		j := w.await(t, id, ended)
		if j.Reason != "write" || strings.Contains(j.Message, w.dir) {
			t.Errorf("the job ended as %+v", j)
		}
		events, err := w.q.Events(t.Context(), id, 0, 100)
		if err != nil || len(events) == 0 {
			t.Fatal(events, err)
		}
		for _, e := range events {
			if strings.Contains(e.Text, w.dir) {
				t.Errorf("an event says %q", e.Text)
			}
		}
	})
}
