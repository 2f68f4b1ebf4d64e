package queue

import (
	"context"
	"errors"
	"time"

	"judgement/internal/store"
)

const (
	// purgeEvery is how often what is past its time is removed, by one of all
	// workers; purgeLook is how often each of them looks whether it is time.
	purgeEvery = time.Hour
	purgeLook  = 10 * time.Minute
)

// purge removes what is past its time unless a worker did within the hour.
func (w *worker) purge(ctx context.Context) error {
	first, err := store.FirstSeen(ctx, w.q.db, "purge", purgeEvery)
	if err != nil || !first {
		return err
	}
	gone, err := store.Purge(ctx, w.q.db, w.o.Keep)
	w.q.metrics.purged.Add(float64(gone.Rows()))
	if gone.Rows() > 0 {
		w.log.Info("removed what is past its time", "jobs", gone.Jobs, "documents", gone.Blobs, "document_bytes", gone.Bytes,
			"events", gone.Events, "calls", gone.Calls, "messages", gone.Messages, "chats", gone.Chats, "keys", gone.Keys)
	}
	return err
}

// errNoWorker says that this process runs no jobs just now.
var errNoWorker = errors.New("the worker has not started yet, or has ended")

// errNoLease says that this process may run no jobs just now.
var errNoLease = errors.New("the worker does not hold its lease: the database is out of reach, or was until just now")

// Ready says what keeps this process's worker from taking jobs; nil if it
// takes them. It asks no database.
func (q *Queue) Ready() error {
	switch w := q.working.Load(); {
	case w == nil:
		return errNoWorker
	case w.lease.lapsed():
		return errNoLease
	}
	return nil
}
