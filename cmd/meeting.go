package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/meeting"
	"judgement/meeting/pptx"
	"judgement/panel"
)

// meetingOptions are the flags of meeting-summary.
type meetingOptions struct {
	doc, brand, scene, language string
	plan, newVersion, queue     bool
	timeout                     time.Duration
	settings                    settingFlags
}

func (a *App) meetingCmd() *cobra.Command {
	o := &meetingOptions{}
	c := &cobra.Command{
		Use:   "meeting-summary --doc FILE --brand NAME --scene SLUG",
		Short: "Have the scene's panel read a meeting's record, without scores",
		Long: `Has every judge of the scene's panel read a transcript or minutes once and give
its judgement logic, three highlights, three shortcomings and a one-sentence
verdict, proves what they cite, and writes report.md, the deck as
meeting-summary.md and meeting-summary.pptx, and a page a judge. The scene's
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
		RunE: func(c *cobra.Command, _ []string) error { return a.runMeeting(c.Context(), c, o) },
	}
	f := c.Flags()
	f.StringVarP(&o.doc, "doc", "d", "", "the meeting's record: VTT, SRT, text, Markdown, DOCX or PDF (required)")
	f.StringVarP(&o.brand, "brand", "b", "", "name of the case and its report folder (default: the file's name)")
	f.StringVarP(&o.scene, "scene", "s", "", "scene that reads it (required)")
	f.StringVar(&o.language, "language", "", "language of the summary: en or zh (default: the scene's, else the record's)")
	f.BoolVar(&o.plan, "plan", false, "print calls, tokens and cost to come, and stop")
	f.BoolVar(&o.newVersion, "new-version", false, "ask everybody afresh, also where a stopped run could be resumed")
	f.BoolVar(&o.queue, "queue", false, "have a worker do it: print the job's id and stop")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit of the whole run, such as 10m (default: none)")
	o.settings.addModel(c)
	o.settings.add(c, "max-tokens", "review.max_tokens", "hard limit of a run in tokens (setting review.max_tokens)")
	o.settings.add(c, "max-cost", "review.max_cost", "hard limit of a run in money; each kill may add the calls in flight (setting review.max_cost)")
	o.settings.add(c, "formats", "report.formats", "report files to write: md,html,pdf (setting report.formats)")
	a.outputFlag(c, "table", "json", "yaml")
	c.AddCommand(a.meetingDeckCmd())
	return c
}

func (a *App) runMeeting(ctx context.Context, c *cobra.Command, o *meetingOptions) error {
	if o.doc == "" {
		return usageError("add --doc FILE", "no record of a meeting is named")
	}
	r := &reviewOptions{
		scene: o.scene, brand: o.brand, language: o.language, plan: o.plan, newVersion: o.newVersion,
		timeout: o.timeout, settings: o.settings, queue: o.queue,
	}
	if _, err := r.validate(c); err != nil {
		return err
	}
	inputs, err := a.inputs([]string{o.doc}, o.brand)
	if err != nil {
		return err
	}
	if len(inputs) != 1 {
		return usageError("name one file", "--doc names a folder of %d files", len(inputs))
	}
	if o.queue {
		if err := a.needWorkspace("the queue"); err != nil {
			return err
		}
	}
	e, err := a.engine(c.Context(), o.settings.given(c))
	if err != nil {
		return err
	}
	defer e.Close()
	setup, err := e.pipeline.Open(o.scene)
	if err != nil {
		return sceneFailure(e.workspace, err)
	}
	if setup.Panel.OutputFormat != panel.MeetingSummary {
		return usageError("use 'judgement review', or a scene whose panel has output_format: meeting_summary",
			"scene %s gives scores: its output_format is %s", o.scene, setup.Panel.OutputFormat)
	}
	if o.queue {
		return a.submit(ctx, e, r, inputs)
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.timeout, &timeLimit{o.timeout})
		defer cancel()
	}
	run := &reviewRun{app: a, engine: e, setup: setup, options: r}
	if o.plan {
		return run.preview(ctx, inputs)
	}
	return run.single(ctx, inputs[0])
}

// showUnscored prints a finished job without scores; what could not be written goes
// to stderr.
func (a *App) showUnscored(out *pipeline.Result, dir string) error {
	for _, w := range out.Warnings {
		a.progress().line("warning: %s", plainLine(w))
	}
	return a.print(out, func(w io.Writer) error {
		if m, ok := out.Judgement.(*meeting.Judgement); ok {
			return a.writeMeeting(w, out, &m.Meeting, a.shownPath(dir))
		}
		return writeFiles(w, out, a.shownPath(dir))
	})
}

func (a *App) meetingDeckCmd() *cobra.Command {
	var settings settingFlags
	c := &cobra.Command{
		Use:   "pptx BRAND",
		Short: "Render a brand's meeting-summary.md as a presentation",
		Long: `Reads meeting-summary.md in the brand's report folder, as it is now, and writes
meeting-summary.pptx beside it: 20 × 5 inches, a cover and one slide a judge, in
the theme of the scene. BRAND is a brand, a report folder or a case id. No model
is called.`,
		Example: "  judgement meeting-summary pptx weekly",
		Args:    exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.runMeetingDeck(c.Context(), settings.given(c), args[0])
		},
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runMeetingDeck(ctx context.Context, flags map[string]string, brand string) error {
	e, err := a.engine(ctx, flags)
	if err != nil {
		return err
	}
	defer e.Close()
	out, err := pptx.RenderFile(ctx, e.pipeline.Workspace, e.pipeline.Cases, a.caseName(e.workspace, brand))
	var bad *meeting.DeckError
	switch {
	case errors.Is(err, fault.UnknownCase), errors.Is(err, fault.AmbiguousCase):
		return usageError("brands are the folders in reports/", "%w", err)
	case errors.Is(err, fs.ErrNotExist):
		return failed("no_deck", "run 'judgement meeting-summary' for this brand first", err)
	case errors.As(err, &bad):
		return failed("deck", "mend the line, or run 'judgement report render "+brand+" --out DIR' for the deck as it was written", err)
	case err != nil:
		return failed("presentation", "mend what is named above and run the command again", err)
	}
	e.storage.tell(a)
	return a.print(out, func(w io.Writer) error {
		dir := filepath.Join(a.shownPath(e.storage.dir), filepath.FromSlash(out.Folder), out.File)
		_, err := fmt.Fprintf(w, "%s: %d slides, %d bytes\n", dir, out.Slides, out.Bytes)
		return err
	})
}
