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
	"judgement/internal/fault"
	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/scene"
)

// AddScene makes a scene from the template and returns its files. A dry run writes
// nothing.
func (p *Process) AddScene(slug string, typ scene.Type, dry bool) ([]scene.NewFile, error) {
	ws := p.Workspace
	if err := p.outside("add-scene", "run 'judgement init DIR', then add the scene in DIR"); err != nil {
		return nil, err
	}
	dir := filepath.Join(ws.Dir, "scenes", slug)
	if _, err := os.Lstat(dir); err == nil {
		return nil, fault.Refuse(fault.Exists, "choose another slug, or edit the scene that is there", fmt.Errorf("scene %q exists already: %s", slug, dir))
	}
	templates := ws.FS
	if _, err := fs.Stat(ws.FS, "scenes/_template"); errors.Is(err, fs.ErrNotExist) {
		templates = p.Starter
	}
	files, err := scene.Clone(templates, slug, typ)
	if err != nil {
		return nil, fault.Refuse(fault.Template, "", err)
	}
	check := scene.CheckScene(scene.Overlay(ws.FS, files), slug)
	for _, point := range check.Points {
		if point.Status == scene.Fail {
			return nil, fault.Refuse(fault.Template, "correct scenes/_template/"+string(typ)+", or add what it names, then try again",
				fmt.Errorf("the new scene would not pass its check: %w", point.Problems))
		}
	}
	if dry {
		return files, nil
	}
	if err := writeScene(ws, dir, files); err != nil {
		return nil, fault.Refuse(fault.NotWritten, "check that the folder is writable and the disk is not full", err)
	}
	p.warnOfScene(ws, slug)
	return files, nil
}

// warnOfScene says where a new scene gets in the way of others.
func (p *Process) warnOfScene(ws config.Workspace, slug string) {
	checks, err := scene.CheckAll(ws.FS)
	if err != nil {
		return // the scene is written; 'smoke all' says so
	}
	for _, c := range checks {
		for _, w := range c.Warnings {
			if c.Slug == slug || strings.Contains(w, " scene "+slug+" ") {
				p.Say("warning: " + w)
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
		if err := config.WriteSynced(filepath.Join(tmp, path.Base(f.Path)), f.Data); err != nil {
			return err
		}
	}
	return os.Rename(tmp, dir)
}

// FindJudge reads the skill that a path on disk, a path in the workspace or a
// judge's slug names.
func (p *Process) FindJudge(arg string) (*skill.Skill, error) {
	at, err := p.locateJudge(arg)
	if err != nil {
		return nil, err
	}
	if path.Ext(at.Name) != ".md" {
		at.Name = path.Join(at.Name, "SKILL.md")
	}
	sk, err := skill.Load(at.FS, at.Name)
	if err != nil {
		var ps yamlfile.Problems
		if errors.As(err, &ps) {
			err = p.Named(at, ps)
		}
		return nil, fault.Refuse(fault.InvalidSkill, "correct the file; 'judgement judge check' checks it strictly", err)
	}
	return sk, nil
}

func (p *Process) locateJudge(arg string) (Located, error) {
	if _, err := os.Stat(p.Path(arg)); err == nil {
		return p.Locate(arg)
	}
	at := Located{Workspace: p.Workspace}
	for _, at.Name = range []string{filepath.ToSlash(filepath.Clean(arg)), "judges/" + arg, "anchors/" + arg + "/perspective"} {
		if _, err := fs.Stat(at.FS, at.Name); err == nil {
			return at, nil
		}
	}
	all, _ := p.Scenes() // the names below help if they can't be read
	for _, l := range all {
		if l.Err == nil {
			if j, ok := l.Panel.Judge(arg); ok {
				at.Name = j.SkillPath
				return at, nil
			}
		}
	}
	names := judgeNames(at.FS)
	fix := "name a SKILL.md, its folder, or a judge of the workspace: " + strings.Join(names, ", ")
	if near, ok := yamlfile.Nearest(arg, names); ok {
		fix = "did you mean " + near + "? Else " + fix
	}
	return at, fault.Refuse(fault.Usage, fix, fmt.Errorf("there is no judge %q: it is neither a file here nor a skill or a judge of the workspace", arg))
}

// judgeNames lists the folders of judges/ and anchors/.
func judgeNames(fsys fs.FS) []string {
	var out []string
	for _, pattern := range []string{"judges/*/SKILL.md", "anchors/*/perspective/SKILL.md"} {
		found, _ := fs.Glob(fsys, pattern) // the pattern is well-formed
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
	if path.Ext(at.Name) == ".md" {
		return []Linted{p.lint(at, at.Name, arg)}, nil
	}
	file := path.Join(at.Name, "SKILL.md")
	var out []Linted
	if _, err := fs.Stat(at.FS, file); errors.Is(err, fs.ErrNotExist) {
		for _, below := range []string{"*/SKILL.md", "*/perspective/SKILL.md"} {
			found, err := fs.Glob(at.FS, path.Join(at.Name, below))
			if err != nil {
				return nil, fault.Refuse(fault.Usage, "name a SKILL.md or its folder", fmt.Errorf("%q is no path: %w", arg, err))
			}
			for _, f := range found {
				out = append(out, p.lint(at, f, p.NameIn(at, f)))
			}
		}
	}
	if len(out) == 0 {
		out = append(out, p.lint(at, file, arg))
	}
	return out, nil
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
		return nil, fault.Refuse(fault.InvalidPanel, "correct the file, or the path; 'judgement panel resolve PATH' checks it again", err)
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
	return fault.Refuse(fault.NoPanel, fix, fmt.Errorf("%s: there is no such file", p.NameIn(at, at.Name)))
}
