package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/batch"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
)

// preview prints what the run would do. Documents that can't be judged stop no
// other.
func (r *reviewRun) preview(ctx context.Context, inputs []input) error {
	var plans []*pipeline.Preview
	if app.NoModel(r.app.Settings) {
		r.p.Line("no model is set, so the plan is that of the offline baseline, which costs nothing: name one with --model to see its tokens and cost; a plan asks no server")
	}
	bad := rejects{of: len(inputs)}
	for _, in := range inputs {
		var plan *pipeline.Preview
		job, err := r.job(in)
		job.Options.SkipUnchanged = len(inputs) > 1 && !r.newVersion // as the batch does
		if err == nil {
			if plan, err = r.engine.Pipeline.Preview(ctx, r.setup, job); err != nil {
				err = fmt.Errorf("%s: %w", in.name, err)
			}
		}
		if err == nil {
			plans = append(plans, plan)
		} else if err := bad.refuse(ctx, in, err); err != nil {
			return err
		}
	}
	if len(plans) > 0 {
		if err := r.app.print(plans, func(p *page) { p.previews(plans) }); err != nil {
			return err
		}
		r.limited(plans)
	}
	bad.show(r.p)
	return bad.end("can't be judged", "the reasons are above; the plan is for the others")
}

// limited says of which plans the calls may not all be made within the limits.
func (r *reviewRun) limited(plans []*pipeline.Preview) {
	limits := r.app.Settings.Review
	for _, plan := range plans {
		if tokens := plan.Prompt + plan.Reply; limits.MaxTokens > 0 && tokens > limits.MaxTokens {
			r.p.Line("%s: may need %d tokens, more than the limit of %d: calls that no longer fit are not made", plan.Plan.Brand, tokens, limits.MaxTokens)
		}
		if limits.MaxCost != nil && plan.Cost != nil && plan.Cost.Amount.Cmp(*limits.MaxCost) > 0 {
			r.p.Line("%s: may cost %s, more than the limit of %s: calls that no longer fit are not made", plan.Plan.Brand, plan.Cost, limits.MaxCost)
		}
	}
	if sum := batch.TotalCost(plans); len(plans) > 1 && limits.MaxCost != nil && sum != nil && sum.Amount.Cmp(*limits.MaxCost) > 0 {
		r.p.Line("all documents together may cost %s: the limit of %s is for each of them", sum, limits.MaxCost)
	}
}

// costUnknown says how a cost becomes known.
const costUnknown = "cost unknown: give the model's price as llm.prices in judgement.yaml"

// previews prints what runs would do: of one document every judge, of several a
// line per document and the judges once.
func (p *page) previews(plans []*pipeline.Preview) {
	documents, cost, many := "", costUnknown, len(plans) > 1
	judged := len(plans)
	plans = slices.DeleteFunc(slices.Clone(plans), func(plan *pipeline.Preview) bool { return plan.Judged })
	if judged -= len(plans); judged > 0 {
		p.Line(terminal.Counted(judged, "%d document(s) already judged: nothing is asked for them; --new-version judges them again"))
	}
	switch n := len(plans); {
	case n == 0:
		p.Line("0 calls")
		return
	case many:
		p.plans(plans)
		documents = terminal.Counted(n, "%d document(s): ")
	default:
		p.plan(plans[0])
	}
	var calls, prompt, reply int
	expected := make([]format.Expected, len(plans))
	for i, plan := range plans {
		calls, prompt, reply = calls+plan.Calls, prompt+plan.Prompt, reply+plan.Reply
		expected[i] = plan.Expected
	}
	if sum := batch.TotalCost(plans); sum != nil {
		cost = "cost at most " + sum.String()
	}
	p.expected(batch.TotalExpected(expected), calls, "repeats end when the grade is settled")
	p.Line(documents + terminal.Counted(calls, "%d call(s), about %d prompt tokens, at most %d reply tokens, before any retries; %s", prompt, reply, cost))
	var judges []format.Estimate
	for _, plan := range plans {
		judges = append(judges, plan.Judges...)
	}
	p.unpriced(judges)
}

// expected prints what is expected beside the most that calls may take; why is why not
// all of them are made.
func (p *page) expected(e format.Expected, calls int, why string) {
	if e.Calls < calls {
		p.Printf("about %d of the calls are expected: %s\n", e.Calls, why)
	}
	if e.Prompt == 0 {
		return
	}
	cost := ""
	if e.Cost != nil {
		cost = ", cost about " + e.Cost.String()
	}
	p.Printf("expected: about %d prompt tokens, %d of them cached, and %d reply tokens%s\n", e.Prompt, e.Cached, e.Reply, cost)
}

// unpriced prints the lines of judgement.yaml that give the models without a price one.
// The prices are left open: a run that takes 0 for an unknown price says a wrong cost.
func (p *page) unpriced(judges []format.Estimate) {
	var models []string
	for _, j := range judges {
		if j.Cost == nil && j.Calls > 0 {
			models = append(models, j.Model)
		}
	}
	slices.Sort(models)
	if models = slices.Compact(models); len(models) == 0 {
		return
	}
	p.Line("\nFor judgement.yaml, with the provider's prices of a million tokens for PRICE:\n\nllm:\n  prices:")
	for _, m := range models {
		p.Printf("    - model: %s\n", strconv.Quote(m))
		p.Line("      currency: USD\n      input: PRICE # of the prompt\n      cached: PRICE # of the prompt's cached part\n      output: PRICE # of the reply")
	}
}

// plan prints every judge of one document.
func (p *page) plan(plan *pipeline.Preview) {
	p.Printf("%s: %s, %s\n", plan.Plan.Brand, terminal.PlainLine(plan.Source.Title), plan.Plan.SceneName)
	p.judgeCalls("", batch.PerJudge(plan.Judges))
	if n := len(plan.Source.Warnings); n > 0 {
		p.Line(terminal.Counted(n, "%d integrity warning(s); 'judgement document FILE' shows them"))
	}
}

// judgeCalls prints what each judge takes; most marks a number of calls that is a
// limit.
func (p *page) judgeCalls(most string, judges []format.Estimate) {
	rows := make([][]string, 0, len(judges))
	for _, j := range judges {
		rows = append(rows, []string{j.Judge, modelOf(j, judges), fmt.Sprint(j.Calls), fmt.Sprint(j.Prompt), fmt.Sprint(j.Reply), money(j.Cost)})
	}
	p.Columns([]terminal.Column{
		{Name: "judge", Least: 14}, {Name: "model", Least: 10}, {Name: "calls" + most}, {Name: "prompt tokens", Drop: 1}, {Name: "reply tokens ≤", Drop: 2}, {Name: "cost ≤"},
	}, rows)
}

// modelOf names a judge's model, after its provider if the judges have several.
func modelOf(j format.Estimate, all []format.Estimate) string {
	if slices.ContainsFunc(all, func(other format.Estimate) bool { return other.Provider != j.Provider }) {
		return j.Provider + ": " + j.Model
	}
	return j.Model
}

// plans prints a line per document, and the judges once if all documents have the
// same.
func (p *page) plans(plans []*pipeline.Preview) {
	var rows, judges [][]string
	warned := false
	for _, plan := range plans {
		warnings := ""
		if n := len(plan.Source.Warnings); n > 0 {
			warnings, warned = fmt.Sprint(n), true
		}
		rows = append(rows, []string{
			plan.Plan.Brand, fmt.Sprint(plan.Calls), fmt.Sprint(plan.Prompt), fmt.Sprint(plan.Reply), money(plan.Cost), warnings, plan.Source.Title,
		})
	}
	p.Line(plans[0].Plan.SceneName)
	p.Columns([]terminal.Column{
		{Name: "case", Least: 14}, {Name: "calls"}, {Name: "prompt tokens", Drop: 2}, {Name: "reply tokens ≤", Drop: 1}, {Name: "cost ≤"}, {Name: "warnings"}, {Name: "title", Least: 16, Drop: 3},
	}, rows)
	if warned {
		p.Line("'judgement document FILE' shows a document's integrity warnings")
	}
	if !batch.SameJudges(plans) {
		p.Line("\nthe judges are not the same for all; --plan with one document shows its judges")
		return
	}
	p.Line("\neach of them by these judges:")
	for _, j := range batch.PerJudge(plans[0].Judges) {
		judges = append(judges, []string{j.Judge, modelOf(j, plans[0].Judges), fmt.Sprint(j.Calls), fmt.Sprint(j.Reply)})
	}
	p.Table([]string{"judge", "model", "calls", "reply tokens ≤"}, judges)
	p.Line("")
}

// checkQueued refuses settings that a queued job can't take along: they are those
// of the worker that runs it.
func checkQueued(c *cobra.Command) error {
	for _, flag := range []string{"model", "provider", "concurrency", "formats", "pdf-engine"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return usageError("give it to 'judgement worker', or set "+f.Annotations[settingKey][0]+" where that runs", "--queue does not go with --%s: the worker's settings decide", flag)
		}
	}
	return nil
}

// noWorker is said if jobs wait and no worker runs them.
const noWorker = "no worker is running: start one with 'judgement worker'"

// submit puts documents into the queue and prints their jobs. A document that
// can't be read stops no other.
func (r *reviewRun) submit(ctx context.Context, inputs []input) error {
	q, err := r.app.Queue(ctx)
	if err != nil {
		return err
	}
	var jobs []job.Job
	show := func() error {
		if len(jobs) == 0 {
			return nil
		}
		return r.app.printJobs(jobs)
	}
	bad := rejects{of: len(inputs)}
	for _, in := range inputs {
		j, err := r.submitOne(ctx, q, in)
		if err == nil {
			jobs = append(jobs, j)
		} else if err := bad.refuse(ctx, in, err); err != nil {
			return errors.Join(show(), err)
		}
	}
	if err := show(); err != nil {
		return err
	}
	if workers, err := q.Workers(ctx); err == nil && len(workers) == 0 && len(jobs) > 0 {
		r.p.Line("%s", noWorker)
	}
	bad.show(r.p)
	return bad.end("can't be judged", "the reasons are above; the others are queued: run the command for these alone once they are repaired")
}

// submitOne reads a document as its job will, so that what can't be judged is said
// now, and puts it into the queue.
func (r *reviewRun) submitOne(ctx context.Context, q *app.Queue, in input) (job.Job, error) {
	data, err := r.app.readInput(in.path, maxInput)
	if err != nil {
		return job.Job{}, err
	}
	file := format.File{Name: in.name, Data: data, Intake: r.engine.Pipeline.Intake}
	if _, err := pipeline.Read(ctx, r.setup.Panel.OutputFormat, file); err != nil {
		return job.Job{}, fmt.Errorf("%s: %w", in.name, err)
	}
	receipt, err := q.Submit(ctx, job.Submission{
		SceneSlug: r.scene, Brand: in.brand, Filename: in.name, Data: data,
		Options: job.Options{Language: r.language, Checkpoints: r.checkpoints}, Origin: job.Origin{Kind: "cli"},
	})
	if err != nil {
		return job.Job{}, fmt.Errorf("%s: %w", in.name, err)
	}
	return receipt.Job, nil
}
