package cmd

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/attribution"
	"judgement/internal/terminal"
	"judgement/report"
	"judgement/report/html"
)

func (a *App) attributionShowCmd() *cobra.Command {
	file := ""
	c := &cobra.Command{
		Use:   "show CASE",
		Short: "Show a case's checkpoints: what was asked, who foresaw what, what happened",
		Long: `Prints a case's checkpoints as Markdown, as of today: each question with its rule
and due date, every judge's forecast, and everything that was recorded of it.
Real runs of 'attribution check' keep the same in the case's report folder, as
checkpoints.md and checkpoints.html.`,
		Example: "  judgement attribution show C-2026-0001\n  judgement attribution show C-2026-0001 --html checkpoints.html",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runAttributionShow(c.Context(), args[0], file) },
	}
	c.Flags().StringVar(&file, "html", "", "write the page to this file instead of printing it")
	return c
}

func (a *App) runAttributionShow(ctx context.Context, name, file string) error {
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	page, err := checker.CasePage(ctx, a.CaseName(name))
	if err != nil {
		return err
	}
	if file != "" {
		return a.writePage(file, page)
	}
	_, err = a.Out.Write(report.Markdown(page))
	return err
}

// writePage writes a page as HTML to the file of --html.
func (a *App) writePage(file string, page report.Page) error {
	if err := os.WriteFile(a.Path(file), html.Render(page), 0o644); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func (a *App) calibrationCmd() *cobra.Command {
	file, language := "", ""
	c := &cobra.Command{
		Use:   "calibration",
		Short: "Show how well each judge foresaw what happened",
		Long: `Scores the forecasts of every judge, a skill text with a model, over all questions
that fell due and were decided: Brier score and log loss with intervals, skill
against the base rate, reliability, comparisons on shared questions, and how
scores go with outcomes. If there is not enough yet it says so and gives no
number. It writes nothing but the file of --html; real runs of 'attribution
check' keep the same in cases/calibration.html.`,
		Example: "  judgement attribution calibration\n  judgement attribution calibration --html calibration.html --language zh",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runCalibration(c.Context(), file, language) },
	}
	c.Flags().StringVar(&file, "html", "", "also write the page with the diagrams to this file")
	c.Flags().StringVar(&language, "language", "", "language of the table and of the page: en or zh (default: that of most cases with checkpoints, by their scenes, else by their questions)")
	return a.output(c)
}

func (a *App) runCalibration(ctx context.Context, file, language string) error {
	if err := checkLanguage(language); err != nil {
		return err
	}
	if language != "" && file == "" && a.format != "table" {
		return usageError("leave it out, or add --html FILE", "--language is that of the table and of the page, and there is neither: --output is %s", a.format)
	}
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	p := a.progress()
	cal, err := checker.Calibration(ctx, p.Set)
	p.End()
	if err != nil {
		return err
	}
	if language != "" {
		cal.Language = report.Lang(language)
	}
	if file != "" {
		if err := a.writePage(file, cal.Page()); err != nil {
			return err
		}
	}
	return a.print(cal, func(p *page) { p.calibration(&cal) })
}

// calibration prints how well judges foresaw, in its language.
func (p *page) calibration(c *attribution.Calibration) {
	w := wordsFor(c.Language)
	if c.Questions == 0 {
		p.Line(w("Nothing can be scored yet: no accepted checkpoint has fallen due and was confirmed or falsified.", "尚无可计分的内容：还没有已接受的检查点到期并被证实或证伪。"))
		return
	}
	p.Line(terminal.Counted(c.Questions, w("%d question(s)", "问题 %d 个")) +
		terminal.Counted(c.Cases, w(" of %d case(s), %.0f %% came true\n", "，来自 %d 个案例，%.0f%% 成真\n"), 100**c.BaseRate))
	var rows [][]string
	for _, j := range c.Judges {
		brier, skill := fmt.Sprintf(w("not enough yet: %d of %d forecasts, %d of %d cases", "数据尚不足：预测 %d/%d 个，案例 %d/%d 个"), j.Forecasts, c.Gates.Forecasts, j.Cases, c.Gates.Cases), ""
		if j.Brier != nil {
			brier = fmt.Sprintf(w("%.3f (%.3f to %.3f)", "%.3f（%.3f 至 %.3f）"), j.Brier.Value, j.Brier.Low, j.Brier.High)
		}
		if j.Skill != nil {
			skill = fmt.Sprintf("%.2f", *j.Skill)
		}
		rows = append(rows, []string{j.Slug, j.Model, fmt.Sprintf("%.8s", j.SkillSHA256), fmt.Sprint(j.Forecasts), brier, skill})
	}
	p.Table([]string{w("judge", "评委"), w("model", "模型"), w("skill text", "技能文本"), w("forecasts", "预测数"), w("Brier score (95 %)", "布赖尔分数（95%）"), w("skill", "技巧得分")}, rows, 3)
	apart := 0
	for _, x := range c.Comparisons {
		if x.Separated {
			apart++
		}
	}
	p.Printf(w("\n%d pairs of judges share %d questions or more; %d are told apart. See --html for all of it.\n",
		"\n%d 对评委的共有问题满 %d 个，其中 %d 对分出了高下。全部内容见 --html 的页面。\n"), len(c.Comparisons), c.Gates.Shared, apart)
}

func (a *App) acceptCmd() *cobra.Command {
	all := false
	c := &cobra.Command{
		Use:   "accept CASE [CHECKPOINT…]",
		Short: "Accept drafted checkpoints, so that they count",
		Long: `Locks drafts: question, rule, dates and every judge's forecast are kept by a
hash from then on, and their outcomes will count. Look at each question first:
another person must be able to tell whether it came true. Drafts that fell due
already are not accepted, since their answers could be known.`,
		Example: "  judgement attribution accept C-2026-0001 v1-1 v1-3\n  judgement attribution accept C-2026-0001 --all",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("usage: "+c.UseLine(), "name a case")
			}
			if all == (len(args) > 1) {
				return usageError("look at the drafts first: 'judgement attribution show "+args[0]+"'", "name checkpoints, or give --all")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.runAccept(c.Context(), args[0], args[1:]) },
	}
	c.Flags().BoolVar(&all, "all", false, "accept every draft that has not fallen due")
	return a.output(c)
}

func (a *App) runAccept(ctx context.Context, name string, checkpoints []string) error {
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	done, err := checker.Accept(ctx, a.CaseName(name), checkpoints)
	if err != nil {
		return err
	}
	return a.print(done, func(p *page) {
		what := "no draft was accepted"
		if len(done.Accepted) > 0 {
			what = "accepted " + strings.Join(done.Accepted, ", ")
		}
		p.Printf("%s: %s\n", done.Case, what)
		for _, id := range slices.Sorted(maps.Keys(done.Left)) {
			p.Printf("left %s: %s\n", id, done.Left[id])
		}
	})
}

type resolveOptions struct {
	attribution.Resolution
	state string
	undo  bool
}

func (a *App) resolveCmd() *cobra.Command {
	o := &resolveOptions{}
	c := &cobra.Command{
		Use:   "resolve CASE CHECKPOINT --state STATE --value VALUE --source WHERE",
		Short: "Record what happened to a checkpoint, or undo that",
		Long: `Adds a line to the case's outcomes; nothing is ever rewritten. The states are
confirmed (the rule came true), falsified (it did not), partial (neither is clear)
and skipped (it can't be told any more). A falsified question must be due: no news
is never a contradiction. --undo adds a line that opens the checkpoint again.`,
		Example: `  judgement attribution resolve C-2026-0001 v1-1 --state confirmed --value 120 --source https://example.org/report
  judgement attribution resolve C-2026-0001 v1-1 --undo --reason "wrong quarter"`,
		Args: exactArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return a.runResolve(c.Context(), o, args[0], args[1]) },
	}
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "confirmed, partial, falsified or skipped")
	f.StringVar(&o.Value, "value", "", "what was observed; needed for numeric and ordinal questions")
	f.StringVar(&o.Source, "source", "", "where it can be seen: an address, a file, a person")
	f.StringVar(&o.Reason, "reason", "", "why, in one line")
	f.BoolVar(&o.undo, "undo", false, "open the checkpoint again")
	return a.output(c)
}

func (a *App) runResolve(ctx context.Context, o *resolveOptions, name, checkpoint string) error {
	switch {
	case o.undo && (o.state != "" || o.Value != "" || o.Source != ""):
		return usageError("give --undo alone, with --reason if you like", "--undo takes no state, value or source")
	case !o.undo && o.state == "":
		return usageError("choose one of: confirmed, partial, falsified, skipped", "--state is missing")
	}
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	name, o.State = a.CaseName(name), attribution.State(o.state)
	var done attribution.Outcome
	if o.undo {
		done, err = checker.Undo(ctx, name, checkpoint, o.Reason)
	} else {
		done, err = checker.Resolve(ctx, name, checkpoint, o.Resolution)
	}
	if err != nil {
		return err
	}
	return a.print(done, func(p *page) {
		p.Printf("%s %s: %s (line %d of outcomes.jsonl)\n", name, checkpoint, done.State, done.Seq)
	})
}
