package pipeline

import (
	"context"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/job"
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

// Preview reads the document and plans the job, and stops before the first
// call. It writes nothing.
func (p *Pipeline) Preview(ctx context.Context, s *Setup, spec job.Spec) (*Preview, error) {
	r, err := p.prepare(ctx, s, spec)
	if err != nil {
		return nil, err
	}
	plan := r.Frozen().Base()
	judges, err := r.Preview(format.Version{Number: 1, Date: p.day(plan)})
	if err != nil {
		return nil, err
	}
	judged, err := p.alreadyJudged(ctx, s, spec, r.Frozen())
	if err != nil {
		return nil, err
	}
	if judged {
		judges = []format.Estimate{}
	}
	plan.Share(judges)
	expected := format.Expect(judges, p.Model, p.Runner.CacheFrom)
	sum := format.Price(judges, p.Model)
	brand, err := casefile.Bare(s.Scene.Report.BrandPrefix, spec.Brand)
	if err != nil {
		return nil, err
	}
	out := &Preview{
		Brand: brand, Plan: plan, Judged: judged, NoModel: plan.NoModel(), Source: r.Document(), Judges: judges,
		Calls: sum.Calls, Prompt: sum.Prompt, Reply: sum.Reply, Cost: sum.Cost, Expected: expected,
	}
	if expected.Calls < sum.Calls {
		out.ExpectedCalls = expected.Calls
	}
	return out, nil
}

// alreadyJudged reports whether a job that is to be done once is done, and makes no case.
func (p *Pipeline) alreadyJudged(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen) (bool, error) {
	if !spec.Options.SkipUnchanged {
		return false, nil
	}
	c, err := p.Cases.Existing(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: spec.Brand})
	if c == nil || err != nil {
		return false, err
	}
	key, err := plan.Key()
	if err != nil {
		return false, err
	}
	result, err := p.judged(ctx, c, key)
	return result != nil, err
}
