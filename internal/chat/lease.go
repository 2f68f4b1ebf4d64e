package chat

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"judgement/internal/heartbeat"
)

// leaseTTL is how long an application stays with a process that is heard of no
// more. It is renewed four times in that time.
const leaseTTL = 6 * time.Second

// Leases give each application to one process at a time: the platform gives an
// application's events to any of its connections, and two that follow a job
// would both write its card. They are safe for concurrent use.
type Leases interface {
	// Hold takes the leases of applications that are free or have lapsed, and
	// renews those that this process has, for ttl. It names who holds the others.
	Hold(ctx context.Context, apps []string, ttl time.Duration) (others map[string]string, err error)
	// Drop gives up what this process has of the leases.
	Drop(ctx context.Context, apps []string) error
}

// alone is the Leases of a process that is known to be the only one.
type alone struct{}

// Hold implements Leases.
func (alone) Hold(context.Context, []string, time.Duration) (map[string]string, error) {
	return nil, nil
}

// Drop implements Leases.
func (alone) Drop(context.Context, []string) error { return nil }

// duty knows which applications are this process's. An application has terms:
// one begins when its lease is taken and ends when the lease is lost.
type duty struct {
	listening sync.WaitGroup

	pulse heartbeat.Pulse // of all leases together

	mu      sync.Mutex
	terms   map[string]*term
	past    map[string]*term  // the last one of each that ended
	holders map[string]string // of the applications that others hold
}

type term struct {
	ctx  context.Context
	end  context.CancelFunc
	done chan struct{} // closed when its listener has ended
}

// Serves reports which applications this process serves now, in the order of
// the bots.
func (s *Service) Serves() []string {
	s.duty.mu.Lock()
	defer s.duty.mu.Unlock()
	var out []string
	for _, app := range s.apps {
		if s.duty.terms[app] != nil {
			out = append(out, app)
		}
	}
	return out
}

// term returns an application's running term, nil where it has none.
func (s *Service) term(app string) *term {
	s.duty.mu.Lock()
	defer s.duty.mu.Unlock()
	return s.duty.terms[app]
}

// keepLeases takes what leases it can get, renews them until ctx ends, and
// begins and ends the terms of the applications with them. All terms end in time
// where a renewal fails for long or hangs.
func (s *Service) keepLeases(ctx context.Context) {
	failing := false
	renew := func(try context.Context) { failing = s.renew(ctx, try, failing) }
	first, cancel := context.WithTimeout(ctx, s.ttl/2)
	renew(first)
	cancel()
	s.duty.pulse.Keep(ctx, s.ttl, renew, func() { s.share(ctx, nil, s.apps) })
}

// renew asks for all leases once, under try; terms that begin with it go on until
// ctx ends. It reports whether that failed; only the first failure in a row is
// logged.
func (s *Service) renew(ctx, try context.Context, failing bool) bool {
	sent := time.Now()
	others, err := s.leases.Hold(try, s.apps, s.ttl)
	if err != nil {
		if !failing && ctx.Err() == nil {
			s.log.LogAttrs(ctx, slog.LevelError, "chat: the leases of the bots are not renewed; trying again", slog.Any("error", err))
		}
		return true
	}
	var mine, lost []string
	for _, app := range s.apps {
		if others[app] == "" {
			mine = append(mine, app)
		} else {
			lost = append(lost, app)
		}
	}
	s.tell(ctx, others)
	s.duty.pulse.Renewed(sent)
	s.share(ctx, mine, lost)
	return false
}

// tell logs who holds the applications of others, once each time it changes.
func (s *Service) tell(ctx context.Context, others map[string]string) {
	s.duty.mu.Lock()
	was := s.duty.holders
	s.duty.holders = others
	s.duty.mu.Unlock()
	for _, app := range s.apps {
		if holder := others[app]; holder != "" && was[app] != holder {
			s.log.LogAttrs(ctx, slog.LevelWarn, "another process serves this bot; waiting for it to end",
				slog.String("scene_slug", s.bots[app].Scene.Slug), slog.String("process", holder))
		}
	}
}

// share begins the terms of the applications that are this process's, and ends
// those of the others.
func (s *Service) share(ctx context.Context, mine, lost []string) {
	s.duty.mu.Lock()
	defer s.duty.mu.Unlock()
	for _, app := range lost {
		if t := s.duty.terms[app]; t != nil {
			s.log.LogAttrs(ctx, slog.LevelWarn, "the lease of this bot is lost: this process serves it no more", slog.String("scene_slug", s.bots[app].Scene.Slug))
			t.end()
			delete(s.duty.terms, app)
			s.duty.past[app] = t
		}
	}
	for _, app := range mine {
		if s.duty.terms[app] != nil || ctx.Err() != nil {
			continue
		}
		t := &term{done: make(chan struct{})}
		t.ctx, t.end = context.WithCancel(ctx)
		before := s.duty.past[app]
		s.duty.terms[app] = t
		s.duty.listening.Go(func() {
			defer close(t.done)
			if before != nil {
				<-before.done // two connections would share the events
			}
			if s.listen != nil {
				s.listen(t.ctx, app)
			}
		})
	}
	s.metrics.serves(s.apps, s.duty.terms)
	s.nudge()
}

// dropLeases gives up all leases, so that another process need not wait for
// them to lapse.
func (s *Service) dropLeases(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.ttl/3)
	defer cancel()
	apps := s.Serves()
	s.duty.mu.Lock()
	for _, t := range s.duty.terms {
		t.end()
	}
	clear(s.duty.terms)
	s.duty.mu.Unlock()
	if err := s.leases.Drop(ctx, apps); err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "chat: the leases of the bots were not given up; they lapse by themselves", slog.Any("error", err))
	}
}
