package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
)

// reviewRun is one call of review, ready to run.
type reviewRun struct {
	app     *App
	engine  *engine
	setup   *pipeline.Setup
	options *reviewOptions
	floor   *panel.Points // of --fail-under, in percent
}

// preview prints what the run would do.
func (r *reviewRun) preview(ctx context.Context, inputs []input) error {
	var plans []*pipeline.Preview
	for _, in := range inputs {
		job, err := r.job(in)
		if err != nil {
			return err
		}
		p, err := r.engine.pipeline.Preview(ctx, r.setup, job)
		if err != nil {
			return reviewFailure(fmt.Errorf("%s: %w", in.name, err))
		}
		plans = append(plans, p)
	}
	return r.app.print(plans, func(w io.Writer) error { return writePreview(w, plans) })
}

// single judges one document and shows its result.
func (r *reviewRun) single(ctx context.Context, in input) error {
	a := r.app
	job, err := r.job(in)
	if err != nil {
		return err
	}
	p := a.progress()
	if noModel(r.engine.settings) {
		p.line("no model is set: the offline baseline answers, and no language model is used")
	}
	result, err := r.engine.pipeline.Run(ctx, r.setup, job, p.events)
	p.end()
	if err != nil {
		return reviewFailure(fmt.Errorf("%s: %w", in.name, err))
	}
	err = a.print(result, func(w io.Writer) error {
		writeReviewView(w, reviewView(result, a.shownPath(r.engine.workspace.OutDir)), a.color(a.OutTTY), a.Width)
		return nil
	})
	if err != nil {
		return err
	}
	r.drafted(p, result)
	return r.below(result)
}

// drafted says what to do with drafted checkpoints, or why there are none.
func (r *reviewRun) drafted(p *progress, result *pipeline.Result) {
	d := result.Drafts
	switch {
	case d == nil:
	case len(d.Checkpoints) == 0:
		p.line("no checkpoints were drafted: %s", d.Problem)
	default:
		p.line("%d checkpoints were drafted (%d calls, %d tokens); look at them with 'judgement attribution show %s' and accept those that are good",
			len(d.Checkpoints), d.Usage.Calls, d.Usage.Tokens(), result.CaseID)
	}
}

// below is the exit of a total under --fail-under.
func (r *reviewRun) below(results ...*pipeline.Result) error {
	if r.floor == nil {
		return nil
	}
	for _, res := range results {
		if report.Percent(res.Result.Total, res.Result.Max).Cmp(*r.floor) < 0 {
			r.app.progress().line("%s: %s of %s is below %s %%", res.Brand, res.Result.Total, res.Result.Max, r.floor)
			return silent{exitBelow}
		}
	}
	return nil
}

// batchRow is one document's end in a batch.
type batchRow struct {
	File    string           `json:"file"`
	Brand   string           `json:"brand"`
	Outcome string           `json:"outcome"` // ok or failed
	Error   string           `json:"error,omitempty"`
	Fix     string           `json:"fix,omitempty"`
	Result  *pipeline.Result `json:"result"`
}

// batch judges many documents: two documents a slot are under way, so that
// slots stay busy while others are read and published.
func (r *reviewRun) batch(ctx context.Context, inputs []input) error {
	p := r.app.progress()
	if noModel(r.engine.settings) {
		p.line("no model is set: the offline baseline answers, and no language model is used")
	}
	rows := make([]batchRow, len(inputs))
	errs := make([]error, len(inputs))
	todo := make(chan int)
	var done sync.Mutex
	finished := 0
	var wg sync.WaitGroup
	for range min(len(inputs), 2*cap(r.engine.pipeline.Slots)) {
		wg.Go(func() {
			for i := range todo {
				rows[i], errs[i] = r.one(ctx, inputs[i], p)
				done.Lock()
				finished++
				p.line("%s", rows[i].line())
				p.bar(finished, len(inputs), "")
				done.Unlock()
			}
		})
	}
	for i := range inputs {
		if ctx.Err() != nil {
			break
		}
		todo <- i
	}
	close(todo)
	wg.Wait()
	p.end()
	if err := context.Cause(ctx); err != nil {
		return reviewFailure(err)
	}
	if err := r.app.print(rows, func(w io.Writer) error { return writeBatch(w, rows) }); err != nil {
		return err
	}
	return r.batchExit(rows, errs)
}

func (r *reviewRun) one(ctx context.Context, in input, p *progress) (batchRow, error) {
	row := batchRow{File: in.name, Brand: in.brand, Outcome: "ok"}
	job, err := r.job(in)
	// A batch that is run again judges what is missing, not everything anew.
	job.Options.Once = !job.Options.NewVersion
	if err == nil {
		row.Result, err = r.engine.pipeline.Run(ctx, r.setup, job, func(e jury.Event) {
			if e.Type == jury.JudgeRetry {
				p.line("%s: %s: %s", in.brand, *e.Judge, e.Text)
			}
		})
	}
	if err != nil {
		f := classify(reviewFailure(err))
		row.Outcome, row.Error, row.Fix = "failed", f.err.Error(), f.fix
	}
	return row, err
}

func (b batchRow) line() string {
	if b.Result == nil {
		return b.Brand + ": " + b.Error
	}
	res := b.Result.Result
	note := ""
	if b.Result.Unchanged {
		note = " (already judged)"
	}
	return b.Brand + ": " + res.Total.String() + " / " + res.Max.String() + " " + res.Grade + note
}

// batchExit is the worst end of a batch: a failed document, else a total below
// the threshold.
func (r *reviewRun) batchExit(rows []batchRow, errs []error) error {
	var results []*pipeline.Result
	n := 0
	var worst *failure
	for i, row := range rows {
		if row.Result != nil {
			results = append(results, row.Result)
			continue
		}
		n++
		if f := classify(reviewFailure(errs[i])); worst == nil || f.exit > worst.exit {
			worst = f
		}
	}
	if n > 0 {
		return &failure{
			exit: worst.exit, code: "batch", err: errors.New(strconv.Itoa(n) + " of " + strconv.Itoa(len(rows)) + " documents were not judged"),
			fix: "the reasons stand above; run the same command again for those that failed, the others have their reports",
		}
	}
	return r.below(results...)
}
