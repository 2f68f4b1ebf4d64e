package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/store"
)

// exportOptions are the flags of export.
type exportOptions struct{ out string }

func (a *App) exportCmd() *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export",
		Short: "Write cases and reports that Postgres keeps into folders",
		Long: `Writes the cases and reports that are kept in the Postgres database that
database.url names into folders as they are without one: cases/, comparisons/ and
reports/. What is there already is left alone where it is the same, and brought up to date
where it changes with each version, such as report.md. What never changes, such
as a published version, is never overwritten: where a folder has other content
under such a name, nothing at all is written. No file is removed.

Run it again at any time, such as from cron, to have a mirror.`,
		Example: "  judgement export\n  judgement export --out /srv/mirror",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runExport(c.Context(), o) },
	}
	c.Flags().StringVar(&o.out, "out", "", "folder to write into (default: the workspace)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// exported is what export prints.
type exported struct {
	Database string `json:"database"`
	Folder   string `json:"folder"`
	Written  int    `json:"written"` // files
	Same     int    `json:"same"`    // files that were there already
	Bytes    int64  `json:"bytes"`   // of the files written
}

func (a *App) runExport(ctx context.Context, o exportOptions) (err error) {
	ws, s, err := a.settings(nil)
	if err != nil {
		return err
	}
	defer ws.Close()
	if s.Database.URL == "" {
		return usageError("set database.url (JUDGEMENT_DATABASE_URL) to export from a Postgres database", "no database is set: cases and reports are in folders already, in %s", ws.OutDir)
	}
	k, err := a.keep(ctx, ws, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	dir := ws.OutDir
	if o.out != "" {
		if dir = o.out; !filepath.IsAbs(dir) {
			dir = filepath.Join(a.Dir, dir)
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return failed("write", "name with --out a folder that you may write into", fmt.Errorf("make the folder %s: %s", dir, cause(err)))
		}
	}
	to, err := casefile.OpenFolder(dir)
	if err != nil {
		return failed("output_folder", "name with --out a folder that you may write into", err)
	}
	defer to.Close()
	files, err := k.db.Files()
	if err != nil {
		return err
	}
	v := exported{Database: k.db.Name(), Folder: a.shownPath(dir)}
	if err := mirror(ctx, files, to, &v); err != nil {
		return err
	}
	return a.print(v, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s: %d files written, %d were there already\n", v.Folder, v.Written, v.Same)
		return err
	})
}

// mirror writes the files that a folder lacks, after it has made sure that none
// of them stands in the way of what never changes.
func mirror(ctx context.Context, from *store.Files, to *casefile.Folder, v *exported) error {
	all, err := from.All(ctx)
	if err != nil {
		return err
	}
	var todo []store.FileInfo
	var clashes []string
	for _, f := range all {
		same, there, err := compare(ctx, to, f)
		switch {
		case err != nil:
			return err
		case same:
			v.Same++
		case there && f.Once:
			clashes = append(clashes, f.Name+" is there with another content")
		default:
			todo = append(todo, f)
		}
	}
	if len(clashes) > 0 {
		return failed("other_content", "name an empty folder with --out: this one holds other cases, or a version that was changed by hand", errors.New(strings.Join(clashes[:min(len(clashes), 5)], "\n")))
	}
	for len(todo) > 0 {
		n, err := copyBatch(ctx, from, to, todo, v)
		if err != nil {
			return err
		}
		todo = todo[n:]
	}
	return nil
}

// batchBytes is about how much is read before it is written: files that are
// written together are synced together.
const batchBytes = 8 << 20

// copyBatch writes the first of some files and returns how many those were.
func copyBatch(ctx context.Context, from *store.Files, to *casefile.Folder, todo []store.FileInfo, v *exported) (n int, err error) {
	var batch []casefile.File
	size := 0
	for ; n < len(todo) && n < 200 && size < batchBytes; n++ {
		data, err := from.Read(ctx, todo[n].Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return n, err
		}
		batch = append(batch, casefile.File{Name: todo[n].Name, Data: data, Once: todo[n].Once})
		size += len(data)
	}
	if err := to.Write(ctx, batch...); err != nil {
		return n, err
	}
	v.Written += len(batch)
	v.Bytes += int64(size)
	return n, nil
}

// compare tells whether a folder has a file, and the same.
func compare(ctx context.Context, to *casefile.Folder, f store.FileInfo) (same, there bool, err error) {
	have, err := to.ReadLimited(ctx, f.Name, f.Size)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, false, nil
	case errors.Is(err, casefile.ErrTooBig):
		return false, true, nil
	case err != nil:
		return false, false, err
	}
	sum := sha256.Sum256(have)
	return hex.EncodeToString(sum[:]) == f.SHA256, true, nil
}
