package cmd

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/internal/document/pdfium"
)

// pdfWorkerName is the hidden command in which a child process reads PDF files.
const pdfWorkerName = "__pdf-worker"

func (a *App) pdfWorkerCmd() *cobra.Command {
	var cfg pdfium.Config
	c := &cobra.Command{
		Use:    pdfWorkerName,
		Short:  "Read a PDF file from standard input (started by other commands)",
		Hidden: true,
		Args:   exactArgs(0),
		RunE:   func(*cobra.Command, []string) error { return pdfium.Main(a.In, a.Out, cfg) },
	}
	c.Flags().StringVar(&cfg.CacheDir, "cache-dir", "", "folder of compiled code")
	c.Flags().IntVar(&cfg.MaxText, "max-text", document.DefaultMaxText, "largest text in bytes")
	c.Flags().IntVar(&cfg.MaxSeconds, "max-seconds", 0, "processor seconds after which the process ends")
	return c
}

// pdfReader returns what reads PDF files: this program in a child process.
func (a *App) pdfReader() (document.Extractor, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program to start the PDF reader: %w", err)
	}
	return pdfium.New(pdfium.Options{Executable: exe, Args: []string{pdfWorkerName}, CacheDir: a.pdfCache()})
}

// pdfCache is the folder for PDFium's compiled code, empty where the user has
// no cache folder: then each PDF file takes a second or more longer.
func (a *App) pdfCache() string {
	dir := a.cacheDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "pdfium")
}

// cacheDir is this program's folder for caches, empty where the user has none.
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
