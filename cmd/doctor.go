package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/doctor"
	"judgement/internal/terminal"
)

func (a *App) doctorCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the settings, the model server and this machine, and say what to do next",
		Long: `Looks at the workspace, the settings, the model server, the PDF reader, the output
folder, all cases and what done jobs published, makes one tiny structured call, and says what
to do next. It changes nothing. Exit code 4: the model cannot be used; 2: a setting is wrong, or
the workspace is none; 1: something else is at fault; 0: all is well, also where
only the offline baseline is there to answer.`,
		Example: `  judgement doctor
  OPENAI_BASE_URL=http://127.0.0.1:8000/v1 judgement doctor --model my-model`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.runDoctor(c.Context()) },
	}
	setting(c, "model", "llm.model", "model to try")
	setting(c, "provider", "llm.provider", "openai, offline or replay")
	return a.output(c)
}

func (a *App) runDoctor(ctx context.Context) error {
	d, err := doctor.Examine(ctx, a.look())
	if err != nil {
		return err
	}
	if err := a.print(d, func(p *page) { p.diagnosis(d) }); err != nil || d.OK {
		return err
	}
	return silent{map[doctor.Cause]int{doctor.Elsewhere: exitFailed, doctor.Setting: exitUsage, doctor.ModelAccess: exitCredentials}[d.Worst().Cause]}
}

// look is what package doctor takes from the command.
func (a *App) look() doctor.Look {
	return doctor.Look{
		Process: a.Process, Advise: func(err error) string { return classify(err).fix },
		Busy: func(text string) func() {
			p := a.progress()
			p.Transient(text)
			return p.End
		},
	}
}

func (p *page) diagnosis(d *doctor.Diagnosis) {
	marks := map[doctor.Health]struct{ mark, sgr string }{
		doctor.OK: {"ok  ", terminal.Green}, doctor.Note: {"note", terminal.Yellow}, doctor.Failed: {"FAIL", terminal.Red},
	}
	for _, f := range d.Findings {
		m := marks[f.Health]
		rest := fmt.Sprintf("  %-13s ", f.Name)
		lead, indent := p.Paint(m.sgr, m.mark)+rest, len(m.mark+rest)
		for l := range strings.SplitSeq(f.Text, "\n") {
			p.Hang(lead, indent, "", terminal.PlainLine(l))
			lead = strings.Repeat(" ", indent)
		}
	}
	p.Line("")
	if len(d.Next) > 0 {
		p.Line(p.Paint(terminal.Bold, "Next"))
	}
	for _, n := range d.Next {
		p.Wrapped("", "  → ", terminal.PlainLine(n))
	}
}
