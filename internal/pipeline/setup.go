package pipeline

import (
	"errors"
	"fmt"
	"io/fs"

	"judgement/internal/align"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/scene"
)

// Setup is a scene ready to judge: its panel resolved, its anchor joined, the
// judges' skills read. It does not change and serves any number of jobs.
type Setup struct {
	Scene  *scene.Scene
	Panel  *panel.Panel
	Skills map[string]*skill.Skill // by path
	// Alignment is that of the scene; nil: there is none, or Warning says why it is not
	// used.
	Alignment *align.Use
	Warning   string
}

// Open reads a scene with everything that it judges with.
func (p *Pipeline) Open(slug string) (*Setup, error) {
	sc, pan, err := scene.Load(p.Workspace, slug, Outputs()...)
	if err != nil {
		return nil, err
	}
	s := &Setup{Scene: sc, Panel: pan, Skills: map[string]*skill.Skill{}}
	var problems []error
	for _, j := range s.Panel.Judges {
		if s.Skills[j.SkillPath] != nil {
			continue
		}
		sk, err := skill.Load(p.Workspace, j.SkillPath)
		if err != nil {
			problems = append(problems, fmt.Errorf("judge %s: %w", j.Slug, err))
			continue
		}
		s.Skills[j.SkillPath] = sk
	}
	if err := errors.Join(problems...); err != nil {
		return s, err
	}
	return s, p.align(s)
}

// align reads the scene's alignment. One that was edited, or that is of another
// panel, is not used.
func (p *Pipeline) align(s *Setup) error {
	name := align.Path(s.Scene.Slug)
	if _, err := fs.Stat(p.Workspace, name); err != nil || !s.Panel.OutputFormat.Scores() {
		return nil //nolint:nilerr // most scenes have none
	}
	data, err := yamlfile.ReadBytes(p.Workspace, name, align.MaxSize)
	if err != nil {
		return err
	}
	hash, err := format.Hash(s.Panel)
	if err != nil {
		return err
	}
	var judges []align.Judge
	for _, j := range s.Panel.Judges {
		judges = append(judges, align.Judge{Judge: j.Slug, Model: p.Model.Info(llm.Ref(j.Provider, j.Model)).Name, SkillSHA256: s.Skills[j.SkillPath].SHA256})
	}
	f, err := align.Parse(data)
	problem := ""
	if err != nil {
		problem = err.Error()
	} else {
		problem = f.Stale(s.Scene.Slug, hash, judges)
	}
	if problem != "" {
		s.Warning = fmt.Sprintf("%s is not used: %s; align the scene again, or remove the file", name, problem)
		return nil
	}
	s.Alignment = &align.Use{File: f, Grades: s.Scene.Alignment.Grades == scene.GradesAligned}
	return nil
}

// CheckPrices refuses a limit in money that could not be kept: the price of a model is
// unknown (parameter model), or prices are in several currencies.
func (p *Pipeline) CheckPrices(s *Setup, maxCost *panel.Points) error {
	if maxCost == nil {
		return nil
	}
	currency := ""
	refs := []string{}
	for _, j := range s.Panel.Judges {
		refs = append(refs, llm.Ref(j.Provider, j.Model))
	}
	if s.Scene != nil && s.Scene.IntegrityReader.Enabled {
		r := s.Scene.IntegrityReader
		refs = append(refs, llm.Ref(r.Provider, r.Model))
	}
	for _, ref := range refs {
		info := p.Model.Info(ref)
		switch {
		case info.Price == nil:
			return fault.New(fault.NoPrice, nil, "model", info.Name, "text", fmt.Sprintf("a limit in money needs the price of model %s, which is not known", info.Name))
		case currency != "" && info.Price.Currency != currency:
			return fault.New(fault.NoPrice, nil, "text",
				fmt.Sprintf("a limit in money needs one currency, but the judges' models have prices in %s and %s", currency, info.Price.Currency))
		}
		currency = info.Price.Currency
	}
	return nil
}
