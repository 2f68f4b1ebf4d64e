package cmd

import (
	"github.com/spf13/cobra"

	"judgement/panel"
)

func (a *App) panelCmd() *cobra.Command {
	resolve := &cobra.Command{
		Use: "resolve PATH", Short: "Print a panel as JSON, inheritance merged", Args: exactArgs(1),
		Long:    "Prints a panel with its base merged in. PATH is a\nfile or a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel resolve scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.ResolvePanel(args[0])
			if err != nil {
				return err
			}
			return a.print(p, nil)
		},
	}
	total := &cobra.Command{
		Use: "total-max PATH", Short: "Print a panel's maximum total score", Args: exactArgs(1),
		Long:    "Prints the sum of a panel's lens maxima, a bare number. PATH is a file\nor a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel total-max scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			pan, err := a.ResolvePanel(args[0])
			if err != nil {
				return err
			}
			top := pan.TotalMax()
			return a.print(map[string]panel.Points{"total_max": top}, func(p *page) { p.Line(top.Decimal(12)) })
		},
	}
	return group(&cobra.Command{Use: "panel", Short: "Resolve panels and compute their maximum"}, a.output(resolve, "json", "yaml"), a.output(total))
}
