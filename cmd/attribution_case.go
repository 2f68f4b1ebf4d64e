package cmd

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/attribution"
	"judgement/report"
	"judgement/report/html"
)

func (a *App) attributionShowCmd() *cobra.Command {
	file := ""
	c := &cobra.Command{
		Use:   "show CASE",
		Short: "Show a case's checkpoints: what was asked, who foresaw what, what happened",
		Long: `Prints a case's checkpoints as Markdown, as of today: each question with its rule
and due date, every judge's forecast, and everything that was recorded of it.
Real runs of 'attribution check' keep the same in the case's report folder, as
checkpoints.md and checkpoints.html.`,
		Example: "  judgement attribution show C-2026-0001\n  judgement attribution show C-2026-0001 --html checkpoints.html",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runAttributionShow(c.Context(), args[0], file) },
	}
	c.Flags().StringVar(&file, "html", "", "write the page to this file instead of printing it")
	return c
}

func (a *App) runAttributionShow(ctx context.Context, name, file string) error {
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	page, err := checker.CasePage(ctx, a.CaseName(name))
	if err != nil {
		return err
	}
	if file != "" {
		return a.writePage(file, page)
	}
	_, err = a.Out.Write(report.Markdown(page))
	return err
}

// writePage writes a page as HTML to the file of --html.
func (a *App) writePage(file string, page report.Page) error {
	if err := os.WriteFile(a.Path(file), html.Render(page), 0o644); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func (a *App) acceptCmd() *cobra.Command {
	all := false
	c := &cobra.Command{
		Use:   "accept CASE [CHECKPOINT…]",
		Short: "Accept drafted checkpoints, so that they count",
		Long: `Locks drafts: question, rule, dates and every judge's forecast are kept by a
hash from then on, and their outcomes will count. Look at each question first:
another person must be able to tell whether it came true. Drafts that fell due
already are not accepted, since their answers could be known.`,
		Example: "  judgement attribution accept C-2026-0001 v1-1 v1-3\n  judgement attribution accept C-2026-0001 --all",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("usage: "+c.UseLine(), "name a case")
			}
			if all == (len(args) > 1) {
				return usageError("look at the drafts first: 'judgement attribution show "+args[0]+"'", "name checkpoints, or give --all")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.runAccept(c.Context(), args[0], args[1:]) },
	}
	c.Flags().BoolVar(&all, "all", false, "accept every draft that has not fallen due")
	return a.output(c)
}

func (a *App) runAccept(ctx context.Context, name string, checkpoints []string) error {
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	done, err := checker.Accept(ctx, a.CaseName(name), checkpoints)
	if err != nil {
		return err
	}
	return a.print(done, func(p *page) {
		what := "no draft was accepted"
		if len(done.Accepted) > 0 {
			what = "accepted " + strings.Join(done.Accepted, ", ")
		}
		p.Printf("%s: %s\n", done.Case, what)
		for _, id := range slices.Sorted(maps.Keys(done.Left)) {
			p.Printf("left %s: %s\n", id, done.Left[id])
		}
	})
}

type resolveOptions struct {
	attribution.Resolution
	state string
	undo  bool
}

func (a *App) resolveCmd() *cobra.Command {
	o := &resolveOptions{}
	c := &cobra.Command{
		Use:   "resolve CASE CHECKPOINT --state STATE --value VALUE --source WHERE",
		Short: "Record what happened to a checkpoint, or undo that",
		Long: `Adds a line to the case's outcomes; nothing is ever rewritten. The states are
confirmed (the rule came true), falsified (it did not), partial (neither is clear)
and skipped (it can no longer be found out). A falsified question must be due: no news
is never a contradiction. --undo adds a line that opens the checkpoint again.`,
		Example: `  judgement attribution resolve C-2026-0001 v1-1 --state confirmed --value 120 --source https://example.org/report
  judgement attribution resolve C-2026-0001 v1-1 --undo --reason "wrong quarter"`,
		Args: exactArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return a.runResolve(c.Context(), o, args[0], args[1]) },
	}
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "confirmed, partial, falsified or skipped")
	f.StringVar(&o.Value, "value", "", "what was observed; needed for numeric and ordinal questions")
	f.StringVar(&o.Source, "source", "", "where it can be seen: an address, a file, a person")
	f.StringVar(&o.Reason, "reason", "", "why, in one line")
	f.BoolVar(&o.undo, "undo", false, "open the checkpoint again")
	return a.output(c)
}

func (a *App) runResolve(ctx context.Context, o *resolveOptions, name, checkpoint string) error {
	switch {
	case o.undo && (o.state != "" || o.Value != "" || o.Source != ""):
		return usageError("give --undo alone, with --reason if you like", "--undo takes no state, value or source")
	case !o.undo && o.state == "":
		return usageError("choose one of: confirmed, partial, falsified, skipped", "--state is missing")
	}
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	name, o.State = a.CaseName(name), attribution.State(o.state)
	var done attribution.Outcome
	if o.undo {
		done, err = checker.Undo(ctx, name, checkpoint, o.Reason)
	} else {
		done, err = checker.Resolve(ctx, name, checkpoint, o.Resolution)
	}
	if err != nil {
		return err
	}
	return a.print(done, func(p *page) {
		p.Printf("%s %s: %s (line %d of outcomes.jsonl)\n", name, checkpoint, done.State, done.Seq)
	})
}
