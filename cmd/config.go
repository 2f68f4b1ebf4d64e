package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"judgement/config"
)

func (a *App) configCmd() *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "Show the settings", Args: noArgs, RunE: bareGroup}
	show := &cobra.Command{
		Use:   "show",
		Short: "Print every setting with its value and where it comes from",
		Long: `Prints every setting with its value and where the value comes from. Of secrets it
says only whether they are set. 'judgement help environment' says what each one
means and which variables set it; --output json has that too.`,
		Example: "  judgement config show\n  judgement config show --output json",
		Args:    exactArgs(0),
		RunE:    func(*cobra.Command, []string) error { return a.runConfigShow() },
	}
	a.outputFlag(show, "table", "json", "yaml")
	c.AddCommand(show)
	return c
}

// shownConfig is what config show prints.
type shownConfig struct {
	Workspace string         `json:"workspace"` // empty: the built-in one
	Output    string         `json:"output_folder"`
	File      string         `json:"file"` // of settings, from the workspace
	Settings  []config.Value `json:"settings"`
}

func (a *App) runConfigShow() error {
	ws, s, err := a.settings(nil)
	if err != nil {
		return err
	}
	defer ws.Close()
	v := shownConfig{Workspace: ws.Dir, Output: ws.OutDir, File: config.File, Settings: s.Values()}
	return a.print(v, func(w io.Writer) error {
		fmt.Fprintf(w, "workspace: %s\n\n", a.workspaceName(ws))
		rows := make([][]string, 0, len(v.Settings))
		for _, s := range v.Settings {
			from := string(s.Source)
			if s.From != "" {
				from = s.From
			}
			rows = append(rows, []string{s.Key, dash(s.Value), from})
		}
		if err := writeTable(w, []string{"setting", "value", "from"}, rows); err != nil {
			return err
		}
		_, err := fmt.Fprintln(w, "\n'judgement help environment' says what each means and which variables set it.")
		return err
	})
}

// workspaceName names a workspace for people.
func (a *App) workspaceName(ws config.Workspace) string {
	if ws.Dir == "" {
		return "built-in (read-only); reports go to " + ws.OutDir
	}
	return ws.Dir
}

// dash stands for an empty cell.
func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
