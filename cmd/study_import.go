package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/study"
)

type studyImportOptions struct {
	study.Options
	name, scale      string
	maps, labelMaps  []string
	labels           []string
	replace, addRows bool
}

func (a *App) studyImportCmd() *cobra.Command {
	o := &studyImportOptions{}
	c := &cobra.Command{
		Use:   "import FILE…",
		Short: "Import verdicts and labels from CSV, JSON Lines, promptfoo or Inspect",
		Long: `Reads verdicts, one per row: an item, a judge, and a score or a preference, with a
lens, an order, a repeat, a type of item and a label if there are such columns.
Columns are found by their names; --map FIELD=COLUMN names others, and
FIELD=COLUMN,COLUMN several repeats or people. --labels reads labels that are in a
file of their own. FILE may be compressed (.gz), or - for standard input.

Fields: ` + wrapList(study.Fields()) + `.

All rows are checked first, and each bad one is named. Then the study is written
whole, into studies/ of the workspace, or not at all.`,
		Example: `  judgement study import verdicts.csv --map preference=verdict --map label=gold
  judgement study import reviews.csv --labels papers.csv --label-map label=human1,human2
  judgement study import promptfoo.json --name release-4`,
		Args: someArgs("name at least one file"),
		RunE: func(c *cobra.Command, args []string) error { return a.runStudyImport(c.Context(), o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.name, "name", "", "name of the study (default: that of the first file)")
	f.StringVar(&o.Format, "format", "", "format of the files: "+strings.Join(study.Formats(), ", ")+" (default: found by the content)")
	f.StringArrayVar(&o.maps, "map", nil, "column of a field, FIELD=COLUMN; may be repeated")
	f.StringArrayVar(&o.labels, "labels", nil, "file that has labels only; may be repeated")
	f.StringArrayVar(&o.labelMaps, "label-map", nil, "column of a field in the files of --labels, FIELD=COLUMN; may be repeated")
	f.StringVar(&o.scale, "scale", "", "what labels are: score (in the unit of the judges' scores) or ordinal (only their order counts)")
	f.Float64Var(&o.Low, "min", 0, "lowest score; with --max, scores outside are refused")
	f.Float64Var(&o.High, "max", 0, "highest score (default: scores are not bounded)")
	f.BoolVar(&o.replace, "replace", false, "replace a study of that name")
	f.BoolVar(&o.addRows, "add", false, "add to a study of that name; rows that agree with it count once")
	return a.output(c)
}

// wrapList joins names for a help text of 80 columns.
func wrapList(names []string) string {
	var b strings.Builder
	width := len("Fields: ")
	for i, n := range names {
		if i > 0 {
			b.WriteString(",")
			width++
		}
		switch {
		case width+len(n) > 76:
			b.WriteString("\n")
			width = 0
		case i > 0:
			b.WriteString(" ")
			width++
		}
		b.WriteString(n)
		width += len(n)
	}
	return b.String()
}

func (o *studyImportOptions) validate() error {
	switch o.scale {
	case "":
	case string(study.ScoreScale), string(study.OrdinalScale):
		o.Scale = study.Scale(o.scale)
	default:
		return usageError("choose one of: score, ordinal", "unknown --scale %q", o.scale)
	}
	if o.Format != "" && !slices.Contains(study.Formats(), o.Format) {
		return usageError("choose one of: "+strings.Join(study.Formats(), ", "), "unknown --format %q", o.Format)
	}
	if o.Low > o.High {
		return usageError("give the lowest score with --min and the highest with --max", "--min %v is above --max %v", o.Low, o.High)
	}
	if o.replace && o.addRows {
		return usageError("leave one of them out", "--replace and --add exclude each other")
	}
	if len(o.labelMaps) > 0 && len(o.labels) == 0 {
		return usageError("name the file with --labels, or use --map", "--label-map is for files of --labels, and there is none")
	}
	return nil
}

// studyInfo is what an import says.
type studyInfo struct {
	Study    string `json:"study"`
	File     string `json:"file"`
	Kind     string `json:"kind"`
	Items    int    `json:"items"`
	Judges   int    `json:"judges"`
	Verdicts int    `json:"verdicts"`
	Labels   int    `json:"labels"`
	Changed  bool   `json:"changed"`
}

func (a *App) runStudyImport(ctx context.Context, o *studyImportOptions, files []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	name, err := studyName(o.name, files[0])
	if err != nil {
		return err
	}
	set, err := a.readStudyFiles(o, files)
	if err != nil {
		return err
	}
	folder, err := a.studies()
	if err != nil {
		return err
	}
	defer folder.Close()
	old, err := folder.Read(ctx, study.File(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if old != nil && o.addRows {
		before, err := study.Decode(old)
		if err != nil {
			return fmt.Errorf("study %s: %w", name, err)
		}
		if err := before.Merge(set); err != nil {
			return studyFailure(inFile{"the files and the study " + name, err})
		}
		set = before
	}
	data := set.Encode()
	changed := !bytes.Equal(data, old)
	if old != nil && changed && !o.replace && !o.addRows {
		return fault.Refuse(fault.FileExists, "name another with --name, replace it with --replace, or add to it with --add", fmt.Errorf("there is a study %s with other rows", name))
	}
	if changed {
		if err := folder.Write(ctx, casefile.File{Name: study.File(name), Data: data}); err != nil {
			return err
		}
	}
	return a.showStudy(name, set, changed)
}

func (a *App) showStudy(name string, set *study.Set, changed bool) error {
	info := studyInfo{Study: name, File: study.File(name), Kind: string(set.Kind), Verdicts: len(set.Verdicts), Labels: len(set.Labels), Changed: changed}
	info.Items, info.Judges = set.Count()
	return a.print(info, func(p *page) {
		p.Printf("study %s: %d items, %d judges, %d %s, %d labels\n", name, info.Items, info.Judges, info.Verdicts, info.Kind, info.Labels)
		if info.Labels == 0 {
			p.Line("caution: nobody labelled these items; a report can show agreement only")
		}
		a.sayNext("study report " + name)
	})
}

// readStudyFiles reads all files of an import, or none. Bad rows of all files are named
// together.
func (a *App) readStudyFiles(o *studyImportOptions, files []string) (*study.Set, error) {
	maps, err := study.ParseMap(o.maps)
	if err != nil {
		return nil, usageError("", "--map: %w", err)
	}
	labelMaps, err := study.ParseMap(o.labelMaps)
	if err != nil {
		return nil, usageError("", "--label-map: %w", err)
	}
	set := &study.Set{}
	var bad []error
	add := func(file string, take func(data []byte) error) error {
		data, err := a.readPacked(file)
		if err != nil {
			return err
		}
		if err := take(data); err != nil {
			bad = append(bad, inFile{file, err})
		}
		return nil
	}
	for _, file := range files {
		o.Map = maps
		if err := add(file, func(data []byte) error {
			one, err := study.Read(data, o.Options)
			if err != nil {
				return err
			}
			if len(one.Unread) > 0 {
				a.Say(fmt.Sprintf("caution: %s: not read beside verdicts: %s; if these are people's labels, give them in a file of their own with --labels", filepath.Base(file), strings.Join(one.Unread, ", ")))
			}
			return set.Merge(one)
		}); err != nil {
			return nil, err
		}
	}
	whole := len(bad) == 0 // else labels have items that are not read
	for _, file := range o.labels {
		if o.Map = labelMaps; set.Kind == study.Preferences {
			o.Scale = study.PreferenceScale
		}
		if err := add(file, func(data []byte) error {
			labels, err := study.ReadLabels(data, o.Options)
			if err != nil || !whole {
				return err
			}
			return set.Join(labels)
		}); err != nil {
			return nil, err
		}
	}
	return set, studyFailure(bad...)
}

// inFile is an error with the file that it is in.
type inFile struct {
	file string
	err  error
}

func (e inFile) Error() string { return e.file + ": " + e.err.Error() }
func (e inFile) Unwrap() error { return e.err }

// What studyFailure says.
const (
	studyRowsFix = "correct the rows (--output json lists each), or name other columns with a map (see --help); nothing was written"
	studyColumns = "item, judge, and score or preference; name others with --map, those of --labels with --label-map, such as --map item=COLUMN"
)

// studyFailure says which files of a study can't be used; nil without errors.
func studyFailure(bad ...error) error { return rowsFailure(studyRowsFix, studyColumns, bad...) }

// rowsFailure says which files can't be used; nil without errors. The fix is for bad rows;
// files that all lack a heading with the needed columns, or all rows, have others.
func rowsFailure(fix, columns string, bad ...error) error {
	if len(bad) == 0 {
		return nil
	}
	lack := func(what string) bool {
		return !slices.ContainsFunc(bad, func(err error) bool {
			f := fault.From(err)
			return f == nil || f.Params["lacks"] != what
		})
	}
	switch {
	case lack("columns"):
		fix = "the heading needs the columns " + columns + "; nothing was written"
	case lack("rows"):
		fix = "give a file with a heading and at least one row below it; nothing was written"
	}
	return fault.Refuse(fault.BadRows, fix, errors.Join(bad...))
}

// badRow is a row that is not used, as JSON has it.
type badRow struct {
	File string `json:"file,omitempty"`
	study.Problem
}

// badRows are all rows that an error names, file by file.
func badRows(err error, file string) (out []badRow) {
	switch e := err.(type) { //nolint:errorlint // it walks the whole tree itself
	case inFile:
		return badRows(e.err, e.file)
	case *study.ProblemsError:
		for _, p := range e.Problems {
			out = append(out, badRow{file, p})
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			out = append(out, badRows(inner, file)...)
		}
	case interface{ Unwrap() error }:
		return badRows(e.Unwrap(), file)
	}
	return out
}

// readPacked reads a file, decompressed if its name says that it is.
func (a *App) readPacked(file string) ([]byte, error) {
	data, err := a.readInput(file, study.MaxFile)
	if err == nil && strings.HasSuffix(file, ".gz") {
		data, err = study.Decompress(data)
	}
	if err == nil && len(data) > study.MaxFile {
		err = fmt.Errorf("the file has more than %d MiB: split it", study.MaxFile>>20)
	}
	if err != nil && fault.From(err) == nil {
		err = studyFailure(inFile{file, err})
	}
	return data, err
}
