package cmd

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/panel"
)

func (a *App) panelCmd() *cobra.Command {
	c := &cobra.Command{Use: "panel", Short: "Resolve panels and compute their maximum", Args: noArgs, RunE: showHelp}
	resolve := &cobra.Command{
		Use: "resolve PATH", Short: "Print a panel as JSON, inheritance merged", Args: exactArgs(1),
		Long:    "Prints a panel with its base merged in. PATH is a\nfile or a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel resolve scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.resolvePanel(args[0])
			if err != nil {
				return err
			}
			return a.print(p, nil)
		},
	}
	a.outputFlag(resolve, "json", "yaml")
	total := &cobra.Command{
		Use: "total-max PATH", Short: "Print a panel's maximum total score", Args: exactArgs(1),
		Long:    "Prints the sum of a panel's lens maxima, a bare number. PATH is a file\nor a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel total-max scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.resolvePanel(args[0])
			if err != nil {
				return err
			}
			return a.print(map[string]panel.Points{"total_max": p.TotalMax()}, func(w io.Writer) error {
				_, err := fmt.Fprintln(w, p.TotalMax().Decimal(12))
				return err
			})
		},
	}
	a.outputFlag(total, "table", "json", "yaml")
	c.AddCommand(resolve, total)
	return c
}

// resolvePanel takes a path on disk, else one from the workspace.
func (a *App) resolvePanel(arg string) (*panel.Panel, error) {
	ws, name, err := a.locate(arg)
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	if info, err := fs.Stat(ws.FS, name); err == nil && info.IsDir() {
		name = path.Join(name, "panel.yaml")
	}
	p, err := panel.Load(ws.FS, name)
	if err != nil {
		return nil, failed("invalid_panel", "correct the file, or the path; 'judgement panel resolve PATH' checks it again", err)
	}
	return p, nil
}

// locate returns the workspace that holds a file and the file's path in it. A
// file on disk outside the workspace brings its own: the nearest folder upward
// with scenes/, else the folder above the file's.
func (a *App) locate(arg string) (config.Workspace, string, error) {
	ws, err := a.workspace()
	if err != nil {
		return ws, "", err
	}
	disk := arg
	if !filepath.IsAbs(disk) {
		disk = filepath.Join(a.Dir, disk)
	}
	if _, err := os.Stat(disk); err != nil {
		return ws, filepath.ToSlash(filepath.Clean(arg)), nil
	}
	if name, ok := inside(ws.Dir, disk); ok {
		return ws, name, nil
	}
	_ = ws.Close()
	none := func(string) string { return "" }
	ws, err = config.FindWorkspace("", none, filepath.Dir(disk), nil)
	if err == nil && ws.Dir == "" {
		ws, err = config.OpenWorkspace(filepath.Dir(filepath.Dir(disk)))
	}
	if err != nil {
		return ws, "", err
	}
	name, _ := inside(ws.Dir, disk)
	return ws, name, nil
}

func inside(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	if dir == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
