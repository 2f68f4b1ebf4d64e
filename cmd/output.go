package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/jury"
	"judgement/internal/review"
	"judgement/internal/terminal"
)

// formatsKey is the annotation of --output with the formats of its command.
const formatsKey = "judgement_formats"

// output adds --output to a command that has a result and returns the command. The
// first format is the default; without formats they are table, json and yaml.
func (a *App) output(c *cobra.Command, formats ...string) *cobra.Command {
	if len(formats) == 0 {
		formats = []string{"table", "json", "yaml"}
	}
	c.Flags().StringP("output", "o", formats[0], "output format: "+strings.Join(formats, ", "))
	// The flag was just added, so that naming it cannot fail.
	_ = c.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	_ = c.Flags().SetAnnotation("output", formatsKey, formats)
	return c
}

// print writes a result in the chosen format; show prints the form for people.
func (a *App) print(v any, show func(p *page)) error {
	if a.format != "table" {
		return terminal.Write(a.Out, a.format, v)
	}
	p := a.page()
	show(p)
	return p.Show(a.Out)
}

// page is a new page for this run's terminal.
func (a *App) page() *page {
	return &page{terminal.Page{Color: a.color(a.OutTTY), Width: max(a.Width, 40)}}
}

// page is a result in its form for people.
type page struct{ terminal.Page }

// progress shows how far a run is.
type progress struct{ *terminal.Progress }

// progress returns the display of one run, which ends with End.
func (a *App) progress() *progress {
	return &progress{terminal.NewProgress(a.Err, a.ErrTTY && a.Env("TERM") != "dumb", a.Width, a.Now)}
}

// events shows the events of one review: its judges are the parts.
func (p *progress) events(e jury.Event) {
	judge := ""
	if e.Judge != nil {
		judge = *e.Judge
	}
	switch e.Type {
	case jury.JudgeStarted:
		p.Enter(e.Phase, e.Total)
		p.Start(judge)
	case jury.JudgeRetry:
		p.Line("%s: %s", judge, terminal.JoinedLines(e.Text))
	case jury.JudgeFinished:
		text := ""
		switch {
		case e.Score != nil:
			text = *e.Score
		case e.Outcome != nil && *e.Outcome != jury.OK:
			text = string(*e.Outcome) + ": " + terminal.JoinedLines(e.Text)
		}
		if e.Phase == review.PhaseForecast {
			text = strings.TrimSpace("forecast " + text)
		}
		p.Finish(judge, "%s %s", judge, text)
	default:
	}
}

// color reports whether the stream that is a terminal or not gets colour.
func (a *App) color(tty bool) bool { return tty && a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb" }
