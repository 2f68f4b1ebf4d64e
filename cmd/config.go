package cmd

import (
	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/terminal"
)

func (a *App) configCmd() *cobra.Command {
	return group(&cobra.Command{Use: "config", Short: "Show the settings"}, a.output(&cobra.Command{
		Use:   "show",
		Short: "Print every setting with its value and where it comes from",
		Long: `Prints every setting with its value and where the value comes from. Of secrets it
says only whether they are set. 'judgement help environment' says what each one
means and which variables set it; --output json has that too.`,
		Example: "  judgement config show\n  judgement config show --output json",
		Args:    exactArgs(0),
		RunE:    func(*cobra.Command, []string) error { return a.runConfigShow() },
	}))
}

// shownConfig is what config show prints.
type shownConfig struct {
	Workspace string         `json:"workspace"` // empty: the built-in one
	Output    string         `json:"output_folder"`
	File      string         `json:"file"` // of settings, from the workspace
	Settings  []config.Value `json:"settings"`
}

func (a *App) runConfigShow() error {
	ws, s, err := a.Settings()
	if err != nil {
		return err
	}
	v := shownConfig{Workspace: ws.Dir, Output: ws.OutDir, File: config.File, Settings: s.Values()}
	return a.print(v, func(p *page) {
		p.Printf("workspace: %s\n\n", app.WorkspaceName(ws))
		rows := make([][]string, 0, len(v.Settings))
		for _, s := range v.Settings {
			if s.From == "" {
				s.From = string(s.Source)
			}
			rows = append(rows, []string{s.Key, terminal.Dash(s.Value), s.From})
		}
		p.Table([]string{"setting", "value", "from"}, rows)
		p.Line("\n'judgement help environment' says what each means and which variables set it.")
	})
}
