package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/pipeline"
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
run that was interrupted and pays only for what is missing.`,
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
	o.settings.add(c, "max-cost", "review.max_cost", "hard limit of a review in money (setting review.max_cost)")
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
			return nil, usageError("give a percentage from 0 to 100", "--fail-under %q is not a percentage", o.failUnder)
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

// input is a file to be judged.
type input struct {
	path  string
	name  string
	brand string
}

// stdinName is what standard input is called where a file has its name.
const stdinName = "standard input"

// inputs turns arguments into files with their brands. A folder stands for the
// documents in it, and - for standard input.
func (a *App) inputs(args []string, brand string) ([]input, error) {
	var out []input
	for _, arg := range args {
		if arg == "-" {
			if brand == "" || len(args) > 1 {
				return nil, usageError("give - alone, with --brand NAME", "standard input has no name to make a brand of")
			}
			out = append(out, input{path: arg, name: stdinName})
			continue
		}
		path := arg
		if !filepath.IsAbs(path) {
			path = filepath.Join(a.Dir, path)
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, usageError("check the path; it is looked up from "+a.Dir, "there is no file %s", arg)
		case err != nil:
			return nil, readFailure(arg, err)
		case info.IsDir():
			files, err := documentsIn(path)
			if err != nil {
				return nil, err
			}
			out = append(out, files...)
		default:
			if err := checkRegular(arg, info); err != nil {
				return nil, err
			}
			out = append(out, input{path: path, name: filepath.Base(path)})
		}
	}
	if brand != "" && len(out) > 1 {
		return nil, usageError("leave --brand out: each file's name becomes its brand", "--brand names one case, but there are %d files", len(out))
	}
	seen := map[string]string{}
	for i := range out {
		b := brand
		if b == "" {
			var err error
			if b, err = casefile.BrandFromFile(out[i].name); err != nil {
				return nil, brandFailure(err)
			}
		} else if err := casefile.CheckBrand(b); err != nil {
			return nil, brandFailure(err)
		}
		if other, twice := seen[b]; twice {
			return nil, usageError("rename one of them, or review it by itself with --brand",
				"%s and %s would both be the case %s", other, out[i].name, b)
		}
		seen[b], out[i].brand = out[i].name, b
	}
	return out, nil
}

// brandFailure splits CheckBrand's error into message and fix.
func brandFailure(err error) error {
	message, fix, _ := strings.Cut(err.Error(), ": use --brand ")
	if fix == "" {
		return usageError("choose another name", "%w", err)
	}
	return usageError("use --brand "+fix, "%s", message)
}

// documentsIn lists the regular files of a folder by name, without hidden ones,
// README.md and what programs leave beside documents.
func documentsIn(dir string) ([]input, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, readFailure(dir, err)
	}
	var out []input
	for _, e := range entries {
		if e.Type().IsRegular() && !leftBeside(e.Name()) && !strings.EqualFold(e.Name(), "README.md") {
			out = append(out, input{path: filepath.Join(dir, e.Name()), name: e.Name()})
		}
	}
	if len(out) == 0 {
		return nil, usageError("put the documents directly into the folder", "there are no documents in %s", dir)
	}
	slices.SortFunc(out, func(a, b input) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// leftBeside reports whether a file is no document but what a program leaves
// beside them: hidden files, among them LibreOffice's locks, the owner files and
// unsaved copies of Microsoft Office, and what Windows knows of a folder.
func leftBeside(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") ||
		strings.HasPrefix(lower, "~wrl") && strings.HasSuffix(lower, ".tmp") ||
		lower == "thumbs.db" || lower == "desktop.ini"
}

// maxInput bounds what is read of one file; intake has the real limit.
const maxInput = 64 << 20

// job reads a file and makes a job of it.
func (r *reviewRun) job(in input) (pipeline.Job, error) {
	data, err := r.app.readInput(in.path, maxInput)
	if err != nil {
		return pipeline.Job{}, err
	}
	s := r.engine.settings
	return pipeline.Job{
		Schema: 1, Kind: "review", JobID: in.brand, SceneSlug: r.options.scene, Brand: in.brand, Filename: in.name, Data: data,
		Options: pipeline.Options{
			Repeats: s.Review.Repeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
			MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
			Language: r.options.language, NewVersion: r.options.newVersion,
			Checkpoints: r.options.checkpoints,
		},
	}, nil
}
