package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/report"
	"judgement/report/html"
)

func (a *App) calibrationCmd() *cobra.Command {
	page, language := "", ""
	c := &cobra.Command{
		Use:   "calibration",
		Short: "Show how well each judge foresaw what happened",
		Long: `Scores the forecasts of every judge, a skill text with a model, over all questions
that fell due and were decided: Brier score and log loss with intervals, skill
against the base rate, reliability, comparisons on shared questions, and how
scores go with outcomes. Where there is not enough yet it says so and gives no
number. It writes nothing but the file of --html; real runs of 'attribution
check' keep the same in cases/calibration.html.`,
		Example: "  judgement attribution calibration\n  judgement attribution calibration --html calibration.html --language zh",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runCalibration(c.Context(), page, language) },
	}
	c.Flags().StringVar(&page, "html", "", "also write the page with the diagrams to this file")
	c.Flags().StringVar(&language, "language", "", "language of the table and of the page: en or zh (default: that of most cases with checkpoints, by their scenes, else by their questions)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runCalibration(ctx context.Context, page, language string) error {
	switch {
	case language != "" && language != "en" && language != "zh":
		return usageError("choose one of: en, zh", "unknown language %q", language)
	case language != "" && page == "" && a.output != "table":
		return usageError("leave it out, or add --html FILE", "--language is that of the table and of the page, and there is neither: --output is %s", a.output)
	}
	r, err := a.attribution(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	p := a.progress()
	cal, err := r.Calibration(ctx, p.set)
	p.end()
	if err != nil {
		return attributionFailure(err)
	}
	if language != "" {
		cal.Language = report.Lang(language)
	}
	if page != "" {
		if !filepath.IsAbs(page) {
			page = filepath.Join(a.Dir, page)
		}
		if err := os.WriteFile(page, html.Render(cal.Page()), 0o644); err != nil {
			return fmt.Errorf("write the page: %w", err)
		}
	}
	return a.print(cal, func(w io.Writer) error { return writeCalibration(w, &cal) })
}
