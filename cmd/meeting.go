package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/meeting"
	"judgement/meeting/pptx"
	"judgement/report"
)

func (a *App) meetingCmd() *cobra.Command {
	o := &reviewOptions{}
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
	a.sayKept(e)
	return a.print(out, func(p *page) {
		p.Printf("%s: %d slides, %d bytes\n", filepath.Join(a.Shown(e.Storage.Dir), filepath.FromSlash(out.Folder), out.File), out.Slides, out.Bytes)
	})
}

// meeting prints a meeting summary, in its language.
func (p *page) meeting(out *pipeline.Result, m *meeting.Content) {
	lang := report.Lang(out.Plan.Language)
	w := wordsFor(lang)
	judge := func(slug string) string {
		j, _ := out.Plan.Panel.Judge(slug)
		return lang.Judge(j)
	}
	p.Wrapped("", "", terminal.PlainLine(out.Document.Title))
	p.Printf("%s · %s v%d\n\n", out.Plan.SceneName, out.CaseID, out.Version)
	var rows [][]string
	var verdicts []string
	done := 0
	for _, v := range m.Views {
		verdict := v.Verdict
		if v.OK() {
			done++
		} else {
			verdict = w.labelled(lang.Outcome(v.Outcome), v.Reason)
		}
		verdicts = append(verdicts, w.labelled(judge(v.Judge), verdict))
		n := report.CountEvidence(meeting.Citations([]meeting.View{v}))
		rows = append(rows, []string{judge(v.Judge), fmt.Sprintf("%d + %d", len(v.Highlights), len(v.Shortcomings)), fmt.Sprintf("%d/%d", n.Proven, n.Total)})
	}
	p.Table([]string{w("judge", "评委"), w("points", "要点"), w("proven", "已核实")}, rows)
	p.Line("")
	for _, v := range verdicts {
		p.Wrapped("", "• ", terminal.PlainLine(v))
	}
	p.Printf(w("\n%d of %d judges, %d of %d citations proven\n", "\n%d / %d 位评委，%d / %d 条引文已核实\n"), done, len(m.Views), m.Evidence.Proven, m.Evidence.Total)
	if n := len(m.Material.Parts); n > 1 {
		p.Printf(w("read in %d parts: the record is longer than the context of %d tokens\n", "分 %d 部分阅读：记录超出 %d 词元的上下文\n"), n, m.Material.ContextTokens)
	}
	for _, group := range m.Duplicates {
		var names []string
		for _, slug := range group {
			names = append(names, judge(slug))
		}
		p.Wrapped("", "", terminal.PlainLine(fmt.Sprintf(w("one voice: %s say the same", "同一种声音：%s的意见基本相同"), strings.Join(names, w(", ", "、")))))
	}
	if out.Plan.NoModel() {
		p.Line(w("no language model was used", "未使用语言模型"))
	}
	p.Line(terminal.Counted(m.Usage.Calls, w("%d call(s), %d tokens, cost %s\n", "%d 次调用，%d 词元，费用 %s\n"), m.Usage.PromptTokens+m.Usage.CompletionTokens, w.amount(m.Cost)))
}

// fileList names the report and what is beside it.
func (p *page) fileList(out *pipeline.Result, dir string) {
	for _, f := range out.Files {
		if strings.HasPrefix(f, "report.") || strings.HasPrefix(f, "meeting-summary.") {
			p.Line(filepath.Join(dir, filepath.FromSlash(out.Folder), f))
		}
	}
}
