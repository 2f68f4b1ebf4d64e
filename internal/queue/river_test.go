package queue

import (
	"testing"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// TestAllKindsAreKnown: River throws away the stuck jobs of a kind that its
// leader doesn't know, so every worker knows all kinds.
func TestAllKindsAreKnown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	wk := &worker{q: w.q, id: "w-1", o: WorkerOptions{Jobs: 1, wait: nextTry}}
	c, err := newClient(w.db, wk.config())
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"review", "meeting", "attribution"} {
		err := w.db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := c.insert(t.Context(), tx, job.Job{ID: "j", Kind: kind})
			return err
		})
		if err != nil {
			t.Errorf("kind %s: %v", kind, err)
		}
	}
	cfg := wk.config()
	if own := (*handler)(nil).Timeout(nil); own != -1 || cfg.ID != "w-1" {
		t.Errorf("time-out %s, id %s", own, cfg.ID)
	}
}
