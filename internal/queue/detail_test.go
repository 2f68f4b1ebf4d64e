package queue

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/outbox"
)

// TestDetail: of a job that is done its events, calls and messages are shown; a job
// without any has empty lists, and an unknown one is an error.
func TestDetail(t *testing.T) {
	t.Parallel()
	both(t, 2, fakeserver.Options{}, func(t *testing.T, w *world) {
		waits := w.submit(t, "waits")
		d, err := w.q.Detail(t.Context(), waits)
		if err != nil || d.Job.ID != waits || d.Calls == nil || d.Messages == nil || len(d.Events)+len(d.Calls)+len(d.Messages) != 0 {
			t.Errorf("a job that waits: %+v, %v", d, err)
		}
		w.opts.Ended = func(ctx context.Context, tx *database.Tx, j job.Job) error {
			_, err := outbox.Put(ctx, tx, outbox.Message{ID: "m-" + j.ID, Kind: job.WebhookKind, JobID: j.ID, Final: true})
			return err
		}
		p := w.pipeline(t)
		p.Model = calllog.New(p.Model, w.db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
		w.work(t, WorkerOptions{Pipeline: p})
		w.finish(t, waits)
		d, err = w.q.Detail(t.Context(), waits)
		if err != nil || len(d.Calls) != 2 || d.Job.Status != job.Done || len(d.Events) == 0 || len(d.Messages) != 1 || d.Messages[0].ID != "m-"+waits || d.Messages[0].Status != "waiting" {
			t.Errorf("a job that is done: %+v, %v", d, err)
		}
		if _, err := w.q.Detail(t.Context(), "none"); !errors.Is(err, job.ErrUnknown) {
			t.Errorf("an unknown job: %v", err)
		}
	})
}
