package jury

import (
	"context"
	"errors"
	"fmt"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Retry says how often and how patiently one call is tried again after a
// transport fault, a time-out or a rate limit.
type Retry struct {
	Attempts int           // in all, ≥ 1
	Base     time.Duration // the first wait; it doubles from there, with jitter
	Max      time.Duration // of one wait without Retry-After
	// MaxRetryAfter is the longest wait that a server may ask for. A longer one
	// ends the call.
	MaxRetryAfter time.Duration
}

// DefaultRetry is patient for seconds, not for minutes: six tries with waits of
// 0.4, 0.8, 1.6, 3.2 and 6.4 s before jitter.
func DefaultRetry() Retry {
	return Retry{Attempts: 6, Base: 400 * time.Millisecond, Max: 10 * time.Second, MaxRetryAfter: 90 * time.Second}
}

// unfinished is why a call is given up with its context: last is nil if it did not
// fail before. If the time ended while the call had to be tried again, it is
// fault.Unfinished, which wraps the context's error.
func unfinished(ctx context.Context, last *llm.Error) error {
	err := context.Cause(ctx)
	if last == nil || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fault.New(fault.Unfinished, err, "text", err.Error(), "last", last.Message, "fix", last.Fix)
}

// Sleep waits for d or until the context ends.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// attempts makes one call, again after faults that may pass, and has the reply
// kept. The usage of every attempt is in the reply, also when it comes with an
// error.
func (c *conversation) attempts(ctx context.Context, req llm.Request, keep func(llm.Reply) error) (llm.Reply, error) {
	var spent llm.Usage
	var last *llm.Error
	for n := 1; ; n++ {
		reply, err := c.attempt(ctx, req, func(reply llm.Reply) error {
			reply.Usage = spent.Add(reply.Usage)
			return keep(reply)
		})
		spent = spent.Add(reply.Usage)
		reply.Usage = spent
		if err == nil {
			return reply, nil
		}
		if _, unkept := errors.AsType[*ledgerError](err); unkept {
			return reply, err
		}
		if ctx.Err() != nil {
			return reply, unfinished(ctx, last)
		}
		e, ok := errors.AsType[*llm.Error](err)
		if !ok || !e.Retryable() {
			return reply, err
		}
		wait, ok := c.runner.Retry.wait(n, e, c.runner.Jitter())
		if !ok {
			attempts := "attempts"
			if n == 1 {
				attempts = "attempt"
			}
			return reply, &llm.Error{
				Kind: e.Kind, Status: e.Status, Fix: e.Fix, Err: e,
				Message: fmt.Sprintf("%s (after %d %s)", e.Message, n, attempts),
			}
		}
		last = e
		c.emit(Event{Type: JudgeRetry, Text: fmt.Sprintf("%s; trying again in %s", e.Message, wait.Round(100*time.Millisecond))})
		if err := c.runner.Sleep(ctx, wait); err != nil {
			if ctx.Err() != nil {
				err = unfinished(ctx, last)
			}
			return reply, err
		}
	}
}

// attempt makes one call inside a slot, past the rate limiter and within the budget. The
// slot is given back when the reply is kept: so no more replies are lost with the
// process than there are slots.
func (c *conversation) attempt(ctx context.Context, req llm.Request, keep func(llm.Reply) error) (llm.Reply, error) {
	hold, err := c.start(ctx, req)
	if err != nil {
		return llm.Reply{}, err
	}
	defer func() { <-c.runner.Slots }()
	if c.runner.RateLimiter != nil {
		if err := c.runner.RateLimiter.Wait(ctx); err != nil {
			hold.settle(llm.Usage{})
			return llm.Reply{}, err
		}
	}
	reply, err := c.runner.Model.Complete(ctx, req)
	if err != nil {
		if e, ok := errors.AsType[*llm.Error](err); ok {
			reply.Usage = e.Usage
		}
	}
	hold.settle(reply.Usage)
	if err != nil {
		return reply, err
	}
	return reply, keep(reply)
}

// start takes a slot and reserves what the call may cost. Whoever waits for calls
// under way to end holds no slot.
func (c *conversation) start(ctx context.Context, req llm.Request) (*reservation, error) {
	for {
		select {
		case c.runner.Slots <- struct{}{}:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		info := c.runner.Model.Info(req.Model)
		if info.NoModel {
			return nil, nil
		}
		hold, settled, err := c.runner.Budget.reserve(req, info.Price)
		if err == nil && settled == nil {
			return hold, nil
		}
		<-c.runner.Slots
		if err != nil {
			return nil, err
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// wait says how long to wait after the n-th failed attempt, and whether to try
// again at all.
func (r Retry) wait(n int, e *llm.Error, jitter float64) (time.Duration, bool) {
	if n >= r.Attempts || e.RetryAfter > r.MaxRetryAfter {
		return 0, false
	}
	if e.RetryAfter > 0 {
		// Spread the callers that were given the same second, but never come early.
		return e.RetryAfter + time.Duration(jitter*float64(r.Base)), true
	}
	d := min(r.Base<<(n-1), r.Max)
	return d/2 + time.Duration(jitter*float64(d)), true
}
