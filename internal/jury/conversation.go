package jury

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/text"
)

// conversation is one call being made: a first try, one repair turn, one fresh
// try, and one turn for quotes that can't be proven.
type conversation struct {
	runner *Runner
	asked  Call
	place  int // among the phase's calls
	prefix *sharedPrefix
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
		{Role: llm.Assistant, Content: clip(reply, excerptBytes)}, {Role: llm.User, Content: next},
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
	rec := Record{Schema: 1, Key: key, NoModel: info.NoModel}
	if c.runner.Ledger != nil {
		kept, ok, err := c.kept(ctx, key, info.Name, req)
		if err != nil {
			return Record{}, c.unkept(err)
		}
		c.runner.Budget.Replayed(kept.Usage, info.Price)
		if ok {
			c.add(kept)
			return kept, nil
		}
		rec.Usage = kept.Usage
	}
	// What a stopped run has spent is known before more is.
	c.prefix.join(c.place)
	c.counted()
	c.replaying.Wait()
	if c.runner.Ledger != nil {
		if err := c.ready(); err != nil {
			return Record{}, c.unkept(err)
		}
	}
	if err := c.prefix.wait(ctx, c.place); err != nil {
		return Record{}, err
	}
	err := c.buy(ctx, req, &rec)
	c.add(rec)
	return rec, err
}

// kept reads what the ledger has of a call, also under its key of earlier releases.
func (c *conversation) kept(ctx context.Context, key Key, model string, req llm.Request) (Record, bool, error) {
	rec, ok, err := c.runner.Ledger.Get(ctx, key)
	if ok || err != nil || rec.Usage.Calls > 0 {
		return rec, ok, err
	}
	if key.PromptSHA256 = llm.FormerSHA256(model, req); key.PromptSHA256 == "" {
		return rec, false, nil
	}
	return c.runner.Ledger.Get(ctx, key)
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
		a := c.answer(e.outcome, e.reason)
		switch {
		case e.outcome == Refused:
			a.Fault = fault.New(fault.ModelRefused, nil, "text", a.Reason)
		case e.outcome == Unparsable && c.finish == llm.FinishLength:
			a.Reason = "the reply was cut off at the limit on reply tokens: " + e.reason
			a.Fault = fault.New(fault.ModelReplyCut, nil, "text", a.Reason)
		}
		return a, nil
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
	e := Event{Type: JudgeFinished, Outcome: &a.Outcome, Text: a.Reason, Done: done, Total: total, Stored: a.Replayed}
	if a.Outcome == OK && c.asked.Score != nil {
		score := c.asked.Score(a.Reply)
		e.Score, e.NoModel = &score, c.runner.Model.Info(c.asked.Request.Model).NoModel
	}
	if a.Outcome == OK && c.asked.Says != nil {
		e.Text = c.asked.Says(a.Reply)
	}
	if p := c.runner.Model.Info(c.asked.Request.Model).Price; p != nil && a.Cost != nil {
		cost := fmt.Sprintf("%s %s", a.Cost.Decimal(6), p.Currency)
		e.Cost = &cost
	}
	c.emit(e)
}
