package jury

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/panel"
)

// Runner is what making calls needs from outside. Ledger, RateLimiter, Budget, Rounds and
// OnEvent are optional.
type Runner struct {
	Model       llm.Model
	Ledger      Ledger      // nil: nothing is kept
	Slots       Slots       // calls at once, shared by judges and documents
	RateLimiter RateLimiter // nil: no rate limit
	// Providers have limits of their own, so that a slow one holds up no other; those
	// that are not in it share Slots and RateLimiter.
	Providers map[string]Limits
	Budget    *Budget     // nil: no budget
	Rounds    Rounds      // nil: kept replies that can't be used are never asked for again
	Retry     Retry       // of one call
	CacheFrom int         // tokens of a document that several calls read, from which on one of them goes first if its model's cached tokens cost less; 0: never
	OnEvent   func(Event) // nil: there is no listener; called from several goroutines

	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
	// Jitter spreads waits: a number in [0, 1).
	Jitter func() float64
}

// Slots bounds calls at once: its capacity is the limit.
type Slots chan struct{}

// RateLimiter is a rate limit shared with other processes. Wait returns when a call
// may start.
type RateLimiter interface {
	Wait(ctx context.Context) error
}

// Limits are those of one provider.
type Limits struct {
	Slots       Slots
	RateLimiter RateLimiter // nil: no rate limit
}

// limits are those of a provider.
func (j *Runner) limits(provider string) Limits {
	if own, ok := j.Providers[provider]; ok {
		return own
	}
	return Limits{j.Slots, j.RateLimiter}
}

// Call is one judge asked once.
type Call struct {
	Judge       string
	SkillSHA256 string
	Provider    string // as the plan froze it; the model is the request's
	Repeat      int    // from 0
	Request     llm.Request

	// Parse turns a raw reply into the type that the other functions take. Its error
	// goes to the model word for word in the repair turn; that of Abstain ends the call
	// as abstained.
	Parse func(raw string) (any, error)
	// Unproven names what cannot be proven in a parsed reply, one line each. The
	// judge is asked once more with these lines; nil asks for nothing.
	Unproven func(reply any) []string
	// Again words the turn that asks once more; nil: as for quotes that can't be
	// proven.
	Again func(unproven []string) string
	// Score says the reply's score for events, such as "81 / 100"; may be nil.
	Score func(reply any) string
	// Says says in a few words what a reply without a score has, for events; may be nil.
	Says func(reply any) string
}

// ending ends a call with an outcome that no further call changes.
type ending struct {
	outcome Outcome
	reason  string
}

func (e *ending) Error() string { return string(e.outcome) + ": " + e.reason }

// Abstain is a Parse error: the judge says that it can't judge this.
func Abstain(reason string) error { return &ending{Abstained, reason} }

// unusable reports whether a call ended because of what its replies say.
func unusable(err error) bool {
	e, ok := errors.AsType[*ending](err)
	return ok && e.outcome != OverBudget
}

// Answer is how a call ended.
type Answer struct {
	Judge       string
	Repeat      int
	Outcome     Outcome
	Reason      string       // why, if the outcome is not OK
	Fault       *fault.Error // of a call that failed; nil otherwise
	Reply       any          // of Parse; nil unless OK
	Model       string
	Usage       llm.Usage
	Cost        *panel.Points // nil: unknown
	ReplySHA256 string        // of the raw reply that counts
	Replayed    bool          // every call came from the ledger
}

// Blocked reports whether the call failed for something at which no other call will
// do better, such as wrong credentials.
func (a Answer) Blocked() bool {
	return slices.Contains([]fault.Code{
		fault.ModelCredentials, fault.ModelForbidden, fault.ModelNoKey, fault.ModelQuota,
		fault.ModelNotFound, fault.ModelRedirect, fault.ModelUnnamed, fault.ModelUnavailable,
	}, fault.CodeOf(a.Fault))
}

// Cause names in one word why a call failed, for readers who are not to see the server's
// address or the words of its error; empty if that is not known or no call failed.
func (a Answer) Cause() string {
	switch code := fault.CodeOf(a.Fault); {
	case a.Outcome != Failed || a.Fault == nil:
		return ""
	case code == fault.ModelNoJSON || code == fault.ModelReplyCut || code == fault.ModelAnswerSize:
		return "unusable"
	default:
		return code.Word()
	}
}

// Ask makes all calls in parallel and returns the answers in the order of the
// calls. A call that fails is an answer; the error is for what ends the whole:
// a cancelled context, a deadline, a ledger that can't write.
func Ask(ctx context.Context, j *Runner, phase string, calls []Call) ([]Answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	answers, errs := make([]Answer, len(calls)), make([]error, len(calls))
	var mu sync.Mutex // listeners never see progress go back
	done := 0
	var wg sync.WaitGroup
	var replaying sync.WaitGroup // calls that may still find a reply in the ledger
	replaying.Add(len(calls))
	ready := sync.OnceValue(func() error { return j.Ledger.Ready(ctx, len(calls)) })
	prefixes := j.prefixes(calls)
	for i, call := range calls {
		if prefixes[i] != nil {
			call.Request.Prefix = &prefixes[i].Prefix
		}
		wg.Go(func() {
			c := conversation{runner: j, asked: call, place: i, prefix: prefixes[i], phase: phase, replaying: &replaying, counted: sync.OnceFunc(replaying.Done), ready: ready}
			defer c.counted()
			mu.Lock()
			started := done
			mu.Unlock()
			c.emit(Event{Type: JudgeStarted, Done: started, Total: len(calls)})
			answer, err := c.run(ctx)
			if err != nil {
				errs[i] = err
				cancel(err)
				return
			}
			answers[i] = answer
			mu.Lock()
			defer mu.Unlock()
			done++
			c.finished(answer, done, len(calls))
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		if u := errors.Join(errs...); errors.Is(u, fault.Unfinished) {
			return nil, fault.From(u)
		}
		return nil, err
	}
	return answers, nil
}
