package jury

import (
	"context"
	"errors"
	"fmt"
	"time"

	"judgement/internal/advice"
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

// maxTimeouts is how often one call may time out: there are two tries after a time-out. A
// server that is too slow is seldom faster later, and each try may cost a whole reply.
const (
	maxTimeouts = 3
	// Again is between the cause and the delay in the text of a retry.
	Again = "; trying again in "
)

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
	return fault.New(fault.Unfinished, err, "text", err.Error(), "last", last.Error(), "cause", string(last.Fault.Code))
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

// buy makes one call, again after faults that may pass, and keeps the reply under
// its key. The usage of every attempt is added to the record, also before an error.
func (c *conversation) buy(ctx context.Context, req llm.Request, rec *Record) error {
	c.fresh = true
	var last *llm.Error
	timeouts := 0
	for n := 1; ; n++ {
		err := c.attempt(ctx, req, rec)
		c.prefix.release(c.place)
		e, failed := errors.AsType[*llm.Error](err)
		switch {
		case err == nil || c.broken != nil:
			return err
		case ctx.Err() != nil:
			return unfinished(ctx, last)
		case !failed || !e.Retryable():
			return err
		}
		if e.Fault.Code == fault.ModelTimeout {
			timeouts++
		}
		wait, again := c.runner.Retry.Wait(n, e, c.runner.Jitter())
		if !again || timeouts == maxTimeouts {
			attempts := "attempts"
			if n == 1 {
				attempts = "attempt"
			}
			ended := e.Fault.With("text", fmt.Sprintf("%s (after %d %s)", e, n, attempts))
			ended.Cause = e
			return &llm.Error{Fault: ended, Status: e.Status}
		}
		last = e
		c.emit(Event{Type: JudgeRetry, Text: retryText(e, wait)})
		if err := c.runner.Sleep(ctx, wait); err != nil {
			if ctx.Err() != nil {
				err = unfinished(ctx, last)
			}
			return err
		}
	}
}

// retryText says why a call is made again. After a time-out it says at once what to set:
// the second try may take as long.
func retryText(e *llm.Error, wait time.Duration) string {
	text := fmt.Sprintf("%s"+Again+"%s", e, wait.Round(100*time.Millisecond))
	if e.Fault.Code == fault.ModelTimeout {
		text += "; " + advice.Model(e.Fault)
	}
	return text
}

// attempt makes one call inside a slot, past the rate limiter and within the budget,
// and fills in the record. An attempt that was sent and got no reply is kept too, so
// that a run that goes on knows what it used. The slot is given back when the record is
// kept: so no more calls are lost with the process than there are slots.
func (c *conversation) attempt(ctx context.Context, req llm.Request, rec *Record) error {
	hold, err := c.start(ctx, req)
	if err != nil {
		return err
	}
	limits := c.runner.limits(c.asked.Provider)
	defer func() { <-limits.Slots }()
	if limits.RateLimiter != nil {
		if err := limits.RateLimiter.Wait(ctx); err != nil {
			hold.charge(llm.Usage{})
			return err
		}
	}
	reply, err := c.runner.Model.Complete(ctx, req)
	if e, ok := errors.AsType[*llm.Error](err); ok {
		reply.Usage = e.Usage
	}
	hold.charge(reply.Usage)
	rec.At, rec.Model, rec.Finish, rec.Text = c.runner.Now().UTC(), reply.Model, reply.Finish, reply.Text
	rec.Usage, rec.Unanswered = rec.Usage.Add(reply.Usage), err != nil
	if c.runner.Ledger == nil || err != nil && reply.Usage.Calls == 0 {
		return err
	}
	// What is paid is kept, also when the caller has gone. A run that is stopped says
	// so, whether its failed attempts could be kept or not.
	if unkept := c.runner.Ledger.Put(context.WithoutCancel(ctx), *rec); unkept != nil && (err == nil || ctx.Err() == nil) {
		return c.unkept(unkept)
	}
	return err
}

// start takes a slot and reserves what the call may cost. Whoever waits for calls
// under way to end holds no slot.
func (c *conversation) start(ctx context.Context, req llm.Request) (*reservation, error) {
	slots := c.runner.limits(c.asked.Provider).Slots
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		info := c.runner.Model.Info(req.Model)
		if info.NoModel {
			return nil, nil
		}
		hold, ended, err := c.runner.Budget.reserve(req, info.Price)
		if err == nil && ended == nil {
			return hold, nil
		}
		<-slots
		if err != nil {
			return nil, err
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Wait says how long to wait after the n-th failed attempt, and whether to try
// again at all. jitter is from 0 to 1.
func (r Retry) Wait(n int, e *llm.Error, jitter float64) (time.Duration, bool) {
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
