package pipeline

import (
	"errors"
	"fmt"
	"sync"
	"unicode"

	"judgement/internal/document"
	"judgement/internal/review"
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

	panelFile func() ([]byte, error) // of Panel, made once; nil: none is kept
}

// Open reads a scene with everything that it judges with.
func (p *Pipeline) Open(slug string) (*Setup, error) {
	sc, pan, err := scene.Load(p.Workspace, slug)
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
	s.panelFile = sync.OnceValues(func() ([]byte, error) { return panelFile(s.Panel) })
	return s, errors.Join(problems...)
}

// panelYAML is the panel file of a plan's panel. Documents that are judged by
// the setup's own panel share one; nil is no setup.
func (s *Setup) panelYAML(p *panel.Panel) ([]byte, error) {
	if s != nil && p == s.Panel && s.panelFile != nil {
		return s.panelFile()
	}
	return panelFile(p)
}

// plan freezes a review of a document.
func (p *Pipeline) plan(s *Setup, job Job, doc *document.Document) (*review.Plan, error) {
	return review.NewPlan(p.planInput(s, job, doc))
}

// planInput gathers what a plan is made from.
func (p *Pipeline) planInput(s *Setup, job Job, doc *document.Document) review.Input {
	name := s.Scene.DisplayName
	if name == "" {
		name = s.Scene.Slug
	}
	return review.Input{
		Scene: s.Scene.Slug, SceneName: name, Brand: job.Brand, Language: language(s.Scene, job, doc),
		Panel: s.Panel, Skills: s.Skills, Document: doc, Models: p.Model, Now: p.Now(), Random: p.Random,
		Options: review.Options{
			Repeats: max(job.Options.Repeats, 1), MaxTokens: job.Options.MaxTokens, MaxCost: job.Options.MaxCost,
			MaxReplyTokens: job.Options.MaxReplyTokens, Temperature: job.Options.Temperature, Seed: job.Options.Seed,
			Checkpoints: job.Options.Checkpoints || s.Scene.Checkpoints,
		},
	}
}

// language is the job's, else the scene's, else the document's.
func language(sc *scene.Scene, job Job, doc *document.Document) string {
	if job.Options.Language != "" {
		return job.Options.Language
	}
	if sc.Report.Language != "" {
		return sc.Report.Language
	}
	return DocumentLanguage(doc.Text)
}

// DocumentLanguage returns zh for a text that is mostly Chinese, else en.
func DocumentLanguage(text string) string {
	han, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			letters++
		}
	}
	// A Chinese word has about two characters, an English one about five letters.
	if han*5 > letters*2 {
		return "zh"
	}
	return "en"
}
