package pipeline

import (
	"context"
	"errors"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/report"
)

// jury is what the job's calls have in common: ledger, budget, limits.
func (p *Pipeline) jury(r *prepared, ledger jury.Ledger, ev *stream) *jury.Jury {
	j := &jury.Jury{
		Model: p.Model, Ledger: ledger, Slots: p.Slots, Gate: p.Gate, Retry: p.Retry, OnEvent: ev.send,
		Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
	}
	if o := r.plan.Options; o.MaxTokens > 0 || o.MaxCost != nil {
		j.Budget = jury.NewBudget(o.MaxTokens, o.MaxCost, o.MaxReplyTokens)
	}
	return j
}

// ask has the judges score and aggregates their verdicts. When nobody could be
// asked because of credentials, a wrong model, an empty account or replies that
// were not recorded, it says so as a *ModelError.
func (p *Pipeline) ask(ctx context.Context, j *jury.Jury, r *prepared) ([]report.Verdict, *review.Result, error) {
	asked, err := review.Run(ctx, j, r.plan, r.seats, r.prover)
	if err != nil {
		return nil, nil, err
	}
	verdicts := make([]report.Verdict, len(asked))
	var blocked *review.Asked
	for i, a := range asked {
		verdicts[i] = a.Verdict
		switch a.Kind {
		case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota, llm.ErrUnavailable:
			blocked = &asked[i]
		}
	}
	result, err := review.Aggregate(r.plan.Panel, verdicts)
	var q *review.QuorumError
	if errors.As(err, &q) {
		q.Usage, q.Cost = review.TotalUsage(verdicts)
	}
	switch {
	case q == nil:
	case blocked != nil:
		err = &ModelError{Kind: blocked.Kind, Fix: blocked.Fix, Err: err}
	default:
		for _, a := range asked {
			if q.Fix == "" && a.Verdict.Outcome == string(jury.Failed) {
				q.Fix = a.Fix
			}
		}
	}
	return verdicts, result, err
}
