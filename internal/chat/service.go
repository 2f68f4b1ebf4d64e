package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/document"
	"judgement/internal/heartbeat"
	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/report"
)

// Options are what a Service is made of. Bots, Platforms, Store, Jobs and Now
// must be set.
type Options struct {
	Bots      []*Bot
	Platforms map[string]Platform // by application id
	Store     Store
	Jobs      Jobs
	Now       func() time.Time
	Log       *slog.Logger          // nil: nothing is logged
	Metrics   prometheus.Registerer // nil: none
	PublicURL string                // address at which people reach the server; empty: cards have no links
	MaxBytes  int                   // of a document; 0: intake's limit
	Jitter    func() float64        // 0 to 1, of waits; nil: none
	Zone      *time.Location        // of times that people read; nil: UTC
	// Leases keep other processes from serving the same applications; nil: there
	// are none. Process is this one's name, which no other has.
	Leases  Leases
	Process string
	// Listen takes in an application's events until ctx ends. It is called while
	// this process holds the application's lease; nil: events come in otherwise.
	Listen func(ctx context.Context, appID string)
	// Deliver delivers the outbox with Service.Send until ctx ends; nil: another part of the process does.
	Deliver func(ctx context.Context)

	Poll    time.Duration // how often jobs are looked at; 0: 1 s
	Space   time.Duration // between two calls to one chat; 0: 250 ms, four a second
	Refresh time.Duration // between two progress cards of one job; 0: 2 s
	Backoff time.Duration // first wait after a failed call; 0: 1 s
	TTL     time.Duration // of leases; 0: 6 s
}

// Service is what the bots of one process do. It is safe for concurrent use.
type Service struct {
	o        Options // with its defaults
	bots     map[string]*Bot
	apps     []string
	metrics  *metrics
	follows  chan struct{} // wakes the follower
	delivers chan struct{} // wakes the deliverer

	keeper   leaseKeeper
	follower follower
	pacer    pacer
}

// New returns a Service over the bots.
func New(o Options) (*Service, error) {
	s := &Service{
		bots:    map[string]*Bot{},
		keeper:  leaseKeeper{terms: map[string]*term{}},
		follows: make(chan struct{}, 1), delivers: make(chan struct{}, 1), pacer: pacer{next: map[string]time.Time{}},
	}
	for _, b := range o.Bots {
		if s.bots[b.AppID] != nil || o.Platforms[b.AppID] == nil {
			return nil, fmt.Errorf("the bot of scene %s has no platform, or its application id twice", b.Scene.Slug)
		}
		s.bots[b.AppID], s.apps = b, append(s.apps, b.AppID)
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Jitter == nil {
		o.Jitter = func() float64 { return 0.5 }
	}
	o.Zone = cmp.Or(o.Zone, time.UTC)
	o.TTL = cmp.Or(o.TTL, leaseTTL)
	o.MaxBytes = cmp.Or(o.MaxBytes, document.DefaultMaxBytes)
	o.Poll = cmp.Or(o.Poll, time.Second)
	o.Space = cmp.Or(o.Space, 250*time.Millisecond)
	o.Refresh = cmp.Or(o.Refresh, 2*time.Second)
	o.Backoff = cmp.Or(o.Backoff, time.Second)
	s.o = o
	s.follower = follower{jobs: map[string]*followed{}}
	s.metrics = newMetrics(o.Metrics, o.Bots)
	return s, nil
}

// Run takes in events, fetches files, follows jobs and delivers the outbox of the
// applications whose leases it gets, until ctx ends; then it lets the calls in
// flight end, which are bounded by their own time limits, and gives the leases
// up. What was not delivered stays in the outbox.
func (s *Service) Run(ctx context.Context) {
	var loops sync.WaitGroup
	loops.Go(func() { s.keepLeases(ctx) })
	loops.Go(func() { heartbeat.Loop(ctx, s.o.Poll, s.follows, nil, func() { s.followAll(ctx) }) })
	if s.o.Deliver != nil {
		loops.Go(func() { s.o.Deliver(ctx) })
	}
	loops.Wait()
	s.keeper.listening.Wait()
	s.follower.running.Wait()
	s.dropLeases(ctx)
}

// Wake says that the outbox has something new.
func (s *Service) Wake() <-chan struct{} { return s.delivers }

// wake has the loops look again without waiting for their next poll.
func (s *Service) wake() {
	for _, c := range []chan struct{}{s.follows, s.delivers} {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// head is what the cards of a bot have in common for one chat.
func (b *Bot) head(lang report.Lang, group bool, name string) Head {
	return Head{Lang: lang, Scene: cmp.Or(b.Scene.DisplayName, b.Scene.Slug), Document: name, Shown: ShownTo(b.Scene, group)}
}

// cancel carries out that a job was called off, in the queue or before it got
// there.
func (s *Service) cancel(ctx context.Context, j Request) error {
	if j.QueueID != "" {
		if err := s.o.Jobs.Cancel(ctx, j.QueueID); err != nil && !errors.Is(err, ErrUnknownJob) {
			return fmt.Errorf("cancel job %s: %w", j.ID, err)
		}
		return nil
	}
	return s.close(ctx, j, s.last(j, CancelledCard(s.headOf(j))), job.Cancelled)
}

// shown says what a chat may see now of what an application made under a scene.
// If it answers under another scene by now, that is as little as can be.
func (s *Service) shown(app, scene string, group bool) Shown {
	b := s.bots[app]
	if b == nil || b.Scene.Slug != scene {
		return OnlyCounts
	}
	return ShownTo(b.Scene, group)
}

// headOf is what the cards of a job have in common.
func (s *Service) headOf(j Request) Head {
	h := s.bots[j.AppID].head(j.Lang, j.Group, j.Filename)
	h.Shown = s.shown(j.AppID, j.Scene, j.Group)
	return h
}

// last makes a job's card its last one, with the files that follow it.
func (s *Service) last(j Request, card Card, files ...string) []outbox.Message {
	out := []outbox.Message{s.cardMessage(j, card, true)}
	for _, name := range files {
		c := s.content(j)
		c.File, c.Text = &ReportFile{QueueID: j.QueueID, Name: name}, say(j.Lang, phFileTooBig, name)
		out = append(out, c.message(j.AppID, outbox.Message{ID: fileID(j.ID, name), Group: j.ID, JobID: j.QueueID, Final: true}))
	}
	return out
}

func (s *Service) cardMessage(j Request, card Card, final bool) outbox.Message {
	c := s.content(j)
	c.Card = &card
	return c.message(j.AppID, outbox.Message{ID: cardID(j.ID), Group: j.ID, JobID: j.QueueID, Final: final})
}

// content is what all messages of a job have in common.
func (s *Service) content(j Request) Content {
	return Content{ChatID: j.ChatID, ReplyTo: j.MessageID, Scene: j.Scene, InGroup: j.Group, Shown: s.shown(j.AppID, j.Scene, j.Group)}
}
