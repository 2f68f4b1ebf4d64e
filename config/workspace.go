package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WorkspaceEnv names the variable that points at the workspace.
const WorkspaceEnv = "JUDGEMENT_WORKSPACE"

// ErrOutside is the cause of an error about a path that leaves the workspace
// through a symbolic link.
var ErrOutside = errors.New("a symbolic link leads out of the workspace, or is absolute; put a copy of the file in its place")

// ErrNoWorkspace is the cause of an error about a folder that is no workspace.
var ErrNoWorkspace = errors.New("not a workspace")

// Workspace is the folder of scenes, judges, cases and reports.
type Workspace struct {
	FS     fs.FS  // read access that no path and no symbolic link leaves
	Dir    string // absolute; empty for the embedded starter, which is read-only
	OutDir string // absolute folder into which cases and reports go
	root   *os.Root
}

// Close releases the workspace's folder.
func (w Workspace) Close() error {
	if w.root == nil {
		return nil
	}
	return w.root.Close()
}

// FindWorkspace returns the workspace that the flag names, else the variable
// JUDGEMENT_WORKSPACE, else the nearest folder from cwd upward that holds
// scenes/, else the embedded starter with cwd for output. An error wraps
// ErrNoWorkspace when the flag or the variable names something else, or when scenes
// is a symbolic link that leads to no folder: another workspace is not meant.
func FindWorkspace(flag string, getenv func(string) string, cwd string, starter fs.FS) (Workspace, error) {
	for _, named := range []struct{ by, dir string }{{"--workspace", flag}, {WorkspaceEnv, getenv(WorkspaceEnv)}} {
		if named.dir == "" {
			continue
		}
		dir := named.dir
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(cwd, dir)
		}
		if !isDir(dir) {
			return Workspace{}, fmt.Errorf("%w: %s names %s, which is no folder", ErrNoWorkspace, named.by, named.dir)
		}
		if !isDir(filepath.Join(dir, "scenes")) {
			return Workspace{}, fmt.Errorf("%w: %s names %s, which has no folder scenes", ErrNoWorkspace, named.by, named.dir)
		}
		return OpenWorkspace(dir)
	}
	for dir := cwd; ; dir = filepath.Dir(dir) {
		scenes := filepath.Join(dir, "scenes")
		if isDir(scenes) {
			return OpenWorkspace(dir)
		}
		if _, err := os.Readlink(scenes); err == nil {
			return Workspace{}, fmt.Errorf("%w: %s is a symbolic link that leads to no folder", ErrNoWorkspace, scenes)
		}
		if dir == filepath.Dir(dir) {
			return Workspace{FS: starter, OutDir: cwd}, nil
		}
	}
}

// OpenWorkspace opens the folder as a workspace.
func OpenWorkspace(dir string) (Workspace, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Workspace{}, fmt.Errorf("open the workspace: %w", err)
	}
	return Workspace{FS: guarded{root.FS()}, Dir: filepath.Clean(dir), OutDir: filepath.Clean(dir), root: root}, nil
}

// UnreadSettings reports whether settings lie in the folder for output that are not read,
// because the workspace is the embedded starter.
func (w Workspace) UnreadSettings() bool {
	_, err := os.Stat(filepath.Join(w.OutDir, File))
	return w.Dir == "" && err == nil
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

// guarded is a root's file system whose errors say what a path that leaves it
// is, and what to do.
type guarded struct{ fs.FS }

func (g guarded) Open(name string) (fs.File, error) {
	f, err := g.FS.Open(name)
	return f, explain(err)
}

func (g guarded) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(g.FS, name)
	return info, explain(err)
}

// explain knows the escape only by its text: package os does not export it.
func explain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) && strings.Contains(pe.Err.Error(), "escapes from parent") {
		return &fs.PathError{Op: pe.Op, Path: pe.Path, Err: ErrOutside}
	}
	return err
}
