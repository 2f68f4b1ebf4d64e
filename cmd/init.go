package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/config"
)

func (a *App) initCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "init DIR", Short: "Write the starter workspace into a new or empty folder", Args: exactArgs(1),
		Example: "  judgement init my-workspace\n  judgement init .",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runInit(a.Path(args[0])) },
	})
}

func (a *App) runInit(dir string) error {
	n, err := config.WriteStarter(a.Starter, dir)
	switch {
	case errors.Is(err, config.ErrNotEmpty):
		return failed("not_empty", "name a folder that is new or empty", err)
	case err != nil:
		return failed("write", "name a folder that is new or empty; check that the folder above is writable and the disk is not full", fmt.Errorf("write the starter workspace: %w", err))
	}
	return a.print(map[string]any{"workspace": dir, "files": n}, func(p *page) {
		p.Printf("wrote %d files into %s\nnext: judgement smoke all --workspace %s\n", n, dir, dir)
	})
}
