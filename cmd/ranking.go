package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/report"
)

type rankingOptions struct {
	settings settingFlags
	compareOptions
}

func (a *App) rankingCmd() *cobra.Command {
	o := &rankingOptions{}
	c := &cobra.Command{
		Use:   "ranking SCENE",
		Short: "Rank the submissions of a competition",
		Long: `Ranks the latest complete review of each case of a competition scene (panel.yaml:
output_format: workshop_ranking), prints the board, and writes a new version of it
under reports/ when something changed. No model is called. How sure the order is
comes from the judges' disagreement; how far the judges agree is in
the report.

With --compare, in a scene with ranking.mode: pairwise, every judge first compares
submissions two at a time, in both orders; which pairs come next is chosen where
they tell most, until the order is settled or the calls are used up. Ranks stay
those of the totals, and the comparisons stand beside them. What was compared
before is not asked again, and an interrupted run goes on where it was. A model
must be set, or the offline baseline asked for by name.`,
		Example: `  judgement ranking startup-contest
  judgement ranking startup-contest --output json
  judgement ranking startup-contest --compare --plan
  judgement ranking startup-contest --compare --calls 400`,
		Args: exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.runRanking(c.Context(), c, o, args[0]) },
	}
	f := c.Flags()
	f.BoolVar(&o.compare, "compare", false, "have submissions compared two at a time first (scene key ranking.mode: pairwise)")
	f.BoolVar(&o.plan, "plan", false, "with --compare: print calls, tokens and cost to come, and stop")
	f.IntVar(&o.calls, "calls", 0, "with --compare: most calls in all, earlier ones included (default: scene key ranking.calls, else 6 × judges × submissions)")
	f.StringVar(&o.maxCost, "max-cost", "", "with --compare: hard limit of this run in money")
	o.settings.addModel(c)
	o.settings.add(c, "formats", "report.formats", "report files to write: md,html,pdf (setting report.formats)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runRanking(ctx context.Context, c *cobra.Command, o *rankingOptions, slug string) error {
	maxCost, err := o.validate(c)
	if err != nil {
		return err
	}
	if err := a.needWorkspace("the ranking"); err != nil {
		return err
	}
	e, err := a.engine(ctx, o.settings.given(c))
	if err != nil {
		return err
	}
	defer e.Close()
	setup, err := e.pipeline.Open(slug)
	if err != nil {
		return sceneFailure(e.workspace, err)
	}
	if o.compare && setup.Scene.Ranking.Pairwise() {
		if err := needModel(e.settings, "comparing"); err != nil {
			return err
		}
	}
	if !o.compare {
		r, err := e.pipeline.Ranking(ctx, setup)
		if err != nil {
			return rankingFailure(err)
		}
		return a.showRanking(ctx, e, r)
	}
	run, err := a.newComparison(e, setup, &o.compareOptions, maxCost)
	if err != nil {
		return err
	}
	if o.plan {
		return run.preview(ctx)
	}
	out, err := run.run(ctx)
	if err != nil {
		return err
	}
	if err := a.showRanking(ctx, e, out.Ranking); err != nil {
		return err
	}
	return incomplete(out)
}

// showRanking prints a board, says where it is, and what of its cases and files is
// missing or was changed.
func (a *App) showRanking(ctx context.Context, e *engine, r *pipeline.Ranking) error {
	if err := a.print(r.Board, func(w io.Writer) error { return writeBoard(w, r.Board) }); err != nil {
		return err
	}
	p := a.progress()
	a.sayRanking(p, e, r)
	e.storage.tell(a)
	lost, err := e.pipeline.Cases.Lost(ctx)
	if err != nil {
		return err
	}
	for _, l := range lost {
		if l.Scene == r.Board.Scene {
			p.line("warning: %s", plainLine(l.Error()))
		}
	}
	_, err = e.pipeline.Cases.CheckBoard(ctx, path.Base(r.Folder))
	if !errors.Is(err, fault.Changed) {
		return err
	}
	for line := range strings.Lines(err.Error()) {
		p.line("warning: %s", plainLine(line))
	}
	return nil
}

// rankingFailure gives a ranking's error its exit code and advice.
func rankingFailure(err error) error {
	var none *pipeline.NoBoardError
	if errors.As(err, &none) {
		return usageError("name a scene whose panel.yaml has output_format: workshop_ranking", "%w", err)
	}
	var damaged *pipeline.DamagedBoardError
	switch {
	case errors.As(err, &damaged):
		return failed("damaged_board", damaged.Fix(), err)
	case fault.From(err) != nil, errors.Is(err, context.DeadlineExceeded):
		return reviewFailure(err)
	}
	return failed("ranking", "the reviews are kept: when the cause is mended, 'judgement ranking SCENE' makes the board; 'judgement doctor' tries the output folder and the PDF reader", err)
}

// stands tells what went wrong beside the review, and where a review stands in its competition.
func (a *App) stands(p *progress, e *engine, result *pipeline.Result) {
	for _, w := range result.Warnings {
		p.line("warning: %s", plainLine(w))
	}
	b := result.Board
	if b == nil {
		return
	}
	where := filepath.Join(a.shownPath(e.workspace.OutDir), filepath.FromSlash(b.Folder), "report.md")
	words := standsWordsFor(report.Lang(result.Plan.Language))
	shared := ""
	if b.Tied {
		shared = words.shared
	}
	if b.Rank == 0 {
		p.line(words.unranked, plainLine(report.Lang(result.Plan.Language).Unranked(b.Reason)), b.Version, where)
	} else {
		p.line(words.rank, b.Rank, b.Of, shared, b.Version, where)
	}
	for _, x := range b.Apart {
		p.line("%s", apartLine(report.Lang(result.Plan.Language), x, result.Scene))
	}
}

// apartLine says that submissions are not compared with those on the board, and
// what to do about it.
func apartLine(l report.Lang, x pipeline.Apart, scene string) string {
	if l == report.Chinese {
		are := "未参与排名"
		if x.Before {
			are = "不再参与排名"
		}
		return fmt.Sprintf("注意：另有 %d 件作品%s（%s）；可用 'judgement review 文件… --scene %s' 重新评审", x.N, are, l.Unranked(x.Reason), scene)
	}
	others, they, were, them := "others are", "they", "were", "them"
	if x.N == 1 {
		others, they, were, them = "other is", "it", "was", "it"
	}
	still := "not"
	if x.Before {
		still = "no longer"
	}
	return fmt.Sprintf("caution: %d %s %s compared: %s %s %s; judge %s again with 'judgement review FILES --scene %s'",
		x.N, others, still, they, were, l.Unranked(x.Reason), them, scene)
}

// standsWords say where a review stands in its competition, after its summary
// and in its language.
type standsWords struct{ rank, shared, unranked string }

func standsWordsFor(l report.Lang) standsWords {
	if l == report.Chinese {
		return standsWords{"第 %d 名，共 %d 件%s；排名榜第 %d 版：%s", "，并列", "未参与排名（%s）；排名榜第 %d 版：%s"}
	}
	return standsWords{"rank %d of %d%s; board version %d: %s", ", shared", "not ranked (%s); board version %d: %s"}
}
