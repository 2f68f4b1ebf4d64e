// Package deliver takes messages from the outbox and hands them to senders,
// such as the one for webhooks, until each is taken or a day of tries has
// passed. Every try is recorded. A message is delivered at least once and has
// the same id every time. The package decides nothing about jobs, and never
// runs one again.
package deliver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"judgement/internal/heartbeat"
	"judgement/internal/store"
)

// Outbox is where the messages are kept; store.DB is one.
type Outbox interface {
	// ClaimMessages claims messages of a kind that are due, for an owner and a
	// while.
	ClaimMessages(ctx context.Context, owner, kind string, limit int, lease time.Duration) ([]store.Message, error)
	// KeepMessage renews a claim that is still held.
	KeepMessage(ctx context.Context, id, owner string, lease time.Duration) (bool, error)
	// RecordAttempt notes a try, and what becomes of the message.
	RecordAttempt(ctx context.Context, id, owner string, a store.Attempt, after store.After) (bool, error)
}

// Sender hands one message over. It returns soon when ctx ends, and is safe for
// concurrent use.
type Sender interface {
	Send(ctx context.Context, m store.Message) Outcome
}

// Outcome is how handing a message over ended.
type Outcome struct {
	Code  int    // the receiver's status, 0 without one
	Error string // why it was not taken; empty where it was. Kept, and shown to operators.
	Final bool   // of one that was not taken: trying again is useless
	Wait  time.Duration
}

// Options are what a Deliverer is made of. All but Log and Claim must be set.
type Options struct {
	Outbox  Outbox
	Senders map[string]Sender // by the kind of message
	Owner   string            // this process, unlike any other that claims messages
	Jitter  func() float64    // from 0 to below 1
	Log     *slog.Logger      // nil: nothing is logged
	Poll    time.Duration     // how often the outbox is looked at
	Timeout time.Duration     // of one try
	// Claim is how long the messages of a process that died stay claimed; 0: ten
	// seconds. A living one renews its claims for as long as a try takes.
	Claim time.Duration
}

// Deliverer delivers messages until it is told to stop.
type Deliverer struct {
	Options
	kinds []string
}

// Bounds of delivering.
const (
	atOnce       = 32
	recordTime   = 10 * time.Second
	defaultClaim = 10 * time.Second
	// DefaultPoll and DefaultTimeout are for who has no reason for others.
	DefaultPoll    = time.Second
	DefaultTimeout = 15 * time.Second
	// maxWait bounds what a receiver may ask for.
	maxWait = 4 * time.Hour
)

// pauses are the times between tries. The last try is made within a day of the
// first, but for receivers that ask for longer pauses and processes that were
// away.
var pauses = [...]time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
	2 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 3 * time.Hour,
}

// MaxTries is how often a message is tried before it is given up.
const MaxTries = len(pauses) + 1

// New returns a Deliverer.
func New(o Options) *Deliverer {
	d := &Deliverer{Options: o}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Claim == 0 {
		d.Claim = defaultClaim
	}
	for kind := range o.Senders {
		d.kinds = append(d.kinds, kind)
	}
	slices.Sort(d.kinds)
	return d
}

// Run delivers what is due until ctx ends, then waits for the running tries,
// which end with ctx. Slow receivers keep only their own messages waiting. An
// outbox that is out of reach is tried again.
func (d *Deliverer) Run(ctx context.Context) {
	tick := time.NewTicker(d.Poll)
	defer tick.Stop()
	var trying sync.WaitGroup
	defer trying.Wait()
	ended := make(chan struct{}, atOnce)
	running, down := 0, false
	for {
		claimed, err := d.claim(ctx, atOnce-running)
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
			running++
			trying.Go(func() {
				if err := d.try(ctx, m); err != nil {
					d.Log.LogAttrs(ctx, slog.LevelWarn, "a try is not recorded, and will be made again", slog.String("error", err.Error()))
				}
				ended <- struct{}{}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-ended:
			running--
		}
		for len(ended) > 0 {
			<-ended
			running--
		}
	}
}

// Once tries what is due now, up to 32 messages, and returns how many it tried.
// The error is the outbox's.
func (d *Deliverer) Once(ctx context.Context) (int, error) {
	claimed, err := d.claim(ctx, atOnce)
	var trying sync.WaitGroup
	errs := make([]error, len(claimed))
	for i, m := range claimed {
		trying.Go(func() { errs[i] = d.try(ctx, m) })
	}
	trying.Wait()
	return len(claimed), errors.Join(append(errs, err)...)
}

// claim claims up to so many messages, of all kinds together.
func (d *Deliverer) claim(ctx context.Context, limit int) ([]store.Message, error) {
	var out []store.Message
	for _, kind := range d.kinds {
		if len(out) >= limit {
			break
		}
		claimed, err := d.Outbox.ClaimMessages(ctx, d.Owner, kind, limit-len(out), d.Claim)
		if err != nil {
			return out, fmt.Errorf("claim messages: %w", err)
		}
		out = append(out, claimed...)
	}
	return out, nil
}

// try hands one message over and records how that ended. A try that ctx ended
// is not recorded: the message is due again when its claim has lapsed.
func (d *Deliverer) try(ctx context.Context, m store.Message) error {
	defer d.keep(ctx, m.ID)()
	start := time.Now()
	out := d.send(ctx, m)
	if ctx.Err() != nil && out.Error != "" {
		return nil
	}
	a := store.Attempt{Took: time.Since(start), Code: out.Code, Error: out.Error}
	after := d.after(m.Tries, out)
	recording, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	if _, err := d.Outbox.RecordAttempt(recording, m.ID, d.Owner, a, after); err != nil {
		return fmt.Errorf("record a try of message %s: %w", m.ID, err)
	}
	level := slog.LevelInfo
	if after.Status == store.GaveUp {
		level = slog.LevelError
	}
	d.Log.LogAttrs(ctx, level, "message", slog.String("id", m.ID), slog.String("job", m.JobID), slog.String("status", string(after.Status)),
		slog.Int("try", m.Tries+1), slog.Int("code", out.Code), slog.String("error", out.Error), slog.Duration("wait", after.In))
	return nil
}

// keep renews the claim of a message until the returned function is called.
func (d *Deliverer) keep(ctx context.Context, id string) (stop func()) {
	ctx, stop = context.WithCancel(context.WithoutCancel(ctx))
	go heartbeat.Every(ctx, d.Claim/4, func() {
		if _, err := d.Outbox.KeepMessage(ctx, id, d.Owner, d.Claim); err != nil && ctx.Err() == nil {
			d.Log.LogAttrs(ctx, slog.LevelWarn, "a claim is not renewed", slog.String("id", id), slog.String("error", err.Error()))
		}
	})
	return stop
}

// send keeps a sender's panic from ending more than its own try.
func (d *Deliverer) send(ctx context.Context, m store.Message) (out Outcome) {
	defer func() {
		if v := recover(); v != nil {
			out = Outcome{Error: fmt.Sprintf("the sender failed: %v", v)}
		}
	}()
	limited, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	return d.Senders[m.Kind].Send(limited, m)
}

// after says what becomes of a message that was tried before so many times.
func (d *Deliverer) after(tries int, out Outcome) store.After {
	switch {
	case out.Error == "":
		return store.After{Status: store.Delivered}
	case out.Final || tries >= len(pauses):
		return store.After{Status: store.GaveUp}
	}
	pause := pauses[max(tries, 0)]
	pause -= time.Duration(d.Jitter() * float64(pause) / 10) // never later than planned
	return store.After{Status: store.Waiting, In: max(pause, min(out.Wait, maxWait))}
}
