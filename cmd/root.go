// Package cmd is the command line: the cobra tree, streams, exit codes. It is
// the only place where adapters are built and wired; rules live in the
// packages that it calls.
package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/terminal"
	"judgement/internal/yamlfile"
)

// App is a run of the command line with everything that it takes from outside.
type App struct {
	app.Options
	In     io.Reader
	Out    io.Writer // results only
	Err    io.Writer // progress, logs, prompts, errors
	OutTTY bool      // Out is a terminal
	ErrTTY bool      // Err is a terminal
	Width  int       // columns of the terminal, 80 if unknown

	*app.Process        // what commands share; made with the command tree
	format       string // of the output
	jsonErrors   bool   // --output json was asked for, not only the default
}

// Main runs the command line of this process and returns its exit code.
// Starter is the workspace that the binary embeds.
func Main(starter fs.FS) int {
	app, err := processApp(starter)
	if err != nil {
		fmt.Fprintln(os.Stderr, "judgement:", err)
		return fault.ExitFailed
	}
	return app.runProcess()
}

// processApp is an App on this process's streams and surroundings.
func processApp(starter fs.FS) (*App, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("working directory: %w", err)
	}
	app := &App{
		Options: app.Options{Env: os.Getenv, Environ: os.Environ(), Dir: dir, Starter: starter, Now: time.Now, Random: rand.Reader},
		In:      os.Stdin, Out: os.Stdout, Err: os.Stderr, Width: 80,
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())), ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	for _, f := range []*os.File{os.Stderr, os.Stdout} { // results are laid out for the latter
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			app.Width = w
		}
	}
	os.Stdout = os.Stderr // the chat SDK prints to it; results go to app.Out
	return app, nil
}

// runProcess runs this process's command line until it ends or has to stop.
func (a *App) runProcess() int {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup stays in force
		ends = append(ends, syscall.SIGHUP)
		// A terminal that closes may send it twice: it never ends the process at once.
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGHUP)
		defer signal.Stop(again)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	return a.Run(ctx, os.Args[1:])
}

// Run runs one command line and returns its exit code.
func (a *App) Run(ctx context.Context, args []string) int {
	root := a.rootCmd()
	root.SetArgs(args)
	out := &resultWriter{w: a.Out}
	a.Out = out
	root.SetOut(out)
	err := wrongDash(root, args)
	if err == nil {
		err = errors.Join(root.ExecuteContext(ctx), a.Close())
	}
	if err == nil && out.err != nil { // of help, which does not look at it
		err = fmt.Errorf("write the output: %w", out.err)
	}
	width := 0
	if a.ErrTTY {
		width = a.Width
	}
	return exitFor(err, a.Err, a.jsonErrors || wantsJSON(args), width)
}

// resultWriter remembers the first error of the writer below it.
type resultWriter struct {
	w   io.Writer
	err error
}

func (r *resultWriter) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	if err != nil && r.err == nil {
		r.err = err
	}
	return n, err
}

// wrongDash refuses a long flag with one dash, or with a dash of a word processor:
// both would be read as something else.
func wrongDash(root *cobra.Command, args []string) error {
	c, _, err := root.Find(args)
	if err != nil {
		return nil // the command is refused below
	}
	for _, arg := range args {
		if arg == "--" {
			return nil
		}
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-–—−"), "=")
		if len(name) < 2 || strings.HasPrefix(arg, "--") || strings.HasPrefix(arg, name) {
			continue
		}
		if c.Flags().Lookup(name) != nil || c.InheritedFlags().Lookup(name) != nil {
			return usageError("write --"+name+" with two plain dashes", "%s is no flag", arg)
		}
	}
	return nil
}

// wantsJSON finds --output json if the flags could not be parsed.
func wantsJSON(args []string) bool {
	line := strings.Join(args, " ")
	return strings.Contains(line, "--output json") || strings.Contains(line, "--output=json") ||
		strings.Contains(line, "-o json")
}

func (a *App) rootCmd() *cobra.Command {
	a.Version, a.ReadDocuments = readBuildInfo().Version, []string{documentWorkerName}
	a.Say = func(text string) { fmt.Fprintln(a.Err, terminal.PlainLine(text)) }
	a.Process = app.New(a.Options)
	root := &cobra.Command{
		Use:   "judgement",
		Short: "Have a panel of language-model judges score a document, with evidence",
		Long: `judgement has a panel of language-model judges score or review a document under
a scene and writes a report that a person can check: every score carries quotes
that are proven to be in the document, its spread over the judges, and what
it cost.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },

		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return a.prepare(c) },
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError(durationFix(err)+nearestFlag(c, err)+"see '"+c.CommandPath()+" --help'", "%w", err)
	})
	root.PersistentFlags().StringVarP(&a.WorkspaceFlag, "workspace", "w", "",
		"workspace folder (default: JUDGEMENT_WORKSPACE, else the nearest folder upward with scenes/, else the built-in one)")
	root.Version = readBuildInfo().Version
	root.SetVersionTemplate(readBuildInfo().line())
	a.addGroups(root)
	root.AddCommand( // pages of help that belong to no command
		&cobra.Command{Use: "environment", Short: "Environment variables and settings", Long: environmentTopic()},
		&cobra.Command{Use: "formatting", Short: "Output formats, colour and where output goes", Long: formattingTopic},
		&cobra.Command{Use: "exit-codes", Short: "Exit codes and error objects", Long: exitTopic()},
	)
	root.AddCommand(a.documentWorkerCmd())
	root.AddCommand(a.scriptNames()...)
	return root
}

// What a command needs before it runs, which it or one above it says. Without a word
// it opens nothing.
const (
	needKey      = "judgement_need"
	needFiles    = "workspace"
	needSettings = "settings"
)

// need has a command, and those below it, open what they need.
func need(what string, c *cobra.Command) *cobra.Command {
	c.Annotations = map[string]string{needKey: what}
	return c
}

// prepare checks --output, and opens what a command needs.
func (a *App) prepare(c *cobra.Command) error {
	a.Flags = givenSettings(c)
	if f := c.Flags().Lookup("output"); f != nil {
		a.format = f.Value.String()
		if formats := f.Annotations[formatsKey]; !slices.Contains(formats, a.format) {
			return usageError("choose one of: "+strings.Join(formats, ", "), "unknown output format %q", a.format)
		}
		a.jsonErrors = a.format == "json" && f.Changed
	}
	what := ""
	for at := c; at != nil && what == ""; at = at.Parent() {
		what = at.Annotations[needKey]
	}
	if what != needFiles && what != needSettings {
		return nil
	}
	if err := a.Open(); err != nil || what == needFiles {
		return err
	}
	if c.Flags().Lookup("log-format") == nil { // a service writes them into its log
		for _, text := range config.UnknownVariables(a.Environ) {
			a.Say("warning: " + text)
		}
	}
	return a.Load()
}

// durationFix shows how a time is written; empty for other errors.
func durationFix(err error) string {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "duration" {
		return "give a time with its unit, such as 30s or 10m; "
	}
	return ""
}

// nearestFlag asks whether another flag of the command was meant; empty if
// none is near.
func nearestFlag(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return ""
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	name, ok := yamlfile.Nearest(unknown.GetSpecifiedName(), names)
	if !ok {
		return ""
	}
	return "did you mean --" + name + "? "
}

// addGroups adds the commands under the headings of the root's help.
func (a *App) addGroups(root *cobra.Command) {
	groups := []struct {
		id, title, needs string
		commands         []*cobra.Command
	}{
		{"judge", "Judge documents:", needSettings, []*cobra.Command{a.reviewCmd(), a.meetingCmd(), group(&cobra.Command{Use: "report", Short: "Render the reports of judged cases"}, a.renderCmd()), a.openCmd(), a.rankingCmd(), need("nothing", a.documentCmd()), a.judgeCmd(), a.attributionCmd(), a.exportCmd(), a.deleteCmd()}},
		{"measure", "Measure panels against people:", needSettings, []*cobra.Command{a.studyCmd(), a.labelsCmd(), a.alignCmd(), a.immunityCmd()}},
		{"workspace", "Scenes and panels:", needFiles, []*cobra.Command{need("nothing", a.initCmd()), a.sceneCmd(), a.panelCmd(), a.smokeCmd(), a.addSceneCmd()}},
		{"service", "Serve:", needSettings, []*cobra.Command{a.serveCmd(), a.workerCmd(), a.chatCmd(), a.upCmd(), need("nothing", a.demoCmd()), a.mcpCmd(), a.jobsCmd(), a.dbCmd(), need("nothing", a.openapiCmd())}},
		{"program", "This program:", "nothing", []*cobra.Command{need(needFiles, a.doctorCmd()), need(needSettings, a.configCmd()), a.versionCmd(), a.manCmd()}},
	}
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			if c.Annotations == nil {
				need(g.needs, c)
			}
			root.AddCommand(c)
		}
	}
	root.SetCompletionCommandGroupID("program")
	root.SetHelpCommandGroupID("program")
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		group(c)
	}
	if c, _, err := root.Find([]string{"help"}); err == nil {
		c.Run, c.RunE = nil, helpOn
	}
}

// helpOn shows the help of the command or topic that args name. Cobra's own shows
// the root's of a mistyped one, as if nothing were wrong.
func helpOn(c *cobra.Command, args []string) error {
	of, rest, err := c.Root().Find(args)
	if err != nil {
		return usageError("'judgement --help' lists the commands and topics", "%w", err)
	}
	if of.HasSubCommands() && len(rest) > 0 {
		return noArgs(of, rest)
	}
	of.InitDefaultHelpFlag()
	return of.Help()
}

// group is a command that only holds others: a scheduled job without its subcommand
// must not pass.
func group(c *cobra.Command, below ...*cobra.Command) *cobra.Command {
	c.Args = noArgs
	c.RunE = func(c *cobra.Command, _ []string) error {
		return usageError("add one of: "+strings.Join(subcommands(c), ", ")+"; '"+c.CommandPath()+" --help' says what each does",
			"%s needs a subcommand", c.CommandPath())
	}
	c.AddCommand(below...)
	return c
}
