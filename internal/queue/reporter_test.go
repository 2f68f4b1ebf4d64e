package queue

import (
	"fmt"
	"log/slog"
	"testing"

	"judgement/internal/database"
	"judgement/internal/jury"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestEventsWaitForNobody: judges report while the database can't be written, without
// waiting; all they said is kept in order once it can.
func TestEventsWaitForNobody(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		row, _, err := store.Job(t.Context(), w.db, id)
		if err != nil {
			t.Fatal(err)
		}
		db, _ := w.process(t)
		r := newReporter(db, row, slog.New(slog.DiscardHandler))
		const n = 20
		err = w.db.InTx(t.Context(), func(tx *database.Tx) error {
			if _, _, err := store.LockJob(t.Context(), tx, id); err != nil {
				return err
			}
			for i := range n { // a sender that waited would wait for this transaction
				r.send(jury.Event{Type: jury.JudgeFinished, Phase: "score", Text: fmt.Sprint(i), Done: i + 1, Total: n})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r.end()
		r.send(jury.Event{Type: jury.JudgeFinished, Text: "late"})
		events, err := w.q.Events(t.Context(), id, 0, 0)
		if err != nil || len(events) != n {
			t.Fatalf("%d events, %v", len(events), err)
		}
		for i, e := range events {
			if e.Text != fmt.Sprint(i) || e.Seq != int64(i)+1 {
				t.Errorf("event %d is %+v", i, e)
			}
		}
		if j, err := w.q.Job(t.Context(), id); err != nil || j.Phase != "score" || j.Done != n || j.Total != n {
			t.Errorf("the job is %+v, %v", j, err)
		}
	})
}
