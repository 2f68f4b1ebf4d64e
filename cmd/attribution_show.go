package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/report"
	"judgement/report/html"
)

func (a *App) attributionShowCmd() *cobra.Command {
	page := ""
	c := &cobra.Command{
		Use:   "show CASE",
		Short: "Show a case's checkpoints: what was asked, who foresaw what, what happened",
		Long: `Prints a case's checkpoints as Markdown, as of today: each question with its rule
and due date, every judge's forecast, and everything that was recorded of it.
Real runs of 'attribution check' keep the same in the case's report folder, as
checkpoints.md and checkpoints.html.`,
		Example: "  judgement attribution show C-2026-0001\n  judgement attribution show C-2026-0001 --html checkpoints.html",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runAttributionShow(c.Context(), args[0], page) },
	}
	c.Flags().StringVar(&page, "html", "", "write the page to this file instead of printing it")
	return c
}

func (a *App) runAttributionShow(ctx context.Context, name, file string) error {
	r, err := a.attribution(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	page, err := r.CasePage(ctx, a.caseName(r.workspace, name))
	if err != nil {
		return attributionFailure(err)
	}
	if file == "" {
		_, err := a.Out.Write(report.Markdown(page))
		return err
	}
	data := html.Render(page)
	if !filepath.IsAbs(file) {
		file = filepath.Join(a.Dir, file)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}
