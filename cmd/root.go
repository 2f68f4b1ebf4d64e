// Package cmd is the command line: the cobra tree, streams, exit codes. It is
// the only place where adapters are built and wired; rules live in the
// packages that it calls.
package cmd

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"judgement/config"
)

// App is a run of the command line with everything that it takes from outside.
type App struct {
	In      io.Reader
	Out     io.Writer // results only
	Err     io.Writer // progress, logs, prompts, errors
	Env     func(string) string
	Dir     string // the working directory
	Starter fs.FS  // the embedded starter workspace
	Now     func() time.Time
	OutTTY  bool // Out is a terminal
	ErrTTY  bool // Err is a terminal
	Width   int  // columns of the terminal, 80 where unknown

	workspaceFlag string
	output        string
	jsonErrors    bool // --output json was asked for, not only the default
}

// gcPercent lets garbage grow to twice the live memory before it is collected.
// A batch keeps little alive, so this costs a few MiB and saves a seventh of
// its CPU.
const gcPercent = 200

// Main runs the command line of this process and returns its exit code.
// Starter is the workspace that the binary embeds.
func Main(starter fs.FS) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "judgement: working directory:", err)
		return exitFailed
	}
	app := &App{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Env: os.Getenv, Dir: dir, Starter: starter, Now: time.Now,
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
		Width:  80,
	}
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		app.Width = w
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	return app.Run(ctx, os.Args[1:])
}

// Run runs one command line and returns its exit code.
func (a *App) Run(ctx context.Context, args []string) int {
	root := a.rootCmd()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return exitFor(err, a.Err, a.jsonErrors || wantsJSON(args))
}

// wantsJSON finds --output json where the flags could not be parsed.
func wantsJSON(args []string) bool {
	line := strings.Join(args, " ")
	return strings.Contains(line, "--output json") || strings.Contains(line, "--output=json") ||
		strings.Contains(line, "-o json")
}

func (a *App) rootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "judgement",
		Short: "Have a panel of language-model judges score a document, with evidence",
		Long: `judgement has a panel of language-model judges score or review a document under
a scene and writes a report that a person can check: every score carries quotes
that are proven to stand in the document, its spread over the judges, and what
it cost.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError("see '"+c.CommandPath()+" --help'", "%w", err)
	})
	root.PersistentFlags().StringVarP(&a.workspaceFlag, "workspace", "w", "",
		"workspace folder (default: JUDGEMENT_WORKSPACE, else the nearest folder upward with scenes/, else the built-in one)")
	root.AddCommand(
		a.reviewCmd(), a.reportCmd(), a.documentCmd(),
		a.sceneCmd(), a.panelCmd(), a.smokeCmd(), a.addSceneCmd(), a.initCmd(), a.judgeCmd(),
		a.versionCmd(),
		a.pdfWorkerCmd(),
	)
	return root
}

// workspace finds the workspace of this run. The caller closes it.
func (a *App) workspace() (config.Workspace, error) {
	ws, err := config.FindWorkspace(a.workspaceFlag, a.Env, a.Dir, a.Starter)
	if err != nil {
		return ws, &failure{
			exit: exitUsage, code: "workspace", err: err,
			fix: "name a folder that 'judgement init DIR' has made, or leave the name out to use the built-in workspace",
		}
	}
	return ws, nil
}

// exactArgs is cobra.ExactArgs with an error that shows the usage line.
func exactArgs(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return usageError("usage: "+c.UseLine(), "%s takes %d argument(s), got %d", c.CommandPath(), n, len(args))
	}
}
