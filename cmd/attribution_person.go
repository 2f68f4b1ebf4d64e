package cmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/attribution"
)

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
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runAccept(ctx context.Context, name string, checkpoints []string) error {
	r, err := a.attribution(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	done, err := r.Accept(ctx, a.caseName(r.workspace, name), checkpoints)
	if err != nil {
		return attributionFailure(err)
	}
	return a.print(done, func(w io.Writer) error {
		if len(done.Accepted) == 0 {
			fmt.Fprintf(w, "%s: no draft was accepted\n", done.Case)
		} else {
			fmt.Fprintf(w, "%s: accepted %s\n", done.Case, strings.Join(done.Accepted, ", "))
		}
		var left []string
		for id, why := range done.Left {
			left = append(left, "left "+id+": "+why)
		}
		slices.Sort(left)
		for _, l := range left {
			fmt.Fprintln(w, l)
		}
		return nil
	})
}

type resolveOptions struct {
	state, value, source, reason string
	undo                         bool
}

func (a *App) resolveCmd() *cobra.Command {
	o := &resolveOptions{}
	c := &cobra.Command{
		Use:   "resolve CASE CHECKPOINT --state STATE --value VALUE --source WHERE",
		Short: "Record what happened to a checkpoint, or undo that",
		Long: `Adds a line to the case's outcomes; nothing is ever rewritten. The states are
confirmed (the rule came true), falsified (it did not), partial (neither is clear)
and skipped (it can't be told any more). A falsified question must be due: no news
is never a contradiction. --undo adds a line that opens the checkpoint again.`,
		Example: `  judgement attribution resolve C-2026-0001 v1-1 --state confirmed --value 120 --source https://example.org/report
  judgement attribution resolve C-2026-0001 v1-1 --undo --reason "wrong quarter"`,
		Args: exactArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return a.runResolve(c.Context(), o, args[0], args[1]) },
	}
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "confirmed, partial, falsified or skipped")
	f.StringVar(&o.value, "value", "", "what was observed; needed for numeric and ordinal questions")
	f.StringVar(&o.source, "source", "", "where it can be seen: an address, a file, a person")
	f.StringVar(&o.reason, "reason", "", "why, in one line")
	f.BoolVar(&o.undo, "undo", false, "open the checkpoint again")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runResolve(ctx context.Context, o *resolveOptions, name, checkpoint string) error {
	switch {
	case o.undo && (o.state != "" || o.value != "" || o.source != ""):
		return usageError("give --undo alone, with --reason if you like", "--undo takes no state, value or source")
	case !o.undo && o.state == "":
		return usageError("choose one of: confirmed, partial, falsified, skipped", "--state is missing")
	}
	r, err := a.attribution(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	name = a.caseName(r.workspace, name)
	var done attribution.Outcome
	if o.undo {
		done, err = r.Undo(ctx, name, checkpoint, o.reason)
	} else {
		done, err = r.Resolve(ctx, name, checkpoint, attribution.Resolution{
			State: attribution.State(o.state), Value: o.value, Source: o.source, Reason: o.reason,
		})
	}
	if err != nil {
		return attributionFailure(err)
	}
	return a.print(done, func(w io.Writer) error {
		fmt.Fprintf(w, "%s %s: %s (line %d of outcomes.jsonl)\n", name, checkpoint, done.State, done.Seq)
		return nil
	})
}
