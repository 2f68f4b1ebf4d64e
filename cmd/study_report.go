package cmd

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"judgement/internal/label"
	"judgement/internal/study"
	"judgement/report"
)

type studyReportOptions struct{ scene, html, language string }

func (a *App) studyReportCmd() *cobra.Command {
	o := &studyReportOptions{}
	c := &cobra.Command{
		Use:   "report [STUDY]",
		Short: "Say how good the judges of a study and their panel are",
		Long: `Compares each judge and the panel with the labels: accuracy or error and rank
correlation with intervals, the panel against its best judge, how many independent
judges the panel is worth, agreement with people and of people with each other,
position bias, severity and use of the scale, and which judges to keep. Without
labels it shows agreement only, since nothing can be said of worth. STUDY may be
left out if there is one study only. --scene measures the judges of a scene on the
documents that they judged, with the scene's labels (see 'labels import').`,
		Example: "  judgement study report llm-bar\n  judgement study report llm-bar --html llm-bar.html\n  judgement study report --scene pitch-review\n  judgement study report --output json",
		Args:    atMostOne("name one study"),
		RunE:    func(c *cobra.Command, args []string) error { return a.runStudyReport(c.Context(), o, args) },
	}
	c.Flags().StringVarP(&o.scene, "scene", "s", "", "scene whose judges are measured, in place of a study")
	c.Flags().StringVar(&o.html, "html", "", "also write the page with the plots to this file")
	c.Flags().StringVar(&o.language, "language", "", "language of the page: en or zh (default: that of the scene's reports, else en)")
	return a.output(c)
}

// atMostOne takes one argument or none.
func atMostOne(ask string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageError("usage: "+c.UseLine(), "%s: %s", c.CommandPath(), ask)
		}
		return nil
	}
}

func (a *App) runStudyReport(ctx context.Context, o *studyReportOptions, args []string) error {
	if err := checkLanguage(o.language); err != nil {
		return err
	}
	if o.scene != "" {
		if len(args) > 0 {
			return usageError("leave one of them out", "--scene and a study exclude each other")
		}
		return a.runSceneReport(ctx, o)
	}
	names, set, err := a.study(ctx, args)
	if err != nil {
		return err
	}
	return a.showMeasures(o, names, set.Measure())
}

// runSceneReport measures the judges of a scene.
func (a *App) runSceneReport(ctx context.Context, o *studyReportOptions) error {
	l, err := a.labelled(ctx, o.scene)
	if err != nil {
		return err
	}
	defer l.folder.Close()
	subs, set, err := a.labelledStudy(ctx, l)
	if err != nil {
		return err
	}
	if o.language == "" {
		o.language = l.Scene.Report.Language
		if n := len(subs); o.language == "" && n > 0 {
			o.language = string(subs[n-1].Language)
		}
	}
	measured := set.Measure()
	if offline(subs) {
		measured.SayNoModel()
	}
	return a.showMeasures(o, l.names(report.Lang(o.language)), measured)
}

// names are those of the scene's page: of its lenses and judges in a language, and of the
// labels that it rests on.
func (l *labelled) names(lang report.Lang) study.Naming {
	out := study.Naming{Title: l.Scene.DisplayName, Lenses: map[string]string{}, Judges: map[string]string{}}
	for _, lens := range l.Panel.Lenses {
		out.Lenses[lens.Slug] = lang.Lens(lens)
	}
	for _, j := range l.Panel.Judges {
		out.Judges[j.Slug] = lang.Judge(j)
	}
	if hash := l.Hash(); hash != "" {
		out.Source = label.File(l.Scene.Slug) + ", SHA-256 " + hash
	}
	return out
}

// showMeasures prints what a set says about its judges, and writes the page of it.
func (a *App) showMeasures(o *studyReportOptions, names study.Naming, r study.Report) error {
	if o.html != "" {
		if err := a.writePage(o.html, r.Page(names, report.Lang(cmp.Or(o.language, "en")))); err != nil {
			return err
		}
	}
	r.Source = names.Source
	return a.print(r, func(p *page) { p.study(r) })
}

func (a *App) studyAlignCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "align [STUDY]",
		Short: "Try whether labels make the panel of a study better",
		Long: `Fits the panel to the labels: shift, scale and a weight that is never negative per
judge, or for preferences a logistic model of the votes. The fit is judged on items
that it was not made from. Exit code 3: the 90 % interval of the gain is not above
zero, or one type of item gets worse; then it says how many labels might be enough.
Nothing is written; 'judgement align' aligns a scene.`,
		Example: "  judgement study align llm-bar\n  judgement study align --output json",
		Args:    atMostOne("name one study"),
		RunE: func(c *cobra.Command, args []string) error {
			_, set, err := a.study(c.Context(), args)
			if err != nil {
				return err
			}
			fit, err := set.Align()
			if err != nil {
				return err
			}
			return a.print(fit, func(p *page) { p.alignment(fit) })
		},
	}
	return a.output(c)
}
