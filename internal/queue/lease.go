package queue

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"judgement/internal/heartbeat"
	"judgement/internal/store"
)

// leasePrefix begins the names of workers' leases.
const leasePrefix = "worker/"

// errLapsed ends the jobs of a worker that couldn't renew its lease in time:
// others may run them already.
var errLapsed = errors.New("this worker's lease lapsed: another worker goes on with the job")

// lease is a worker's own lease. It has terms: one ends when the lease lapses,
// the next begins when it is taken again.
type lease struct {
	db    *store.DB
	owner string
	ttl   time.Duration
	log   *slog.Logger

	pulse heartbeat.Pulse

	mu   sync.Mutex
	term context.Context // nil while the lease is lost
	end  context.CancelCauseFunc
}

// take takes the lease and begins a term.
func (l *lease) take(ctx context.Context) error {
	sent := time.Now()
	_, ok, err := l.db.TakeLease(ctx, leasePrefix+l.owner, l.owner, l.ttl)
	if err == nil && !ok {
		err = errors.New("another worker has this worker's id")
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.term == nil {
		l.term, l.end = context.WithCancelCause(context.Background())
	}
	l.pulse.Renewed(sent)
	return nil
}

// current returns the running term, nil while the lease is lost. The context
// ends with the term, with errLapsed as its cause.
func (l *lease) current() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.term
}

// lapse ends the term.
func (l *lease) lapse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.term == nil {
		return
	}
	l.log.Warn("the lease lapsed: this worker's jobs are stopped", "worker", l.owner)
	l.end(errLapsed)
	l.term, l.end = nil, nil
}

// keep renews the lease until ctx ends, and calls beat after each renewal. The
// term ends in time where a renewal hangs.
func (l *lease) keep(ctx context.Context, beat func(context.Context)) {
	l.pulse.Keep(ctx, l.ttl, func(try context.Context) {
		if l.renew(try) {
			beat(try)
		}
	}, l.lapse)
}

// renew renews the lease, or takes it anew where it has lapsed.
func (l *lease) renew(ctx context.Context) bool {
	if l.current() == nil {
		return l.take(ctx) == nil
	}
	sent := time.Now()
	ok, err := l.db.KeepLease(ctx, leasePrefix+l.owner, l.owner, l.ttl)
	switch {
	case err != nil: // the watchdog knows how long that may go on
		if !errors.Is(ctx.Err(), context.Canceled) { // as when the worker ends
			l.log.Warn("renew the lease", "worker", l.owner, "error", err)
		}
		return false
	case !ok:
		l.lapse()
		return l.take(ctx) == nil
	}
	l.pulse.Renewed(sent)
	return true
}
