package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/app"
	"judgement/internal/doctor"
	"judgement/internal/document"
	"judgement/internal/document/child"
	"judgement/internal/document/pdfium"
	"judgement/internal/fault"
	"judgement/internal/terminal"
)

func (a *App) configCmd() *cobra.Command {
	return group(&cobra.Command{Use: "config", Short: "Show the settings"}, a.output(&cobra.Command{
		Use:   "show",
		Short: "Print every setting with its value and where it comes from",
		Long: `Prints every setting with its value and where the value comes from. Of secrets it
says only whether they are set. 'judgement help environment' says what each one
means and which variables set it; --output json has that too.`,
		Example: "  judgement config show\n  judgement config show --output json",
		Args:    exactArgs(0),
		RunE:    func(*cobra.Command, []string) error { return a.runConfigShow() },
	}))
}

// shownConfig is what config show prints.
type shownConfig struct {
	Workspace string         `json:"workspace"` // empty: the built-in one
	Output    string         `json:"output_folder"`
	File      string         `json:"file"` // of settings, from the workspace
	Settings  []config.Value `json:"settings"`
}

func (a *App) runConfigShow() error {
	ws, s := a.Workspace, a.Settings
	v := shownConfig{Workspace: ws.Dir, Output: ws.OutDir, File: config.File, Settings: s.Values()}
	return a.print(v, func(p *page) {
		p.Printf("workspace: %s\n\n", app.WorkspaceName(ws))
		rows := make([][]string, 0, len(v.Settings))
		for _, s := range v.Settings {
			if s.From == "" {
				s.From = string(s.Source)
			}
			rows = append(rows, []string{s.Key, cmp.Or(s.Value, "–"), s.From})
		}
		p.Table([]string{"setting", "value", "from"}, rows)
		p.Line("\n'judgement help environment' says what each means and which variables set it.")
	})
}

func (a *App) doctorCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the settings, the model server and this machine, and say what to do next",
		Long: `Looks at the workspace, the settings, the model server, the PDF reader, the output
folder, all cases and what done jobs published, makes one tiny structured call, and says what
to do next. It changes nothing. Exit code 4: the model cannot be used; 2: a setting is wrong, or
the workspace is none; 1: something else is at fault; 0: all is well, also if
only the offline baseline is there to answer.`,
		Example: `  judgement doctor
  OPENAI_BASE_URL=http://127.0.0.1:8000/v1 judgement doctor --model my-model`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.runDoctor(c.Context()) },
	}
	setting(c, "model", "llm.model", "model to try")
	setting(c, "provider", "llm.provider", "openai, anthropic, offline, replay or a name of llm.providers")
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
	return silent{map[doctor.Cause]int{doctor.Elsewhere: fault.ExitFailed, doctor.Setting: fault.ExitUsage, doctor.ModelAccess: fault.ExitCredentials}[d.Worst().Cause]}
}

// look is what package doctor takes from the command.
func (a *App) look() doctor.Look {
	return doctor.Look{
		Process: a.Process, Advise: func(err error) string { return classify(err).fix }, Busy: a.busy,
	}
}

// busy shows what may take seconds, until the function that it returns is called.
func (a *App) busy(text string) (done func()) {
	p := a.progress()
	p.Begin(1)
	p.Start(text)
	return p.End
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

func (a *App) initCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "init DIR", Short: "Write the starter workspace into a new or empty folder", Args: exactArgs(1),
		Example: "  judgement init my-workspace\n  judgement init .",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runInit(a.Path(args[0])) },
	})
}

func (a *App) runInit(dir string) error {
	n, err := config.WriteStarter(a.Starter, dir)
	switch {
	case errors.Is(err, fault.NotEmpty):
		return err
	case err != nil:
		return fault.Refuse(fault.NotWritten, "name a folder that is new or empty; check that the folder above is writable and the disk is not full", fmt.Errorf("write the starter workspace: %w", err))
	}
	return a.print(map[string]any{"workspace": dir, "files": n}, func(p *page) {
		p.Printf("wrote %d files into %s\nnext: judgement smoke all --workspace %s\n", n, dir, dir)
	})
}

// buildInfo is what the binary knows of itself.
type buildInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
}

func (a *App) versionCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program",
		Example: "  judgement version --output json",
		Args:    exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			v := readBuildInfo()
			return a.print(v, func(p *page) { p.WriteString(v.line()) })
		},
	})
}

// line is the version for people.
func (v buildInfo) line() string {
	commit := ""
	if v.Commit != "" {
		commit = " (" + v.Commit + ")"
	}
	return fmt.Sprintf("judgement %s%s, %s\n", v.Version, commit, v.Go)
}

// programVersion is written by the linker in releases (.goreleaser.yaml). Nothing else
// changes it.
var programVersion = "0.1.0"

func readBuildInfo() buildInfo {
	v := buildInfo{Version: programVersion}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Go = info.GoVersion
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 7 {
			v.Commit = s.Value[:7]
		}
	}
	return v
}

func (a *App) manCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages into a folder",
		Long:    "Writes one manual page for each command into DIR, which is made if it is missing.",
		Example: "  judgement man ~/.local/share/man/man1\n  man judgement-review",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runMan(c.Root(), a.Path(args[0])) },
	})
}

func (a *App) runMan(root *cobra.Command, dir string) error {
	const fix = "name a folder that you may write into"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Refuse(fault.NotWritten, fix, fmt.Errorf("make the folder of manual pages: %w", err))
	}
	root.DisableAutoGenTag = true // it holds the day of the run
	at := a.Now()
	header := &doc.GenManHeader{Section: "1", Date: &at, Source: "judgement " + readBuildInfo().Version, Manual: "judgement"}
	if err := doc.GenManTree(root, header, dir); err != nil {
		return fault.Refuse(fault.NotWritten, fix, fmt.Errorf("write manual pages: %w", err))
	}
	pages, err := filepath.Glob(filepath.Join(dir, "judgement*.1"))
	if err != nil {
		return fault.Refuse(fault.NotWritten, fix, fmt.Errorf("list manual pages: %w", err))
	}
	return a.print(map[string]any{"folder": dir, "pages": len(pages)}, func(p *page) {
		p.Printf("wrote %d manual pages into %s\n", len(pages), dir)
	})
}

func (a *App) openapiCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "openapi",
		Short:   "Print the OpenAPI description of the HTTP API",
		Long:    "Prints the OpenAPI 3.1 description of the HTTP API as JSON: what 'judgement serve' serves as /openapi.json.",
		Example: "  judgement openapi > openapi.json",
		Args:    exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Out.Write(api.OpenAPI())
			return err
		},
	}
}

// documentWorkerName is the hidden command in which a child process reads a
// document.
const documentWorkerName = "__document-worker"

func (a *App) documentWorkerCmd() *cobra.Command {
	var cache string
	c := &cobra.Command{
		Use:    documentWorkerName,
		Short:  "Read a document from standard input (started by other commands)",
		Hidden: true,
		Args:   exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return child.Main(c.Context(), a.In, a.Out, func(maxText int, progress func(int)) document.Extractor {
				return pdfium.Extractor{CacheDir: cache, MaxText: maxText, Progress: progress}
			})
		},
	}
	c.Flags().StringVar(&cache, "cache-dir", "", "folder of PDFium's compiled code")
	return c
}
