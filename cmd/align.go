package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/align"
	"judgement/internal/fault"
	"judgement/internal/study"
)

func (a *App) alignCmd() *cobra.Command {
	dry := false
	c := &cobra.Command{
		Use:   "align SCENE",
		Short: "Align a scene's panel with the labels of people, if that is shown to help",
		Long: `Fits the panel of a scene to its labels, for each lens: shift, scale and a weight
that is never negative per judge; from preferences, weights by a logistic model. The
fit is judged by cross-validation on items that did not fit it, with a share of each
type in each part. Only if the 90 % interval of the gain is above zero, and no type
gets worse, scenes/SCENE/alignment.yaml is written: reviews then show raw and aligned
scores side by side. Otherwise the exit code is 3, and it says how many labels might
be enough. Grades follow the aligned scores only if scene.yaml says so (alignment:
{grades: aligned}). No model is called.`,
		Example: "  judgement align pitch-review\n  judgement align pitch-review --dry-run --output json",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runAlign(c.Context(), args[0], dry) },
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "write nothing")
	return a.output(c)
}

// alignResult is what an alignment prints.
type alignResult struct {
	Scene   string           `json:"scene"`
	NoModel bool             `json:"no_model,omitempty"` // no language model judged
	File    string           `json:"file"`
	Dry     bool             `json:"dry_run"`
	Fit     *study.Alignment `json:"fit"`
}

func (a *App) runAlign(ctx context.Context, slug string, dry bool) error {
	l, err := a.labelled(ctx, slug)
	if err != nil {
		return err
	}
	defer l.folder.Close()
	if len(l.Rows) == 0 {
		return fault.Refuse(fault.NoGain, "add labels with 'judgement labels import "+slug+" FILE'", fmt.Errorf("scene %s has no labels to align with", slug))
	}
	subs, set, err := a.labelledStudy(ctx, l)
	if err != nil {
		return err
	}
	earlier, err := l.Earlier(subs)
	if err != nil {
		return err
	}
	if earlier {
		return fault.Refuse(fault.NoGain, "judge the labelled documents again with 'judgement review', then align", errors.New("an alignment would be of an earlier panel, which reviews do not use"))
	}
	fit, err := l.Align(ctx, subs, set, a.Now().In(a.Settings.TimeZone), dry)
	if err != nil {
		return l.refused(ctx, err)
	}
	if offline(subs) {
		fit.SayNoModel()
	}
	return a.print(alignResult{slug, fit.NoModel, align.Path(slug), dry, fit}, func(p *page) {
		p.alignment(fit)
		if !dry {
			p.Printf("\nwrote %s: new reviews show raw and aligned scores\n", align.Path(slug))
		}
	})
}

// refused says what to do about a fit without a gain, and what becomes of an earlier one.
func (l *labelled) refused(ctx context.Context, err error) error {
	if !errors.Is(err, fault.NoGain) {
		return err
	}
	slug := l.Scene.Slug
	fix := "'judgement study report --scene " + slug + "' says where judges and people differ; nothing was written"
	if l.Aligned(ctx) {
		fix += "; the earlier " + align.Path(slug) + " is still used: remove it if these labels are better"
	}
	return fault.Refuse(fault.NoGain, fix, err)
}
