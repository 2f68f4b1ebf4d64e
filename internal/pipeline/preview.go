package pipeline

import (
	"cmp"
	"context"
	"errors"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/panel"
	"judgement/report"
)

// Preview is what a job would do.
type Preview struct {
	Brand  string            `json:"brand"` // of the case: without the scene's prefix
	Plan   *format.Plan      `json:"plan"`
	Judges []format.Estimate `json:"judges"`
	Calls  int               `json:"calls"`
	// Judged: the latest version of the case was made of the same, and the job is to be
	// done once. Nothing will be asked.
	Judged bool `json:"already_judged,omitempty"`
	// SameAs is the latest version of the case CaseID if it was made of the same. Unless
	// Judged, another one is made and paid for; 0: there is none.
	SameAs int    `json:"same_as_version,omitempty"`
	CaseID string `json:"case_id,omitempty"`
	// Answered counts the calls that stored replies answer, of the version that the job would
	// resume. No other count has them. SpentTokens and SpentCost are what this version used.
	Answered int `json:"answered_calls,omitempty"`
	// ScoresOf is the version whose judges' replies are used: nothing but the integrity
	// reader will be asked.
	ScoresOf    int           `json:"scores_of_version,omitempty"`
	SpentTokens int           `json:"spent_tokens,omitempty"`
	SpentCost   *report.Money `json:"spent_cost,omitempty"` // null: nothing, or unknown
	// ExpectedCalls are those that are expected, if repeats end when the grade is
	// settled; 0: all.
	ExpectedCalls int                `json:"expected_calls,omitempty"`
	Prompt        int                `json:"prompt_tokens"` // estimated
	Reply         int                `json:"reply_tokens"`  // at most
	Cost          *report.Money      `json:"cost"`          // at most, when every first reply is usable; null: unknown
	Expected      format.Expected    `json:"expected"`      // with usual replies, cached tokens and repeats that settle
	NoModel       bool               `json:"no_model,omitempty"`
	Source        *document.Document `json:"document"`
}

// AllCost is what the version may cost in all: what it used, and the calls to come; nil:
// unknown.
func (v *Preview) AllCost() *report.Money {
	if v.Cost == nil {
		return nil
	}
	_, cost := format.Total([]*report.Money{v.SpentCost, v.Cost}, func(m *report.Money) (report.Usage, *report.Money) { return report.Usage{}, m })
	return cost
}

// Preview reads the document and plans the job, and stops before the first
// call. It writes nothing.
func (p *Pipeline) Preview(ctx context.Context, s *Setup, spec job.Spec) (*Preview, error) {
	r, err := p.prepare(ctx, s, spec)
	if err != nil {
		return nil, err
	}
	plan := r.Frozen().Base()
	out := &Preview{Plan: plan, NoModel: plan.NoModel(), Source: r.Document()}
	judges, err := p.reusableTodo(ctx, s, spec, r.Frozen(), out)
	if err == nil && out.ScoresOf == 0 {
		judges, err = p.todo(ctx, s, spec, r, out)
	}
	if err != nil {
		return nil, err
	}
	if out.ScoresOf == 0 {
		if err := p.alreadyJudged(ctx, s, spec, r.Frozen(), out); err != nil {
			return nil, err
		}
	}
	if out.Judged {
		judges = []format.Estimate{}
	}
	plan.Share(judges)
	expected := format.Expect(judges, p.Model, p.Runner.CacheFrom)
	sum := format.Price(judges, p.Model)
	if out.Brand, err = casefile.Bare(s.Scene.Report.BrandPrefix, spec.Brand); err != nil {
		return nil, err
	}
	out.Judges, out.Expected = judges, expected
	out.Calls, out.Prompt, out.Reply, out.Cost = sum.Calls, sum.Prompt, sum.Reply, sum.Cost
	if expected.Calls < sum.Calls {
		out.ExpectedCalls = expected.Calls
	}
	return out, nil
}

// todo estimates the calls that a job would make, and notes in out what the version has that
// it would resume.
func (p *Pipeline) todo(ctx context.Context, s *Setup, spec job.Spec, r format.Run, out *Preview) ([]format.Estimate, error) {
	at := format.Version{Number: 1, Date: p.day(r.Frozen().Base())}
	v, err := p.resumable(ctx, s, spec, r.Frozen())
	if err != nil {
		return nil, err
	}
	if v == nil {
		return r.Preview(at, func(_ []panel.Judge, calls []jury.Call) ([]jury.Call, []jury.Answer, error) { return calls, nil, nil })
	}
	at.Number, at.Date = v.Number, cmp.Or(v.Date, at.Date)
	if r, err = p.resume(ctx, s, v, r); err != nil {
		return nil, err
	}
	var kept []jury.Record
	for rec, err := range v.Records(ctx) {
		if err == nil {
			kept = append(kept, rec)
		}
	}
	p.spent(kept, out)
	return r.Preview(at, func(voting []panel.Judge, calls []jury.Call) ([]jury.Call, []jury.Answer, error) {
		answers, next, err := format.Pending(ctx, p.Runner, v.Ledger(), voting, calls)
		var left []jury.Call
		for i, req := range next {
			if req != nil {
				call := calls[i]
				call.Request = *req
				left = append(left, call)
			}
		}
		out.Answered += len(calls) - len(left)
		return left, answers, err
	})
}

// reusableTodo estimates the call of the integrity reader, if any, and notes in out the
// version whose judges' replies the job would use, if it would.
func (p *Pipeline) reusableTodo(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen, out *Preview) ([]format.Estimate, error) {
	if spec.Options.NewVersion { // no case is looked for
		return nil, nil
	}
	c, key, err := p.existing(ctx, s, spec, plan)
	if c == nil || err != nil {
		return nil, err
	}
	u, err := p.reusable(ctx, c, s, spec, plan, key)
	if u == nil || err != nil {
		return nil, err
	}
	out.ScoresOf, out.Answered = u.version.Number, len(u.result.Judgement.Overview().Judges)
	p.spent(u.replies.list, out)
	calls, err := u.run.Frozen().Base().ReaderCalls(u.run.Document())
	return format.EstimateCalls(calls), err
}

// spent notes what replies used.
func (p *Pipeline) spent(records []jury.Record, out *Preview) {
	usage, cost := format.Total(records, func(r jury.Record) (report.Usage, *report.Money) { return report.Usage(r.Usage), p.costOf(r) })
	out.SpentTokens, out.SpentCost = usage.PromptTokens+usage.CompletionTokens, cost
}

// existing is the case of a job, nil if there is none, and the key of its plan.
func (p *Pipeline) existing(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen) (*casefile.Case, string, error) {
	c, err := p.Cases.Existing(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: spec.Brand})
	if c == nil || err != nil {
		return nil, "", err
	}
	key, err := plan.Key()
	return c, key, err
}

// resumable is the version that a job would resume; nil: none. A job of a queue resumes no
// other one's.
func (p *Pipeline) resumable(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen) (*casefile.Version, error) {
	if spec.Unique || spec.Options.NewVersion {
		return nil, nil
	}
	c, key, err := p.existing(ctx, s, spec, plan)
	if c == nil || err != nil {
		return nil, err
	}
	return c.Resumable(ctx, casefile.Plan{Key: key})
}

// alreadyJudged notes in out the version that was made of the same, and whether the job is
// to be done once and is done. It makes no case.
func (p *Pipeline) alreadyJudged(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen, out *Preview) error {
	if spec.Options.NewVersion {
		return nil
	}
	c, key, err := p.existing(ctx, s, spec, plan)
	if c == nil || err != nil {
		return err
	}
	v, err := complete(ctx, c, 0)
	if errors.Is(err, fault.UnknownVersion) || err == nil && v.Key != key {
		return nil
	}
	if err == nil {
		out.SameAs, out.CaseID = v.Number, c.ID
		if spec.Options.SkipUnchanged {
			_, err = p.finished(ctx, c, v)
			out.Judged = err == nil
		}
	}
	return err
}
