package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"judgement/config"
	"judgement/internal/yamlfile"
)

// Path is a path on the command line as an absolute one.
func (p *Process) Path(arg string) string {
	if filepath.IsAbs(arg) {
		return filepath.Clean(arg)
	}
	return filepath.Join(p.Dir, arg)
}

// Shown shortens a path for people: from the working directory if it is below
// it.
func (p *Process) Shown(path string) string {
	if rel, err := filepath.Rel(p.Dir, path); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return path
}

// CaseName turns a path on disk, such as a completed one or "." within a case's
// folder, into a name from the workspace on; other names are left as they are.
func (p *Process) CaseName(name string) string {
	if name != "." && !strings.ContainsRune(name, filepath.Separator) {
		return name
	}
	path, noPath := filepath.EvalSymlinks(p.Path(name))
	top, noTop := filepath.EvalSymlinks(p.Workspace.OutDir)
	if rel, ok := inside(top, path); ok && noPath == nil && noTop == nil {
		return rel
	}
	return name
}

// Kept returns what the workspace keeps at a path: the root itself, or the folder of cases,
// reports or the program's own files that is there or above. It is empty for other
// paths. Symbolic links are followed; the path need not exist.
func (p *Process) Kept(path string) string {
	for _, top := range []string{p.Workspace.OutDir, p.Workspace.Dir} {
		if top == "" {
			continue
		}
		if sameFile(top, path) {
			return top
		}
		for _, name := range []string{"cases", "reports", ".judgement"} {
			kept := filepath.Join(top, name)
			for at := resolved(path); ; at = filepath.Dir(at) {
				if sameFile(kept, at) {
					return kept
				}
				if at == filepath.Dir(at) {
					break
				}
			}
		}
	}
	return ""
}

// sameFile reports whether two paths lead to one file, or would.
func sameFile(a, b string) bool {
	one, errA := os.Stat(a)
	other, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(one, other) || resolved(a) == resolved(b)
}

// resolved follows the symbolic links of a path, of which the last folders may be missing.
func resolved(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if above := filepath.Dir(path); err != nil && above != path {
		return filepath.Join(resolved(above), filepath.Base(path))
	}
	return target
}

// Located is a file in the workspace that holds it.
type Located struct {
	config.Workspace
	Name string // the file's path in it
	lone bool   // it is no workspace, only a folder above the file
}

// NameIn is what people call a file beside or below the located one: its path in the
// workspace; if there is none, its path from here or from the root.
func (p *Process) NameIn(at Located, file string) string {
	if !at.lone {
		return file
	}
	return p.Shown(filepath.Join(at.Dir, filepath.FromSlash(file)))
}

// Named returns problems with such names of their files.
func (p *Process) Named(at Located, ps yamlfile.Problems) yamlfile.Problems {
	return ps.Renamed(func(file string) string { return p.NameIn(at, file) })
}

// named returns an error with such names of the files that it has problems of.
func (p *Process) named(at Located, err error) error {
	var ps yamlfile.Problems
	if errors.As(err, &ps) {
		return p.Named(at, ps)
	}
	return err
}

// Locate finds the workspace that holds a file. A file on disk outside the
// workspace brings its own: the nearest folder upward with scenes/, else the folder
// above the file's.
func (p *Process) Locate(arg string) (Located, error) {
	ws := p.Workspace
	disk := p.Path(arg)
	if _, err := os.Stat(disk); err != nil {
		if name := filepath.ToSlash(filepath.Clean(arg)); fs.ValidPath(name) {
			return Located{Workspace: ws, Name: name}, nil
		}
	}
	if name, ok := inside(ws.Dir, disk); ok {
		return Located{Workspace: ws, Name: name}, nil
	}
	none := func(string) string { return "" }
	ws, err := config.FindWorkspace("", none, filepath.Dir(disk), nil)
	lone := err == nil && ws.Dir == ""
	if lone {
		above := filepath.Dir(filepath.Dir(disk))
		for _, err := os.Stat(above); err != nil && above != filepath.Dir(above); _, err = os.Stat(above) {
			above = filepath.Dir(above) // of a file that is not there
		}
		ws, err = config.OpenWorkspace(above)
	}
	if err != nil {
		return Located{}, err
	}
	name, _ := inside(ws.Dir, disk)
	p.onClose(ws.Close)
	return Located{ws, name, lone}, nil
}

// inside is a file's path from a folder on, if it is in it.
func inside(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	return filepath.ToSlash(rel), dir != "" && err == nil && filepath.IsLocal(rel)
}
