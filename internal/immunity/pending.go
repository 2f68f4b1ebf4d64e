package immunity

import (
	"context"

	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

// callCount are the calls of one review, or of a setting, by what stored replies are worth.
type callCount struct {
	todo     []format.Estimate // the calls to come
	kept     int               // calls with a stored reply that can be used
	unusable int               // calls whose stored replies can't be used, and that are not made again
}

// pending says which calls of one review are to come. It asks as a run does, of stored
// replies alone: judges whose replies can't be used are asked again if too few others are
// left. Calls that were seen before are not counted.
func (e *Experiment) pending(ctx context.Context, ledger jury.Ledger, calls []jury.Call, seen map[jury.Key]bool) (out callCount, err error) {
	const phase = "score"
	rounds := jury.Rounds{}
	for {
		answers, next := make([]jury.Answer, len(calls)), make([]*llm.Request, len(calls))
		for i, c := range calls {
			if answers[i], next[i], err = e.ask(ctx, ledger, rounds, phase, c); err != nil {
				return out, err
			}
		}
		if e.enough(answers, next) || !rounds.Next(phase, answers) {
			for i, c := range calls {
				out.count(e, c, answers[i], next[i], seen)
			}
			return out, nil
		}
	}
}

// count counts one call under the outcome that stored replies give it.
func (n *callCount) count(e *Experiment, c jury.Call, a jury.Answer, next *llm.Request, seen map[jury.Key]bool) {
	req := c.Request
	if next != nil {
		req = *next
	}
	key := jury.Key{
		Judge: c.Judge, SkillSHA256: c.SkillSHA256, Repeat: c.Repeat, Try: req.Try,
		PromptSHA256: llm.PromptSHA256(e.pipe.Model.Info(req.Model).Name, req),
	}
	switch {
	case seen[key]:
	case next != nil:
		n.todo = append(n.todo, format.EstimateRequest(c.Judge, req))
	case a.Outcome == jury.OK:
		n.kept++
	default:
		n.unusable++
	}
	seen[key] = true
}

// ask has stored replies answer a call. next is the request that they don't answer; nil:
// they end the call.
func (e *Experiment) ask(ctx context.Context, ledger jury.Ledger, rounds jury.Rounds, phase string, c jury.Call) (a jury.Answer, next *llm.Request, err error) {
	c.Unproven = nil // second turns about quotes are not planned
	m := &unasked{Model: e.pipe.Model}
	j := jury.Runner{Model: m, Ledger: readOnly{ledger}, Slots: make(jury.Slots, 1), Rounds: rounds, Retry: jury.Retry{Attempts: 1}, Now: e.pipe.Now, Sleep: e.pipe.Sleep, Jitter: e.pipe.Jitter}
	answers, err := jury.Ask(ctx, &j, phase, []jury.Call{c})
	if err != nil {
		return a, nil, err
	}
	return answers[0], m.next, nil
}

// enough reports whether a quorum of the judges that vote has a reply that can be used, or
// is still to be asked.
func (e *Experiment) enough(answers []jury.Answer, next []*llm.Request) bool {
	left := map[string]bool{}
	for i, a := range answers {
		left[a.Judge] = a.Outcome == jury.OK || next[i] != nil
	}
	voting, have := e.setup.Panel.Voting(), 0
	for _, j := range voting {
		if left[j.Slug] {
			have++
		}
	}
	return have >= format.Quorum(len(voting))
}

// unasked is a model that is not asked: it notes the request.
type unasked struct {
	llm.Model
	next *llm.Request
}

// Complete implements llm.Model.
func (u *unasked) Complete(_ context.Context, req llm.Request) (llm.Reply, error) {
	u.next = &req
	return llm.Reply{}, llm.Fail(fault.ModelBadRequest, nil, "a plan asks no model")
}

// readOnly is a ledger that keeps nothing more.
type readOnly struct{ jury.Ledger }

// Put implements jury.Ledger.
func (readOnly) Put(context.Context, jury.Record) error { return nil }

// Ready implements jury.Ledger.
func (readOnly) Ready(context.Context, int) error { return nil }
