package cmd

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/label"
	"judgement/internal/pipeline"
	"judgement/internal/study"
	"judgement/internal/terminal"
	"judgement/scene"
)

func (a *App) labelsCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "labels",
		Short: "Keep what people say of the documents of a scene",
		Long: `Labels are what people said of documents that a scene has judged, as a judge would
say it: a person, a lens (none: the whole document), a score, grade, preference,
rank or decision, a comment and a quote. They are in scenes/SCENE/labels.csv.`,
	}, a.labelsImportCmd(), a.labelsListCmd(), a.labelsExportCmd())
}

type labelsImportOptions struct {
	maps    []string
	person  string
	replace bool
}

func (a *App) labelsImportCmd() *cobra.Command {
	o := &labelsImportOptions{}
	c := &cobra.Command{
		Use:   "import SCENE FILE…",
		Short: "Add labels from CSV or JSON Lines to a scene",
		Long: `Adds labels, one per row. The document is a column case (an id or a brand) or
document_sha256 (of the file, or of the text that was judged); the value is one of
the columns score, grade, preference (with a column other), rank and decision. Other
columns: person, lens, type, comment, quote, scene. --map FIELD=COLUMN names others.

Each bad row is named: unknown documents and lenses, labels of another scene, no
person, values out of range, contradictions of one person. Then nothing is written.`,
		Example: "  judgement labels import pitch-review labels.csv\n  judgement labels import pitch-review ann.csv --person ann --map score=points",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError("usage: "+c.UseLine(), "name a scene and at least one file")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return a.runLabelsImport(c.Context(), o, args[0], args[1:])
		},
	}
	c.Flags().StringArrayVar(&o.maps, "map", nil, "column of a field, FIELD=COLUMN; may be repeated")
	c.Flags().StringVar(&o.person, "person", "", "person of the rows that name none")
	c.Flags().BoolVar(&o.replace, "replace", false, "let new values of a person replace earlier ones")
	return a.output(c)
}

// labelled are the labels of a scene, read through a folder to be closed.
type labelled struct {
	*label.Labels
	folder *casefile.Folder // the workspace's
}

// labelled opens a scene and reads its labels.
func (a *App) labelled(ctx context.Context, slug string) (*labelled, error) {
	if err := a.NeedWorkspace("labels"); err != nil {
		return nil, err
	}
	s, p, err := scene.Load(a.Workspace.FS, slug, pipeline.Outputs()...)
	if err != nil {
		return nil, a.sceneFailure(err)
	}
	st, err := a.Storage(ctx)
	if err != nil {
		return nil, err
	}
	l := &labelled{}
	if l.folder, err = casefile.OpenFolder(a.Workspace.Dir, a.FolderOptions...); err != nil {
		return nil, err
	}
	if l.Labels, err = label.Open(ctx, l.folder, casefile.New(st, a.Now), s, p); err != nil {
		_ = l.folder.Close()
		return nil, err
	}
	return l, nil
}

// labelledStudy returns the submissions with what their judges said and the labels, and
// says what its figures leave out.
func (a *App) labelledStudy(ctx context.Context, l *labelled) ([]board.Submission, *study.Set, error) {
	subs, set, unused, err := l.Study(ctx)
	if err != nil {
		return nil, nil, err
	}
	earlier, err := l.Earlier(subs)
	if err != nil {
		return nil, nil, err
	}
	if earlier {
		a.Say("caution: no document is judged by today's panel: the figures are those of an earlier one")
	}
	if offline(subs) {
		a.Say("caution: no language model judged these documents: the figures are those of the offline baseline")
	}
	if unused > 0 {
		a.Say(fmt.Sprintf("caution: %d labels are not used. Each is of one of these: a kind that is not measured here (only the first that there is of scores, preferences, grades, ranks and decisions is), a document that the scene's judges, as they are today, have not judged, or a lens that no judge has scored there", unused))
	}
	return subs, set, nil
}

// offline reports whether the offline baseline judged the submissions.
func offline(subs []board.Submission) bool { return len(subs) > 0 && subs[len(subs)-1].NoModel }

// labelsInfo is what is said of a scene's labels.
type labelsInfo struct {
	Scene   string       `json:"scene"`
	File    string       `json:"file"`
	Added   int          `json:"added"`
	Labels  int          `json:"labels"`
	People  []string     `json:"people"`
	Differ  int          `json:"differ"` // items on which people contradict each other
	SHA256  string       `json:"sha256,omitempty"`
	Items   []label.Item `json:"items,omitempty"`
	several int          // items that several people labelled
}

func (l *labelled) info() labelsInfo {
	out := labelsInfo{Scene: l.Scene.Slug, File: label.File(l.Scene.Slug), Labels: len(l.Rows), Items: label.Items(l.Rows), People: label.People(l.Rows), SHA256: l.Hash()}
	for _, i := range out.Items {
		if len(i.People) > 1 {
			out.several++
		}
		if i.Differ {
			out.Differ++
		}
	}
	return out
}

// labelColumns are those that labels of a scene need.
const labelColumns = "case (or document_sha256), person (or --person), and one of score, grade, preference, rank and decision; name others with --map, such as --map case=COLUMN"

func (a *App) runLabelsImport(ctx context.Context, o *labelsImportOptions, slug string, files []string) error {
	maps, err := study.ParseMap(o.maps)
	if err != nil {
		return usageError("", "--map: %w", err)
	}
	l, err := a.labelled(ctx, slug)
	if err != nil {
		return err
	}
	defer l.folder.Close()
	im, err := l.Import(ctx)
	if err != nil {
		return err
	}
	im.Map, im.Person = maps, o.person
	if !o.replace {
		im.Known = l.Rows
	}
	var added []label.Row
	var bad []error
	for _, file := range files {
		data, err := a.readPacked(file)
		if err != nil {
			return err
		}
		rows, err := im.Read(data)
		if err != nil {
			bad = append(bad, inFile{file, err})
		}
		added, im.Known = append(added, rows...), slices.Concat(im.Known, rows)
	}
	fix := "correct the rows (--output json lists each), or name other columns with --map; nothing was written"
	if len(l.Rows) > 0 && !o.replace {
		fix = "correct the rows (--output json lists each), name other columns with --map, or let a person's new values count with --replace; nothing was written"
	}
	if err := rowsFailure(fix, labelColumns, bad...); err != nil {
		return err
	}
	fresh, err := l.Add(ctx, added, o.replace)
	if err != nil {
		return err
	}
	info := l.info()
	info.Added, info.Items = fresh, nil
	return a.print(info, func(p *page) {
		p.Printf("scene %s: %d labels added, %d in all, of %s\n", slug, fresh, info.Labels, terminal.PlainLine(strings.Join(info.People, ", ")))
		if info.several > 0 {
			p.Printf("%d items have labels of several people, who differ on %d\n", info.several, info.Differ)
		}
	})
}

func (a *App) labelsListCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "list SCENE", Short: "List the labels of a scene by document, and where people differ", Args: exactArgs(1),
		Example: "  judgement labels list pitch-review\n  judgement labels list pitch-review --output json",
		RunE: func(c *cobra.Command, args []string) error {
			l, err := a.labelled(c.Context(), args[0])
			if err != nil {
				return err
			}
			defer l.folder.Close()
			info := l.info()
			return a.print(info, func(p *page) { p.labels(&info) })
		},
	})
}

func (p *page) labels(info *labelsInfo) {
	if info.Labels == 0 {
		p.Printf("scene %s has no labels: 'judgement labels import %s FILE' adds some\n", info.Scene, info.Scene)
		return
	}
	p.Printf("%d labels of %d people in %s\n\n", info.Labels, len(info.People), info.File)
	var rows [][]string
	for _, i := range info.Items {
		said := make([]string, len(i.People))
		for k := range i.People {
			said[k] = i.People[k] + " " + i.Values[k]
		}
		differ := ""
		if i.Differ {
			differ = "differ"
		}
		lens := i.Lens
		if lens == "" {
			lens = "whole"
		}
		rows = append(rows, []string{i.Case, lens, i.Field, terminal.PlainLine(strings.Join(said, ", ")), differ})
	}
	p.some([]string{"case", "lens", "kind", "labels", ""}, rows, len(rows))
}

func (a *App) labelsExportCmd() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use: "export SCENE", Short: "Print the labels of a scene as CSV", Args: exactArgs(1),
		Long: `Prints the labels of a scene as CSV that a spreadsheet opens and 'labels import'
reads again. Cells that a spreadsheet would take for a formula begin with '.`,
		Example: "  judgement labels export pitch-review > labels.csv\n  judgement labels export pitch-review --out labels.csv",
		RunE: func(c *cobra.Command, args []string) error {
			l, err := a.labelled(c.Context(), args[0])
			if err != nil {
				return err
			}
			defer l.folder.Close()
			data := label.Encode(l.Scene.Slug, l.Rows)
			if out == "" {
				_, err = a.Out.Write(data)
				return err
			}
			return a.writeOut(c.Context(), out, data)
		},
	}
	c.Flags().StringVar(&out, "out", "", "file to write instead of standard output")
	return c
}

// writeOut writes a file of the command line, whole or not at all.
func (a *App) writeOut(ctx context.Context, file string, data []byte) error {
	dir, name := filepath.Split(a.Path(file))
	folder, err := outFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Write(ctx, casefile.File{Name: name, Data: data}); err != nil {
		return err
	}
	fmt.Fprintln(a.Out, file)
	return nil
}
