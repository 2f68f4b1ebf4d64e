package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/job"
	"judgement/panel"
)

// reviewOptions are the flags of review.
type reviewOptions struct {
	scene, brand, language string
	plan, newVersion       bool
	checkpoints, queue     bool
	failUnder              string
	timeout                time.Duration
	settings               settingFlags
}

func (a *App) reviewCmd() *cobra.Command {
	o := &reviewOptions{}
	c := &cobra.Command{
		Use:   "review FILE… --scene SLUG",
		Short: "Have the scene's panel judge a document and write a report",
		Long: `Has every judge of the scene's panel score the document, proves their quotes,
and writes a graded report under reports/. A folder or several files run as one
batch; - is standard input, which needs --brand. The same command again resumes a
run that was interrupted and pays only for what is missing.

A document that is given alone, also as the only one in a folder, is judged each
time, and paid for, even where nothing has changed: each time makes a new version of
its case. In a batch a document whose latest version was made of the same text,
panel, judges, model and options is left alone as "already judged"; --new-version
judges it anew. With --queue each job makes a new version.

Of a folder the files directly in it are judged. Hidden files and README.md are left
out, and, named on standard error, files that are no documents by their endings
(data, tables, scripts, pictures, archives and the like), links, and folders in the
folder. A file that is named by itself is read whatever its ending is; one with the
ending of a binary format that holds something else is refused.`,
		Example: `  judgement review examples/pitch-good-en.md --scene pitch-review
  judgement review entries/ --scene startup-contest --concurrency 16
  judgement review pitch.md --scene pitch-review --plan --max-cost 0.50
  judgement review entries/ --scene startup-contest --queue`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("usage: "+c.UseLine(), "name at least one file or folder")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.runReview(c.Context(), c, o, args) },
	}
	f := c.Flags()
	f.StringVarP(&o.scene, "scene", "s", "", "scene that judges (required)")
	f.StringVarP(&o.brand, "brand", "b", "", "name of the case and its report folder (default: the file's name)")
	f.StringVar(&o.language, "language", "", "language of the report: en or zh (default: the scene's, else the document's)")
	f.BoolVar(&o.plan, "plan", false, "print calls, tokens and cost to come, and stop")
	f.BoolVar(&o.newVersion, "new-version", false, "ask everybody afresh, also where a stopped run could be resumed")
	f.BoolVar(&o.checkpoints, "checkpoints", false, "also draft questions about the future, with each judge's forecast (scene key checkpoints)")
	f.BoolVar(&o.queue, "queue", false, "have a worker do it: print the jobs' ids and stop")
	f.StringVar(&o.failUnder, "fail-under", "", "exit with 3 when a total is below this percentage of the maximum")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit of the whole run, such as 10m (default: none)")
	o.settings.addModel(c)
	o.settings.add(c, "repeats", "review.repeats", "how often each judge scores (setting review.repeats)")
	o.settings.add(c, "max-tokens", "review.max_tokens", "hard limit of a review in tokens (setting review.max_tokens)")
	o.settings.add(c, "max-cost", "review.max_cost", "hard limit of a review in money; each kill may add the calls in flight (setting review.max_cost)")
	o.settings.add(c, "formats", "report.formats", "report files to write: md,html,pdf (setting report.formats)")
	o.settings.add(c, "pdf-engine", "report.pdf_engine", "builtin or chromium (setting report.pdf_engine)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (o *reviewOptions) validate(c *cobra.Command) (floor *panel.Points, err error) {
	if o.scene == "" {
		return nil, usageError("add --scene SLUG; 'judgement scene list' shows the scenes", "no scene is named")
	}
	if o.language != "" && o.language != "en" && o.language != "zh" {
		return nil, usageError("choose one of: en, zh", "unknown language %q", o.language)
	}
	if o.failUnder != "" {
		p, err := panel.ParsePoints(o.failUnder)
		if err != nil || p.Sign() < 0 || p.Cmp(panel.PointsOf(100)) > 0 {
			return nil, usageError("give a bare number from 0 to 100, such as 70", "--fail-under %q is not a percentage", o.failUnder)
		}
		floor = &p
	}
	switch {
	case !o.queue:
	case o.plan, o.failUnder != "", o.timeout != 0, o.newVersion:
		return nil, usageError("leave one of them out", "--queue does not go with --plan, --fail-under, --timeout or --new-version: each queued job makes a new version")
	default:
		if err := o.settings.checkQueued(c); err != nil {
			return nil, err
		}
	}
	if o.timeout < 0 {
		return nil, usageError("give a time such as 10m", "--timeout is below zero")
	}
	return floor, nil
}

func (a *App) runReview(ctx context.Context, c *cobra.Command, o *reviewOptions, args []string) error {
	floor, err := o.validate(c)
	if err != nil {
		return err
	}
	inputs, err := a.inputs(args, o.brand)
	if err != nil {
		return err
	}
	if o.queue {
		if err := a.needWorkspace("the queue"); err != nil {
			return err
		}
	}
	e, err := a.engine(c.Context(), o.settings.given(c))
	if err != nil {
		return err
	}
	defer e.Close()
	if floor != nil {
		if err := needModel(e.settings, "--fail-under"); err != nil {
			return err
		}
	}
	setup, err := e.pipeline.Open(o.scene)
	if err != nil {
		return sceneFailure(e.workspace, err)
	}
	if floor != nil {
		if err := checkScored(setup, e.workspace); err != nil {
			return err
		}
	}
	if err := checkPrices(e, setup, "limit tokens with --max-tokens"); err != nil {
		return err
	}
	if o.queue {
		return a.submit(ctx, e, o, inputs)
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.timeout, &timeLimit{o.timeout})
		defer cancel()
	}
	run := &reviewRun{app: a, engine: e, setup: setup, options: o, floor: floor}
	switch {
	case o.plan:
		return run.preview(ctx, inputs)
	case len(inputs) == 1:
		return run.single(ctx, inputs[0])
	}
	return run.batch(ctx, inputs)
}

// maxInput bounds what is read of one file; intake has the real limit.
const maxInput = 64 << 20

// job reads a file and makes a job of it.
func (r *reviewRun) job(in input) (job.Spec, error) {
	data, err := r.app.readInput(in.path, maxInput)
	if err != nil {
		return job.Spec{}, err
	}
	s := r.engine.settings
	return job.Spec{
		Schema: 1, Kind: "review", JobID: in.brand, SceneSlug: r.options.scene, Brand: in.brand, Filename: in.name, Data: data,
		Options: job.Options{
			Repeats: s.Review.Repeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
			MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
			Language: r.options.language, NewVersion: r.options.newVersion,
			Checkpoints: r.options.checkpoints,
		},
	}, nil
}
