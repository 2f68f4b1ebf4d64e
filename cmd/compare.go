package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/pairwise"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// compareOptions are the flags of ranking, which have submissions compared.
type compareOptions struct {
	compare, plan bool
	panelFile     string // that weighs the board again; empty: none
	calls         int
	maxCost       string
	limit         *panel.Points // of maxCost; nil: none
	repeats       string        // a number or auto
	often         pairwise.Repeats
}

func (o *compareOptions) validate(c *cobra.Command) error {
	for _, flag := range []string{"plan", "calls", "max-cost", "repeats", "model", "provider", "concurrency"} {
		if !o.compare && c.Flags().Changed(flag) {
			return usageError("add --compare, or leave --"+flag+" out: without it no model is called", "--%s goes with --compare only", flag)
		}
	}
	if o.panelFile != "" && (o.compare || c.Flags().Changed("formats")) {
		return usageError("leave one of them out", "--panel prints a board and writes none: it does not go with --compare or --formats")
	}
	if c.Flags().Changed("calls") && o.calls < 2 {
		return usageError("a pair takes two calls of each judge: give at least twice the number of judges, or leave --calls out; --plan says what comparing takes", "--calls %d is too few", o.calls)
	}
	if o.repeats != config.AutoRepeats.String() {
		n, err := strconv.Atoi(o.repeats)
		if err != nil || n < 1 || n > pairwise.MaxRepeats {
			return usageError("give a number from 1 to "+strconv.Itoa(pairwise.MaxRepeats)+", or auto", "--repeats %q is neither a number nor auto", o.repeats)
		}
		o.often.Most = n
	}
	if o.maxCost == "" {
		return nil
	}
	p, err := panel.ParsePoints(o.maxCost)
	if err != nil || p.Sign() <= 0 {
		return usageError("give an amount such as 2.50, in the currency of llm.prices", "--max-cost %q is no amount above zero", o.maxCost)
	}
	o.limit = &p
	return nil
}

// runCompare has submissions compared, or says what that takes.
func (a *App) runCompare(ctx context.Context, r *reviewRun, o *compareOptions) error {
	if r.setup.Scene.Ranking.Pairwise() {
		if err := a.NeedModel("comparing"); err != nil {
			return err
		}
	}
	if err := r.app.noPrice(r.engine.Pipeline.CheckPrices(r.setup, o.limit), "limit the calls with --calls"); err != nil {
		return err
	}
	s := r.app.Settings.LLM
	if o.often.Most == 0 {
		o.often = pairwise.Repeats{Most: r.app.Settings.Review.MaxRepeats, Auto: true}
	}
	options := pairwise.Limits{Repeats: o.often, Calls: o.calls, MaxCost: o.limit, Options: pairwise.Options{MaxReplyTokens: s.MaxReplyTokens, Temperature: s.Temperature, Seed: s.Seed}}
	plan, err := r.engine.Pipeline.PreviewCompare(ctx, r.setup, options)
	if err != nil {
		return rankingFailure(err)
	}
	lang := cmp.Or(report.Lang(r.setup.Scene.Report.Language), app.LocaleLang(a.Env)) // before there is a board
	w := wordsFor(lang)
	if o.plan {
		return a.print(plan, func(p *page) { p.comparePlan(w, plan) })
	}
	out, err := r.compare(ctx, lang, plan, options)
	if err != nil {
		return err
	}
	r.p.Line("%s", w.ending(out.Stop))
	if err := a.showRanking(ctx, r.p, r.engine, out.Ranking); err != nil {
		return err
	}
	return incomplete(out)
}

// comparePlan prints what comparing would take.
func (p *page) comparePlan(w wording, plan *pairwise.Preview) {
	p.judgeCalls(w, " ≤", plan.Judges)
	different := ""
	if plan.Documents < plan.Submissions {
		different = w(", ", "，") + terminal.Counted(plan.Documents, w("%d different text(s)", "%d 种不同文本"))
	}
	p.Line(terminal.Counted(plan.Submissions, w("%d submission(s)%s, %d of %d pairs compared by every judge", "%d 件作品%s；%[4]d 对中已由全体评委比较 %[3]d 对"), different, plan.Compared, plan.Possible))
	p.Line(w.planLine(plan))
	p.expected(w, plan.Expected, plan.Calls, w("a pair is compared until one leads", "每对比较到一方领先为止"))
	p.unpriced(w, plan.Judges)
}

// planLine says what is to come in one line.
func (w wording) planLine(p *pairwise.Preview) string {
	cost := w.costAtMost(p.Cost, p.Judges)
	if p.Pairs == 0 && p.Compared < p.Possible {
		return fmt.Sprintf(w("no new pair to come: one takes %d calls, of which %d judges make two each, and %d of %d are used; give --calls %d or more",
			"没有可比较的新对：一对需 %d 次调用（%d 位评委各两次），已用 %d 次，上限 %d 次；请用 --calls %d 或更高"),
			p.CallsPerPair, len(p.Judges), p.Used, p.Limit, p.Used+p.CallsPerPair)
	}
	return terminal.Counted(p.Pairs, w("at most %d pair(s) to come in %d calls (limit %d, used %d), about %s prompt tokens, at most %s reply tokens, before any retries; %s",
		"最多还要比较 %d 对，%d 次调用（上限 %d，已用 %d），约 %s 输入词元，最多 %s 输出词元，不含重试；%s"),
		p.Calls, p.Limit, p.Used, text.Thousands(p.Prompt), text.Thousands(p.Reply), cost)
}

// compare makes the comparisons, and returns the board with what became of it.
func (r *reviewRun) compare(ctx context.Context, lang report.Lang, plan *pairwise.Preview, o pairwise.Limits) (*pipeline.Compared, error) {
	r.begin(lang)
	r.p.lang = lang
	w := wordsFor(lang)
	r.p.Line("%s", w.planLine(plan))
	done, begun := 0, 0
	out, err := r.engine.Pipeline.Compare(ctx, r.setup, o, func(e jury.Event) {
		switch e.Type {
		case jury.JudgeStarted:
			begun++
		case jury.JudgeRetry:
			r.p.retry(r.p.judge(*e.Judge), e)
		case jury.JudgeFinished:
			done++
			r.p.Set(done, max(done, plan.Calls))
		default:
		}
	}, func(round pairwise.Round) {
		r.p.Line(w("round %d: %s in %d calls; %d compared so far, %d of %d calls used", "第 %d 轮：%s，%d 次调用；至今比较 %d 对，已用 %d / %d 次调用"), round.Number, terminal.Counted(round.Pairs, w("%d pair(s)", "%d 对")), round.Calls, round.Compared, round.Used, round.Limit)
	})
	r.p.End()
	if errors.Is(err, context.Canceled) {
		return nil, endOfRun{stopped(done, min(begun-done, r.app.Settings.LLM.Concurrency), max(done, plan.Calls)), lang, ""}
	}
	if err != nil {
		return nil, rankingFailure(err)
	}
	return out, nil
}

// stopped is the end of a run that Ctrl-C or a signal stopped while so many calls
// were answered and so many under way.
func stopped(done, underWay, total int) error {
	if done+underWay == 0 {
		return interruption("interrupted before the first call", "已中断：尚未开始调用")
	}
	total = max(total, done+underWay)
	return interruption(fmt.Sprintf("interrupted: %d of %d calls are answered, up to %d were under way", done, total, underWay),
		fmt.Sprintf("已中断：%d / %d 次调用已得到回复，最多 %d 次正在进行", done, total, underWay))
}

// ending says why a run ended.
func (w wording) ending(s pairwise.Stop) string {
	switch s {
	case pairwise.StopDecided:
		return w("the order by comparisons is settled", "比较得出的次序已确定")
	case pairwise.StopAll:
		return w("every pair that can be compared is compared", "可比较的各对都已比较")
	case pairwise.StopCalls:
		return w("the limit is reached: --calls or ranking.calls raises it, --max-cost if that was given; what was answered is kept", "已到上限：可用 --calls 或 ranking.calls 提高（若给了 --max-cost 则提高它）；已有的回复会保留")
	case pairwise.StopFailed:
		return w("some comparisons could not be made", "有些比较未能完成")
	default: // pairwise.StopOne
		return w("there are no two different submissions to compare", "没有两件不同的作品可比较")
	}
}

// incomplete is the exit of a run in which calls failed.
func incomplete(out *pipeline.Compared) error {
	if out.Failed == 0 {
		return nil
	}
	fix := "run the same command again: what was answered is kept and not paid for twice"
	return fault.Refuse(fault.Incomplete, then(fault.New(out.Cause, nil), fix), fmt.Errorf("%d comparisons could not be made: %s", out.Failed, terminal.PlainLine(out.Reason)))
}
