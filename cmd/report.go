package cmd

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/panel"
)

type renderOptions struct {
	pipeline.RenderOptions
	panelFile, out string
}

func (a *App) renderCmd() *cobra.Command {
	o := &renderOptions{}
	c := &cobra.Command{
		Use:   "render CASE",
		Short: "Render a case's report again, with no model call",
		Long: `Prints the Markdown report of a stored version, byte for byte as it was
published, or writes all its files with --out. CASE is a case id, a report folder
or a brand. If a file that the report is made from was changed since then, nothing
is printed, and the exit code is 3. With --panel the stored verdicts are aggregated
under another panel: scores are scaled to its lens maxima, its weights count, and the
report says that it is not the published one. With --verify every file of every
version of the case is compared with the hash that was recorded when it was published,
and every stored quote is looked up again by today's rules; standard error says what
was found, and the report keeps the stored statuses. Exit code 3: a file was changed,
removed or added; nothing is printed then. With --current the report has the statuses
that today's rules give the quotes, says so, keeps the scanner's findings of integrity
as they were, and is written into the folder of --out. --verify and --current look up
the integrity reader's passages as quotes, too. Nothing that was published is changed.`,
		Example: `  judgement report render acme
  judgement report render acme --verify
  judgement report render C-2026-0001 --version 2 --out acme-v2
  judgement report render acme --panel heavier-risk.yaml
  judgement report render acme --current --out acme-current`,
		Args: exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.runRender(c.Context(), o, args[0]) },
	}
	f := c.Flags()
	f.IntVar(&o.Version, "version", 0, "version of the case (default: the latest complete one)")
	f.StringVar(&o.panelFile, "panel", "", "panel file, on disk or in the workspace, to aggregate under")
	f.BoolVar(&o.Verify, "verify", false, "compare all versions with their recorded hashes, and prove every stored quote again")
	f.BoolVar(&o.Current, "current", false, "look up every quote again by today's rules, and show what they say")
	f.StringVar(&o.out, "out", "", "folder to write all files of the report to, instead of printing it")
	setting(c, "formats", "report.formats", "report files to write with --out: md,html,pdf")
	setting(c, "pdf-engine", "report.pdf_engine", "builtin or chromium")
	return c
}

func (a *App) runRender(ctx context.Context, o *renderOptions, name string) error {
	if o.Version < 0 {
		return usageError("give a version number, such as 1", "--version is below zero")
	}
	if o.Current && o.out == "" {
		return usageError("name a folder for the report with --out", "--current makes another report than the published one")
	}
	e, err := a.Engine(ctx)
	if err != nil {
		return err
	}
	if o.out == "" {
		e.Pipeline.Renderers = nil
	}
	if _, err := a.findCase(ctx, e, name); err != nil { // before the panel, which is of the case's workspace
		return err
	}
	if o.panelFile != "" {
		if o.Panel, err = a.scoringPanel(o.panelFile); err != nil {
			return err
		}
	}
	r, err := e.Pipeline.Render(ctx, a.CaseName(name), o.RenderOptions)
	if err != nil {
		return renderFailure(err)
	}
	a.sayRecheck(r.Result.Recheck)
	if o.out == "" {
		_, err := a.Out.Write(r.Files[0].Data)
		return err
	}
	return a.writeRendered(ctx, a.Path(o.out), r)
}

// scoringPanel loads a panel under which stored scores can be put.
func (a *App) scoringPanel(file string) (*panel.Panel, error) {
	p, err := a.ResolvePanel(file)
	if err == nil && !p.OutputFormat.Scores() {
		err = usageError("name a panel with lenses, such as the panel.yaml in the report's folder, changed", "%s gives no scores: its output_format is %s", file, p.OutputFormat)
	}
	return p, err
}

// sayRecheck says on standard error what --verify and --current have found.
func (a *App) sayRecheck(r *format.Recheck) {
	if r == nil {
		return
	}
	if len(r.Versions) > 0 {
		fmt.Fprintf(a.Err, terminal.Plural(len(r.Versions), "%d version(s) checked: every file is as it was published\n"), len(r.Versions))
	}
	if len(r.Unrecorded) > 0 {
		fmt.Fprintf(a.Err, "published by an earlier release: %s; case.yaml has no hash of them (not recorded), and no HTML or PDF (not kept)\n", versionNames(r.Unrecorded))
	}
	passages := ""
	if r.Passages > 0 {
		passages = fmt.Sprintf(" (%d of the integrity reader)", r.Passages)
	}
	changed := "none with another status than before"
	if n := len(r.Changed); n > 0 {
		changed = fmt.Sprintf("%d with another status than before:", n)
	}
	fmt.Fprintf(a.Err, terminal.Plural(r.Quotes, "%d quote(s) looked up again%s: %d proven, %s\n"), r.Quotes, passages, r.Proven, changed)
	for _, c := range r.Changed {
		fmt.Fprintf(a.Err, "%s: %s, now %s: %s\n", c.Judge, status(c.Was), status(c.Now), terminal.PlainLine(text.Cells(c.Quote)))
	}
}

func versionNames(numbers []int) string {
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = fmt.Sprintf("v%d", n)
	}
	return strings.Join(names, ", ")
}

// status is a quote's status in words.
func status(s string) string { return cmp.Or(strings.ReplaceAll(s, "_", " "), "not stored") }

func (a *App) writeRendered(ctx context.Context, dir string, r *pipeline.Rendered) error {
	if err := a.checkRendered(dir, r.Files); err != nil {
		return err
	}
	st, err := outFolder(dir)
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Write(ctx, r.Files...); err != nil {
		return err
	}
	for _, f := range r.Files {
		fmt.Fprintln(a.Out, filepath.Join(dir, filepath.FromSlash(f.Name)))
	}
	return nil
}

// checkRendered refuses a folder for files if the workspace keeps its own there, and one
// that has another file of such a name. A file with the same content is no other one.
func (a *App) checkRendered(dir string, files []casefile.File) error {
	if _, err := os.Lstat(filepath.Join(dir, ".case.json")); err == nil {
		return usageError("name another folder with --out", "%s is the report folder of a case: what was published is not changed", dir)
	}
	if kept := a.Kept(dir); kept != "" {
		where := dir + " lies in " + kept
		if dir == kept {
			where = dir + " belongs to the workspace"
		}
		return usageError("name a folder outside of it with --out, or a new one beside cases/ and reports/", "%s: what the workspace keeps is not changed", where)
	}
	for _, f := range files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(file); err != nil {
			continue // the write says what else is wrong
		}
		if data, err := os.ReadFile(file); err != nil || !bytes.Equal(data, f.Data) {
			return usageError("name another folder with --out", "%s is there already, with other content: it is not written over", file)
		}
	}
	return nil
}

// outFolder makes the folder of --out.
func outFolder(dir string) (*casefile.Folder, error) {
	err := os.MkdirAll(dir, 0o755)
	var st *casefile.Folder
	if err == nil {
		st, err = casefile.OpenFolder(dir)
	}
	if err != nil {
		return nil, fault.Refuse(fault.NotWritten, "name with --out a folder that you may write into", fmt.Errorf("make the folder %s: %s", dir, cause(err)))
	}
	return st, nil
}
