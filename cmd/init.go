package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func (a *App) initCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "init DIR", Short: "Write the starter workspace into a new or empty folder", Args: exactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runInit(args[0]) },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runInit(dir string) error {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Dir, dir)
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return failed("not_empty", "name a folder that is new or empty", fmt.Errorf("%s is not empty", dir))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return failed("write", "name a folder that is new or empty", err)
	}
	n, err := a.writeStarter(dir)
	if err != nil {
		return failed("write", "check that the folder above is writable and the disk is not full", fmt.Errorf("write the starter workspace: %w", err))
	}
	return a.print(map[string]any{"workspace": dir, "files": n}, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "wrote %d files into %s\nnext: judgement smoke all --workspace %s\n", n, dir, dir)
		return err
	})
}

// starterParts are the files and folders of the starter that make a workspace.
func starterParts() []string {
	return []string{"SKILL.md", "VERSION", "judgement.yaml", "scenes", "anchors", "judges", "examples"}
}

// writeStarter fills a folder beside dir and renames it to dir.
func (a *App) writeStarter(dir string) (files int, err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return 0, err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".judgement-init-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return 0, err
	}
	for _, part := range starterParts() {
		err := fs.WalkDir(a.Starter, part, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			to := filepath.Join(tmp, filepath.FromSlash(p))
			if d.IsDir() {
				return os.MkdirAll(to, 0o755)
			}
			data, err := fs.ReadFile(a.Starter, p)
			if err != nil {
				return err
			}
			files++
			return os.WriteFile(to, data, 0o644)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
	}
	if files == 0 {
		return 0, errors.New("this program was built without a starter workspace")
	}
	return files, os.Rename(tmp, dir)
}
