package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/yamlfile"
	"judgement/panel"
)

func (a *App) panelCmd() *cobra.Command {
	c := &cobra.Command{Use: "panel", Short: "Resolve panels and compute their maximum", Args: noArgs, RunE: bareGroup}
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
	at, err := a.locate(arg)
	if err != nil {
		return nil, err
	}
	defer at.Close()
	a.sayBuiltIn(at.Workspace)
	name := at.name
	if info, err := fs.Stat(at.FS, name); err == nil && info.IsDir() {
		name = path.Join(name, "panel.yaml")
	}
	p, err := panel.Load(at.FS, name)
	if err != nil {
		var ps yamlfile.Problems
		if errors.As(err, &ps) {
			err = a.named(at, ps)
		}
		if _, missing := fs.Stat(at.FS, name); errors.Is(missing, fs.ErrNotExist) {
			at.name = name
			return nil, a.noPanel(at)
		}
		return nil, failed("invalid_panel", "correct the file, or the path; 'judgement panel resolve PATH' checks it again", err)
	}
	return p, nil
}

// noPanel is the error of a path that holds nothing. Who gives a scene's slug means
// its folder.
func (a *App) noPanel(at located) error {
	var slugs []string
	found, _ := fs.Glob(at.FS, "scenes/*/panel.yaml") // the pattern is well-formed
	for _, f := range found {
		slugs = append(slugs, path.Base(path.Dir(f)))
	}
	fix := "name a panel file, or a scene's folder, such as scenes/pitch-review"
	if near, ok := yamlfile.Nearest(path.Base(strings.TrimSuffix(at.name, "/panel.yaml")), slugs); ok {
		fix = "did you mean scenes/" + near + "? Else " + fix
	}
	return &failure{exit: exitUsage, code: "invalid_panel", fix: fix, err: fmt.Errorf("%s: there is no such file", a.nameIn(at, at.name))}
}

// located is a file in the workspace that holds it.
type located struct {
	config.Workspace
	name string // the file's path in it
	lone bool   // it is no workspace, only a folder above the file
}

// nameIn is what people call a file beside or below the located one: its path in the
// workspace; where there is none, its path from here or from the root.
func (a *App) nameIn(at located, file string) string {
	if !at.lone {
		return file
	}
	return a.shownPath(filepath.Join(at.Dir, filepath.FromSlash(file)))
}

// named returns problems with such names of their files.
func (a *App) named(at located, ps yamlfile.Problems) yamlfile.Problems {
	return ps.Renamed(func(file string) string { return a.nameIn(at, file) })
}

// locate finds the workspace that holds a file. A file on disk outside the
// workspace brings its own: the nearest folder upward with scenes/, else the folder
// above the file's.
func (a *App) locate(arg string) (located, error) {
	ws, err := a.workspace()
	if err != nil {
		return located{}, err
	}
	disk := arg
	if !filepath.IsAbs(disk) {
		disk = filepath.Join(a.Dir, disk)
	}
	if _, err := os.Stat(disk); err != nil {
		if name := filepath.ToSlash(filepath.Clean(arg)); fs.ValidPath(name) {
			return located{Workspace: ws, name: name}, nil
		}
	}
	if name, ok := inside(ws.Dir, disk); ok {
		return located{Workspace: ws, name: name}, nil
	}
	_ = ws.Close()
	none := func(string) string { return "" }
	ws, err = config.FindWorkspace("", none, filepath.Dir(disk), nil)
	lone := err == nil && ws.Dir == ""
	if lone {
		above := filepath.Dir(filepath.Dir(disk))
		for _, err := os.Stat(above); err != nil && above != filepath.Dir(above); _, err = os.Stat(above) {
			above = filepath.Dir(above) // of a file that is not there
		}
		ws, err = config.OpenWorkspace(above)
	}
	if err != nil {
		return located{}, err
	}
	name, _ := inside(ws.Dir, disk)
	return located{ws, name, lone}, nil
}

func inside(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	if dir == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
