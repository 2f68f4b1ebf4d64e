package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/batch"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/report"
)

// preview prints what the run would do. Documents that can't be judged stop no
// other.
func (r *reviewRun) preview(ctx context.Context, inputs []input) error {
	var plans []*pipeline.Preview
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
	lang := planLang(r.asked(), plans)
	w := wordsFor(lang)
	if app.NoModel(r.app.Settings) {
		r.p.Line("%s", w("no model is set, so the plan is that of the offline baseline, which costs nothing: name one with --model to see its tokens and cost; a plan asks no server",
			"未设定模型，因此这是词汇基线的计划，不产生费用：用 --model 指定模型即可看到词元数与费用；计划不访问任何服务器"))
	}
	if len(plans) > 0 {
		if err := r.app.print(plans, func(p *page) { p.previews(lang, plans) }); err != nil {
			return err
		}
		r.limited(w, plans)
	}
	bad.show(r.p, w)
	if err := bad.end("can't be judged", "the reasons are above; the plan is for the others", "原因见上；以上计划针对其余文档"); err != nil {
		return endOfRun{err, lang, ""}
	}
	return nil
}

// planLang is the language in which plans are shown.
func planLang(asked report.Lang, plans []*pipeline.Preview) report.Lang {
	var langs []report.Lang
	for _, plan := range plans {
		langs = append(langs, report.Lang(plan.Plan.Language))
	}
	return batchLang(asked, langs)
}

// limited says of which plans the calls may not all be made within the limits.
func (r *reviewRun) limited(w wording, plans []*pipeline.Preview) {
	limits := r.app.Settings.Review
	for _, plan := range plans {
		for _, line := range w.overLimits(limits, plan.SpentTokens+plan.Prompt+plan.Reply, plan.AllCost()) {
			r.p.Line("%s", w.labelled(plan.Plan.Brand, line))
		}
	}
	if sum := batch.TotalCost(plans); len(plans) > 1 && limits.MaxCost != nil && sum != nil && sum.Amount.Cmp(*limits.MaxCost) > 0 {
		r.p.Line(w("all documents together may cost %s: the limit of %s is for each of them", "全部文档合计可能花费 %s：上限 %s 是对每份文档而言"), sum, limits.MaxCost.Decimal(6))
	}
}

// overLimits says which limits calls may be over.
func (w wording) overLimits(limits config.Review, tokens int, cost *report.Money) (out []string) {
	if limits.MaxTokens > 0 && tokens > limits.MaxTokens {
		out = append(out, fmt.Sprintf(w("may need %s tokens, more than the limit of %s: calls that no longer fit are not made", "可能需要 %s 词元，超过上限 %s：放不下的调用不会进行"), text.Thousands(tokens), text.Thousands(limits.MaxTokens)))
	}
	if limits.MaxCost != nil && cost != nil && cost.Amount.Cmp(*limits.MaxCost) > 0 {
		out = append(out, fmt.Sprintf(w("may cost %s, more than the limit of %s: calls that no longer fit are not made", "可能花费 %s，超过上限 %s：放不下的调用不会进行"), cost, limits.MaxCost.Decimal(6)))
	}
	return out
}

// costUnknown says how a cost becomes known.
func (w wording) costUnknown() string {
	return w("cost unknown: give the model's price as llm.prices in judgement.yaml", "费用未知：请在 judgement.yaml 的 llm.prices 中写明模型价格")
}

// costAtMost says what calls may cost, also if some of the models have no price.
func (w wording) costAtMost(sum *report.Money, judges []format.Estimate) string {
	if sum != nil {
		return w("cost at most ", "费用最多 ") + sum.String()
	}
	partly := report.PartCost(partsOf(judges))
	if partly == nil {
		return w.costUnknown()
	}
	return fmt.Sprintf(w("cost at most %s, without the price of %s: give it as llm.prices in judgement.yaml", "费用最多 %s，不含 %s 的费用：请在 judgement.yaml 的 llm.prices 中写明其价格"),
		partly.Known, terminal.PlainLine(strings.Join(partly.Without, ", ")))
}

// partsOf are the costs of planned calls.
func partsOf(judges []format.Estimate) (parts []report.Part) {
	for _, j := range judges {
		parts = append(parts, report.Part{Model: j.Model, Calls: j.Calls, Cost: j.Cost})
	}
	return parts
}

// previews prints what runs would do: of one document every judge, of several a
// line per document and the judges once.
func (p *page) previews(lang report.Lang, plans []*pipeline.Preview) {
	w := wordsFor(lang)
	documents, many := "", len(plans) > 1
	judged := len(plans)
	plans = slices.DeleteFunc(slices.Clone(plans), func(plan *pipeline.Preview) bool { return plan.Judged })
	if judged -= len(plans); judged > 0 {
		p.Line(terminal.Counted(judged, w("%d document(s) already judged: nothing is asked for them; --new-version judges them again", "%d 份文档已评审，不再调用；--new-version 可重新评审")))
	}
	switch n := len(plans); {
	case n == 0:
		p.Line(w("0 calls", "0 次调用"))
		return
	case many:
		p.plans(lang, plans)
		documents = terminal.Counted(n, w("%d document(s): ", "%d 份文档："))
	default:
		p.plan(lang, plans[0])
	}
	p.unread(w, plans)
	var calls, prompt, reply, answered, alone int
	expected := make([]format.Expected, len(plans))
	for i, plan := range plans {
		calls, prompt, reply = calls+plan.Calls, prompt+plan.Prompt, reply+plan.Reply
		expected[i] = plan.Expected
		if plan.ScoresOf > 0 {
			alone++
			continue
		}
		answered += plan.Answered
	}
	var judges []format.Estimate
	for _, plan := range plans {
		judges = append(judges, plan.Judges...)
	}
	cost := w.costAtMost(batch.TotalCost(plans), judges)
	if calls == 0 {
		cost = w("no cost", "不产生费用")
	}
	p.expected(w, batch.TotalExpected(expected), calls, w("repeats end when the grade is settled", "等级确定后不再重复评审"))
	p.Line(documents + terminal.Counted(calls, w("%d call(s), about %s prompt tokens, at most %s reply tokens, before any retries; %s",
		"%d 次调用，约 %s 输入词元，最多 %s 输出词元，不含重试；%s"), text.Thousands(prompt), text.Thousands(reply), cost))
	if answered > 0 {
		p.Line(terminal.Counted(answered, w("%d call(s) of a run that was stopped are answered: they are not made again, and not counted here", "中断的评审已有 %d 次调用得到回复：不再调用，也未计入以上数字")))
	}
	if alone > 0 {
		p.Line(terminal.Counted(alone, w("no judge is asked about %d document(s): all but the integrity reader is as before, so the judges' replies are kept; --new-version asks the judges, too",
			"%d 份文档不询问评委：除完整性阅读模型外一切未变，评委的回复沿用；--new-version 会再次询问评委")))
	}
	p.unpriced(w, judges)
}

// unread says which documents the integrity reader is not asked about.
func (p *page) unread(w wording, plans []*pipeline.Preview) {
	var lines []string
	for _, plan := range plans {
		if r := plan.Plan.IntegrityReader; r != nil && r.Problem != "" {
			lines = append(lines, w.notAsked(r))
		}
	}
	for _, line := range slices.Compact(lines) {
		p.Wrapped(terminal.Yellow, "! ", line)
	}
}

// notAsked says why the integrity reader is not asked.
func (w wording) notAsked(r *format.PlannedReader) string {
	return terminal.PlainLine(fmt.Sprintf(w("The integrity reader (%s) is not asked: %s", "不会询问完整性阅读模型（%s）：%s"), r.Named(), w.lang().Reason(r.Problem)))
}

// expected prints what is expected beside the most that calls may take; why is why not
// all of them are made.
func (p *page) expected(w wording, e format.Expected, calls int, why string) {
	if e.Calls < calls {
		p.Printf(w("about %d of the calls are expected: %s\n", "预计约 %d 次调用：%s\n"), e.Calls, why)
	}
	if e.Prompt == 0 {
		return
	}
	cost := ""
	if e.Cost != nil {
		cost = w(", cost about ", "，费用约 ") + e.Cost.String()
	}
	p.Printf(w("expected: about %s prompt tokens, %s of them cached, and %s reply tokens%s\n", "预计：约 %s 输入词元（其中缓存 %s），%s 输出词元%s\n"),
		text.Thousands(e.Prompt), text.Thousands(e.Cached), text.Thousands(e.Reply), cost)
}

// unpriced prints the lines of judgement.yaml that give the models without a price one.
// The prices are left open: a run that takes 0 for an unknown price says a wrong cost.
func (p *page) unpriced(w wording, judges []format.Estimate) {
	var models []string
	writes := map[string]bool{}
	for _, j := range judges {
		if j.Cost == nil && j.Calls > 0 {
			models, writes[j.Model] = append(models, j.Model), j.Provider == "anthropic"
		}
	}
	slices.Sort(models)
	if models = slices.Compact(models); len(models) == 0 {
		return
	}
	p.Line("\n" + w("For judgement.yaml in the workspace, with the provider's prices of a million tokens for PRICE:", "写入工作区的 judgement.yaml，把 PRICE 换成每百万词元的价格：") + "\n\nllm:\n  prices:")
	for _, m := range models {
		p.Printf("    - model: %s\n", strconv.Quote(m))
		p.Line("      currency: USD\n      input: PRICE # of the prompt\n      cached: PRICE # of the prompt's cached part")
		if writes[m] {
			p.Line("      cache_write: PRICE # of the part that is written to the cache")
		}
		p.Line("      output: PRICE # of the reply")
	}
}

// plan prints every judge of one document.
func (p *page) plan(lang report.Lang, plan *pipeline.Preview) {
	w := wordsFor(lang)
	p.Printf(w("%s, %s\n", "%s，%s\n"), w.labelled(plan.Plan.Brand, terminal.PlainLine(plan.Source.Title)), plan.Plan.SceneName)
	if plan.SameAs > 0 && plan.Calls > 0 {
		p.Wrapped(terminal.Yellow, "! ", fmt.Sprintf(w("already judged as %s v%d: to judge it again makes a new version and costs what follows", "已评审，见 %s v%d：再次评审将生成新版本，并产生以下费用"), plan.CaseID, plan.SameAs))
	}
	if plan.Calls > 0 {
		p.judgeCalls(w, "", namedJudges(lang, plan))
	}
	if said := lang.Warned(format.Integrity(plan.Source)); said != "" {
		p.Line(said + w("; 'judgement document FILE' shows them", "；'judgement document 文件' 可查看"))
	}
}

// namedJudges are the calls of each judge under the name that the run and its report show.
func namedJudges(lang report.Lang, plan *pipeline.Preview) []format.Estimate {
	judges := batch.PerJudge(plan.Judges)
	for i, e := range judges {
		if j, ok := plan.Plan.Panel.Judge(e.Judge); ok {
			judges[i].Judge = lang.Judge(j)
		}
	}
	return judges
}

// judgeCalls prints what each judge takes; most marks a number of calls that is a
// limit.
func (p *page) judgeCalls(w wording, most string, judges []format.Estimate) {
	rows := make([][]string, 0, len(judges))
	for _, j := range judges {
		rows = append(rows, []string{j.Judge, modelOf(j, judges), fmt.Sprint(j.Calls), text.Thousands(j.Prompt), text.Thousands(j.Reply), w.amount(j.Cost)})
	}
	p.Columns([]terminal.Column{
		{Name: w("judge", "评委"), Least: 14},
		{Name: w("model", "模型"), Least: 10},
		{Name: w("calls", "调用") + most},
		{Name: w("prompt tokens", "输入词元"), Drop: 1},
		{Name: w("reply tokens ≤", "输出词元 ≤"), Drop: 2},
		{Name: w("cost ≤", "费用 ≤")},
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
func (p *page) plans(lang report.Lang, plans []*pipeline.Preview) {
	w := wordsFor(lang)
	var rows, judges [][]string
	warned := false
	for _, plan := range plans {
		warnings := ""
		if found := passages(plan.Source); len(found) > 0 {
			warnings, warned = fmt.Sprint(len(found)), true
			if n := report.UnsurePassages(found); n > 0 {
				warnings += fmt.Sprintf(w(" (%d perhaps)", "（%d 处可能）"), n)
			}
		}
		cost := w.partAmount(plan.Cost, partsOf(plan.Judges))
		if plan.Calls == 0 {
			cost = "0"
		}
		rows = append(rows, []string{
			plan.Plan.Brand, fmt.Sprint(plan.Calls), text.Thousands(plan.Prompt), text.Thousands(plan.Reply), cost, warnings, plan.Source.Title,
		})
	}
	same := slices.IndexFunc(plans, func(plan *pipeline.Preview) bool { return plan.Plan.Language == string(lang) })
	p.Line(plans[max(0, same)].Plan.SceneName)
	p.Columns([]terminal.Column{
		{Name: w("case", "案例"), Least: 14},
		{Name: w("calls", "调用")},
		{Name: w("prompt tokens", "输入词元"), Drop: 2},
		{Name: w("reply tokens ≤", "输出词元 ≤"), Drop: 1},
		{Name: w("cost ≤", "费用 ≤")},
		{Name: w("warnings", "异常")},
		{Name: w("title", "标题"), Least: 16, Drop: 3},
	}, rows)
	if warned {
		p.Line(w("'judgement document FILE' shows a document's integrity warnings", "'judgement document 文件' 可查看文档中的异常"))
	}
	if !batch.SameJudges(plans) {
		p.Line(w("\nthe judges are not the same for all; --plan with one document shows its judges", "\n各文档的评委不同；对单份文档使用 --plan 可查看其评委"))
		return
	}
	if plans[0].Calls == 0 {
		p.Line("")
		return
	}
	p.Line(w("\neach of them by these judges:", "\n每份由以下评委评审："))
	for _, j := range namedJudges(lang, plans[0]) {
		judges = append(judges, []string{j.Judge, modelOf(j, plans[0].Judges), fmt.Sprint(j.Calls), text.Thousands(j.Reply)})
	}
	p.Table([]string{w("judge", "评委"), w("model", "模型"), w("calls", "调用"), w("reply tokens ≤", "输出词元 ≤")}, judges)
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
	lang := cmp.Or(r.asked(), app.LocaleLang(r.app.Env))
	w := wordsFor(lang)
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
			return errors.Join(show(), endOfRun{err, lang, in.name})
		}
	}
	if err := show(); err != nil {
		return err
	}
	if workers, err := q.Workers(ctx); err == nil && len(workers) == 0 && len(jobs) > 0 {
		r.p.Line("%s", w(noWorker, "没有 worker 在运行：请用 'judgement worker' 启动"))
	}
	bad.show(r.p, w)
	if err := bad.end("can't be judged", "the reasons are above; the others are queued: run the command for these alone once they are repaired", "原因见上；其余文档已排队：修复后只对这些文档运行该命令"); err != nil {
		return endOfRun{err, lang, ""}
	}
	return nil
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
