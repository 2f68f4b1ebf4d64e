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
)

type documentOptions struct {
	file     string
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
warnings. FILE may be - for standard input.`,
		Example: "  judgement document plan.docx\n  judgement document plan.pdf --output json",
		Args:    exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.file = args[0]
			return a.runDocument(c.Context(), o)
		},
	}
	c.Flags().IntVar(&o.maxBytes, "max-bytes", document.DefaultMaxBytes, "largest file in bytes")
	c.Flags().IntVar(&o.maxText, "max-text", document.DefaultMaxText, "largest text in bytes")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// seenDocument is a document with its text, as --output json prints it.
type seenDocument struct {
	*document.Document
	Text string `json:"text"`
}

func (a *App) runDocument(ctx context.Context, o *documentOptions) error {
	data, err := a.readInput(o.file, o.maxBytes)
	if err != nil {
		return err
	}
	pdf, err := a.pdfReader()
	if err != nil {
		return err
	}
	name := o.file
	if name == "-" {
		name = stdinName
	}
	doc, err := document.Read(ctx, name, data, document.Options{MaxBytes: o.maxBytes, MaxText: o.maxText, PDF: pdf})
	if err != nil {
		return documentFailure(err)
	}
	err = a.print(seenDocument{doc, doc.Text}, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, doc.Text)
		return err
	})
	if err != nil {
		return err
	}
	if a.output == "table" {
		a.printWarnings(doc)
	}
	return nil
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
