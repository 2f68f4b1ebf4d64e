package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"judgement/internal/childenv"
	"judgement/internal/fault"
)

func (a *App) openCmd() *cobra.Command {
	path := false
	c := &cobra.Command{
		Use:   "open CASE",
		Short: "Open a case's report in the browser",
		Long: `Opens the HTML report of the latest version of a case with the program that the
system opens pages with, or with the one that BROWSER names, and prints its path.
CASE is a case id, a report folder or a brand.`,
		Example: "  judgement open acme\n  judgement open C-2026-0001 --path",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runOpen(c.Context(), args[0], path) },
	}
	c.Flags().BoolVar(&path, "path", false, "only print the path")
	return c
}

func (a *App) runOpen(ctx context.Context, name string, onlyPath bool) error {
	e, err := a.Engine(ctx)
	if err != nil {
		return err
	}
	found, err := a.findCase(ctx, e, name)
	if err != nil {
		return err
	}
	file := filepath.Join(a.Workspace.OutDir, "reports", found.Folder, "report.html")
	if _, err := os.Stat(file); err != nil {
		return fault.Refuse(fault.NoPage, fmt.Sprintf("'judgement report render %s --out DIR' writes it", found.ID), fmt.Errorf("reports/%s/report.html is not in this workspace", found.Folder))
	}
	fmt.Fprintln(a.Out, file)
	if onlyPath {
		return nil
	}
	if err := a.browse(ctx, file); err != nil {
		return fault.Refuse(fault.NoPage, "open the file yourself, or name a browser in BROWSER", err)
	}
	return nil
}

// browse opens a file or an address in the browser, and waits for the program that
// the system opens pages with. What that program prints is not shown: xdg-open names
// every browser that it does not find.
func (a *App) browse(ctx context.Context, target string) error {
	opener := cmp.Or(a.Env("BROWSER"), map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS], "xdg-open")
	browser := exec.CommandContext(ctx, opener, target)
	browser.Env = childenv.Only("HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_*", "DBUS_SESSION_BUS_ADDRESS", "USERPROFILE")
	if err := browser.Run(); err != nil {
		return fmt.Errorf("run %s: %w", opener, err)
	}
	return nil
}
