package panel

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
)

// inheritance begins the message of the panel error: the base that a panel extends
// itself extends another.
const inheritance = "panel error: extends is deeper than one level"

// Load reads the panel file at a path from the workspace's root, merges the
// base that it extends, fills in defaults and checks every rule. An error is
// yamlfile.Problems with all that is wrong, in the panel's own file and in its base.
// Outputs are the names that output_format may have, see pipeline.Outputs; without
// them it may have any.
func Load(fsys fs.FS, name string, outputs ...OutputFormat) (*Panel, error) {
	f := parseFile(yamlfile.Read(fsys, name), outputs)
	r := resolver{file: f, problems: f.yaml.Problems()}
	if f.extends != "" {
		if r.basePath = r.findBase(fsys); r.basePath != "" {
			r.readBase(fsys)
		}
	}
	if f.yaml.Parsed() && (!f.top.Has("extends") || r.base != nil) {
		p := r.resolve()
		if len(r.problems) == 0 {
			return p, nil
		}
	}
	return nil, r.problems.Sorted()
}

// Open loads the panel at a path from the workspace's root: a file, or the folder of a
// scene. If there is no such file, the error has the code fault.NoPanel and names the
// nearest scene.
func Open(fsys fs.FS, name string, outputs ...OutputFormat) (*Panel, error) {
	if info, err := fs.Stat(fsys, name); err == nil && info.IsDir() {
		name = path.Join(name, "panel.yaml")
	}
	if _, err := fs.Stat(fsys, name); !errors.Is(err, fs.ErrNotExist) {
		return Load(fsys, name, outputs...)
	}
	var slugs []string
	found, _ := fs.Glob(fsys, "scenes/*/panel.yaml") // the pattern is well-formed
	for _, f := range found {
		slugs = append(slugs, path.Base(path.Dir(f)))
	}
	fix := "name a panel file, or a scene's folder, such as scenes/pitch-review"
	if near, ok := yamlfile.Nearest(path.Base(strings.TrimSuffix(name, "/panel.yaml")), slugs); ok {
		fix = "did you mean scenes/" + near + "? Else " + fix
	}
	return nil, fault.New(fault.NoPanel, fs.ErrNotExist, "path", name, "fix", fix)
}

// refuse adds a problem with the key extends.
func (r *resolver) refuse(fix, format string, args ...any) {
	r.add(r.file.top.ProblemAt("extends", fix, format, args...))
}

// findBase looks for the base beside the panel's file, then from the
// workspace's root. It returns nothing after a problem that says why.
func (r *resolver) findBase(fsys fs.FS) string {
	own, extends := r.file.yaml.Name, r.file.extends
	if strings.Contains(extends, `\`) {
		r.refuse("write "+strings.ReplaceAll(extends, `\`, "/"), "extends has backslashes: %q", extends)
		return ""
	}
	var tried []string
	if !path.IsAbs(extends) {
		tried = slices.Compact([]string{path.Join(path.Dir(own), extends), path.Clean(extends)})
		tried = slices.DeleteFunc(tried, func(p string) bool { return !fs.ValidPath(p) })
	}
	if len(tried) == 0 {
		r.refuse("name a base panel from the workspace's root, such as scenes/_base/NAME.yaml", "extends leaves the workspace: %q", extends)
		return ""
	}
	for _, p := range tried {
		info, err := fs.Stat(fsys, p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil && info.IsDir():
			fix := "name a file in it"
			if found, err := fs.Glob(fsys, p+"/*.yaml"); err == nil && len(found) > 0 {
				fix += ", such as " + found[0]
			}
			r.refuse(fix, "extends names a folder: %s", p)
			return ""
		case p == own:
			r.refuse("remove extends, or name a base panel, such as scenes/_base/NAME.yaml", "%s: %s extends itself", inheritance, p)
			return ""
		}
		return p
	}
	fix := "correct the path, or create the base"
	if bases, err := fs.Glob(fsys, "scenes/_base/*.yaml"); err == nil && len(bases) > 0 {
		fix = yamlfile.Suggest(tried[len(tried)-1], bases)
	}
	r.refuse(fix, "extends names a base panel that is not there: tried %s", strings.Join(tried, " and "))
	return ""
}

func (r *resolver) readBase(fsys fs.FS) {
	base := parseFile(yamlfile.Read(fsys, r.basePath), r.file.outputs)
	r.problems = append(r.problems, base.yaml.Problems()...)
	own := r.file.yaml.Name
	switch {
	case base.extends == "":
		if base.yaml.Parsed() {
			r.base = base
		}
	case own == path.Clean(base.extends), own == path.Join(path.Dir(r.basePath), base.extends):
		r.refuse("remove extends from one of the two", "%s: %s and %s extend each other", inheritance, own, r.basePath)
	default:
		r.refuse("extend "+base.extends+" itself, or copy what is needed of it into one base",
			"%s: %s extends %s, which itself extends %s", inheritance, own, r.basePath, base.extends)
	}
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
