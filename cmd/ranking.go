package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"judgement/internal/pipeline"
	"judgement/report"
)

type rankingOptions struct {
	settings settingFlags
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
the report.`,
		Example: `  judgement ranking startup-contest
  judgement ranking startup-contest --output json`,
		Args: exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.runRanking(c.Context(), c, o, args[0]) },
	}
	o.settings.add(c, "formats", "report.formats", "report files to write: md,html,pdf (setting report.formats)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runRanking(ctx context.Context, c *cobra.Command, o *rankingOptions, slug string) error {
	e, err := a.engine(ctx, o.settings.given(c))
	if err != nil {
		return err
	}
	defer e.Close()
	setup, err := e.pipeline.Open(slug)
	if err != nil {
		return sceneFailure(err)
	}
	r, err := e.pipeline.Ranking(ctx, setup)
	if err != nil {
		return rankingFailure(err)
	}
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
	return failed("ranking", "see the message for what to mend; the reviews themselves are kept", err)
}

// sayRanking tells where the board lies and whether it is new.
func (a *App) sayRanking(p *progress, e *engine, r *pipeline.Ranking) {
	where := filepath.Join(a.shownPath(e.workspace.OutDir), filepath.FromSlash(r.Folder), "report.md")
	if r.Changed {
		p.line("board version %d: %s", r.Board.Version, where)
		return
	}
	p.line("nothing changed since board version %d: %s", r.Board.Version, where)
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
	if b.Rank == 0 {
		p.line("not ranked (%s); board version %d: %s", plainLine(b.Reason), b.Version, where)
		return
	}
	shared := ""
	if b.Tied {
		shared = ", shared"
	}
	p.line("rank %d of %d%s; board version %d: %s", b.Rank, b.Of, shared, b.Version, where)
}

// writeBoard prints the board as a table.
func writeBoard(w io.Writer, r *pipeline.Ranking) error {
	if len(r.Board.Entries) == 0 {
		fmt.Fprintln(w, "no submission has been judged yet")
	} else {
		var rows [][]string
		for _, e := range r.Board.Entries {
			group := "—"
			if e.Group != nil {
				group = strconv.Itoa(*e.Group)
			}
			rows = append(rows, []string{
				e.Place(), e.Brand, e.Total, e.Max, e.Grade, e.Interval(), e.Chance(), group, e.Change(report.English), e.Case,
			})
		}
		header := []string{"rank", "submission", "total", "max", "grade", "ranks 90%", "beats next", "close", "change", "case"}
		if err := writeTable(w, header, rows, 0, 2, 3, 5, 6, 7); err != nil {
			return err
		}
	}
	for _, x := range r.Board.Excluded {
		fmt.Fprintf(w, "not compared: %s (%s): %s\n", plainLine(x.Case), plainLine(x.Brand), plainLine(x.Reason))
	}
	return nil
}
