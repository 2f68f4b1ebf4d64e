package cmd

import (
	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/internal/document/child"
	"judgement/internal/document/pdfium"
)

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
