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
	var bad []batchRow
	var worst *failure
	for _, in := range inputs {
		plan, err := r.plan(ctx, in)
		switch {
		case err == nil:
			plans = append(plans, plan)
			continue
		case len(inputs) == 1 || ctx.Err() != nil:
			return err
		}
		f := classify(err)
		if worst == nil || f.exit > worst.exit {
			worst = f
		}
		bad = append(bad, batchRow{File: in.name, Brand: in.brand, Error: f.err.Error(), Fix: f.fix})
	}
	if len(plans) > 0 {
		if err := r.app.print(plans, func(w io.Writer) error { return writePreview(w, plans) }); err != nil {
			return err
		}
	}
	if len(bad) == 0 {
		return nil
	}
	p := r.app.progress()
	for _, row := range bad {
		p.line("%s", row.problem())
	}
	return &failure{
		exit: worst.exit, code: "batch", err: fmt.Errorf("%d of %d documents can't be judged", len(bad), len(inputs)),
		fix: "the reasons stand above; the plan is for the others",
	}
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
