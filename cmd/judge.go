package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/internal/advice"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/skill"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/internal/trial"
	"judgement/report"
)

func (a *App) judgeCmd() *cobra.Command {
	check := &cobra.Command{
		Use: "check PATH…", Short: "Check skill files strictly; exit code 3 when one is at fault",
		Long:    "PATH is a SKILL.md, its folder, or a folder of such folders, such as judges or anchors.",
		Example: "  judgement judge check judges anchors\n  judgement judge check SKILL.md --output json",
		Args:    someArgs("name a SKILL.md or its folder"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.runJudgeCheck(args) },
	}
	return group(&cobra.Command{Use: "judge", Short: "Check judges' skills and try them on a document"}, need(needFiles, a.output(check)), a.judgeTryCmd())
}

func (a *App) runJudgeCheck(args []string) error {
	var out []skill.Linted
	bad := 0
	for _, arg := range args {
		found, err := a.LintSkills(arg)
		if err != nil {
			return err
		}
		for _, r := range found {
			if !r.OK {
				bad++
			}
		}
		out = append(out, found...)
	}
	if err := a.print(map[string]any{"ok": bad == 0, "skills": out}, func(p *page) {
		for _, r := range out {
			if r.OK {
				p.Printf("ok  %s\n", terminal.Visible(r.Path))
			} else {
				p.Line(terminal.Visible(r.Problems.Error()))
			}
		}
		p.Line(terminal.Counted(len(out), "%d skill(s), %d at fault", bad))
	}); err != nil {
		return err
	}
	if bad > 0 {
		return silent{fault.ExitBelow}
	}
	return nil
}

// tryOptions are the flags of judge try.
type tryOptions struct{ scene, language string }

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
		RunE: func(c *cobra.Command, args []string) error { return a.runJudgeTry(c.Context(), o, args[0], args[1]) },
	}
	c.Flags().StringVarP(&o.scene, "scene", "s", "", "scene whose lenses are scored")
	c.Flags().StringVar(&o.language, "language", "", "language of the judge's comments: en or zh (default: the scene's, else the document's)")
	modelSettings(c)
	setting(c, "repeats", "review.repeats", "how often the judge scores; auto: until the grade is settled")
	return a.output(c)
}

func (a *App) runJudgeTry(ctx context.Context, o *tryOptions, judge, file string) error {
	if err := checkLanguage(o.language); err != nil {
		return err
	}
	e, err := a.Engine(ctx)
	if err != nil {
		return err
	}
	sk, err := a.FindJudge(judge)
	if err != nil {
		return err
	}
	try, err := trial.New(a.Workspace.FS, o.scene, sk)
	switch {
	case errors.Is(err, fault.NoScores):
		return err
	case err != nil:
		return a.sceneFailure(err)
	}
	data, err := a.readInput(file, maxInput)
	if err != nil {
		return err
	}
	doc, err := document.Read(ctx, filepath.Base(file), data, e.Pipeline.Intake)
	if err != nil {
		return err
	}
	if err := format.CheckModels(e.Pipeline.Model, try.Panel); err != nil {
		return err
	}
	run := &reviewRun{app: a, engine: e, p: a.progress()}
	lang := report.Lang(cmp.Or(o.language, try.Scene.Report.Language, format.LanguageOf(doc.Text)))
	run.p.lang, run.p.panel = lang, try.Panel
	run.begin(lang)
	out, err := try.Run(ctx, e.Pipeline, a.JobOptions(), doc, o.language, run.p.events)
	run.p.End()
	if err != nil {
		return err
	}
	if err := a.print(out, func(p *page) { p.tried(out) }); err != nil {
		return err
	}
	return tryFailure(out.Failed())
}

// tryFailure is the error of a judge that gave no score at all.
func tryFailure(a *jury.Answer) error {
	if a == nil {
		return nil
	}
	err := fmt.Errorf("judge %s did not score: %s", a.Judge, a.Reason)
	if a.Blocked() {
		return fault.New(a.Fault.Code, err, "text", err.Error())
	}
	fix := "try again, or another model with --model"
	if a.Fault != nil {
		fix = cmp.Or(advice.Model(a.Fault), fix)
	}
	return withExit{fault.Refuse(fault.Code(a.Outcome), fix, err), fault.ExitIncomplete}
}

// tried prints one judge's verdicts.
func (p *page) tried(t *trial.Result) {
	w, place := wordsFor(t.Lang), t.Skill.Path+" "+t.Skill.Version()
	if t.Scene != "" {
		place += " · " + t.Scene
	}
	p.Line("")
	p.Line(p.Paint(terminal.Bold, terminal.PlainLine(t.Judge+" · "+t.Document.Title)))
	p.Line(p.Paint(terminal.Dim, terminal.PlainLine(place)))
	for _, warning := range t.Skill.Warnings {
		p.Wrapped(terminal.Yellow, "! ", terminal.PlainLine(warning))
	}
	if t.NoModel {
		p.Wrapped(terminal.Red, "! ", w.noModel(true))
	}
	for _, v := range t.Verdicts {
		p.Line("")
		p.verdict(t, v)
	}
	if said := t.Lang.Warned(format.Integrity(&t.Document)); said != "" {
		p.Wrapped(terminal.Yellow, "! ", said+w("; 'judgement document' shows them", "；'judgement document' 可查看"))
	}
	p.Wrapped("", "", w.cost(t.Usage, t.Cost, nil))
}

func (p *page) verdict(t *trial.Result, v report.Verdict) {
	w := wordsFor(t.Lang)
	if v.Outcome != "ok" {
		p.Wrapped(terminal.Red, "✗ ", terminal.PlainLine(w.labelled(t.Lang.Outcome(v.Outcome), t.Lang.Reason(v.Reason))))
		return
	}
	for _, c := range v.Cells {
		p.cell(t, c)
	}
	p.remarks(t.Lang, w("Must fix", "必须修改"), v.MustFix)
	p.remarks(t.Lang, w("Suggestions", "建议"), v.Suggestions)
	p.remarks(t.Lang, w("Cuts", "可删减"), v.Cuts)
	if v.Summary != "" {
		p.Wrapped("", "", w.labelled(w("Summary", "总评"), terminal.PlainLine(v.Summary)))
		p.Line("")
	}
	total, top := v.Sum()
	p.Line(p.Paint(terminal.Bold+";"+terminal.ShareColor(total, top), report.Shown(total, top)+" / "+top.String()+"  "+v.Model))
}

// cell prints one lens: its score, the comment and every quote with its status.
func (p *page) cell(t *trial.Result, c report.LensVerdict) {
	name, score := c.Lens, wordsFor(t.Lang)("missing", "缺失")
	for _, l := range t.Lenses {
		if l.Slug == c.Lens {
			name = t.Lang.Lens(l)
		}
	}
	if c.Score != nil {
		score = p.Paint(terminal.ShareColor(*c.Score, c.Max), report.BarText(*c.Score, c.Max, 10)+"  "+report.Shown(*c.Score, c.Max)+" / "+c.Max.String())
	}
	p.Line(p.Paint(terminal.Bold, terminal.PlainLine(name)) + "  " + score)
	if c.Comment != "" {
		p.Wrapped("", "  ", terminal.PlainLine(c.Comment))
	}
	for _, q := range c.Citations {
		p.citation(t.Lang, "  ", q)
	}
	p.Line("")
}

func (p *page) citation(l report.Lang, lead string, c report.Citation) {
	w, mark, sgr := wordsFor(l), "✓ ", terminal.Green
	if !report.Proven(c.Status) {
		mark, sgr = "✗ ", terminal.Red
	}
	if c.Quote == "" {
		p.Wrapped(terminal.Dim, lead+mark, w("no quote", "未提供引文"))
		return
	}
	facts := l.Status(c.Status)
	if c.Page > 0 {
		facts += w(", ", "，") + fmt.Sprintf(w("page %d", "第 %d 页"), c.Page)
	}
	if len(c.Note) > 0 {
		facts += w(", ", "，") + l.Finding(c.Note)
	}
	p.Wrapped(sgr, lead+mark, fmt.Sprintf(w("“%s” (%s)", "“%s”（%s）"), terminal.PlainLine(text.Cells(c.Quote)), terminal.PlainLine(facts)))
	if shown := c.InDocument(l); shown != "" {
		p.Wrapped(terminal.Dim, lead+"  ", terminal.PlainLine(shown))
	}
}

func (p *page) remarks(l report.Lang, title string, list []report.Remark) {
	if len(list) == 0 {
		return
	}
	p.Line(p.Paint(terminal.Bold, fmt.Sprintf("%s (%d)", title, len(list))))
	for _, r := range list {
		p.Wrapped("", "  • ", terminal.PlainLine(r.Text))
		for _, c := range r.Citations {
			if c.Quote != "" {
				p.citation(l, "    ", c)
			}
		}
	}
	p.Line("")
}
