package cmd

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

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
		return failed("write", fix, fmt.Errorf("make the folder of manual pages: %w", err))
	}
	root.DisableAutoGenTag = true // it holds the day of the run
	at := a.Now()
	header := &doc.GenManHeader{Section: "1", Date: &at, Source: "judgement " + readBuildInfo().Version, Manual: "judgement"}
	if err := doc.GenManTree(root, header, dir); err != nil {
		return failed("write", fix, fmt.Errorf("write manual pages: %w", err))
	}
	pages, err := filepath.Glob(filepath.Join(dir, "judgement*.1"))
	if err != nil {
		return failed("write", fix, fmt.Errorf("list manual pages: %w", err))
	}
	return a.print(map[string]any{"folder": dir, "pages": len(pages)}, func(p *page) {
		p.Printf("wrote %d manual pages into %s\n", len(pages), dir)
	})
}
