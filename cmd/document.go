package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/meeting"
	"judgement/panel"
	"judgement/scene"
)

type documentOptions struct {
	file     string
	scene    string
	maxBytes int
	maxText  int
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
		RunE: func(c *cobra.Command, args []string) error {
			o.file = args[0]
			return a.runDocument(c.Context(), o)
		},
	}
	c.Flags().StringVarP(&o.scene, "scene", "s", "", "scene whose judges will see it")
	c.Flags().IntVar(&o.maxBytes, "max-bytes", document.DefaultMaxBytes, "largest file in bytes")
	c.Flags().IntVar(&o.maxText, "max-text", document.DefaultMaxText, "largest text in bytes")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// seenDocument is a document with its text, as --output json prints it.
type seenDocument struct {
	*document.Document
	Text string `json:"text"`
	// Material is how a meeting's record was written; empty without a meeting's
	// scene.
	Material meeting.Kind `json:"material,omitempty"`
}

func (a *App) runDocument(ctx context.Context, o *documentOptions) error {
	ofMeeting, err := a.isMeeting(o.scene)
	if err != nil {
		return err
	}
	data, err := a.readInput(o.file, o.maxBytes)
	if err != nil {
		return err
	}
	reader, err := a.documentReader()
	if err != nil {
		return err
	}
	name := o.file
	if name == "-" {
		name = stdinName
	}
	seen, err := readSeen(ctx, name, data, document.Options{MaxBytes: o.maxBytes, MaxText: o.maxText, Isolator: reader}, ofMeeting)
	if err != nil {
		return err
	}
	err = a.print(seen, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, seen.Text)
		return err
	})
	if err != nil || a.output != "table" {
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
	ws, _, err := a.settings(nil)
	if err != nil {
		return false, err
	}
	defer ws.Close()
	a.sayBuiltIn(ws)
	_, p, err := scene.Load(ws.FS, slug)
	if err != nil {
		return false, sceneFailure(ws, err)
	}
	return p.OutputFormat == panel.MeetingSummary, nil
}

// readSeen reads a document as judges will see it.
func readSeen(ctx context.Context, name string, data []byte, o document.Options, ofMeeting bool) (seenDocument, error) {
	if !ofMeeting {
		doc, err := document.Read(ctx, name, data, o)
		if err != nil {
			return seenDocument{}, err
		}
		return seenDocument{Document: doc, Text: doc.Text}, nil
	}
	m, err := meeting.Read(ctx, name, data, o)
	if err != nil {
		return seenDocument{}, err
	}
	return seenDocument{Document: m.Document, Text: m.Document.Text, Material: m.Kind}, nil
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
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(a.Dir, path)
	}
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

// printWarnings writes one line a warning to standard error.
func (a *App) printWarnings(doc *document.Document) {
	fmt.Fprintf(a.Err, "%s: %s, %d bytes of text", doc.Name, doc.Format, len(doc.Text))
	if n := len(doc.Pages); n > 0 {
		fmt.Fprintf(a.Err, plural(n, ", %d page(s)"), n)
	}
	fmt.Fprintf(a.Err, plural(len(doc.Warnings), ", %d warning(s)\n"), len(doc.Warnings))
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
