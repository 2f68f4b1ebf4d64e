package jury

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/panel"
)

// Runner is what making calls needs from outside. Ledger, RateLimiter, Budget, Rounds and
// OnEvent are optional.
type Runner struct {
	Model       llm.Model
	Ledger      Ledger      // nil: nothing is kept
	Slots       Slots       // calls at once, shared by judges and documents
	RateLimiter RateLimiter // nil: no rate limit
	Budget      *Budget     // nil: no budget
	Rounds      Rounds      // nil: kept replies that can't be used are never asked for again
	Retry       Retry       // of one call
	OnEvent     func(Event) // nil: there is no listener; called from several goroutines

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
	for i, call := range calls {
		wg.Go(func() {
			c := conversation{runner: j, asked: call, phase: phase, replaying: &replaying, counted: sync.OnceFunc(replaying.Done), ready: ready}
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

// conversation is one call being made: a first try, one repair turn, one fresh
// try, and one turn for quotes that can't be proven.
type conversation struct {
	runner *Runner
	asked  Call
	phase  string

	replaying *sync.WaitGroup
	counted   func()       // what the ledger had is in the budget
	ready     func() error // asks the ledger once, before the first of all calls

	usage  llm.Usage
	model  string
	fresh  bool   // a call went to the model
	last   string // the raw reply that was parsed last
	finish llm.Finish
	broken error // of the ledger: replies that can't be kept must not be bought
}

// run returns an error only for what ends the whole review.
func (c *conversation) run(ctx context.Context) (Answer, error) {
	reply, err := c.parsed(ctx)
	if err != nil {
		return c.unanswered(ctx, err)
	}
	counted := c.last
	if better, raw, err := c.proven(ctx, reply); err == nil {
		reply, counted = better, raw
	} else if fatal := c.fatal(ctx, err); fatal != nil {
		return Answer{}, fatal
	}
	answer := c.answer(OK, "")
	answer.Reply = reply
	answer.ReplySHA256 = text.Hash([]byte(counted))
	return answer, nil
}

// parsed asks until a reply can be used, and passes over as many rounds of kept
// replies that can't be used as Rounds says.
func (c *conversation) parsed(ctx context.Context) (any, error) {
	passed := c.runner.Rounds[roundKey{c.phase, c.asked.Judge, c.asked.Repeat}]
	for round := 0; ; round++ {
		reply, err := c.round(ctx, round*TriesPerRound)
		if round == passed || !unusable(err) {
			return reply, err
		}
	}
}

// round asks until a reply can be read: first try, repair, fresh try.
func (c *conversation) round(ctx context.Context, try int) (any, error) {
	first := c.asked.Request.Messages
	reply, problem, err := c.turn(ctx, first, try)
	if err == nil && problem != nil {
		reply, problem, err = c.turn(ctx, c.followUp(c.last, repairPrompt(problem, c.finish)), try)
	}
	if err == nil && problem != nil {
		reply, problem, err = c.turn(ctx, first, try+1)
	}
	if err == nil && problem != nil {
		return nil, &ending{Unparsable, "no usable reply after a repair turn and a fresh try: " + problem.Error()}
	}
	return reply, err
}

// followUp is the conversation so far with a reply and what is asked next.
func (c *conversation) followUp(reply, next string) []llm.Message {
	return slices.Concat(c.asked.Request.Messages, []llm.Message{
		{Role: llm.Assistant, Content: excerpt(reply)}, {Role: llm.User, Content: next},
	})
}

// proven asks once more if quotes are not proven and keeps the better reply.
func (c *conversation) proven(ctx context.Context, reply any) (any, string, error) {
	raw := c.last
	if c.asked.Unproven == nil {
		return reply, raw, nil
	}
	unproven := c.asked.Unproven(reply)
	if len(unproven) == 0 {
		return reply, raw, nil
	}
	words := unprovenPrompt
	if c.asked.Again != nil {
		words = c.asked.Again
	}
	second, problem, err := c.turn(ctx, c.followUp(raw, words(unproven)), 0)
	if err != nil {
		return reply, raw, err
	}
	if problem != nil || len(c.asked.Unproven(second)) > len(unproven) {
		return reply, raw, nil
	}
	return second, c.last, nil
}

// turn makes one call and parses its reply; problem is what Parse found.
func (c *conversation) turn(ctx context.Context, msgs []llm.Message, try int) (reply any, problem, err error) {
	req := c.asked.Request
	req.Messages = msgs
	rec, err := c.call(ctx, req, try)
	if err != nil {
		return nil, nil, err
	}
	c.last, c.finish = rec.Text, rec.Finish
	if rec.Finish == llm.FinishRefusal {
		return nil, nil, &ending{Refused, clip("the model declined: "+rec.Text, 300)}
	}
	reply, problem = c.asked.Parse(rec.Text)
	if unusable(problem) {
		return nil, nil, problem
	}
	return reply, problem, nil
}

// call answers from the ledger, else from the model, and keeps the reply.
func (c *conversation) call(ctx context.Context, req llm.Request, try int) (Record, error) {
	req.Repeat, req.Try = c.asked.Repeat, try
	info := c.runner.Model.Info(req.Model)
	key := Key{
		Judge: c.asked.Judge, SkillSHA256: c.asked.SkillSHA256,
		PromptSHA256: llm.PromptSHA256(info.Name, req), Repeat: c.asked.Repeat, Try: try,
	}
	if c.runner.Ledger != nil {
		rec, ok, err := c.runner.Ledger.Get(ctx, key)
		if err != nil {
			return Record{}, c.unkept(err)
		}
		if ok {
			c.add(rec)
			c.runner.Budget.replayed(rec.Usage, info.Price)
			return rec, nil
		}
	}
	// What a stopped run has spent is known before more is.
	c.counted()
	c.replaying.Wait()
	if c.runner.Ledger != nil {
		if err := c.ready(); err != nil {
			return Record{}, c.unkept(err)
		}
	}
	rec, err := c.buy(ctx, req, key)
	c.add(rec)
	return rec, err
}

func (c *conversation) add(rec Record) {
	c.usage = c.usage.Add(rec.Usage)
	c.model = cmp.Or(rec.Model, c.model)
}

// unkept ends the review.
func (c *conversation) unkept(err error) error {
	c.broken = fmt.Errorf("keep a judge's reply: %w", err)
	return c.broken
}

// fatal picks out the errors that end the whole review.
func (c *conversation) fatal(ctx context.Context, err error) error {
	if c.broken != nil {
		return c.broken
	}
	if errors.Is(err, fault.Unfinished) {
		return fault.From(err)
	}
	return context.Cause(ctx)
}

func (c *conversation) unanswered(ctx context.Context, err error) (Answer, error) {
	if fatal := c.fatal(ctx, err); fatal != nil {
		return Answer{}, fatal
	}
	if e, ok := errors.AsType[*ending](err); ok {
		return c.answer(e.outcome, e.reason), nil
	}
	e, ok := errors.AsType[*llm.Error](err)
	if !ok {
		return c.answer(Failed, err.Error()), nil
	}
	outcome := Failed
	if e.Fault.Code == fault.ModelRefused {
		outcome = Refused
	}
	a := c.answer(outcome, e.Error())
	a.Fault = e.Fault
	return a, nil
}

func (c *conversation) answer(o Outcome, reason string) Answer {
	info := c.runner.Model.Info(c.asked.Request.Model)
	a := Answer{
		Judge: c.asked.Judge, Repeat: c.asked.Repeat, Outcome: o, Reason: reason,
		Model: cmp.Or(c.model, info.Name), Usage: c.usage, Replayed: !c.fresh,
	}
	if info.Price != nil {
		cost := info.Price.Cost(c.usage)
		a.Cost = &cost
	}
	return a
}

// emit sends an event to the listener, if there is one.
func (c *conversation) emit(e Event) {
	if c.runner.OnEvent == nil {
		return
	}
	e.At, e.Phase, e.Judge = c.runner.Now().UTC(), c.phase, &c.asked.Judge
	c.runner.OnEvent(e)
}

func (c *conversation) finished(a Answer, done, total int) {
	e := Event{Type: JudgeFinished, Outcome: &a.Outcome, Text: a.Reason, Done: done, Total: total}
	if a.Outcome == OK && c.asked.Score != nil {
		score := c.asked.Score(a.Reply)
		e.Score = &score
	}
	if p := c.runner.Model.Info(c.asked.Request.Model).Price; p != nil && a.Cost != nil {
		cost := fmt.Sprintf("%s %s", a.Cost.Decimal(6), p.Currency)
		e.Cost = &cost
	}
	c.emit(e)
}
