package format

import (
	"context"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
)

// Pending has the stored replies of a ledger answer calls, as a run does that goes on. It
// returns the answers, and for each call the request that no stored reply answers; nil: the
// call is not made. Judges whose replies can't be used are asked again if too few of those
// that vote are left. Second turns about quotes are not asked for.
func Pending(ctx context.Context, j jury.Runner, ledger jury.Ledger, voting []panel.Judge, calls []jury.Call) ([]jury.Answer, []*llm.Request, error) {
	const phase = "score" // of the rounds alone, which are thrown away
	rounds, model := jury.Rounds{}, j.Model
	j = Unasked(j)
	j.Ledger, j.Rounds = readOnly{ledger}, rounds
	for {
		answers, next := make([]jury.Answer, len(calls)), make([]*llm.Request, len(calls))
		for i, c := range calls {
			c.Unproven = nil
			m := &unasked{Model: model}
			j.Model = m
			answer, err := jury.Ask(ctx, &j, phase, []jury.Call{c})
			if err != nil {
				return nil, nil, err
			}
			answers[i], next[i] = answer[0], m.next
		}
		if enough(voting, answers, next) || !rounds.Next(phase, answers) {
			return answers, next, nil
		}
	}
}

// Unasked is a runner that asks no model: a call that no stored reply answers fails.
func Unasked(j jury.Runner) jury.Runner {
	j.Model, j.Slots, j.RateLimiter, j.Providers = &unasked{Model: j.Model}, make(jury.Slots, 1), nil, nil
	j.Budget, j.Retry, j.OnEvent = nil, jury.Retry{Attempts: 1}, nil
	return j
}

// enough reports whether a quorum of the judges that vote has a reply that can be used, or
// is still to be asked.
func enough(voting []panel.Judge, answers []jury.Answer, next []*llm.Request) bool {
	left, have := map[string]bool{}, 0
	for i, a := range answers {
		left[a.Judge] = left[a.Judge] || a.Outcome == jury.OK || next[i] != nil
	}
	for _, j := range voting {
		if left[j.Slug] {
			have++
		}
	}
	return have >= Quorum(len(voting))
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
