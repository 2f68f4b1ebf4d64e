package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

// reporter keeps the events of one run of a job. Judges don't wait for it: events
// that come while it writes are written together.
type reporter struct {
	mu     sync.Mutex
	events chan jury.Event // closed when the run is over
	over   bool
	done   chan struct{}
}

// unwritten is how many events may wait to be written before a judge waits.
const unwritten = 1000

func newReporter(db *database.DB, row job.Job, log *slog.Logger) *reporter {
	r := &reporter{events: make(chan jury.Event, unwritten), done: make(chan struct{})}
	go func() {
		defer close(r.done)
		progress := store.Progress{Phase: row.Phase, Done: row.Done, Total: row.Total}
		for e := range r.events {
			batch := []jury.Event{e}
			for range len(r.events) {
				batch = append(batch, <-r.events)
			}
			if err := keepEvents(db, row.ID, &progress, batch); err != nil {
				log.Warn("keep events", "job", row.ID, "events", len(batch), "error", err)
			}
		}
	}()
	return r
}

// keepEvents writes events and how far they bring the job.
func keepEvents(db *database.DB, id string, p *store.Progress, events []jury.Event) error {
	for _, e := range events {
		switch e.Type {
		case jury.JudgeFinished:
			*p = store.Progress{Phase: e.Phase, Done: e.Done, Total: e.Total}
		case jury.PhaseStarted:
			p.Phase = e.Phase
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := store.Report(ctx, db, id, p, events...)
	return err
}

// send takes an event. How the job ended is not among those that are kept: another
// run may go on with it.
func (r *reporter) send(e jury.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over && e.Type != jury.JobDone && e.Type != jury.JobFailed {
		r.events <- e
	}
}

// end returns when all events are written, or can't be.
func (r *reporter) end() {
	r.mu.Lock()
	if !r.over {
		r.over = true
		close(r.events)
	}
	r.mu.Unlock()
	<-r.done
}
