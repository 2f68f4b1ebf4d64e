package cmd

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

type documentOptions struct {
	scene, language   string
	maxBytes, maxText int
}

func (a *App) documentCmd() *cobra.Command {
	o := &documentOptions{}
	c := &cobra.Command{
		Use:   "document FILE",
		Short: "Print what the judges will see of a document",
		Long: `Reads a text, Markdown, HTML, DOCX, PPTX or PDF file and prints the text that
judges will see, as Markdown. What a reader of the document can't see is left out
of it: hidden text, comments, tracked deletions, speaker notes, invisible
characters. That, and text that speaks to the judges, goes to standard error as
warnings, with what they mean and what to do.
FILE may be - for standard input. --output json shows its title, too.
A PDF has that of its properties, since its headings are lost in its text. Plain text
has none: name the file .md and begin it with a line "# Title". A text that is too
short to be judged is printed, too.

Judges of a meeting see subtitles (VTT, SRT), and exports with name and time on a
line of their own, as lines of the form "[00:05:12] Name: text"; all other scenes
judge them as they are. With --scene the text is as that scene's judges see it.`,
		Example: "  judgement document plan.docx\n  judgement document plan.pdf --output json\n  judgement document call.vtt --scene meeting",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runDocument(c.Context(), o, args[0]) },
	}
	c.Flags().StringVarP(&o.scene, "scene", "s", "", "scene whose judges will see it")
	c.Flags().StringVar(&o.language, "language", "", "language of the warnings: en or zh (default: the scene's, else the document's)")
	c.Flags().IntVar(&o.maxBytes, "max-bytes", document.DefaultMaxBytes, "largest file in bytes")
	c.Flags().IntVar(&o.maxText, "max-text", document.DefaultMaxText, "largest text in bytes")
	return a.output(c)
}

func (a *App) runDocument(ctx context.Context, o *documentOptions, file string) error {
	if err := checkLanguage(o.language); err != nil {
		return err
	}
	output, language, err := a.sceneOutput(o.scene)
	if err != nil {
		return err
	}
	data, err := a.readInput(file, o.maxBytes)
	if err != nil {
		return err
	}
	reader, err := a.DocumentReader()
	if err != nil {
		return err
	}
	if file == "-" {
		file = stdinName
	}
	intake := document.Options{MaxBytes: o.maxBytes, MaxText: o.maxText, Isolator: reader}
	seen, err := pipeline.Read(ctx, output, format.File{Name: file, Data: data, Intake: intake})
	if err != nil {
		return err
	}
	if err := a.print(seen, func(p *page) { p.Line(seen.Text) }); err != nil || a.format != "table" {
		return err
	}
	a.printWarnings(seen.Document, report.Lang(cmp.Or(o.language, language, format.LanguageOf(seen.Text))))
	if kind, as := pipeline.Rewritten(seen.Document); o.scene == "" && kind != "" {
		fmt.Fprintf(a.Err, "the judges of a %s see this as %s: --scene with a %s's scene shows them\n", kind, as, kind)
	}
	return nil
}

// sceneOutput is what a scene makes, and the language of its reports; empty without one.
func (a *App) sceneOutput(slug string) (output panel.OutputFormat, language string, err error) {
	if slug == "" {
		return "", "", nil
	}
	if err := a.Open(); err != nil {
		return "", "", err
	}
	a.SayBuiltIn()
	sc, p, err := scene.Load(a.Workspace.FS, slug, pipeline.Outputs()...)
	if err != nil {
		return "", "", a.sceneFailure(err)
	}
	return p.OutputFormat, sc.Report.Language, nil
}

// readInput reads a file, or standard input for "-", up to one byte over the
// limit, so that intake can say that it is too large. Only regular files are
// opened: a pipe might never end.
func (a *App) readInput(file string, limit int) ([]byte, error) {
	if file == "-" {
		data, err := io.ReadAll(io.LimitReader(a.In, int64(limit)+1))
		if err != nil {
			return nil, readFailure(stdinName, err)
		}
		return data, nil
	}
	path := a.Path(file)
	info, err := os.Stat(path)
	if err != nil {
		return nil, readFailure(file, err)
	}
	if err := checkRegular(file, info); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, readFailure(file, err)
	}
	defer f.Close()
	var b bytes.Buffer
	b.Grow(int(min(info.Size(), int64(limit))) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(f, int64(limit)+1)); err != nil {
		return nil, readFailure(file, err)
	}
	return b.Bytes(), nil
}

// checkRegular refuses folders, pipes, sockets and devices.
func checkRegular(name string, info os.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return usageError("name a file in it", "%s is a folder", name)
	}
	return usageError("write its content to a file and name that", "%s is not a regular file", name)
}

// printWarnings writes one line per passage with a warning to standard error, then what to do
// about them.
func (a *App) printWarnings(doc *document.Document, lang report.Lang) {
	w := wordsFor(lang)
	pages := ""
	if n := len(doc.Pages); n > 0 {
		pages = terminal.Counted(n, w(", %d page(s)", "，%d 页"))
	}
	passages := passages(doc)
	fmt.Fprintf(a.Err, w("%s: %s, %d bytes of text%s%s\n", "%s：%s，文本 %d 字节%s%s\n"), terminal.Visible(doc.Name), doc.Format, len(doc.Text), pages, terminal.Counted(len(passages), w(", %d warning(s)", "，%d 条警告")))
	for _, p := range passages {
		var kinds []string
		for _, f := range p.Found {
			name := lang.Integrity(f.Kind)
			if f.Unsure() && !p.Found[0].Unsure() { // else the line begins with it
				name = lang.Perhaps(f.Kind)
			}
			kinds = append(kinds, fmt.Sprintf(w("%s (%s)%s", "%s（%s）%s"), name, f.Kind, w.often(f)))
		}
		var said []string
		for _, e := range p.Excerpts {
			said = append(said, lang.Excerpt(e))
		}
		fmt.Fprintln(a.Err, w.labelled(fmt.Sprintf(w("warning: %s: %s%s", "警告：%s：%s%s"), lang.Grade(p.Found[0].Grade), strings.Join(kinds, w(", ", "、")), w.place(lang, p)), strings.Join(said, " · ")))
	}
	for _, what := range lang.ToDo(passages) {
		fmt.Fprintln(a.Err, "  → "+what)
	}
}

// passages are those of a document that have warnings.
func passages(doc *document.Document) []report.Passage {
	return report.Passages(format.Integrity(doc))
}

// place is where a passage is, behind a comma: in the file if that is known, else in the text
// that judges see; empty if it has no place.
func (w wording) place(lang report.Lang, p report.Passage) (where string) {
	if at := p.Where(lang); at != "" {
		where = w(", ", "，") + at
	}
	switch {
	case p.LeftOut():
		return where + w(", left out", "，已略去")
	case where == "" && p.Found[0].Start >= 0:
		return fmt.Sprintf(w(", at byte %d", "，第 %d 字节"), p.Found[0].Start)
	}
	return where
}

// often says how often a finding was found, if more than once.
func (w wording) often(f report.IntegrityWarning) string {
	switch {
	case f.Rest && f.AtLeast:
		return fmt.Sprintf(w(" and %d or more others", "，另有 %d 处或更多"), f.Count-1)
	case f.Rest:
		return fmt.Sprintf(w(" and %d more", "，另有 %d 处"), f.Count-1)
	case f.AtLeast:
		return fmt.Sprintf(w(" %d times or more", " %d 次或更多"), f.Count)
	case f.Count > 1:
		return fmt.Sprintf(w(" %d times", " %d 次"), f.Count)
	}
	return ""
}
