package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/attribution"
	"judgement/internal/terminal"
	"judgement/report"
)

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
	p.Columns([]terminal.Column{
		{Name: w("judge", "评委"), Least: 12},
		{Name: w("model", "模型"), Least: 8, Drop: 2},
		{Name: w("skill text", "技能文本"), Drop: 1},
		{Name: w("forecasts", "预测数"), Right: true},
		{Name: w("Brier score (95 %)", "布赖尔分数（95%）"), Least: 30},
		{Name: w("skill", "技巧得分")},
	}, rows)
	apart := 0
	for _, x := range c.Comparisons {
		if x.Separated {
			apart++
		}
	}
	p.Printf(w("\n%d pairs of judges share %d questions or more; %d differ clearly. See --html for all of it.\n",
		"\n%d 对评委的共有问题满 %d 个，其中 %d 对分出了高下。全部内容见 --html 的页面。\n"), len(c.Comparisons), c.Gates.Shared, apart)
}
