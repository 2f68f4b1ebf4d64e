package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/internal/terminal"
	"judgement/meeting"
	"judgement/panel"
	"judgement/scene"
)

type documentOptions struct {
	scene             string
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
warnings. FILE may be - for standard input. --output json shows its title, too.
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
	c.Flags().IntVar(&o.maxBytes, "max-bytes", document.DefaultMaxBytes, "largest file in bytes")
	c.Flags().IntVar(&o.maxText, "max-text", document.DefaultMaxText, "largest text in bytes")
	return a.output(c)
}

// seenDocument is a document with its text, as --output json prints it.
type seenDocument struct {
	*document.Document
	Text string `json:"text"`
	// Material is how a meeting's record was written; empty without a meeting's
	// scene.
	Material meeting.Kind `json:"material,omitempty"`
}

func (a *App) runDocument(ctx context.Context, o *documentOptions, file string) error {
	ofMeeting, err := a.isMeeting(o.scene)
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
	seen, err := readSeen(ctx, file, data, document.Options{MaxBytes: o.maxBytes, MaxText: o.maxText, Isolator: reader}, ofMeeting)
	if err != nil {
		return err
	}
	if err := a.print(seen, func(p *page) { p.Line(seen.Text) }); err != nil || a.format != "table" {
		return err
	}
	a.printWarnings(seen.Document)
	if o.scene == "" && meeting.Rewritten(seen.Document) {
		fmt.Fprintln(a.Err, "the judges of a meeting see this as lines of speakers: --scene with a meeting's scene shows them")
	}
	return nil
}

// isMeeting reports whether a scene sums up meetings; without a scene it does
// not.
func (a *App) isMeeting(slug string) (bool, error) {
	if slug == "" {
		return false, nil
	}
	if err := a.Open(); err != nil {
		return false, err
	}
	a.SayBuiltIn()
	_, p, err := scene.Load(a.Workspace.FS, slug)
	if err != nil {
		return false, a.sceneFailure(err)
	}
	return p.OutputFormat == panel.MeetingSummary, nil
}

// readSeen reads a document as judges will see it.
func readSeen(ctx context.Context, name string, data []byte, o document.Options, ofMeeting bool) (seen seenDocument, err error) {
	if ofMeeting {
		var m *meeting.Material
		if m, err = meeting.Read(ctx, name, data, o); err == nil {
			seen.Document, seen.Material = m.Document, m.Kind
		}
	} else {
		seen.Document, err = document.Read(ctx, name, data, o)
	}
	if err == nil {
		seen.Text = seen.Document.Text
	}
	return seen, err
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

// printWarnings writes one line per warning to standard error.
func (a *App) printWarnings(doc *document.Document) {
	pages := ""
	if n := len(doc.Pages); n > 0 {
		pages = terminal.Counted(n, ", %d page(s)")
	}
	fmt.Fprintf(a.Err, "%s: %s, %d bytes of text%s%s\n", terminal.Visible(doc.Name), doc.Format, len(doc.Text), pages, terminal.Counted(len(doc.Warnings), ", %d warning(s)"))
	for _, w := range doc.Warnings {
		place := "left out"
		if w.Start >= 0 {
			place = fmt.Sprintf("at byte %d", w.Start)
			if p := doc.PageAt(w.Start); p > 0 {
				place = fmt.Sprintf("on page %d", p)
			}
		}
		times := ""
		if w.Count > 1 {
			times = fmt.Sprintf(" (%d times)", w.Count)
		}
		fmt.Fprintf(a.Err, "warning: %s, %s%s: %s\n", w.Kind, place, times, w.Excerpt)
	}
}
