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
	"judgement/scene"
)

func (a *App) addSceneCmd() *cobra.Command {
	var typ string
	var dry bool
	c := &cobra.Command{
		Use: "add-scene SLUG --type review|competition", Short: "Make a new scene from the template", Args: exactArgs(1),
		Example: "  judgement add-scene my-scene --type review\n  judgement add-scene my-contest --type competition --dry-run",
		RunE: func(_ *cobra.Command, args []string) error {
			if typ != string(scene.Review) && typ != string(scene.Competition) {
				problem := fmt.Sprintf("unknown scene type %q", typ)
				if typ == "" {
					problem = "no scene type is named"
				}
				return usageError("add --type review or --type competition", "%s", problem)
			}
			if err := scene.CheckSlug(args[0]); err != nil {
				return usageError("choose another slug, such as my-scene", "%w", err)
			}
			return a.runAddScene(args[0], scene.Type(typ), dry)
		},
	}
	c.Flags().StringVar(&typ, "type", "", "review (has an anchor judge) or competition (public scores)")
	c.Flags().BoolVar(&dry, "dry-run", false, "print what would be written and write nothing")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runAddScene(slug string, typ scene.Type, dry bool) error {
	ws, err := a.workspace()
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := outside(ws, "add-scene", "run 'judgement init DIR', then add the scene in DIR"); err != nil {
		return err
	}
	dir := filepath.Join(ws.Dir, "scenes", slug)
	if _, err := os.Lstat(dir); err == nil {
		return failed("exists", "choose another slug, or edit the scene that is there", fmt.Errorf("scene %q exists already: %s", slug, dir))
	}
	templates := ws.FS
	if _, err := fs.Stat(ws.FS, "scenes/_template"); errors.Is(err, fs.ErrNotExist) {
		templates = a.Starter
	}
	files, err := scene.Clone(templates, slug, typ)
	if err != nil {
		return failed("template", "", err)
	}
	check := scene.CheckScene(scene.Overlay(ws.FS, files), slug)
	for _, p := range check.Points {
		if p.Status == scene.Fail {
			return failed("template", "correct scenes/_template/"+string(typ)+", or add what it names, then try again",
				fmt.Errorf("the new scene would not pass its check: %w", p.Problems))
		}
	}
	if !dry {
		if err := writeScene(ws, dir, files); err != nil {
			return failed("write", "check that the folder is writable and the disk is not full", err)
		}
		a.warnOfScene(ws, slug)
	}
	result := map[string]any{"slug": slug, "scene_type": typ, "dry_run": dry, "files": files}
	return a.print(result, func(w io.Writer) error {
		verb := "wrote"
		if dry {
			verb = "would write"
		}
		for _, f := range files {
			fmt.Fprintf(w, "%s %s\n", verb, f.Path)
			if dry {
				fmt.Fprintf(w, "%s\n", f.Data)
			}
		}
		if !dry {
			a.sayNext("smoke scene " + slug)
		}
		return nil
	})
}

// sayNext names the command that comes next, for the same workspace.
func (a *App) sayNext(command string) {
	if a.workspaceFlag != "" {
		command += " --workspace " + a.workspaceFlag
	}
	fmt.Fprintf(a.Err, "next: judgement %s\n", command)
}

// warnOfScene says where a new scene gets in the way of others.
func (a *App) warnOfScene(ws config.Workspace, slug string) {
	checks, err := scene.CheckAll(ws.FS)
	if err != nil {
		return // the scene is written; 'smoke all' tells
	}
	for _, c := range checks {
		for _, w := range c.Warnings {
			if c.Slug == slug || strings.Contains(w, " scene "+slug+" ") {
				fmt.Fprintf(a.Err, "warning: %s\n", plainLine(w))
			}
		}
	}
}

// writeScene writes the files into a folder of their own and renames it, so
// that no half-written scene is ever seen.
func writeScene(ws config.Workspace, dir string, files []scene.NewFile) (err error) {
	tmp, err := os.MkdirTemp(filepath.Join(ws.Dir, "scenes"), ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := writeSynced(filepath.Join(tmp, path.Base(f.Path)), f.Data); err != nil {
			return err
		}
	}
	return os.Rename(tmp, dir)
}

func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}
