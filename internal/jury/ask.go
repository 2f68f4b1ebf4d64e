package jury

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"judgement/internal/llm"
	"judgement/panel"
)

// Jury is what asking needs from outside. Every field but Ledger, Gate, Budget,
// Rounds and OnEvent must be set; New fills in the usual ones.
type Jury struct {
	Model   llm.Model
	Ledger  Ledger      // nil: nothing is kept
	Slots   Slots       // calls at once, shared by judges and documents
	Gate    Gate        // nil: no rate limit
	Budget  *Budget     // nil: no budget
	Rounds  *Rounds     // nil: kept replies that can't be used are never asked for again
	Retry   Retry       // of one call
	OnEvent func(Event) // nil: nobody listens; called from several goroutines

	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
	// Jitter spreads waits: a number in [0, 1).
	Jitter func() float64
}

// Slots bounds calls at once: its capacity is the limit.
type Slots chan struct{}

// Gate is a rate limit shared with other processes. Wait returns when a call
// may start.
type Gate interface {
	Wait(ctx context.Context) error
}

// Seat is one judge asked once. R is the parsed reply.
type Seat[R any] struct {
	Judge       string
	SkillSHA256 string
	Repeat      int // from 0
	Request     llm.Request

	// Parse turns a raw reply into R. Its error is told to the model word for
	// word in the repair turn; an *Abstention ends the seat as abstained.
	Parse func(raw string) (R, error)
	// Doubts names what cannot be proven in a parsed reply, one line each. The
	// judge is asked once more with these lines; nil asks for nothing.
	Doubts func(R) []string
	// Again words the turn that asks once more; nil: as for quotes that can't be
	// proven.
	Again func(doubts []string) string
	// Score says the reply's score for events, such as "81 / 100"; may be nil.
	Score func(R) string
}

// Abstention is a Parse error: the judge says that it can't judge this.
type Abstention struct{ Reason string }

func (a *Abstention) Error() string { return "abstained: " + a.Reason }

// Answer is how a seat ended.
type Answer[R any] struct {
	Judge       string
	Repeat      int
	Outcome     Outcome
	Reason      string // why, where the outcome is not OK
	Kind        llm.ErrorKind
	Fix         string
	Reply       R // the zero value unless OK
	Model       string
	Usage       llm.Usage
	Cost        *panel.Points // nil: unknown
	ReplySHA256 string        // of the raw reply that counts
	Replayed    bool          // every call came from the ledger
}

// Ask asks every seat in parallel and returns the answers in the order of the
// seats. A seat that fails is an answer; the error is for what ends the whole:
// a cancelled context, a deadline, a ledger that can't write.
func Ask[R any](ctx context.Context, j *Jury, phase string, seats []Seat[R]) ([]Answer[R], error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	answers, errs := make([]Answer[R], len(seats)), make([]error, len(seats))
	var done counter
	var wg sync.WaitGroup
	roll := j.Budget.roll(j.Ledger, len(seats))
	ready := sync.OnceValue(func() error { return j.Ledger.Ready(ctx, len(seats)) })
	for i, seat := range seats {
		wg.Go(func() {
			c := conversation[R]{jury: j, seat: seat, phase: phase, roll: roll, counted: roll.counter(), ready: ready}
			defer c.counted()
			c.emit(JudgeStarted, nil, "", done.value(), len(seats))
			answer, err := c.run(ctx)
			if err != nil {
				errs[i] = err
				cancel(err)
				return
			}
			answers[i] = answer
			done.next(func(n int) { c.finished(answer, n, len(seats)) })
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		var u *UnfinishedError
		if errors.As(errors.Join(errs...), &u) {
			return nil, u
		}
		return nil, err
	}
	return answers, nil
}

type counter struct {
	mu sync.Mutex
	n  int
}

// next counts one more and reports it before the next is counted, so that
// listeners never see progress go back.
func (c *counter) next(report func(n int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	report(c.n)
}

func (c *counter) value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// conversation is one seat being asked: a first try, one repair turn, one fresh
// try, and one turn for quotes that can't be proven.
type conversation[R any] struct {
	jury  *Jury
	seat  Seat[R]
	phase string

	roll    *roll
	counted func()       // tells the roll that what the ledger had is in the budget
	ready   func() error // asks the ledger once, before the first call of all seats

	usage  llm.Usage
	model  string
	fresh  bool   // a call went to the model
	last   string // the raw reply that was parsed last
	finish llm.Finish
}

// errOverBudget ends a seat when the budget does not cover its next call.
var errOverBudget = errors.New("the budget is spent")

// run returns an error only for what ends the whole review.
func (c *conversation[R]) run(ctx context.Context) (Answer[R], error) {
	reply, err := c.parsed(ctx)
	if err != nil {
		return c.unanswered(ctx, err)
	}
	counted := c.last
	if better, raw, err := c.proven(ctx, reply); err == nil {
		reply, counted = better, raw
	} else if fatal := c.fatal(ctx, err); fatal != nil {
		return Answer[R]{}, fatal
	}
	answer := c.answer(OK, "")
	answer.Reply = reply
	sum := sha256.Sum256([]byte(counted))
	answer.ReplySHA256 = hex.EncodeToString(sum[:])
	return answer, nil
}

// parsed asks until a reply can be used, and passes over as many rounds of kept
// replies that can't be used as Rounds says.
func (c *conversation[R]) parsed(ctx context.Context) (R, error) {
	passed := c.jury.Rounds.passed(c.phase, c.seat.Judge, c.seat.Repeat)
	for round := 0; ; round++ {
		reply, err := c.round(ctx, round*TriesPerRound)
		if round == passed || !unusable(err) {
			return reply, err
		}
	}
}

// round asks until a reply can be read: first try, repair, fresh try.
func (c *conversation[R]) round(ctx context.Context, try int) (R, error) {
	var zero R
	first := c.seat.Request.Messages
	reply, problem, err := c.turn(ctx, first, try)
	if err != nil || problem == nil {
		return reply, err
	}
	repair := append(append([]llm.Message{}, first...),
		llm.Message{Role: llm.Assistant, Content: excerpt(c.last)},
		llm.Message{Role: llm.User, Content: repairPrompt(problem, c.finish)})
	reply, problem, err = c.turn(ctx, repair, try)
	if err != nil || problem == nil {
		return reply, err
	}
	reply, problem, err = c.turn(ctx, first, try+1)
	if err != nil || problem == nil {
		return reply, err
	}
	return zero, &unreadable{problem}
}

// proven asks once more where quotes are in doubt and keeps the better reply.
func (c *conversation[R]) proven(ctx context.Context, reply R) (R, string, error) {
	raw := c.last
	if c.seat.Doubts == nil {
		return reply, raw, nil
	}
	doubts := c.seat.Doubts(reply)
	if len(doubts) == 0 {
		return reply, raw, nil
	}
	words := doubtsPrompt
	if c.seat.Again != nil {
		words = c.seat.Again
	}
	again := append(append([]llm.Message{}, c.seat.Request.Messages...),
		llm.Message{Role: llm.Assistant, Content: excerpt(raw)},
		llm.Message{Role: llm.User, Content: words(doubts)})
	second, problem, err := c.turn(ctx, again, 0)
	if err != nil {
		return reply, raw, err
	}
	if problem != nil || len(c.seat.Doubts(second)) > len(doubts) {
		return reply, raw, nil
	}
	return second, c.last, nil
}

// unreadable ends a seat whose replies could not be parsed.
type unreadable struct{ problem error }

func (u *unreadable) Error() string {
	return "no usable reply after a repair turn and a fresh try: " + u.problem.Error()
}

// refusal ends a seat whose model declined.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// turn makes one call and parses its reply; problem is what Parse found.
func (c *conversation[R]) turn(ctx context.Context, msgs []llm.Message, try int) (reply R, problem, err error) {
	req := c.seat.Request
	req.Messages = msgs
	rec, err := c.call(ctx, req, try)
	if err != nil {
		return reply, nil, err
	}
	c.last, c.finish = rec.Text, rec.Finish
	if rec.Finish == llm.FinishRefusal {
		return reply, nil, &refusal{clip("the model declined: "+rec.Text, 300)}
	}
	reply, problem = c.seat.Parse(rec.Text)
	var abstained *Abstention
	if errors.As(problem, &abstained) {
		return reply, nil, abstained
	}
	return reply, problem, nil
}

// call answers from the ledger, else from the model, and keeps the reply.
func (c *conversation[R]) call(ctx context.Context, req llm.Request, try int) (Record, error) {
	req.Repeat, req.Try = c.seat.Repeat, try
	key := Key{
		Judge: c.seat.Judge, SkillSHA256: c.seat.SkillSHA256,
		PromptSHA256: llm.PromptSHA256(c.jury.Model.Info(req.Model).Name, req), Repeat: c.seat.Repeat, Try: try,
	}
	if c.jury.Ledger != nil {
		rec, ok, err := c.jury.Ledger.Get(ctx, key)
		if err != nil {
			return Record{}, &ledgerError{err}
		}
		if ok {
			c.add(rec.Usage, rec.Model)
			c.jury.Budget.replayed(rec.Usage, c.jury.Model.Info(req.Model).Price)
			return rec, nil
		}
	}
	c.counted()
	if err := c.roll.wait(ctx); err != nil {
		return Record{}, err
	}
	if c.jury.Ledger != nil {
		if err := c.ready(); err != nil {
			return Record{}, &ledgerError{err}
		}
	}
	c.fresh = true
	var rec Record
	reply, err := c.attempts(ctx, req, func(reply llm.Reply) error {
		rec = Record{
			Schema: 1, Key: key, At: c.jury.Now().UTC(), Model: reply.Model,
			Finish: reply.Finish, Usage: reply.Usage, Text: reply.Text,
		}
		if c.jury.Ledger == nil {
			return nil
		}
		// What is paid is kept, also when the caller has gone.
		if err := c.jury.Ledger.Put(context.WithoutCancel(ctx), rec); err != nil {
			return &ledgerError{err}
		}
		return nil
	})
	if err != nil {
		c.usage = c.usage.Add(reply.Usage)
		return Record{}, err
	}
	c.add(reply.Usage, reply.Model)
	return rec, nil
}

func (c *conversation[R]) add(u llm.Usage, model string) {
	c.usage = c.usage.Add(u)
	if model != "" {
		c.model = model
	}
}

// ledgerError ends the review: replies that can't be kept must not be bought.
type ledgerError struct{ err error }

func (l *ledgerError) Error() string { return "keep a judge's reply: " + l.err.Error() }

func (l *ledgerError) Unwrap() error { return l.err }

// fatal picks out the errors that end the whole review.
func (c *conversation[R]) fatal(ctx context.Context, err error) error {
	var l *ledgerError
	if errors.As(err, &l) {
		return l
	}
	var u *UnfinishedError
	if errors.As(err, &u) {
		return u
	}
	return context.Cause(ctx)
}

func (c *conversation[R]) unanswered(ctx context.Context, err error) (Answer[R], error) {
	if fatal := c.fatal(ctx, err); fatal != nil {
		return Answer[R]{}, fatal
	}
	if unusable(err) && !c.fresh {
		c.jury.Rounds.kept(c.phase, c.seat.Judge, c.seat.Repeat)
	}
	var (
		abstained *Abstention
		garbled   *unreadable
		declined  *refusal
		call      *llm.Error
	)
	switch {
	case errors.As(err, &abstained):
		return c.answer(Abstained, abstained.Reason), nil
	case errors.As(err, &garbled):
		return c.answer(Unparsable, garbled.Error()), nil
	case errors.As(err, &declined):
		return c.answer(Refused, declined.text), nil
	case errors.Is(err, errOverBudget):
		return c.answer(OverBudget, err.Error()), nil
	case errors.As(err, &call):
		outcome := Failed
		if call.Kind == llm.ErrRefused {
			outcome = Refused
		}
		a := c.answer(outcome, call.Message)
		a.Kind, a.Fix = call.Kind, call.Fix
		return a, nil
	}
	return c.answer(Failed, err.Error()), nil
}

func (c *conversation[R]) answer(o Outcome, reason string) Answer[R] {
	info := c.jury.Model.Info(c.seat.Request.Model)
	a := Answer[R]{
		Judge: c.seat.Judge, Repeat: c.seat.Repeat, Outcome: o, Reason: reason,
		Model: c.model, Usage: c.usage, Replayed: !c.fresh,
	}
	if a.Model == "" {
		a.Model = info.Name
	}
	if info.Price != nil {
		cost := info.Price.Cost(c.usage)
		a.Cost = &cost
	}
	return a
}

func (c *conversation[R]) emit(t EventType, o *Outcome, text string, done, total int) {
	if c.jury.OnEvent == nil {
		return
	}
	judge := c.seat.Judge
	c.jury.OnEvent(Event{
		At: c.jury.Now().UTC(), Type: t, Phase: c.phase, Judge: &judge,
		Outcome: o, Text: text, Done: done, Total: total,
	})
}

func (c *conversation[R]) finished(a Answer[R], done, total int) {
	if c.jury.OnEvent == nil {
		return
	}
	e := Event{
		At: c.jury.Now().UTC(), Type: JudgeFinished, Phase: c.phase, Judge: &a.Judge,
		Outcome: &a.Outcome, Text: a.Reason, Done: done, Total: total,
	}
	if a.Outcome == OK && c.seat.Score != nil {
		score := c.seat.Score(a.Reply)
		e.Score = &score
	}
	if p := c.jury.Model.Info(c.seat.Request.Model).Price; p != nil && a.Cost != nil {
		cost := fmt.Sprintf("%s %s", a.Cost.Decimal(6), p.Currency)
		e.Cost = &cost
	}
	c.jury.OnEvent(e)
}
