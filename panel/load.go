package panel

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"judgement/internal/yamlfile"
)

// ErrInheritance is the panel error: the base that a panel extends itself
// extends another.
var ErrInheritance = errors.New("panel error: extends is deeper than one level")

// Error is everything that is wrong with one panel, in its own file and in its
// base. errors.Is finds ErrInheritance in it.
type Error struct {
	Path     string // of the panel's file, from the workspace
	Problems yamlfile.Problems
	deep     bool
}

// Error has one line per problem.
func (e *Error) Error() string { return e.Problems.Error() }

// Unwrap returns ErrInheritance if it applies, and the problems.
func (e *Error) Unwrap() []error {
	if e.deep {
		return []error{ErrInheritance, e.Problems}
	}
	return []error{e.Problems}
}

// Load reads the panel file at a path from the workspace's root, merges the
// base that it extends, fills in defaults and checks every rule. An error is
// an *Error with all problems.
func Load(fsys fs.FS, name string) (*Panel, error) { return NewLoader(fsys).Load(name) }

// Loader loads panels of one workspace and reads each base once. It may be
// used by several goroutines; it does not notice later changes of a base.
type Loader struct {
	fsys  fs.FS
	mu    sync.Mutex
	bases map[string]func() *file
}

// NewLoader returns a Loader for the workspace.
func NewLoader(fsys fs.FS) *Loader {
	return &Loader{fsys: fsys, bases: map[string]func() *file{}}
}

// Load is the function Load with bases that are read once.
func (l *Loader) Load(name string) (*Panel, error) {
	f := parseFile(yamlfile.Read(l.fsys, name))
	r := resolver{file: f, problems: f.yaml.Problems()}
	if f.extends != "" {
		r.base, r.basePath = l.findBase(&r)
	}
	if f.yaml.Parsed() && (!f.top.Has("extends") || r.base != nil) {
		p := r.resolve()
		if len(r.problems) == 0 {
			return p, nil
		}
	}
	return nil, &Error{Path: name, Problems: r.problems.Sorted(), deep: r.deep}
}

// findBase looks for the base beside the panel's file, then from the
// workspace's root. It returns nil after a problem that says why.
func (l *Loader) findBase(r *resolver) (*file, string) {
	f := r.file
	refuse := func(fix, format string, args ...any) (*file, string) {
		r.add(f.top.ProblemAt("extends", fix, format, args...))
		return nil, ""
	}
	var tried []string
	if strings.Contains(f.extends, `\`) {
		return refuse("write "+strings.ReplaceAll(f.extends, `\`, "/"), "extends has backslashes: %q", f.extends)
	}
	if !path.IsAbs(f.extends) {
		for _, p := range []string{path.Join(path.Dir(f.yaml.Name), f.extends), path.Clean(f.extends)} {
			if fs.ValidPath(p) && (len(tried) == 0 || tried[0] != p) {
				tried = append(tried, p)
			}
		}
	}
	if len(tried) == 0 {
		return refuse("name a base panel of this workspace, such as ../_base/NAME.yaml", "extends leaves the workspace: %q", f.extends)
	}
	for _, p := range tried {
		info, err := fs.Stat(l.fsys, p)
		if err == nil && info.IsDir() {
			fix := "name a file in it"
			if found, err := fs.Glob(l.fsys, p+"/*.yaml"); err == nil && len(found) > 0 {
				fix += ", such as " + found[0]
			}
			return refuse(fix, "extends names a folder: %s", p)
		}
		if p == f.yaml.Name {
			r.deep = true
			return refuse("remove extends, or name a base panel, such as ../_base/NAME.yaml", "%s: %s extends itself", ErrInheritance, p)
		}
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return l.readBase(r, p), p
		}
	}
	fix := "correct the path, or create the base"
	if bases, err := fs.Glob(l.fsys, "scenes/_base/*.yaml"); err == nil && len(bases) > 0 {
		fix = yamlfile.Suggest(tried[len(tried)-1], bases)
	}
	return refuse(fix, "extends names a base panel that is not there: tried %s", strings.Join(tried, " and "))
}

func (l *Loader) readBase(r *resolver, p string) *file {
	l.mu.Lock()
	read, ok := l.bases[p]
	if !ok {
		read = sync.OnceValue(func() *file { return parseFile(yamlfile.Read(l.fsys, p)) })
		l.bases[p] = read
	}
	l.mu.Unlock()
	base := read()
	r.problems = append(r.problems, base.yaml.Problems()...)
	if base.extends != "" {
		r.deep = true
		if own := r.file.yaml.Name; own == path.Clean(base.extends) || own == path.Join(path.Dir(p), base.extends) {
			r.add(r.file.top.ProblemAt("extends", "remove extends from one of the two", "%s: %s and %s extend each other", ErrInheritance, own, p))
			return nil
		}
		r.add(r.file.top.ProblemAt("extends", "extend "+base.extends+" itself, or copy what is needed of it into one base",
			"%s: %s extends %s, which itself extends %s", ErrInheritance, r.file.yaml.Name, p, base.extends))
		return nil
	}
	if !base.yaml.Parsed() {
		return nil
	}
	return base
}

// Files returns the paths of every panel file of the workspace, sorted: the
// bases in scenes/_base and the panel.yaml of each scene's folder. Folders that
// begin with "_" or "." hold no scenes.
func Files(fsys fs.FS) ([]string, error) {
	if _, err := fs.Stat(fsys, "scenes"); err != nil {
		return nil, err
	}
	var out []string
	for _, pattern := range []string{"scenes/_base/[^.]*.yaml", "scenes/[^._]*/panel.yaml"} {
		found, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}
