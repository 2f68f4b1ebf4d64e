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
		Example: "  judgement init my-workspace\n  judgement init .",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runInit(args[0]) },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runInit(dir string) error {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Dir, dir)
	}
	dir = filepath.Clean(dir)
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return failed("not_empty", "name a folder that is new or empty", fmt.Errorf("%s is not empty: %s", dir, contents(entries)))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return failed("write", "name a folder that is new or empty", fmt.Errorf("read %s: %s", dir, cause(err)))
	}
	n, err := a.writeStarter(dir, err == nil)
	if err != nil {
		return failed("write", "check that the folder above is writable and the disk is not full", fmt.Errorf("write the starter workspace: %w", err))
	}
	return a.print(map[string]any{"workspace": dir, "files": n}, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "wrote %d files into %s\nnext: judgement smoke all --workspace %s\n", n, dir, dir)
		return err
	})
}

// contents names the first entries of a folder.
func contents(entries []fs.DirEntry) string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return "it holds " + some(names, 5)
}

// stagePrefix begins the name of the folder in which a workspace is put
// together.
const stagePrefix = ".judgement-init-"

// starterParts are the files and folders of the starter that make a workspace.
// A folder is a workspace once it has scenes, so they come last.
func starterParts() []string {
	return []string{"SKILL.md", "VERSION", "judgement.yaml", "anchors", "judges", "examples", "scenes"}
}

// writeStarter puts the workspace together in a folder of its own and moves it
// into place: a new folder appears whole; into one that exists, which may be
// somebody's working directory and therefore stays the same folder, the parts
// are moved one by one. All is durable when it returns.
func (a *App) writeStarter(dir string, exists bool) (files int, err error) {
	beside := filepath.Dir(dir)
	if exists {
		beside = dir
	} else if err := os.MkdirAll(beside, 0o755); err != nil {
		return 0, err
	}
	stage, err := os.MkdirTemp(beside, stagePrefix)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(stage)) }()
	if err := os.Chmod(stage, 0o755); err != nil {
		return 0, err
	}
	if files, err = a.stageStarter(stage); err != nil {
		return 0, err
	}
	if !exists {
		if err := os.Rename(stage, dir); err != nil {
			return 0, err
		}
		return files, syncDir(beside)
	}
	if err := moveParts(stage, dir); err != nil {
		return 0, err
	}
	return files, syncDir(dir)
}

// stageStarter writes the starter's parts, durably.
func (a *App) stageStarter(stage string) (files int, err error) {
	for _, part := range starterParts() {
		var dirs []string
		err := fs.WalkDir(a.Starter, part, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			to := filepath.Join(stage, filepath.FromSlash(p))
			if d.IsDir() {
				dirs = append(dirs, to)
				return os.MkdirAll(to, 0o755)
			}
			data, err := fs.ReadFile(a.Starter, p)
			if err != nil {
				return err
			}
			files++
			return writeSynced(to, data)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		for _, d := range dirs {
			if err := syncDir(d); err != nil {
				return 0, err
			}
		}
	}
	if files == 0 {
		return 0, errors.New("this program was built without a starter workspace")
	}
	return files, syncDir(stage)
}

// moveParts moves the parts from the stage into dir. When one cannot be moved,
// those that were are moved back, so that the folder is empty again.
func moveParts(stage, dir string) error {
	var moved []string
	for _, part := range starterParts() {
		from, to := filepath.Join(stage, part), filepath.Join(dir, part)
		if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		_, err := os.Lstat(to)
		if err == nil {
			err = &fs.PathError{Op: "rename", Path: to, Err: fs.ErrExist}
		} else if errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(from, to)
		}
		if err != nil {
			for _, m := range moved {
				err = errors.Join(err, os.Rename(filepath.Join(dir, m), filepath.Join(stage, m)))
			}
			return err
		}
		moved = append(moved, part)
	}
	return nil
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
