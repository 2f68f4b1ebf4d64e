package cmd

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/internal/fault"
	"judgement/meeting/pptx"
	"judgement/panel"
	"judgement/report"
)

func (a *App) meetingCmd() *cobra.Command {
	o := &reviewOptions{only: panel.MeetingSummary}
	c := &cobra.Command{
		Use:   "meeting-summary --doc FILE --brand NAME --scene SLUG",
		Short: "Have the scene's panel read a meeting's record, without scores",
		Long: `Has every judge of the scene's panel read a transcript or minutes once and give
its judgement logic, three highlights, three shortcomings and a one-sentence
verdict, proves what they cite, and writes report.md, the deck as
meeting-summary.md and meeting-summary.pptx, and one page per judge. The scene's
panel has output_format: meeting_summary; 'judgement review' on such a scene does
the same.`,
		Example: `  judgement meeting-summary --doc examples/meeting-en.txt --brand weekly --scene meeting
  judgement meeting-summary --doc call.vtt --brand call-7 --scene meeting --plan
  judgement meeting-summary pptx weekly`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError("name the record with --doc; 'judgement meeting-summary pptx BRAND' is the only command below this one",
				"%s takes no argument, got %q", c.CommandPath(), args[0])
		},
		RunE: func(c *cobra.Command, _ []string) error {
			if o.doc == "" {
				return usageError("add --doc FILE", "no record of a meeting is named")
			}
			return a.runReview(c.Context(), c, o, []string{o.doc})
		},
	}
	o.flags(c)
	c.Flags().StringVarP(&o.doc, "doc", "d", "", "the meeting's record: VTT, SRT, text, Markdown, DOCX or PDF (required)")
	c.AddCommand(a.meetingDeckCmd())
	return a.output(c)
}

func (a *App) meetingDeckCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "pptx BRAND",
		Short: "Render a brand's meeting-summary.md as a presentation",
		Long: `Reads meeting-summary.md in the brand's report folder, as it is now, and writes
meeting-summary.pptx beside it: 20 × 5 inches, a cover and one slide per judge,
in the theme of the scene. BRAND is a brand, a report folder or a case id. No model
is called.`,
		Example: "  judgement meeting-summary pptx weekly",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runMeetingDeck(c.Context(), args[0]) },
	}
	return a.output(c)
}

func (a *App) runMeetingDeck(ctx context.Context, brand string) error {
	e, err := a.Engine(ctx)
	if err != nil {
		return err
	}
	out, err := pptx.RenderFile(ctx, e.Pipeline.Workspace, e.Pipeline.Cases, a.CaseName(brand))
	switch {
	case errors.Is(err, fault.UnknownCase), errors.Is(err, fault.AmbiguousCase):
		return usageError("brands are the folders in reports/", "%w", err)
	case errors.Is(err, fs.ErrNotExist):
		return fault.Refuse(fault.NoDeck, "run 'judgement meeting-summary' for this brand first", err)
	case errors.Is(err, fault.Deck):
		return fault.Refuse(fault.Deck, "correct the line, or run 'judgement report render "+brand+" --out DIR' for the deck as it was written", err)
	case err != nil:
		return fault.Refuse(fault.Presentation, "correct what is named above and run the command again", err)
	}
	a.sayKept(e, wordsFor(report.English))
	return a.print(out, func(p *page) {
		p.Printf("%s: %d slides, %d bytes\n", filepath.Join(a.Shown(e.Storage.Dir), filepath.FromSlash(out.Folder), out.File), out.Slides, out.Bytes)
	})
}
