// Package outbox keeps messages that are delivered outside, such as webhooks and cards
// of chats, in the database, and hands them to senders until each is taken or given up.
// Every try is recorded. A message is delivered at least once and has the same id
// every time. The package decides nothing about jobs, and never runs one again.
package outbox

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/heartbeat"
)

// Outbox is where the messages are kept; Box is one.
type Outbox interface {
	// Claim claims messages of a kind that are due, for an owner and a while;
	// with targets only messages to these.
	Claim(ctx context.Context, owner, kind string, targets []string, limit int, claim time.Duration) ([]Message, error)
	// Renew renews a claim that is still held.
	Renew(ctx context.Context, m Message, claim time.Duration) (bool, error)
	// Record notes a try, and what becomes of the message.
	Record(ctx context.Context, m Message, r Result) (bool, error)
}

// Sender hands one message over. It returns soon when ctx ends, and is safe for
// concurrent use. With an empty Status in its result the message is tried again after
// a pause, at least the result's Wait, for a day.
type Sender interface {
	Send(ctx context.Context, m Message) Result
}

// Options are what a Deliverer is made of. Those without a default must be set.
type Options struct {
	Outbox Outbox
	Kind   string // of the messages
	Sender Sender
	// Targets are those whose messages this process delivers now; nil: all.
	Targets func() []string
	Owner   string          // this process, unlike any other that claims messages
	Jitter  func() float64  // from 0 to below 1
	Log     *slog.Logger    // nil: nothing is logged
	Poll    time.Duration   // how often the outbox is looked at; 0: a second
	Wake    <-chan struct{} // has it looked at at once; may be nil
	Timeout time.Duration   // of one try; 0: 15 seconds
	// Claim is how long the messages of a process that died stay claimed; 0: ten
	// seconds. A living one renews its claims for as long as a try takes.
	Claim time.Duration
}

// Deliverer delivers messages until it is stopped.
type Deliverer struct{ Options }

// Bounds of delivering.
const (
	atOnce     = 32
	outboxTime = 10 * time.Second // of one call of the outbox
	// maxWait bounds what a receiver may ask for.
	maxWait = 4 * time.Hour
)

// pauses are the times between tries. The last try is made within a day of the
// first, except for receivers that ask for longer pauses and processes that were
// stopped.
var pauses = [...]time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
	2 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 3 * time.Hour,
}

// MaxTries is how often a message is tried before it is given up.
const MaxTries = len(pauses) + 1

// NewDeliverer returns a Deliverer.
func NewDeliverer(o Options) *Deliverer {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Claim = cmp.Or(o.Claim, 10*time.Second)
	o.Poll = cmp.Or(o.Poll, time.Second)
	o.Timeout = cmp.Or(o.Timeout, 15*time.Second)
	return &Deliverer{o}
}

// Run delivers what is due until ctx ends, then waits for the running tries,
// which end with ctx. Slow receivers keep only their own messages waiting. An
// outbox that can't be reached is tried again.
func (d *Deliverer) Run(ctx context.Context) {
	var trying sync.WaitGroup
	defer trying.Wait()
	var running atomic.Int64
	ended := make(chan struct{}, 1) // has something when a try has ended
	down := false
	heartbeat.Loop(ctx, d.Poll, d.Wake, ended, func() {
		claimed, err := d.claim(ctx, atOnce-int(running.Load()))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && !down:
			d.Log.LogAttrs(ctx, slog.LevelWarn, "the outbox is out of reach", slog.String("error", err.Error()))
		case err == nil && down:
			d.Log.LogAttrs(ctx, slog.LevelInfo, "the outbox is in reach again")
		}
		down = err != nil
		for _, m := range claimed {
			running.Add(1)
			trying.Go(func() {
				if err := d.try(ctx, m); err != nil {
					d.Log.LogAttrs(ctx, slog.LevelWarn, "a try is not recorded, and will be made again", slog.String("error", err.Error()))
				}
				running.Add(-1)
				select {
				case ended <- struct{}{}:
				default:
				}
			})
		}
	})
}

// claim claims up to so many messages.
func (d *Deliverer) claim(ctx context.Context, limit int) ([]Message, error) {
	var targets []string
	if d.Targets != nil {
		targets = d.Targets()
	}
	if limit <= 0 || d.Targets != nil && len(targets) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, outboxTime)
	defer cancel()
	claimed, err := d.Outbox.Claim(ctx, d.Owner, d.Kind, targets, limit, d.Claim)
	if err != nil {
		return nil, fmt.Errorf("claim messages: %w", err)
	}
	return claimed, nil
}

// try hands one message over and records how that ended. A try that ctx ended
// is not recorded: the message is due again at once.
func (d *Deliverer) try(ctx context.Context, m Message) error {
	stop := d.keep(ctx, m)
	start := time.Now()
	r := d.send(ctx, m)
	r.Took = time.Since(start)
	stop()
	recording, cancel := context.WithTimeout(context.WithoutCancel(ctx), outboxTime)
	defer cancel()
	if ctx.Err() != nil && r.Error != "" {
		_, err := d.Outbox.Renew(recording, m, 0)
		return err
	}
	d.decide(m.Tries, &r)
	if _, err := d.Outbox.Record(recording, m, r); err != nil {
		return fmt.Errorf("record a try of message %s: %w", m.ID, err)
	}
	level := slog.LevelInfo
	switch {
	case r.Status == GaveUp:
		level = slog.LevelError
	case r.Error != "":
		level = slog.LevelWarn
	case !m.Final:
		level = slog.LevelDebug // as progress is
	}
	d.Log.LogAttrs(ctx, level, "message", slog.String("id", m.ID), slog.String("job", m.JobID), slog.String("status", string(r.Status)),
		slog.Int("try", m.Tries+1), slog.Int("code", r.Code), slog.String("error", r.Error), slog.Duration("wait", r.Wait))
	return nil
}

// keep renews the claim of a message until the returned function is called.
func (d *Deliverer) keep(ctx context.Context, m Message) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	renewing.Go(func() {
		heartbeat.Every(ctx, d.Claim/4, func() {
			try, cancel := context.WithTimeout(ctx, d.Claim/2)
			defer cancel()
			if _, err := d.Outbox.Renew(try, m, d.Claim); err != nil && ctx.Err() == nil {
				d.Log.LogAttrs(ctx, slog.LevelWarn, "a claim is not renewed", slog.String("id", m.ID), slog.String("error", err.Error()))
			}
		})
	})
	return func() { cancel(); renewing.Wait() }
}

// send keeps a sender's panic from ending more than its own try.
func (d *Deliverer) send(ctx context.Context, m Message) (r Result) {
	defer func() {
		if v := recover(); v != nil {
			r = Result{Error: fmt.Sprintf("the sender failed: %v", v), State: m.State}
		}
	}()
	limited, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	return d.Sender.Send(limited, m)
}

// decide fills in what becomes of a message that was tried before so many times, if
// its sender leaves that open.
func (d *Deliverer) decide(tries int, r *Result) {
	switch {
	case r.Status != "":
	case r.Error == "":
		r.Status = Delivered
	case tries >= len(pauses):
		r.Status = GaveUp
	default:
		pause := pauses[max(tries, 0)]
		pause -= time.Duration(d.Jitter() * float64(pause) / 10) // never later than planned
		r.Status, r.Wait = Waiting, max(pause, min(r.Wait, maxWait))
	}
}
