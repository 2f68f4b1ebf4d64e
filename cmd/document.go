package cmd

import (
	"context"
	"errors"
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
		return failed("read_file", "check the path and that you may read the file", err)
	}
	pdf, err := a.pdfReader()
	if err != nil {
		return err
	}
	name := o.file
	if name == "-" {
		name = "standard input"
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
// limit, so that intake can say that it is too large.
func (a *App) readInput(file string, limit int) ([]byte, error) {
	in := a.In
	if file != "-" {
		if !filepath.IsAbs(file) {
			file = filepath.Join(a.Dir, file)
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, int64(limit)+1))
}

// printWarnings writes one line a warning to standard error.
func (a *App) printWarnings(doc *document.Document) {
	fmt.Fprintf(a.Err, "%s: %s, %d bytes of text", doc.Name, doc.Format, len(doc.Text))
	if n := len(doc.Pages); n > 0 {
		fmt.Fprintf(a.Err, ", %d pages", n)
	}
	fmt.Fprintf(a.Err, ", %d warnings\n", len(doc.Warnings))
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

// documentFailure splits an intake error into message and fix.
func documentFailure(err error) error {
	var in *document.InputError
	if !errors.As(err, &in) {
		return err
	}
	plain := *in
	plain.Fix = ""
	return failed("document", in.Fix, &plain)
}
