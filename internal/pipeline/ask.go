package pipeline

import (
	"context"
	"errors"
	"slices"

	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
)

// judge makes a run's calls and aggregates the answers. It asks again if too few
// judges answered and kept replies of an earlier run are to blame: a review that is
// run again after it failed asks those judges whose replies can't be used. While
// calls fail or the budget is spent, they are not asked. When no judge could be asked
// because of credentials, a wrong model, an empty account or replies that were not
// recorded, it says so as a model fault.
func (p *Pipeline) judge(ctx context.Context, r format.Run, v format.Version, ledger jury.Ledger, ev *stream) (format.Judgement, error) {
	rounds := jury.Rounds{}
	for {
		j := p.Runner
		j.Ledger, j.Rounds, j.OnEvent = ledger, rounds, ev.send
		if o := r.Frozen().Base().Options; o.MaxTokens > 0 || o.MaxCost != nil {
			// A budget of its own, so that what was kept counts once.
			j.Budget = &jury.Budget{MaxTokens: o.MaxTokens, MaxCost: o.MaxCost, MaxReply: o.MaxReplyTokens}
		}
		var judgement format.Judgement
		asked, err := format.Ask(ctx, &j, r, v, ev.phase)
		if err == nil {
			judgement, err = r.Judge(v, asked)
		}
		if err == nil {
			return judgement, nil
		}
		again := false
		for _, round := range asked {
			again = rounds.Next(round.Phase, round.Answers) || again
		}
		if !errors.Is(err, fault.NoUsable) || !again {
			return nil, explained(err, asked)
		}
	}
}

// explained puts what kept the judges from answering into an error of the quorum:
// what would keep all judges from it, as wrong credentials do, is a model fault.
func explained(err error, asked []format.Round) error {
	switch fault.CodeOf(err) {
	case fault.NoAnswers, fault.NoUsable, fault.OverBudget:
	default:
		return err
	}
	var answers []jury.Answer
	for _, round := range asked {
		answers = append(answers, round.Answers...)
	}
	for _, a := range slices.Backward(answers) {
		if a.Blocked() {
			return fault.New(a.Fault.Code, err, "text", err.Error(), "key_env", a.Fault.Params["key_env"], "address", a.Fault.Params["address"])
		}
	}
	for _, a := range answers {
		if a.Fault != nil {
			return fault.From(err).With("cause", string(a.Fault.Code)).With("key_env", a.Fault.Params["key_env"]).With("address", a.Fault.Params["address"])
		}
	}
	return err
}
