// Package heartbeat renews what lapses without being renewed, such as a lease,
// and says in time when it may have lapsed. It knows no database and decides
// nothing: what is renewed, and what ends with it, are its caller's.
package heartbeat

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Every calls f each d until ctx ends, the first time after d. It returns when
// the last call has. Calls that take longer than d are not made up for.
func Every(ctx context.Context, d time.Duration, f func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f()
		}
	}
}

// shortestRest is how long Loop waits between two steps, unless poll is shorter.
const shortestRest = 100 * time.Millisecond

// Loop calls step until ctx ends: at once, then each poll, and as soon as wake or
// again, which may be nil, has something. Between two steps it waits twice as long as
// the last one took, so that others can use meanwhile what the steps use.
func Loop(ctx context.Context, poll time.Duration, wake, again <-chan struct{}, step func()) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		began := time.Now()
		step()
		select {
		case <-ctx.Done():
		case <-time.After(max(min(poll, shortestRest), 2*time.Since(began))):
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-wake:
		case <-again:
		}
	}
}

// Pulse knows when something was last renewed, by this process's own clock. The
// zero Pulse is of something that this process does not hold. It is safe for
// concurrent use.
type Pulse struct {
	renewed atomic.Pointer[time.Time] // nil: there is nothing that could lapse
}

// Renewed notes a renewal that has succeeded, by the time at which it was sent:
// what it renewed lasts from then at the least.
func (p *Pulse) Renewed(sent time.Time) { p.renewed.Store(&sent) }

// Keep calls renew four times in ttl, with a context that ends after half of it,
// until ctx ends. Whoever renews notes with Renewed what succeeds. If nothing
// has for five sixths of ttl, as when a renewal hangs, a watchdog calls lapsed
// beside it, once until the next success. Keep returns when both have.
func (p *Pulse) Keep(ctx context.Context, ttl time.Duration, renew func(context.Context), lapsed func()) {
	var watch sync.WaitGroup
	defer watch.Wait()
	watch.Go(func() {
		Every(ctx, ttl/12, func() {
			if p.overdue(ttl * 5 / 6) {
				lapsed()
			}
		})
	})
	Every(ctx, ttl/4, func() {
		try, cancel := context.WithTimeout(ctx, ttl/2)
		defer cancel()
		renew(try)
	})
}

// overdue reports once that the last renewal was longer ago than a limit.
func (p *Pulse) overdue(limit time.Duration) bool {
	last := p.renewed.Load()
	return last != nil && time.Since(*last) > limit && p.renewed.CompareAndSwap(last, nil)
}
