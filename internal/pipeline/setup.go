package pipeline

import (
	"errors"
	"fmt"

	"judgement/internal/fault"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/scene"
)

// Setup is a scene ready to judge: its panel resolved, its anchor joined, the
// judges' skills read. It does not change and serves any number of jobs.
type Setup struct {
	Scene  *scene.Scene
	Panel  *panel.Panel
	Skills map[string]*skill.Skill // by path
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
	return s, errors.Join(problems...)
}

// CheckPrices refuses a limit in money that could not be kept: the price of a model is
// unknown (parameter model), or prices are in several currencies.
func (p *Pipeline) CheckPrices(s *Setup, maxCost *panel.Points) error {
	if maxCost == nil {
		return nil
	}
	currency := ""
	for _, j := range s.Panel.Judges {
		info := p.Model.Info(j.Model)
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
