// Package trial has one judge score one document, with no case and no report. It
// decides which lenses the judge scores. It stores nothing.
package trial

import (
	"context"
	"io/fs"
	"slices"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Trial is a judge on a panel of its own.
type Trial struct {
	Skill *skill.Skill
	Panel *panel.Panel // with the one judge
	Scene *scene.Scene // without a slug if no panel of the workspace is used
}

// New makes the trial of a judge. With a slug the judge scores the lenses that it has
// on the panel of that scene, or all lenses if it is not on the panel. Without a slug
// they come from the first panel of the workspace that it is on; if there is none, it
// scores one lens called overall. Errors are those of scene.Load, and of scene.Unscored.
func New(workspace fs.FS, slug string, sk *skill.Skill) (*Trial, error) {
	if slug != "" {
		sc, p, err := scene.Load(workspace, slug, pipeline.Outputs()...)
		if err != nil {
			return nil, err
		}
		if len(p.Lenses) == 0 {
			return nil, scene.Unscored(workspace, slug)
		}
		if i := find(p, sk); i >= 0 {
			return newTrial(sc, p, p.Judges[i], p.Lenses, sk), nil
		}
		return newTrial(sc, p, panel.Judge{Slug: sk.JudgeSlug()}, p.Lenses, sk), nil
	}
	all, err := scene.LoadAll(workspace, pipeline.Outputs()...)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		if l.Err != nil || len(l.Panel.Lenses) == 0 {
			continue
		}
		if i := find(l.Panel, sk); i >= 0 {
			return newTrial(l.Scene, l.Panel, l.Panel.Judges[i], l.Panel.Lenses, sk), nil
		}
	}
	overall := []panel.Lens{{Slug: "overall", DisplayNameCN: "总体", MaxScore: panel.PointsOf(100), Description: "The document as a whole, by the judge's own method."}}
	return newTrial(&scene.Scene{}, &panel.Panel{}, panel.Judge{Slug: sk.JudgeSlug()}, overall, sk), nil
}

// find returns the judge of a panel that has the skill, else the one with its slug;
// -1: there is none.
func find(p *panel.Panel, sk *skill.Skill) int {
	i := slices.IndexFunc(p.Judges, func(j panel.Judge) bool { return j.SkillPath == sk.Path })
	if i < 0 {
		i = slices.IndexFunc(p.Judges, func(j panel.Judge) bool { return j.Slug == sk.JudgeSlug() })
	}
	return i
}

func newTrial(sc *scene.Scene, p *panel.Panel, j panel.Judge, lenses []panel.Lens, sk *skill.Skill) *Trial {
	j.SkillPath, j.Category, j.Weight = sk.Path, panel.Dimension, panel.PointsOf(1)
	return &Trial{sk, &panel.Panel{
		Path: p.Path, Name: p.Name, DisplayName: p.DisplayName, ScoringMode: panel.SumMaxScore, OutputFormat: panel.ScoredReport,
		Select: panel.SelectAll, Judges: []panel.Judge{j}, Lenses: lenses,
	}, sc}
}

// Result is what the judge found.
type Result struct {
	Schema   int               `json:"schema"`
	Judge    string            `json:"judge"`
	Skill    *skill.Skill      `json:"skill"`
	Scene    string            `json:"scene,omitempty"`
	Panel    string            `json:"panel,omitempty"` // whose lenses are scored; empty: overall
	Lenses   []panel.Lens      `json:"lenses"`
	Document document.Document `json:"document"`
	NoModel  bool              `json:"no_model"`
	Verdicts []report.Verdict  `json:"verdicts"`
	Usage    report.Usage      `json:"usage"`
	Cost     *report.Money     `json:"cost"` // null: unknown
	Lang     report.Lang       `json:"-"`

	answers []jury.Answer
}

// Run has the judge score a document with the models of a pipeline, within the limits
// of a job. Language may be empty.
func (t *Trial) Run(ctx context.Context, p *pipeline.Pipeline, o job.Options, doc *document.Document, language string, onEvent func(jury.Event)) (*Result, error) {
	runner := p.Runner
	runner.OnEvent = onEvent
	if o.MaxTokens > 0 || o.MaxCost != nil {
		runner.Budget = &jury.Budget{MaxTokens: o.MaxTokens, MaxCost: o.MaxCost, MaxReply: o.MaxReplyTokens}
	}
	repeats, auto := o.Asked()
	judging := *t.Scene
	judging.IntegrityReader.Enabled = false // a trial is of the judge alone
	in := format.Input{
		Scene: &judging, Brand: "try", Panel: t.Panel, Document: doc, Skills: map[string]*skill.Skill{t.Skill.Path: t.Skill},
		Language: language, Models: p.Model, ContextTokens: p.Context(ctx, t.Panel), Now: p.Now(), Random: p.Random,
		Options: format.Options{Repeats: repeats, Auto: auto, MaxReplyTokens: o.MaxReplyTokens, Temperature: o.Temperature, Seed: o.Seed},
	}
	r, err := review.New(in)
	if err != nil {
		return nil, err
	}
	asked, err := format.Ask(ctx, &runner, r, format.Version{}, func(string) {})
	if err != nil {
		return nil, err
	}
	out := &Result{
		Schema: 1, Judge: t.Panel.Judges[0].Slug, Skill: t.Skill, Scene: t.Scene.Slug, Panel: t.Panel.Path,
		Lenses: t.Panel.JudgeLenses(t.Panel.Judges[0]), Document: *doc, NoModel: r.NoModel(), Lang: report.Lang(r.Language), Verdicts: r.Verdicts(asked),
		answers: r.Answers(asked),
	}
	out.Usage, out.Cost = review.TotalUsage(out.Verdicts)
	return out, nil
}

// Failed returns the first answer of a judge that gave no score at all; nil if it
// did.
func (r *Result) Failed() *jury.Answer {
	if slices.ContainsFunc(r.answers, func(a jury.Answer) bool { return a.Outcome == jury.OK }) {
		return nil
	}
	return &r.answers[0]
}
