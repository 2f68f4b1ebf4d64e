package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/report"
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
	return &page{terminal.Page{Color: a.OutTTY && a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb", Width: max(a.Width, 40), Fit: a.OutTTY}}
}

// page is a result in its form for people.
type page struct{ terminal.Page }

// progress shows how far a run is.
type progress struct {
	*terminal.Progress
	first string       // the first phase in which judges are asked
	phase string       // the phase that runs
	lang  report.Lang  // of the lines; empty: English
	panel *panel.Panel // has the judges' names; nil: their slugs are shown
}

// progress returns the display of one run, which ends with End.
func (a *App) progress() *progress {
	return &progress{Progress: terminal.NewProgress(a.Err, a.ErrTTY && a.Env("TERM") != "dumb", a.Width, a.Now)}
}

// shownReason is how many characters of a judge's reason a line has: the end of the run
// has all of it.
const shownReason = 100

// events shows the events of one review: its judges are the parts.
func (p *progress) events(e jury.Event) {
	judge := ""
	if e.Judge != nil {
		judge = p.judge(*e.Judge)
	}
	switch e.Type {
	case jury.PhaseStarted: // also if judges of the phase before are asked again
		p.Restart()
	case jury.JudgeStarted:
		p.first, p.phase = cmp.Or(p.first, e.Phase), e.Phase
		p.Enter(e.Phase, e.Total)
		p.Start(judge)
	case jury.JudgeRetry:
		p.retry(judge, e)
	case jury.JudgeFinished:
		said := ""
		switch {
		case e.Score != nil:
			said = *e.Score
		case e.Outcome != nil && *e.Outcome == jury.OverBudget:
			said = p.outcome(jury.OverBudget) // the end says why, once for all judges
		case e.Outcome != nil && *e.Outcome != jury.OK:
			w, how := wordsFor(p.lang), p.outcome(*e.Outcome)
			if e.Stored {
				how += w(" (stored reply)", "（已存回复）")
			}
			said = w.labelled(how, text.Clip(terminal.JoinedLines(p.lang.Reason(e.Text)), shownReason))
		default:
			said = terminal.JoinedLines(e.Text)
		}
		if e.Phase != p.first && e.Phase != format.PhaseIntegrity { // whose judge says it
			said = strings.TrimSpace(e.Phase + " " + said)
		}
		p.Finish(judge, "%s %s", judge, said)
	default:
	}
}

// judge is the name of a judge.
func (p *progress) judge(slug string) string {
	if slug == format.IntegrityReader {
		return wordsFor(p.lang)("integrity reader", "完整性阅读模型")
	}
	if p.panel != nil {
		if j, ok := p.panel.Judge(slug); ok {
			return cmp.Or(p.lang, report.English).Judge(j)
		}
	}
	return slug
}

// outcome is how a judge ended; in English it is the word that results have in JSON.
func (p *progress) outcome(o jury.Outcome) string {
	if p.lang == report.Chinese {
		return p.lang.Outcome(string(o))
	}
	return string(o)
}

// retry says that a call is made again.
func (p *progress) retry(name string, e jury.Event) {
	w := wordsFor(p.lang)
	cause, wait, _ := strings.Cut(terminal.JoinedLines(e.Text), jury.Again)
	p.Retry(cause, w.labelled(name, cause+fmt.Sprintf(w(jury.Again+"%s", "；%s 后重试"), wait)), func(n int) string {
		if n == 1 {
			return w.labelled(w("1 more retry", "另有 1 次重试"), cause)
		}
		return w.labelled(fmt.Sprintf(w("%d more retries", "另有 %d 次重试"), n), cause)
	})
}

// settingKey is the annotation of a flag that gives a setting.
const settingKey = "judgement_setting"

// setting adds a flag that beats the environment and the file.
func setting(c *cobra.Command, flag, key, usage string) {
	c.Flags().String(flag, "", usage+" (setting "+key+")")
	// The flag was just added, so that naming it cannot fail.
	_ = c.Flags().SetAnnotation(flag, settingKey, []string{key})
}

// givenSettings are the flags on the command line that give settings, by key.
func givenSettings(c *cobra.Command) map[string]*pflag.Flag {
	out := map[string]*pflag.Flag{}
	c.Flags().Visit(func(f *pflag.Flag) {
		if key := f.Annotations[settingKey]; key != nil {
			out[key[0]] = f
		}
	})
	return out
}

// modelSettings adds the flags of every command that calls a model.
func modelSettings(c *cobra.Command) {
	setting(c, "model", "llm.model", "model of judges that name none")
	setting(c, "provider", "llm.provider", "openai, anthropic, offline, replay or a name of llm.providers")
	setting(c, "concurrency", "llm.concurrency", "calls at once")
}

// checkLanguage refuses a --language that reports do not have.
func checkLanguage(l string) error {
	if l != "" && l != "en" && l != "zh" {
		return usageError("choose one of: en, zh", "unknown language %q", l)
	}
	return nil
}

// noArgs is cobra.NoArgs for commands that hold others: its error names the
// nearest of them, or all.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	fix := yamlfile.Suggest(args[0], subcommands(c))
	if below := elsewhere(c.Root(), args[0]); len(below) > 0 && !slices.Contains(subcommands(c), args[0]) {
		fix = "did you mean " + strings.Join(below, " or ") + "?"
	}
	if !strings.HasSuffix(fix, "?") {
		fix += ";"
	}
	return usageError(fix+" '"+c.CommandPath()+" --help' says what each does", "unknown command %q", c.CommandPath()+" "+args[0])
}

// elsewhere lists the commands below a group that have a name.
func elsewhere(root *cobra.Command, name string) []string {
	var out []string
	for _, group := range root.Commands() {
		for _, c := range group.Commands() {
			if !group.Hidden && c.Name() == name {
				out = append(out, c.CommandPath())
			}
		}
	}
	return out
}

// subcommands are the names that may follow a command, hidden ones left out.
func subcommands(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// someArgs demands at least one argument; ask says which.
func someArgs(ask string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError("usage: "+c.UseLine(), "%s: %s", c.CommandPath(), ask)
		}
		return nil
	}
}

// exactArgs is cobra.ExactArgs with an error that shows the usage line.
func exactArgs(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		if n == 0 && c.HasSubCommands() {
			return noArgs(c, args)
		}
		fix := ""
		c.Flags().Visit(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" && len(args) > 0 && (args[0] == "true" || args[0] == "false") {
				fix = "write --" + f.Name + "=" + args[0] + " with an equals sign; "
			}
		})
		return usageError(fix+"usage: "+c.UseLine(), terminal.Plural(n, "%s takes %d argument(s), got %d"), c.CommandPath(), n, len(args))
	}
}
