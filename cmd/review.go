package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// reviewOptions are the flags of review and of meeting-summary.
type reviewOptions struct {
	scene, brand, language  string
	plan, newVersion, queue bool
	checkpoints             bool
	doc                     string             // of meeting-summary
	only                    panel.OutputFormat // that the scene must have; empty: any
	failUnder               string
	floor                   *panel.Points // of failUnder, in percent; nil: none
	timeout                 time.Duration
}

// flags adds what review and meeting-summary share.
func (o *reviewOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.scene, "scene", "s", "", "scene that judges (required)")
	f.StringVarP(&o.brand, "brand", "b", "", "name of the case and its report folder (default: the file's name)")
	f.StringVar(&o.language, "language", "", "language of the report: en or zh (default: the scene's, else the document's)")
	f.BoolVar(&o.plan, "plan", false, "print calls, tokens and cost to come, and stop")
	f.BoolVar(&o.newVersion, "new-version", false, "ask all judges again, even if a stopped run could be resumed")
	f.BoolVar(&o.queue, "queue", false, "have a worker do it: print the jobs' ids and stop")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit of the whole run, such as 10m (default: none)")
	modelSettings(c)
	setting(c, "max-tokens", "review.max_tokens", "hard limit of each document in tokens")
	setting(c, "max-cost", "review.max_cost", "hard limit of each document in money; each kill may add the calls in flight")
	setting(c, "formats", "report.formats", "report files to write: md,html,pdf")
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
time, and paid for, even if nothing has changed: each time makes a new version of
its case, and --plan says so. In a batch a document whose latest version was made of
the same text, panel, judges, model and options is left alone as "already judged";
--new-version judges it again. With --queue each job makes a new version. If nothing
but the scene's integrity reader has changed, no judge is asked, and their replies are
kept.

--output github prints annotations of findings and of the quoted lines for GitHub
Actions, and appends the grades, findings and must-fix items to the file that
GITHUB_STEP_SUMMARY names. A document that is given alone is then handled like a
batch, and the brand of a document is its path, such as entries-cold-bag.

Of a folder the files directly in it are judged. Hidden files and README.md are left
out, and, named on standard error, files that are no documents by their endings
(data, tables, scripts, pictures, archives and the like), links, and folders in the
folder. A file that is named by itself is read whatever its ending is; one with the
ending of a binary format that holds something else is refused.`,
		Example: `  judgement review examples/pitch-good-en.md --scene pitch-review
  judgement review entries/ --scene startup-contest --concurrency 16
  judgement review pitch.md --scene pitch-review --plan --max-cost 0.50
  judgement review entries/ --scene startup-contest --queue
  judgement review docs/plan.md --scene proposal-review --output github --fail-under 70`,
		Args: someArgs("name at least one file or folder"),
		RunE: func(c *cobra.Command, args []string) error { return a.runReview(c.Context(), c, o, args) },
	}
	o.flags(c)
	c.Flags().BoolVar(&o.checkpoints, "checkpoints", false, "also draft questions about the future, with each judge's forecast (scene key checkpoints)")
	c.Flags().StringVar(&o.failUnder, "fail-under", "", "exit with 3 if a total is below this percentage of the maximum")
	setting(c, "repeats", "review.repeats", "how often each judge scores; auto: until the grade is settled")
	setting(c, "pdf-engine", "report.pdf_engine", "builtin or chromium")
	return a.output(c, "table", "json", "yaml", githubFormat)
}

func (o *reviewOptions) validate(c *cobra.Command, format string) error {
	if o.scene == "" {
		return usageError("add --scene SLUG; 'judgement scene list' shows the scenes", "no scene is named")
	}
	if err := checkLanguage(o.language); err != nil {
		return err
	}
	if o.timeout < 0 {
		return usageError("give a time such as 10m", "--timeout is below zero")
	}
	var err error
	if o.floor, err = percentage(o.failUnder); err != nil {
		return err
	}
	if format == githubFormat && (o.plan || o.queue) {
		return usageError("choose table, json or yaml", "--output github annotates what is judged: it does not go with --plan or --queue")
	}
	if !o.queue {
		return nil
	}
	if o.plan || o.failUnder != "" || o.timeout != 0 || o.newVersion {
		return usageError("leave one of them out", "--queue does not go with --plan, --fail-under, --timeout or --new-version: each queued job makes a new version")
	}
	return checkQueued(c)
}

// percentage reads a --fail-under; nil: none is set.
func percentage(s string) (*panel.Points, error) {
	if s == "" {
		return nil, nil
	}
	p, err := panel.ParsePoints(s)
	if err != nil || p.Sign() < 0 || p.Cmp(panel.PointsOf(100)) > 0 {
		return nil, usageError("give a bare number from 0 to 100, such as 70", "--fail-under %q is not a percentage", s)
	}
	return &p, nil
}

// reviewRun is one call of review or meeting-summary, ready to run.
type reviewRun struct {
	*reviewOptions
	app    *App
	engine *app.Engine
	setup  *pipeline.Setup
	p      *progress
	kept   atomic.Int64 // replies of documents that were not judged
	langs  sync.Map     // of the reports of a batch, by brand
}

func (a *App) runReview(ctx context.Context, c *cobra.Command, o *reviewOptions, args []string) error {
	if err := o.validate(c, a.format); err != nil {
		return err
	}
	inputs, err := a.inputs(args, o.brand)
	if err != nil {
		return err
	}
	if o.doc != "" && len(inputs) != 1 {
		return usageError("name one file", "--doc names a folder of %d files", len(inputs))
	}
	run, err := a.newReviewRun(ctx, o)
	switch {
	case err != nil:
		return err
	case o.queue:
		return run.submit(ctx, inputs)
	case o.timeout > 0:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.timeout, overTime(o.timeout))
		defer cancel()
	}
	switch {
	case o.plan:
		return run.preview(ctx, inputs)
	case len(inputs) == 1 && a.format != githubFormat:
		return run.single(ctx, inputs[0])
	}
	return run.batch(ctx, inputs)
}

// newReviewRun opens what a run needs, and refuses what its scene, its model or its
// prices don't allow.
func (a *App) newReviewRun(ctx context.Context, o *reviewOptions) (*reviewRun, error) {
	if o.queue {
		if err := a.NeedWorkspace("the queue"); err != nil {
			return nil, err
		}
	}
	e, err := a.Engine(ctx)
	if err != nil {
		return nil, err
	}
	if o.floor != nil {
		if err := a.NeedModel("--fail-under"); err != nil {
			return nil, err
		}
	}
	setup, err := e.Pipeline.Open(o.scene)
	if err != nil {
		return nil, a.sceneFailure(err)
	}
	if f := setup.Panel.OutputFormat; o.only != "" && f != o.only {
		return nil, usageError(fmt.Sprintf("use 'judgement review', or a scene whose panel has output_format: %s", o.only),
			"the output_format of scene %s is %s", o.scene, f)
	}
	if o.floor != nil && !setup.Panel.OutputFormat.Scores() {
		return nil, scene.Unscored(a.Workspace.FS, o.scene)
	}
	err = a.noPrice(e.Pipeline.CheckPrices(setup, a.Settings.Review.MaxCost), "limit tokens with --max-tokens")
	p := a.progress()
	p.panel = setup.Panel
	return &reviewRun{reviewOptions: o, app: a, engine: e, setup: setup, p: p}, err
}

// maxInput bounds what is read of one file; intake has the real limit.
const maxInput = 64 << 20

// job reads a file and makes a job of it.
func (r *reviewRun) job(in input) (job.Spec, error) {
	data, err := r.app.readInput(in.path, maxInput)
	o := r.app.JobOptions()
	o.Language, o.NewVersion, o.Checkpoints = r.language, r.newVersion, r.checkpoints
	spec := job.Spec{
		Schema: 1, JobID: in.brand, SceneSlug: r.scene, Brand: in.brand, Filename: in.name, Data: data, Options: o,
	}
	lang := r.language
	spec.Planned = func(language string) { lang = language }
	spec.ByModel = func(id string, latest int) {
		r.p.Line(wordsFor(report.Lang(lang))("warning: version %[2]d of case %[1]s is a language model's, and the baseline's new version replaces it as the current report; 'judgement report render %[1]s --version %[2]d --out FOLDER' writes the model's",
			"注意：案例 %[1]s 的第 %[2]d 版由语言模型评审，词汇基线的新版本将取代它成为当前报告；'judgement report render %[1]s --version %[2]d --out 文件夹' 可写出模型的报告"), id, latest)
	}
	if r.brand == "" {
		spec.OtherText = func(id string, latest int) {
			r.p.Line(wordsFor(report.Lang(lang))("warning: %s becomes a new version of case %s, because its name gives the brand %s; version %d is of another text: if this is another document, rename it or give --brand NAME",
				"注意：%[1]s 将成为案例 %[2]s 的新版本，因为文件名给出的名称是 %[3]s；第 %[4]d 版的文本不同：如果是另一份文档，请改文件名，或用 --brand 另给名称"),
				in.given, id, in.brand, latest)
		}
	}
	return spec, err
}

// asked is the language that the command or the scene asks for; empty: that of each
// document.
func (r *reviewRun) asked() report.Lang {
	return report.Lang(cmp.Or(r.language, r.setup.Scene.Report.Language))
}

// begin says what answers if no language model does.
func (r *reviewRun) begin(lang report.Lang) {
	if line := wordsFor(lang).opening(r.app.Settings); line != "" {
		r.p.Line("%s", line)
	}
}

// opening is the line that opens a run that no language model answers; else it is empty.
func (w wording) opening(s *config.Settings) string {
	switch {
	case app.KeyWithoutModel(s):
		return w("a key is set but no model: the offline baseline answers, and no language model is used; name a model with JUDGEMENT_LLM_MODEL or --model",
			"已设定密钥，但未设定模型：由词汇基线作答，未使用语言模型；请用 JUDGEMENT_LLM_MODEL 或 --model 指定模型")
	case app.NoModel(s):
		return w("no model is set: the offline baseline answers, and no language model is used", "未设定模型：由词汇基线作答，未使用语言模型")
	case s.LLM.Provider == "replay":
		return w("recorded replies answer: no model is called and nothing is paid", "由已记录的回复作答：不调用模型，也不产生费用")
	}
	return ""
}

// single judges one document and shows its result.
func (r *reviewRun) single(ctx context.Context, in input) error {
	r.p.lang = cmp.Or(r.asked(), app.LocaleLang(r.app.Env)) // until the document is read
	job, err := r.job(in)
	if err != nil {
		return err
	}
	note := job.Planned
	job.Planned = func(language string) {
		note(language)
		r.p.lang = report.Lang(language)
		r.begin(report.Lang(language))
	}
	result, err := r.engine.Pipeline.Run(ctx, r.setup, job, func(e jury.Event) {
		r.kept.Add(int64(e.Kept))
		r.p.events(e)
	})
	r.p.End()
	if errors.Is(err, context.Canceled) {
		return endOfRun{r.interrupted(false), r.p.lang, ""}
	}
	if fault.From(err) == nil && errors.Is(err, context.DeadlineExceeded) {
		err = context.Cause(ctx) // which names the limit
	}
	if err != nil {
		return endOfRun{fmt.Errorf("%s: %w", in.name, err), r.p.lang, in.name}
	}
	r.app.sayKept(r.engine, wordsFor(r.p.lang))
	if err := r.app.print(result, func(p *page) { p.result(result, r.app.Shown(r.engine.Storage.Dir), r.app.Settings.TimeZone) }); err != nil {
		return err
	}
	o := result.Judgement.Overview()
	r.drafted(result, o.Drafts)
	r.warnings(result)
	r.showPlacement(result)
	if err := r.below(result.Brand, o.Score, len(o.MustFix)); err != nil {
		return endOfRun{err, r.p.lang, ""}
	}
	return nil
}

// warnings says what went wrong beside the review.
func (r *reviewRun) warnings(result *pipeline.Result) {
	for _, text := range result.Warnings {
		r.warn("", text)
	}
}

// drafted says what to do with drafted checkpoints, or why there are none.
func (r *reviewRun) drafted(result *pipeline.Result, d *format.Drafts) {
	w := wordsFor(report.Lang(result.Plan.Language))
	switch {
	case d == nil:
	case d.Checkpoints == 0:
		r.p.Line(w("no checkpoints were drafted: %s", "没有拟出待验证的问题：%s"), d.Problem)
	default:
		without := ""
		if d.Without > 0 {
			without = fmt.Sprintf(w("; %d of %d judges gave no forecast", "；%[2]d 位评委中有 %[1]d 位没有给出预测"), d.Without, len(result.Plan.Judges))
		}
		r.p.Line("%s", terminal.Counted(d.Checkpoints, w("%d checkpoint(s) drafted (%d calls, %d tokens)%s; look with 'judgement attribution show %s' and accept what is good",
			"拟出 %d 个待验证的问题（%d 次调用，%d 词元）%s；用 'judgement attribution show %s' 查看并采纳"),
			d.Usage.Calls, d.Usage.Tokens(), without, result.CaseID))
	}
}

// below is the exit of a total under --fail-under; mustFix is how many must-fix items are
// known.
func (r *reviewRun) below(brand string, s *format.Score, mustFix int) error {
	if r.floor == nil || s == nil || report.Percent(s.Total, s.Max).Cmp(*r.floor) >= 0 {
		return nil
	}
	fix, chineseFix := "the report shows the dimensions with the lowest scores", "报告列出得分最低的维度"
	if mustFix > 0 {
		fix, chineseFix = "the must-fix items in the report raise the score most", "报告中的“必须修改”项最能提高得分"
	}
	total, percent := report.Shown(s.Total, s.Max, *r.floor), report.ShownPercent(s.Total, s.Max, *r.floor)
	return bilingual(fault.BelowThreshold, fmt.Sprintf("%s: %s of %s (%s %%) is below %s %%", brand, total, s.Max, percent, r.floor), fix,
		fmt.Sprintf("%s：%s / %s（%s%%）低于 %s%%", brand, total, s.Max, percent, r.floor), chineseFix)
}

// interrupted is the end of a run that Ctrl-C or a signal stopped. Of several documents
// those that are judged are counted, else the judges who gave their judgement or failed for
// good: a judge may have replies before.
func (r *reviewRun) interrupted(several bool) error {
	done, total := r.p.Counts()
	text, chinese := "interrupted before the first call", "已中断：尚未开始调用"
	switch {
	case r.p.phase != r.p.first: // those of the first phase have answered
		text = fmt.Sprintf("interrupted in %s: %d of %d answered", r.p.phase, done, total)
		chinese = fmt.Sprintf("已在 %s 阶段中断：%d / %d 已作答", r.p.phase, done, total)
	case total > 0 && several:
		text = fmt.Sprintf("interrupted: %d of %d documents are judged", done, total)
		chinese = fmt.Sprintf("已中断：%d / %d 份文档已评审", done, total)
	case total > 0 && done == 0:
		text, chinese = "interrupted: no judge had finished", "已中断：没有评委完成评审"
	case total > 0:
		text = fmt.Sprintf("interrupted: %d of %d judges had finished", done, total)
		chinese = fmt.Sprintf("已中断：%d / %d 位评委已完成", done, total)
	}
	switch n := r.kept.Load(); {
	case n == 1:
		text += "; 1 reply is kept"
	case n > 1:
		text += fmt.Sprintf("; %d replies are kept", n)
	}
	if n := r.kept.Load(); n > 0 {
		chinese += fmt.Sprintf("；已保留 %d 条回复", n)
	}
	return interruption(text, chinese)
}

// sayKept says where files are that are in no folder.
func (a *App) sayKept(e *app.Engine, w wording) {
	if db := e.Storage.DB; db != nil {
		fmt.Fprintf(a.Err, w("kept in %s; 'judgement export' writes the files into folders\n", "保存在 %s；'judgement export' 可将文件写入文件夹\n"), db.Name())
	}
}
