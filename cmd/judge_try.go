package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	mathrand "math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// tryOptions are the flags of judge try.
type tryOptions struct {
	skill, file, scene, language string
	settings                     settingFlags
}

func (a *App) judgeTryCmd() *cobra.Command {
	o := &tryOptions{}
	c := &cobra.Command{
		Use:   "try SKILL FILE",
		Short: "Have one judge score one document; nothing is written",
		Long: `Has one judge score one document and prints its scores, comments, quotes with
what was found of them in the document, remarks and cost. Nothing is written.
SKILL is a SKILL.md or its folder, on disk or in the workspace, or a judge's
slug. The judge scores the lenses that it has on the panel of --scene, else on
the first panel that it sits on, else one lens called overall, of 100. With
--scene a judge that is not on the panel scores all of its lenses. FILE may be -
for standard input.`,
		Example: `  judgement judge try risk-ledger examples/pitch-good-en.md
  judgement judge try judges/my-judge plan.md --scene pitch-review --model my-model`,
		Args: exactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			o.skill, o.file = args[0], args[1]
			return a.runJudgeTry(c.Context(), c, o)
		},
	}
	c.Flags().StringVarP(&o.scene, "scene", "s", "", "scene whose lenses are scored")
	c.Flags().StringVar(&o.language, "language", "", "language of the judge's comments: en or zh (default: the scene's, else the document's)")
	o.settings.addModel(c)
	o.settings.add(c, "repeats", "review.repeats", "how often the judge scores (setting review.repeats)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// tried is what judge try prints.
type tried struct {
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

	lang report.Lang
}

func (a *App) runJudgeTry(ctx context.Context, c *cobra.Command, o *tryOptions) error {
	if o.language != "" && o.language != "en" && o.language != "zh" {
		return usageError("choose one of: en, zh", "unknown language %q", o.language)
	}
	ws, s, err := a.settings(o.settings.given(c))
	if err != nil {
		return err
	}
	defer ws.Close()
	a.sayBuiltIn(ws)
	judge, sk, err := a.findJudge(ws, o.skill)
	if err != nil {
		return err
	}
	sc, seated, err := seatFor(ws, o.scene, judge, sk)
	if err != nil {
		return err
	}
	doc, err := a.readDocument(ctx, o.file)
	if err != nil {
		return err
	}
	e := &engine{workspace: ws, settings: s}
	defer e.Close()
	model, err := a.newModel(s, e)
	if err != nil {
		return err
	}
	if err := pipeline.CheckModels(model, seated); err != nil {
		return reviewFailure(err)
	}
	t := &trial{app: a, settings: s, model: model, skill: sk, panel: seated, doc: doc, language: o.language}
	if sc != nil {
		t.scene = *sc
	}
	out, err := t.run(ctx)
	if err != nil {
		return err
	}
	if err := a.print(out, func(w io.Writer) error { a.writeTried(w, out); return nil }); err != nil {
		return err
	}
	return t.failure()
}

// findJudge reads the skill that a path on disk, a path in the workspace or a
// judge's slug names.
func (a *App) findJudge(ws config.Workspace, arg string) (slug string, sk *skill.Skill, err error) {
	disk := arg
	if !filepath.IsAbs(disk) {
		disk = filepath.Join(a.Dir, disk)
	}
	if _, err := os.Stat(disk); err == nil {
		at, err := a.locate(arg)
		if err != nil {
			return "", nil, err
		}
		defer at.Close()
		slug, sk, err := readJudge(at.FS, at.name)
		var ps yamlfile.Problems
		if errors.As(err, &ps) {
			err = skillFailure(a.named(at, ps))
		}
		return slug, sk, err
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
	if all, err := scene.LoadAll(ws.FS); err == nil {
		for _, l := range all {
			if l.Err != nil {
				continue
			}
			if j, ok := l.Panel.Judge(arg); ok {
				return readJudge(ws.FS, j.SkillPath)
			}
		}
	}
	names := judgeNames(ws)
	fix := "name a SKILL.md, its folder, or a judge of the workspace: " + some(names, 12)
	if near, ok := yamlfile.Nearest(arg, names); ok {
		fix = "did you mean " + near + "? Else " + fix
	}
	return "", nil, usageError(fix,
		"there is no judge %q: it is neither a file here nor a skill or a judge of the workspace", arg)
}

func readJudge(fsys fs.FS, name string) (string, *skill.Skill, error) {
	if path.Ext(name) != ".md" {
		name = path.Join(name, "SKILL.md")
	}
	sk, err := skill.Load(fsys, name)
	if err != nil {
		return "", nil, skillFailure(err)
	}
	return sk.JudgeSlug(), sk, nil
}

func skillFailure(err error) error {
	return failed("invalid_skill", "correct the file; 'judgement judge check' checks it strictly", err)
}

// judgeNames lists the folders of judges/ and anchors/.
func judgeNames(ws config.Workspace) []string {
	var out []string
	for _, pattern := range []string{"judges/*/SKILL.md", "anchors/*/perspective/SKILL.md"} {
		found, err := fs.Glob(ws.FS, pattern)
		if err != nil {
			continue // the pattern is fixed and well-formed
		}
		for _, f := range found {
			out = append(out, strings.Split(f, "/")[1])
		}
	}
	return out
}

// seatFor makes a panel of the one judge, with the lenses that it scores. The
// scene is nil where no panel is used.
func seatFor(ws config.Workspace, slug, judge string, sk *skill.Skill) (*scene.Scene, *panel.Panel, error) {
	seat := func(p *panel.Panel) (*panel.Panel, bool) {
		i := slices.IndexFunc(p.Judges, func(j panel.Judge) bool { return j.SkillPath == sk.Path })
		if i < 0 {
			i = slices.IndexFunc(p.Judges, func(j panel.Judge) bool { return j.Slug == judge })
		}
		if i < 0 || len(p.Lenses) == 0 {
			return nil, false
		}
		return onePanel(p, p.Judges[i], p.JudgeLenses(p.Judges[i]), sk), true
	}
	if slug != "" {
		sc, p, err := scene.Load(ws.FS, slug)
		if err != nil {
			return nil, nil, sceneFailure(ws, err)
		}
		if len(p.Lenses) == 0 {
			return nil, nil, checkScored(&pipeline.Setup{Scene: sc, Panel: p}, ws)
		}
		if one, ok := seat(p); ok {
			return sc, one, nil
		}
		return sc, onePanel(p, panel.Judge{Slug: judge}, p.Lenses, sk), nil
	}
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return nil, nil, failed("workspace", "check that the folder scenes/ of the workspace may be read", err)
	}
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		if one, ok := seat(l.Panel); ok {
			return l.Scene, one, nil
		}
	}
	overall := []panel.Lens{{Slug: "overall", DisplayNameCN: "总体", MaxScore: panel.PointsOf(100), Description: "The document as a whole, by the judge's own method."}}
	return nil, onePanel(&panel.Panel{}, panel.Judge{Slug: judge}, overall, sk), nil
}

// onePanel seats one judge alone, before the lenses.
func onePanel(p *panel.Panel, j panel.Judge, lenses []panel.Lens, sk *skill.Skill) *panel.Panel {
	j.SkillPath, j.Category, j.Lenses, j.Weight = sk.Path, panel.Dimension, nil, panel.PointsOf(1)
	return &panel.Panel{
		Path: p.Path, Name: p.Name, DisplayName: p.DisplayName, ScoringMode: panel.SumMaxScore, OutputFormat: panel.ScoredReport,
		Select: panel.SelectAll, Judges: []panel.Judge{j}, Lenses: lenses,
	}
}

// readDocument reads the text of a document, - for standard input.
func (a *App) readDocument(ctx context.Context, file string) (*document.Document, error) {
	data, err := a.readInput(file, maxInput)
	if err != nil {
		return nil, err
	}
	reader, err := a.documentReader()
	if err != nil {
		return nil, err
	}
	doc, err := document.Read(ctx, filepath.Base(file), data, document.Options{Isolator: reader, MinChars: document.JudgedChars})
	if err != nil {
		return nil, err
	}
	return doc, nil
}

// trial is one judge before one document.
type trial struct {
	app      *App
	settings *config.Settings
	model    llm.Model
	skill    *skill.Skill
	panel    *panel.Panel
	scene    scene.Scene // zero where no panel is used
	doc      *document.Document
	language string

	asked []format.Round
}

func (t *trial) run(ctx context.Context) (*tried, error) {
	st := t.settings
	r, err := review.New(format.Input{
		Scene: &t.scene, Brand: "try", Language: t.language, Panel: t.panel, Skills: map[string]*skill.Skill{t.skill.Path: t.skill},
		Document: t.doc, Models: t.model, ContextTokens: st.LLM.ContextTokens, Now: t.app.Now(), Random: rand.Reader,
		Options: format.Options{
			Repeats: st.Review.Repeats, MaxReplyTokens: st.LLM.MaxReplyTokens, Temperature: st.LLM.Temperature, Seed: st.LLM.Seed,
		},
	})
	if err != nil {
		return nil, reviewFailure(err)
	}
	p := t.app.progress()
	if line := opening(t.settings); line != "" {
		p.line("%s", line)
	}
	retry := jury.DefaultRetry()
	retry.Attempts = t.settings.LLM.Attempts
	j := &jury.Runner{
		Model: t.model, Slots: make(jury.Slots, t.settings.LLM.Concurrency), Retry: retry, OnEvent: p.events,
		Now: t.app.Now, Sleep: jury.Sleep, Jitter: mathrand.Float64,
	}
	if r := t.settings.Review; r.MaxTokens > 0 || r.MaxCost != nil {
		j.Budget = &jury.Budget{MaxTokens: r.MaxTokens, MaxCost: r.MaxCost, MaxReply: t.settings.LLM.MaxReplyTokens}
	}
	t.asked, err = format.Ask(ctx, j, r, format.Version{}, func(string) {})
	p.end()
	if err != nil {
		return nil, reviewFailure(err)
	}
	return t.result(r), nil
}

func (t *trial) result(r *review.Run) *tried {
	out := &tried{
		Schema: 1, Judge: t.panel.Judges[0].Slug, Skill: t.skill, Scene: t.scene.Slug, Panel: t.panel.Path,
		Lenses: t.panel.Lenses, Document: *t.doc, NoModel: r.NoModel(), lang: report.Lang(r.Language), Verdicts: r.Verdicts(t.asked),
	}
	out.Usage, out.Cost = review.TotalUsage(out.Verdicts)
	return out
}

// failure is the error of a judge that gave no score at all.
func (t *trial) failure() error {
	answers := t.asked[0].Answers
	for _, a := range answers {
		if a.Outcome == jury.OK {
			return nil
		}
	}
	a := answers[0]
	err := fmt.Errorf("judge %s did not score: %s", a.Judge, a.Reason)
	switch a.Kind {
	case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota, llm.ErrUnavailable:
		return pipeline.ModelFault(a.Kind, a.Fix, err)
	}
	fix := a.Fix
	if fix == "" {
		fix = "try again, or another model with --model"
	}
	return &failure{exit: exitIncomplete, code: string(a.Outcome), err: err, fix: fix}
}
