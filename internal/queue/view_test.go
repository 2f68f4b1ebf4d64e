package queue

import (
	"strings"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// TestNextTry: a job that waits for another attempt says when that is, alone and
// in lists; one that no worker had yet does not, nor one that has ended.
func TestNextTry(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		w.server.Close()
		tried := w.submit(t, "tried")
		worker := w.work(t, WorkerOptions{wait: func(int) time.Duration { return longestWait }})
		waiting := w.await(t, tried, func(j job.Job) bool { return ended(j) || !j.NextTryAt.IsZero() })
		worker.stop()
		<-worker.done
		fresh := w.submit(t, "fresh")

		if want := w.queued(t, tried).ScheduledAt.UTC().Truncate(time.Millisecond); waiting.Status != job.Pending || !strings.HasPrefix(waiting.Message, "attempt 1 of ") || waiting.NextTryAt.Sub(want).Abs() > time.Millisecond {
			t.Errorf("next try at %v, River has it at %v: %+v", waiting.NextTryAt, want, waiting)
		}
		if waiting.NextTryAt.Sub(waiting.CreatedAt) < longestWait {
			t.Errorf("next try at %v, made at %v", waiting.NextTryAt, waiting.CreatedAt)
		}
		list, err := w.q.List(t.Context(), job.Query{Limit: 10})
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, j := range list {
			switch {
			case j.ID == tried && !j.NextTryAt.Equal(waiting.NextTryAt):
				t.Errorf("in the list the next try is at %v, alone at %v", j.NextTryAt, waiting.NextTryAt)
			case j.ID == fresh && !j.NextTryAt.IsZero():
				t.Errorf("a fresh job has a next try at %v", j.NextTryAt)
			}
		}
		if j, err := w.q.Cancel(t.Context(), tried); err != nil || !j.NextTryAt.IsZero() {
			t.Errorf("a cancelled job: %+v, %v", j, err)
		}
	})
}
