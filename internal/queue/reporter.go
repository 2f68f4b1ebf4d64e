package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/store"
)

// reporter keeps the events of one run of a job. Judges don't wait for it: events
// that come while it writes are written together.
type reporter struct {
	db  *store.DB
	id  string
	log *slog.Logger

	mu       sync.Mutex
	events   []jury.Event
	progress store.Progress
	over     bool
	wake     chan struct{}
	done     chan struct{}
}

func newReporter(db *store.DB, row job.Job, log *slog.Logger) *reporter {
	r := &reporter{
		db: db, id: row.ID, log: log, progress: store.Progress{Phase: row.Phase, Done: row.Done, Total: row.Total},
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	go r.write()
	return r
}

// send takes an event. How the job ended is not among those that are kept: another
// run may go on with it.
func (r *reporter) send(e jury.Event) {
	if e.Type == jury.JobDone || e.Type == jury.JobFailed {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.events = append(r.events, e)
	switch e.Type {
	case jury.JudgeFinished:
		r.progress = store.Progress{Phase: e.Phase, Done: e.Done, Total: e.Total}
	case jury.PhaseStarted:
		r.progress.Phase = e.Phase
	}
	select {
	case r.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// end returns when all events are written, or can't be.
func (r *reporter) end() {
	r.mu.Lock()
	if !r.over {
		r.over = true
		close(r.wake)
	}
	r.mu.Unlock()
	<-r.done
}

func (r *reporter) write() {
	defer close(r.done)
	for more := true; more; {
		_, more = <-r.wake
		r.mu.Lock()
		events, progress := r.events, r.progress
		r.events = nil
		r.mu.Unlock()
		if len(events) == 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := r.db.InLooseTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Report(ctx, r.id, &progress, events...)
			return err
		})
		cancel()
		if err != nil {
			r.log.Warn("keep events", "job", r.id, "events", len(events), "error", err)
		}
	}
}
