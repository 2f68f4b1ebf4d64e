package chat

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"judgement/internal/heartbeat"
)

const (
	// leaseTTL is how long an application stays with a process that does not renew it. It
	// is renewed four times in that time.
	leaseTTL = 6 * time.Second
	// leasePrefix begins the names of applications' leases.
	leasePrefix = "chat/"
)

// Leases give each application to one process at a time: the platform gives an
// application's events to any of its connections, and two that follow a job
// would both write its card. lease.Table is one.
type Leases interface {
	// Hold takes the leases that are free or have lapsed, and renews the owner's
	// own, for ttl. It names who holds the others.
	Hold(ctx context.Context, owner string, names []string, ttl time.Duration) (others map[string]string, err error)
	// DropAll gives up all that the owner has.
	DropAll(ctx context.Context, owner string) error
}

// leaseKeeper knows which applications are this process's. An application has terms:
// one begins when its lease is taken and ends when the lease is lost.
type leaseKeeper struct {
	listening sync.WaitGroup

	pulse   heartbeat.Pulse   // of all leases together
	holders map[string]string // of the leases that others hold, at the last renewal
	failing bool              // the last renewal failed

	mu    sync.Mutex
	terms map[string]*term // the last one of each application
}

type term struct {
	lost     chan struct{} // closed when the lease is lost
	finished chan struct{} // closed when its listener has ended
}

// runs reports whether a term has not ended. A nil term has.
func (t *term) runs() bool {
	if t == nil {
		return false
	}
	select {
	case <-t.lost:
		return false
	default:
		return true
	}
}

// within returns a context that ends with the term, too.
func (t *term) within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-t.lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Serves reports which applications this process serves now, in the order of
// the bots.
func (s *Service) Serves() []string {
	return slices.DeleteFunc(slices.Clone(s.apps), func(app string) bool { return s.term(app) == nil })
}

// term returns an application's running term, nil if it has none.
func (s *Service) term(app string) *term {
	s.keeper.mu.Lock()
	defer s.keeper.mu.Unlock()
	if t := s.keeper.terms[app]; t.runs() {
		return t
	}
	return nil
}

// keepLeases takes what leases it can get, renews them until ctx ends, and
// begins and ends the terms of the applications with them. All terms end in time
// if a renewal fails for long or hangs.
func (s *Service) keepLeases(ctx context.Context) {
	renew := func(try context.Context) { s.renew(ctx, try) }
	first, cancel := context.WithTimeout(ctx, s.o.TTL/2)
	renew(first)
	cancel()
	s.keeper.pulse.Keep(ctx, s.o.TTL, renew, func() { s.share(ctx, s.apps, nil) })
}

// renew asks for all leases once, under try; terms that begin with it go on until
// ctx ends. Only the first failure in a row is logged.
func (s *Service) renew(ctx, try context.Context) {
	sent := time.Now()
	var others map[string]string
	if s.o.Leases != nil {
		var names []string
		for _, app := range s.apps {
			names = append(names, leasePrefix+app)
		}
		var err error
		others, err = s.o.Leases.Hold(try, s.o.Process, names, s.o.TTL)
		if err != nil && !s.keeper.failing && ctx.Err() == nil {
			s.o.Log.LogAttrs(ctx, slog.LevelError, "chat: the leases of the bots are not renewed; trying again", slog.Any("error", err))
		}
		if s.keeper.failing = err != nil; err != nil {
			return
		}
	}
	s.keeper.pulse.Renewed(sent)
	var lost, mine []string
	for _, app := range s.apps {
		holder := others[leasePrefix+app]
		if holder == "" {
			mine = append(mine, app)
			continue
		}
		lost = append(lost, app)
		if s.keeper.holders[leasePrefix+app] != holder {
			s.o.Log.LogAttrs(ctx, slog.LevelWarn, "another process serves this bot; waiting for it to end",
				slog.String("scene_slug", s.bots[app].Scene.Slug), slog.String("process", holder))
		}
	}
	s.keeper.holders = others
	s.share(ctx, lost, mine)
}

// share ends the terms of the applications that are not this process's, and begins
// those of the others.
func (s *Service) share(ctx context.Context, lost, mine []string) {
	s.keeper.mu.Lock()
	defer s.keeper.mu.Unlock()
	for _, app := range lost {
		if t := s.keeper.terms[app]; t.runs() {
			s.o.Log.LogAttrs(ctx, slog.LevelWarn, "the lease of this bot is lost: this process serves it no more", slog.String("scene_slug", s.bots[app].Scene.Slug))
			close(t.lost)
		}
		s.metrics.serves(app, 0)
	}
	for _, app := range mine {
		before := s.keeper.terms[app]
		if before.runs() || ctx.Err() != nil {
			continue
		}
		t := &term{lost: make(chan struct{}), finished: make(chan struct{})}
		s.keeper.terms[app] = t
		s.metrics.serves(app, 1)
		s.keeper.listening.Go(func() {
			defer close(t.finished)
			if before != nil {
				<-before.finished // two connections would share the events
			}
			if s.o.Listen != nil {
				listening, release := t.within(ctx)
				defer release()
				s.o.Listen(listening, app)
			}
		})
	}
	s.wake()
}

// dropLeases gives up all leases, so that another process need not wait for
// them to lapse.
func (s *Service) dropLeases(ctx context.Context) {
	s.keeper.mu.Lock()
	clear(s.keeper.terms)
	s.keeper.mu.Unlock()
	if s.o.Leases == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.TTL/3)
	defer cancel()
	if err := s.o.Leases.DropAll(ctx, s.o.Process); err != nil {
		s.o.Log.LogAttrs(ctx, slog.LevelWarn, "chat: the leases of the bots were not given up; they lapse by themselves", slog.Any("error", err))
	}
}
