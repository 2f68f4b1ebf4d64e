package cmd

import (
	"fmt"
	"os"
	"path/filepath"

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

// documentReader returns what reads documents: this program in a child process.
func (a *App) documentReader() (document.Isolator, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program to start the document reader: %w", err)
	}
	return child.New(child.Options{Executable: exe, Args: []string{documentWorkerName, "--cache-dir", a.pdfCache()}, Timeout: a.readTime})
}

// pdfCache is the folder for PDFium's compiled code, empty if the user has no
// cache folder: then each PDF file takes a second or more longer.
func (a *App) pdfCache() string {
	dir := a.cacheDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "pdfium")
}

// cacheDir is this program's folder for caches, empty if the user has none.
func (a *App) cacheDir() string {
	dir := a.Env("XDG_CACHE_HOME")
	if dir == "" {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(dir, "judgement")
}
