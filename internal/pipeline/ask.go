package pipeline

import (
	"context"
	"errors"
	"slices"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/report"
)

// jury is what the job's calls have in common: ledger, budget, limits.
func (p *Pipeline) jury(plan *review.Plan, ledger jury.Ledger, ev *stream) *jury.Jury {
	j := &jury.Jury{
		Model: p.Model, Ledger: ledger, Slots: p.Slots, Gate: p.Gate, Retry: p.Retry, OnEvent: ev.send,
		Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
	}
	if o := plan.Options; o.MaxTokens > 0 || o.MaxCost != nil {
		j.Budget = jury.NewBudget(o.MaxTokens, o.MaxCost, o.MaxReplyTokens)
	}
	return j
}

// rounds asks, and asks again where too few judges scored and kept replies of an
// earlier run are to blame: a review that is run again after it failed asks those
// judges whose replies can't be used. While calls fail or the budget is spent, they
// are not asked. It returns the jury that asked last.
func (p *Pipeline) rounds(plan *review.Plan, ledger jury.Ledger, ev *stream, phase string, ask func(*jury.Jury) error) (*jury.Jury, error) {
	rounds := &jury.Rounds{}
	for {
		ev.phase(phase)
		j := p.jury(plan, ledger, ev) // with a budget that counts what was kept once
		j.Rounds = rounds
		err := ask(j)
		if !lacksUsable(err) || !rounds.Next() {
			return j, err
		}
	}
}

// lacksUsable reports whether too few judges scored because of what they replied.
func lacksUsable(err error) bool {
	var q *review.QuorumError
	return errors.As(err, &q) && !slices.ContainsFunc(q.Missing, func(v report.Verdict) bool {
		return v.Outcome == string(jury.Failed) || v.Outcome == string(jury.OverBudget)
	})
}

// ask has the judges score and aggregates their verdicts. When nobody could be
// asked because of credentials, a wrong model, an empty account or replies that
// were not recorded, it says so as a *ModelError.
func (p *Pipeline) ask(ctx context.Context, j *jury.Jury, r *prepared) ([]report.Verdict, *review.Result, error) {
	asked, err := review.Run(ctx, j, r.plan, r.seats, r.prover)
	if err != nil {
		return nil, nil, err
	}
	verdicts, calls := make([]report.Verdict, len(asked)), make([]call, len(asked))
	for i, a := range asked {
		verdicts[i], calls[i] = a.Verdict, call{a.Verdict.Outcome, a.Kind, a.Fix}
	}
	result, err := review.Aggregate(r.plan.Panel, verdicts)
	if result != nil {
		result.NoModel = r.plan.NoModel()
	}
	return verdicts, result, explained(err, calls)
}

// call is how asking one judge ended.
type call struct {
	outcome string
	kind    llm.ErrorKind // of the call that failed, empty otherwise
	fix     string
}

// explained puts what kept the judges from answering into an error of the quorum:
// what would keep everybody from it, as wrong credentials do, is a *ModelError.
func explained(err error, calls []call) error {
	var q *review.QuorumError
	if !errors.As(err, &q) {
		return err
	}
	for _, c := range slices.Backward(calls) {
		switch c.kind {
		case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota, llm.ErrUnavailable:
			return &ModelError{Kind: c.kind, Fix: c.fix, Err: err}
		}
	}
	for _, c := range calls {
		if q.Fix == "" && c.outcome == string(jury.Failed) {
			q.Fix = c.fix
		}
	}
	return err
}
