package cmd

import (
	"context"
	"fmt"
	"io"

	"judgement/internal/pipeline"
)

// preview prints what the run would do. Documents that can't be judged stop no
// other.
func (r *reviewRun) preview(ctx context.Context, inputs []input) error {
	var plans []*pipeline.Preview
	bad := rejects{of: len(inputs)}
	for _, in := range inputs {
		plan, err := r.plan(ctx, in)
		if err == nil {
			plans = append(plans, plan)
		} else if err := bad.add(ctx, in, err); err != nil {
			return err
		}
	}
	if len(plans) > 0 {
		if err := r.app.print(plans, func(w io.Writer) error { return writePreview(w, plans) }); err != nil {
			return err
		}
		r.limited(plans)
	}
	return bad.end(r.app.progress(), "the reasons stand above; the plan is for the others")
}

// limited says of which plans the calls may not all be made within the limits.
func (r *reviewRun) limited(plans []*pipeline.Preview) {
	limits := r.engine.settings.Review
	p := r.app.progress()
	for _, plan := range plans {
		tokens := plan.Prompt + plan.Reply
		if limits.MaxTokens > 0 && tokens > limits.MaxTokens {
			p.line("%s: may need %d tokens, more than the limit of %d: calls that no longer fit are not made", plan.Plan.Brand, tokens, limits.MaxTokens)
		}
		if limits.MaxCost != nil && plan.Cost != nil && plan.Cost.Amount.Cmp(*limits.MaxCost) > 0 {
			p.line("%s: may cost %s, more than the limit of %s: calls that no longer fit are not made", plan.Plan.Brand, plan.Cost, limits.MaxCost)
		}
	}
}

// rejects are the documents of a command that can't be judged.
type rejects struct {
	of    int // documents
	rows  []batchRow
	worst *failure
}

// add notes a document. It returns the error where that ends the command: it is
// the only document, or ctx has ended.
func (r *rejects) add(ctx context.Context, in input, err error) error {
	if r.of == 1 || ctx.Err() != nil {
		return err
	}
	f := classify(err)
	if r.worst == nil || f.exit > r.worst.exit {
		r.worst = f
	}
	r.rows = append(r.rows, batchRow{File: in.name, Brand: in.brand, Error: f.err.Error(), Fix: f.fix})
	return nil
}

// end tells the reasons, and is the command's error where there are any.
func (r *rejects) end(p *progress, fix string) error {
	if len(r.rows) == 0 {
		return nil
	}
	for _, row := range r.rows {
		p.line("%s", row.problem())
	}
	return &failure{exit: r.worst.exit, code: "batch", err: fmt.Errorf("%d of %d documents can't be judged", len(r.rows), r.of), fix: fix}
}

func (r *reviewRun) plan(ctx context.Context, in input) (*pipeline.Preview, error) {
	job, err := r.job(in)
	if err != nil {
		return nil, err
	}
	p, err := r.engine.pipeline.Preview(ctx, r.setup, job)
	if err != nil {
		return nil, reviewFailure(fmt.Errorf("%s: %w", in.name, err))
	}
	return p, nil
}
