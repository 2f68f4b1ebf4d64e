package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/internal/pairwise"
	"judgement/internal/pipeline"
	"judgement/panel"
)

// compareOptions are the flags of ranking that have submissions compared.
type compareOptions struct {
	compare, plan bool
	calls         int
	maxCost       string
}

// validate returns the limit in money, nil without one.
func (o *compareOptions) validate(c *cobra.Command) (*panel.Points, error) {
	for _, flag := range []string{"plan", "calls", "max-cost", "model", "provider", "concurrency"} {
		if !o.compare && c.Flags().Changed(flag) {
			return nil, usageError("add --compare, or leave --"+flag+" out: without it no model is called", "--%s goes with --compare only", flag)
		}
	}
	if c.Flags().Changed("calls") && o.calls < 2 {
		return nil, usageError("a pair takes two calls of each judge: give at least twice the number of judges, or leave --calls out; --plan says what comparing takes", "--calls %d is too few", o.calls)
	}
	if o.maxCost == "" {
		return nil, nil
	}
	p, err := panel.ParsePoints(o.maxCost)
	if err != nil || p.Sign() <= 0 {
		return nil, usageError("give an amount such as 2.50, in the currency of llm.prices", "--max-cost %q is no amount above zero", o.maxCost)
	}
	return &p, nil
}

// comparison is one call of ranking --compare, ready to run.
type comparison struct {
	app     *App
	engine  *engine
	setup   *pipeline.Setup
	options pipeline.CompareOptions
}

func (a *App) newComparison(e *engine, setup *pipeline.Setup, o *compareOptions, maxCost *panel.Points) (*comparison, error) {
	if maxCost != nil {
		limited := *e.settings
		limited.Review.MaxCost = maxCost
		if err := checkPrices(&engine{settings: &limited, pipeline: e.pipeline}, setup, "limit the calls with --calls"); err != nil {
			return nil, err
		}
	}
	s := e.settings.LLM
	return &comparison{app: a, engine: e, setup: setup, options: pipeline.CompareOptions{
		Calls: o.calls, MaxCost: maxCost, MaxReplyTokens: s.MaxReplyTokens, Temperature: s.Temperature, Seed: s.Seed,
	}}, nil
}

// preview prints what comparing would take.
func (c *comparison) preview(ctx context.Context) error {
	p, err := c.engine.pipeline.PreviewCompare(ctx, c.setup, c.options)
	if err != nil {
		return compareFailure(err)
	}
	return c.app.print(p, func(w io.Writer) error {
		rows := make([][]string, 0, len(p.Judges))
		for _, j := range p.Judges {
			rows = append(rows, []string{j.Judge, j.Model, fmt.Sprint(j.Calls), fmt.Sprint(j.Prompt), fmt.Sprint(j.Reply), money(j.Cost)})
		}
		if err := writeTable(w, []string{"judge", "model", "calls ≤", "prompt tokens", "reply tokens ≤", "cost ≤"}, rows); err != nil {
			return err
		}
		different := ""
		if p.Documents < p.Submissions {
			different = fmt.Sprintf(", "+plural(p.Documents, "%d different text(s)"), p.Documents)
		}
		fmt.Fprintf(w, plural(p.Submissions, "%d submission(s)")+different+", %d of %d pairs compared by every judge\n", p.Submissions, p.Compared, p.Possible)
		fmt.Fprintln(w, planLine(p))
		return nil
	})
}

// planLine says what is to come in one line.
func planLine(p *pipeline.ComparePreview) string {
	cost := "cost unknown: give the model's price as llm.prices in judgement.yaml"
	if p.Cost != nil {
		cost = "cost about " + p.Cost.String()
	}
	if p.Pairs == 0 && p.Compared < p.Possible {
		return fmt.Sprintf("no new pair to come: one takes %d calls, of which %d judges make two each, and %d of %d are used; give --calls %d or more",
			p.CallsPerPair, len(p.Judges), p.Used, p.Limit, p.Used+p.CallsPerPair)
	}
	return fmt.Sprintf("at most "+plural(p.Pairs, "%d pair(s)")+" to come in %d calls (limit %d, used %d), about %d prompt tokens, at most %d reply tokens, before any retries; %s",
		p.Pairs, p.Calls, p.Limit, p.Used, p.Prompt, p.Reply, cost)
}

// run compares, and returns the board with what became of it.
func (c *comparison) run(ctx context.Context) (*pipeline.Compared, error) {
	plan, err := c.engine.pipeline.PreviewCompare(ctx, c.setup, c.options)
	if err != nil {
		return nil, compareFailure(err)
	}
	p := c.app.progress()
	if line := opening(c.engine.settings); line != "" {
		p.line("%s", line)
	}
	p.line("%s", planLine(plan))
	done, begun := 0, 0
	out, err := c.engine.pipeline.Compare(ctx, c.setup, c.options, func(e jury.Event) {
		switch e.Type {
		case jury.JudgeStarted:
			begun++
		case jury.JudgeRetry:
			p.line("%s: %s", *e.Judge, e.Text)
		case jury.JudgeFinished:
			done++
			p.set(done, max(done, plan.Calls))
		default:
		}
	}, func(r pairwise.Round) {
		p.line("round %d: "+plural(r.Pairs, "%d pair(s)")+" in %d calls; %d compared so far, %d of %d calls used", r.Number, r.Pairs, r.Calls, r.Compared, r.Used, r.Limit)
	})
	p.end()
	if errors.Is(err, context.Canceled) {
		return nil, stopped(done, min(begun-done, c.engine.settings.LLM.Concurrency), max(done, plan.Calls))
	}
	if err != nil {
		return nil, compareFailure(err)
	}
	p.line("%s", ending(out))
	return out, nil
}

// stopped is the end of a run that Ctrl-C or a signal stopped while so many calls
// were answered and so many under way.
func stopped(done, underWay, total int) error {
	err := errors.New("interrupted before the first call")
	if done+underWay > 0 {
		err = fmt.Errorf("interrupted: %d of %d calls are answered, up to %d were under way", done, max(total, done+underWay), underWay)
	}
	return interruption(err)
}

// ending says why a run ended.
func ending(out *pipeline.Compared) string {
	switch out.Stop {
	case pairwise.StopDecided:
		return "the order by comparisons is settled"
	case pairwise.StopAll:
		return "every pair that can be compared is compared"
	case pairwise.StopCalls:
		return "the limit is reached: --calls or ranking.calls raises it, --max-cost where that was given; what was answered is kept"
	case pairwise.StopFailed:
		return "some comparisons could not be made"
	case pairwise.StopOne:
		return "there are no two different submissions to compare"
	}
	return string(out.Stop)
}

// incomplete is the exit of a run in which calls failed.
func incomplete(out *pipeline.Compared) error {
	if out.Failed == 0 {
		return nil
	}
	fix := "run the same command again: what was answered is kept and not paid for twice"
	if out.Fix != "" {
		fix = out.Fix + "; then " + fix
	}
	return &failure{
		exit: exitIncomplete, code: "incomplete", fix: fix,
		err: fmt.Errorf("%d comparisons could not be made: %s", out.Failed, plainLine(out.Reason)),
	}
}

// compareFailure gives the error of comparing its exit code and advice.
func compareFailure(err error) error {
	var (
		off  *pipeline.NotPairwiseError
		many *pipeline.TooManyError
	)
	switch {
	case errors.As(err, &off):
		return usageError("write ranking: {mode: pairwise} into scenes/"+off.Scene+"/scene.yaml", "%w", err)
	case errors.As(err, &many):
		return usageError("split the competition into several scenes", "%w", err)
	case errors.Is(err, casefile.ErrComparing):
		return failed("busy", "wait for it to end; what it finds counts for this board too", err)
	case errors.Is(err, context.DeadlineExceeded):
		return reviewFailure(err)
	}
	return rankingFailure(err)
}
