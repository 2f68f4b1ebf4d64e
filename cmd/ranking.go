package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
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
comes from the judges' disagreement; what the panel's votes are worth stands in
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
		return a.showRanking(e, r)
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
	if err := a.showRanking(e, out.Ranking); err != nil {
		return err
	}
	return incomplete(out)
}

// showRanking prints a board and tells where it lies.
func (a *App) showRanking(e *engine, r *pipeline.Ranking) error {
	if err := a.print(r.Board, func(w io.Writer) error { return writeBoard(w, r) }); err != nil {
		return err
	}
	a.sayRanking(a.progress(), e, r)
	e.storage.tell(a)
	return nil
}

// rankingFailure gives a ranking's error its exit code and advice.
func rankingFailure(err error) error {
	var none *pipeline.NoBoardError
	if errors.As(err, &none) {
		return usageError("name a scene whose panel.yaml has output_format: workshop_ranking", "%w", err)
	}
	var damaged *pipeline.DamagedBoardError
	var known *failure
	switch {
	case errors.As(err, &damaged):
		return failed("damaged_board", damaged.Fix(), err)
	case errors.Is(err, casefile.ErrOtherScene):
		return failed("other_scene", "give one of the two scenes a report.brand_prefix of its own in its scene.yaml, then rank again; the reviews themselves are kept", err)
	case errors.As(reviewFailure(err), &known):
		return reviewFailure(err)
	}
	return failed("ranking", "the reviews are kept: when the cause is mended, 'judgement ranking SCENE' makes the board; 'judgement doctor' tries the output folder and the PDF reader", err)
}

// sayRanking tells where the board lies and whether it is new.
func (a *App) sayRanking(p *progress, e *engine, r *pipeline.Ranking) {
	where := filepath.Join(a.shownPath(e.workspace.OutDir), filepath.FromSlash(r.Folder), "report.md")
	if r.Changed {
		p.line("board version %d: %s", r.Board.Version, where)
	} else {
		p.line("nothing changed since board version %d: %s", r.Board.Version, where)
		if len(r.Files) > 0 {
			p.line("missing, and written again: %s", strings.Join(r.Files, ", "))
		}
	}
	if r.OtherPanel {
		p.line("caution: the scene's panel is not the one behind this board, and nobody was judged by it yet: with the first who is, all others are no longer compared; judge them again with 'judgement review FILES --scene %s'", r.Board.Scene)
	}
	for _, x := range r.Apart("") {
		p.line("%s", apartLine(report.English, x, r.Board.Scene))
	}
	for _, w := range r.Unknown {
		p.line("caution: ranking.withdrawn names %s, and the scene has no such submission", plainLine(w))
	}
	a.compared(p, r)
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

// nameCells is how wide a submission's name may be in the table, in terminal
// cells; the board's report and its JSON have the whole title.
const nameCells = 44

// boardLegend says what the columns mean that the report explains at length.
const boardLegend = `ranks 90%: the true rank lies here with a probability of 90 %; beats next: the chance
to be truly better than the one below; close: submissions with one number are too
close to call; change: places and points since the last version of the board`

// writeBoard prints the board as a table.
func writeBoard(w io.Writer, r *pipeline.Ranking) error {
	if len(r.Board.Entries) == 0 {
		fmt.Fprintln(w, r.Board.Empty(report.English))
	} else {
		var rows [][]string
		for _, e := range r.Board.Entries {
			group := "—"
			if e.Group != nil {
				group = strconv.Itoa(*e.Group)
			}
			row := []string{
				e.Place(), e.Name().In(report.English, nameCells), e.Total, e.Max, e.Grade, e.Interval(), e.Chance(), group, e.Change(report.English), e.Case,
			}
			if r.Board.Pairwise != nil {
				row = append(row, e.ByPairs(), strength(e))
			}
			rows = append(rows, row)
		}
		header := []string{"rank", "submission", "total", "max", "grade", "ranks 90%", "beats next", "close", "change", "case"}
		right := []int{0, 2, 3, 5, 6, 7}
		if r.Board.Pairwise != nil {
			header, right = append(header, "by pairs", "strength"), append(right, 10, 11)
		}
		if err := writeTable(w, header, rows, right...); err != nil {
			return err
		}
		fmt.Fprintln(w, boardLegend)
	}
	if len(r.Board.Entries) > 0 && r.Board.NoModel {
		fmt.Fprintln(w, "caution: no language model was used: these are the scores of a lexical baseline, which does not understand the documents")
	}
	if p := r.Board.Pairwise; p != nil && p.NoModel {
		fmt.Fprintln(w, "caution: no language model was used to compare: a lexical baseline answered, which does not understand the documents")
	}
	if p := r.Board.Pairwise; p != nil {
		fmt.Fprintf(w, "compared: %d of %d pairs, %d comparisons, %d with the same answer in both orders\n", p.Compared, p.Possible, p.Comparisons, p.Consistent)
	}
	for _, f := range r.Board.FlaggedNames(report.English) {
		fmt.Fprintf(w, "caution: text that speaks to the judges or is hidden: %s\n", plainLine(f))
	}
	for _, names := range r.Board.SameTextNames(report.English) {
		fmt.Fprintf(w, "caution: the same text under several names: %s\n", plainLine(names))
	}
	for _, x := range r.Board.Excluded {
		fmt.Fprintf(w, "not compared: %s, %s: %s\n", plainLine(x.Case), plainLine(x.Name().In(report.English, nameCells)), plainLine(x.Reason))
	}
	return nil
}

// strength is what the comparisons give a submission, with its standard error.
func strength(e report.BoardEntry) string {
	if e.Strength == nil {
		return "—"
	}
	return report.Fixed(e.Strength.Value) + " ± " + report.Fixed(e.Strength.SE)
}
