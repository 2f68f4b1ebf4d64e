package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"judgement/internal/export"
)

func (a *App) exportCmd() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "export",
		Short: "Write cases and reports that Postgres keeps into folders",
		Long: `Writes the cases and reports that are kept in the Postgres database that
database.url names into folders as they are without one: cases/, comparisons/ and
reports/. What is there already is left alone if it is the same, and brought up to date
if it changes with each version, such as report.md. What never changes, such
as a published version, is never overwritten: if a folder has other content
under such a name, nothing at all is written. No file is removed.

Run it again at any time, such as from cron, to have a mirror.`,
		Example: "  judgement export\n  judgement export --out /srv/mirror",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runExport(c.Context(), out) },
	}
	c.Flags().StringVar(&out, "out", "", "folder to write into (default: the workspace)")
	return a.output(c)
}

// exported is what export prints.
type exported struct {
	Database string `json:"database"`
	Folder   string `json:"folder"`
	export.Counts
}

func (a *App) runExport(ctx context.Context, out string) error {
	ws, s, err := a.Settings()
	if err != nil {
		return err
	}
	if s.Database.URL == "" {
		return usageError("set database.url (JUDGEMENT_DATABASE_URL) to export from a Postgres database", "no database is set: cases and reports are in folders already, in %s", ws.OutDir)
	}
	db, err := a.Database(ctx)
	if err != nil {
		return err
	}
	dir := ws.OutDir
	if out != "" {
		dir = a.Path(out)
	}
	to, err := outFolder(dir)
	if err != nil {
		return err
	}
	defer to.Close()
	files, err := db.Files()
	if err != nil {
		return err
	}
	v := exported{Database: db.Name(), Folder: a.Shown(dir)}
	if v.Counts, err = export.Mirror(ctx, files, to); errors.As(err, new(*export.ClashError)) {
		return failed("other_content", "name an empty folder with --out: this one holds other cases, or a version that was changed by hand", err)
	} else if err != nil {
		return err
	}
	return a.print(v, func(p *page) { p.Printf("%s: %d files written, %d were there already\n", v.Folder, v.Written, v.Same) })
}
