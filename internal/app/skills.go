package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"judgement/config"
	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
)

// FindJudge reads the skill that a path on disk, a path in the workspace or a
// judge's slug names.
func (p *Process) FindJudge(arg string) (*skill.Skill, error) {
	ws, err := p.Workspace()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(p.Path(arg)); err == nil {
		at, err := p.Locate(arg)
		if err != nil {
			return nil, err
		}
		sk, err := readJudge(at.FS, at.Name)
		var ps yamlfile.Problems
		if errors.As(err, &ps) {
			err = skillFailure(p.Named(at, ps))
		}
		return sk, err
	}
	tried := []string{filepath.ToSlash(filepath.Clean(arg)), "judges/" + arg, "anchors/" + arg + "/perspective"}
	for _, name := range tried {
		if !fs.ValidPath(name) {
			continue
		}
		if _, err := fs.Stat(ws.FS, name); err == nil {
			return readJudge(ws.FS, name)
		}
	}
	all, _ := p.Scenes() // the names below help if they can't be read
	for _, l := range all {
		if l.Err == nil {
			if j, ok := l.Panel.Judge(arg); ok {
				return readJudge(ws.FS, j.SkillPath)
			}
		}
	}
	names := judgeNames(ws)
	fix := "name a SKILL.md, its folder, or a judge of the workspace: " + strings.Join(names, ", ")
	if near, ok := yamlfile.Nearest(arg, names); ok {
		fix = "did you mean " + near + "? Else " + fix
	}
	return nil, refuse("usage", fix, fmt.Errorf("there is no judge %q: it is neither a file here nor a skill or a judge of the workspace", arg))
}

func readJudge(fsys fs.FS, name string) (*skill.Skill, error) {
	if path.Ext(name) != ".md" {
		name = path.Join(name, "SKILL.md")
	}
	sk, err := skill.Load(fsys, name)
	if err != nil {
		return nil, skillFailure(err)
	}
	return sk, nil
}

func skillFailure(err error) error {
	return refuse("invalid_skill", "correct the file; 'judgement judge check' checks it strictly", err)
}

// judgeNames lists the folders of judges/ and anchors/.
func judgeNames(ws config.Workspace) []string {
	var out []string
	for _, pattern := range []string{"judges/*/SKILL.md", "anchors/*/perspective/SKILL.md"} {
		found, _ := fs.Glob(ws.FS, pattern) // the pattern is well-formed
		for _, f := range found {
			out = append(out, strings.Split(f, "/")[1])
		}
	}
	return out
}

// Linted is what judge check found of one skill.
type Linted struct {
	Path     string            `json:"path"`
	OK       bool              `json:"ok"`
	Problems yamlfile.Problems `json:"problems"`
}

// LintSkills checks the skill file, that of a folder, or those of a folder of
// judges or anchors.
func (p *Process) LintSkills(arg string) ([]Linted, error) {
	at, err := p.Locate(arg)
	if err != nil {
		return nil, err
	}
	name := at.Name
	if path.Ext(name) == ".md" {
		return []Linted{p.lint(at, name, arg)}, nil
	}
	if _, err := fs.Stat(at.FS, path.Join(name, "SKILL.md")); errors.Is(err, fs.ErrNotExist) {
		var out []Linted
		for _, below := range []string{"*/SKILL.md", "*/perspective/SKILL.md"} {
			files, err := fs.Glob(at.FS, path.Join(name, below))
			if err != nil {
				return nil, refuse("usage", "name a SKILL.md or its folder", fmt.Errorf("%q is no path: %w", arg, err))
			}
			for _, f := range files {
				out = append(out, p.lint(at, f, p.NameIn(at, f)))
			}
		}
		if len(out) > 0 {
			return out, nil
		}
	}
	return []Linted{p.lint(at, path.Join(name, "SKILL.md"), arg)}, nil
}

func (p *Process) lint(at Located, name, shown string) Linted {
	ps := skill.Lint(at.FS, name)
	return Linted{shown, len(ps) == 0, append(yamlfile.Problems{}, p.Named(at, ps)...)}
}

// ResolvePanel takes a path on disk, else one from the workspace.
func (p *Process) ResolvePanel(arg string) (*panel.Panel, error) {
	at, err := p.Locate(arg)
	if err != nil {
		return nil, err
	}
	p.SayBuiltIn()
	name := at.Name
	if info, err := fs.Stat(at.FS, name); err == nil && info.IsDir() {
		name = path.Join(name, "panel.yaml")
	}
	pan, err := panel.Load(at.FS, name)
	if err != nil {
		var ps yamlfile.Problems
		if errors.As(err, &ps) {
			err = p.Named(at, ps)
		}
		if _, missing := fs.Stat(at.FS, name); errors.Is(missing, fs.ErrNotExist) {
			at.Name = name
			return nil, p.noPanel(at)
		}
		return nil, refuse("invalid_panel", "correct the file, or the path; 'judgement panel resolve PATH' checks it again", err)
	}
	return pan, nil
}

// noPanel is the error of a path that holds nothing. A scene's slug is meant as its
// folder.
func (p *Process) noPanel(at Located) error {
	var slugs []string
	found, _ := fs.Glob(at.FS, "scenes/*/panel.yaml") // the pattern is well-formed
	for _, f := range found {
		slugs = append(slugs, path.Base(path.Dir(f)))
	}
	fix := "name a panel file, or a scene's folder, such as scenes/pitch-review"
	if near, ok := yamlfile.Nearest(path.Base(strings.TrimSuffix(at.Name, "/panel.yaml")), slugs); ok {
		fix = "did you mean scenes/" + near + "? Else " + fix
	}
	return &Error{Code: "invalid_panel", Fix: fix, Err: fmt.Errorf("%s: there is no such file", p.NameIn(at, at.Name)), Usage: true}
}
