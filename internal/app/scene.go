package app

import (
	"os"
	"path"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/skill"
	"judgement/internal/trial"
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
	files, err := scene.Plan(ws.FS, p.Starter, slug, typ)
	if err != nil || dry {
		return files, err
	}
	texts := map[string][]byte{}
	for _, f := range files {
		texts[path.Base(f.Path)] = f.Data
	}
	if err := ws.AddFolder("scenes/"+slug, texts); err != nil {
		return nil, fault.New(fault.NotWritten, err, "text", err.Error())
	}
	for _, w := range scene.NewWarnings(ws.FS, slug) {
		p.Say("warning: " + w)
	}
	return files, nil
}

// FindJudge reads the skill that a path on disk, a path in the workspace or a
// judge's slug names.
func (p *Process) FindJudge(arg string) (*skill.Skill, error) {
	at := Located{Workspace: p.Workspace}
	var err error
	if _, missing := os.Stat(p.Path(arg)); missing == nil {
		at, err = p.Locate(arg)
	} else {
		at.Name, err = trial.FindSkill(at.FS, arg)
	}
	if err != nil {
		return nil, err
	}
	if path.Ext(at.Name) != ".md" {
		at.Name = path.Join(at.Name, "SKILL.md")
	}
	sk, err := skill.Load(at.FS, at.Name)
	if err != nil {
		err = p.named(at, err)
		return nil, fault.New(fault.InvalidSkill, err, "text", err.Error())
	}
	return sk, nil
}

// LintSkills checks the skill file, that of a folder, or those of a folder of
// judges or anchors.
func (p *Process) LintSkills(arg string) ([]skill.Linted, error) {
	at, err := p.Locate(arg)
	if err != nil {
		return nil, err
	}
	out := skill.LintAll(at.FS, at.Name)
	for i, l := range out {
		out[i].Path, out[i].Problems = p.NameIn(at, l.Path), p.Named(at, l.Problems)
		if l.Path == at.Name || l.Path == path.Join(at.Name, "SKILL.md") {
			out[i].Path = arg
		}
	}
	return out, nil
}

// ResolvePanel takes a path on disk, else one from the workspace.
func (p *Process) ResolvePanel(arg string) (*panel.Panel, error) {
	at, err := p.Locate(arg)
	if err != nil {
		return nil, err
	}
	p.SayBuiltIn()
	pan, err := panel.Open(at.FS, at.Name, pipeline.Outputs()...)
	if err == nil {
		return pan, nil
	}
	if f := fault.From(err); f != nil { // there is no such file
		return nil, f.With("path", p.NameIn(at, f.Params["path"]))
	}
	err = p.named(at, err)
	return nil, fault.New(fault.InvalidPanel, err, "text", err.Error())
}
