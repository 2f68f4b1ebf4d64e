package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
)

func (a *App) doctorCmd() *cobra.Command {
	var flags settingFlags
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
		RunE: func(c *cobra.Command, _ []string) error { return a.runDoctor(c.Context(), flags.given(c)) },
	}
	flags.add(c, "model", "llm.model", "model to try (setting llm.model)")
	flags.add(c, "provider", "llm.provider", "openai, offline or replay (setting llm.provider)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// health is how one thing that doctor looked at is.
type health string

const (
	healthOK   health = "ok"
	healthWarn health = "warning"
	healthFail health = "failed"
)

// finding is one thing that doctor looked at.
type finding struct {
	Name   string `json:"name"`
	Health health `json:"status"`
	Text   string `json:"message"`
	Fix    string `json:"fix,omitempty"`

	exit int // of the command when it failed
}

// diagnosis is what doctor found, in the order in which it looked.
type diagnosis struct {
	OK       bool           `json:"ok"`
	Findings []finding      `json:"checks"`
	Model    *modelFinding  `json:"model"` // null: the settings could not be read
	Settings []config.Value `json:"settings"`
	Next     []string       `json:"next"` // what to do, most urgent first
}

func (d *diagnosis) add(name string, h health, fix, format string, args ...any) {
	f := finding{Name: name, Health: h, Text: fmt.Sprintf(format, args...), Fix: fix}
	if h == healthFail {
		f.exit = exitFailed
	}
	d.Findings = append(d.Findings, f)
}

// exit is the command's exit code: model access before all else.
func (d *diagnosis) exit() int {
	code := exitOK
	for _, f := range d.Findings {
		if f.exit == exitCredentials || code == exitOK {
			code = max(code, f.exit)
		}
	}
	return code
}

func (a *App) runDoctor(ctx context.Context, flags map[string]string) error {
	ws, err := a.workspace()
	if err != nil {
		return err
	}
	defer ws.Close()
	d := &diagnosis{Settings: []config.Value{}, Next: []string{}}
	scene := a.examineWorkspace(d, ws)
	for _, text := range config.UnknownVariables(a.Environ) {
		d.add("environment", healthWarn, "correct the variable's name, or unset it", "%s", text)
	}
	s, err := config.Load(ws.FS, a.Env, flags)
	if err != nil {
		d.add("settings", healthFail, "correct the setting where it comes from; 'judgement help environment' lists every setting with its variables", "%s", err)
		d.Findings[len(d.Findings)-1].exit = exitUsage
	} else {
		d.Settings = s.Values()
		a.examineSettings(d, s)
		if err := a.examineModel(ctx, d, ws, s); err != nil {
			return err
		}
	}
	if s == nil || s.Database.URL == "" {
		a.examineOutput(d, ws)
		a.examineLock(ctx, d, ws, s)
	}
	if s != nil {
		a.examineDatabase(ctx, d, databaseAddress(ws, s))
		a.examineCases(ctx, d, ws, s)
	}
	if err := a.examinePDF(ctx, d); err != nil {
		return err
	}
	d.OK = d.exit() == exitOK
	d.advise(scene)
	if err := a.print(d, func(w io.Writer) error { return a.writeDiagnosis(w, d) }); err != nil {
		return err
	}
	if code := d.exit(); code != exitOK {
		return silent{code}
	}
	return nil
}

// advise says what to do next.
func (d *diagnosis) advise(scene string) {
	for _, f := range d.Findings {
		if f.Fix != "" {
			d.Next = append(d.Next, f.Fix)
		}
	}
	if d.OK && scene != "" {
		d.Next = append(d.Next, "judge a document: judgement review FILE --scene "+scene)
	}
}

func (a *App) writeDiagnosis(w io.Writer, d *diagnosis) error {
	s := viewWriter{w: w, color: a.color(a.OutTTY), width: max(a.Width, 40)}
	marks := map[health]struct{ mark, sgr string }{
		healthOK: {"ok  ", green}, healthWarn: {"note", yellow}, healthFail: {"FAIL", red},
	}
	for _, f := range d.Findings {
		m := marks[f.Health]
		lead := fmt.Sprintf("%s  %-13s ", m.mark, f.Name)
		for i, l := range strings.Split(f.Text, "\n") {
			if i > 0 {
				lead = strings.Repeat(" ", len(lead))
			}
			s.marked(m.sgr, m.mark, lead, plainLine(l))
		}
	}
	s.line("")
	if len(d.Next) == 0 {
		return nil
	}
	s.line(s.paint(bold, "Next"))
	for _, n := range d.Next {
		s.wrapped("", "  → ", plainLine(n))
	}
	return nil
}

// marked is wrapped with a coloured mark at the start of the first line.
func (s viewWriter) marked(sgr, mark, lead, text string) {
	room := max(20, s.width-len(lead))
	for i, l := range wrap(text, room) {
		if i > 0 {
			lead = strings.Repeat(" ", len(lead))
		}
		s.line(strings.Replace(lead, mark, s.paint(sgr, mark), 1) + l)
	}
}
