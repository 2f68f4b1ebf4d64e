package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/terminal"
)

func (a *App) deleteCmd() *cobra.Command {
	var dry, yes bool
	c := &cobra.Command{
		Use: "delete CASE", Short: "Delete one submission with everything stored about it", Args: exactArgs(1),
		Long: `Deletes a case: its documents, versions, replies and reports, the files that people
put into its report folder, and the rows of its jobs, messages and chats. CASE is a
case id, a report folder or a brand. This cannot be undone.

What stays: the number of the case, which is never used again, with the date and the
scene. The board, the comparisons and the labels of its scene are about all submissions
and stay; the command names them. Backups, exports, the messages in chats and what the
model's provider stores are out of its reach: docs/data.md says what to do about them.

A case that is being judged, or that has a job that has not ended, is refused.`,
		Example: "  judgement delete acme --dry-run\n  judgement delete acme --yes",
		RunE: func(c *cobra.Command, args []string) error {
			if dry == yes {
				return usageError("look with --dry-run, then delete with --yes", "give one of --dry-run and --yes")
			}
			return a.runDelete(c.Context(), args[0], dry)
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "list what would be deleted, and delete nothing")
	c.Flags().BoolVar(&yes, "yes", false, "delete it")
	return a.output(c)
}

func (a *App) runDelete(ctx context.Context, name string, dry bool) error {
	if err := a.NeedWorkspace("delete"); err != nil {
		return err
	}
	d, err := a.Delete(ctx, name, dry)
	if err != nil {
		return err
	}
	return a.print(d, func(p *page) { p.deleted(d) })
}

func (p *page) deleted(d *app.Deleted) {
	what := "deleted"
	if d.DryRun {
		what = "would be deleted"
		for _, name := range d.Files {
			p.Line(terminal.Visible(name))
		}
	}
	n := d.Rows
	p.Printf("%s of scene %s: %s %s\n", d.Case, d.Scene, terminal.Counted(len(d.Files), "%d file(s)"), what)
	p.Printf("rows: %d jobs, %d documents and texts, %d events, %d calls, %d messages, %d of chats, %d keys\n",
		n.Jobs, n.Blobs, n.Events, n.Calls, n.Messages, n.Chats, n.Keys)
	for _, dir := range d.Stays {
		p.Printf("stays: %s, which is about all submissions of the scene\n", dir)
	}
	if len(d.Stays) > 0 {
		p.Line("docs/data.md, 'Delete one submission', has the steps that remove what stays")
	}
	if !d.DryRun {
		p.Line(fmt.Sprintf("the number %s is not used again", d.Case))
	}
}
